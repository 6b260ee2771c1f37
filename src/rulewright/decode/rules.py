"""Rules: their text with its exceptions, why they are so, what the source leaves undecided, what they were before."""

from collections.abc import Iterable

from rulewright.decode.fields import Fields, items
from rulewright.diagnostics import Faults
from rulewright.language.texts import check_id, prose
from rulewright.model.game import Exemption, Former, Rule
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar

KEYS = (
    "number", "under", "title", "text", "exceptions", "incomplete", "throws", "notes", "open", "external",
    "was", "was-id",
)  # fmt: skip


def decode_rule(key: Scalar, node: Node, faults: Faults) -> Rule:
    """One entry under `rules`. Its throws are decoded with the tables."""
    fields = Fields(node, f"rule {key.value!r}", KEYS, faults)
    throws = fields.node("throws")
    if throws is not None and not isinstance(throws, Mapping):
        fields.wrong(throws, "'throws' is a mapping of names to tables")
    external = fields.string("external")
    under = fields.link("under", "rule")
    named = bool(external) and fields.has("title")
    number = fields.scalar("number", required=under is None and not named)
    title = fields.text("title", required=not external)
    text = fields.text("text", required=not external)
    return Rule(
        id=key.value,
        number=number.value if number else "",
        under=under,
        title=title or Text("", (), fields.span),
        text=text,
        open=fields.texts("open"),
        external=external,
        span=key.span,
        number_span=number.span if number else fields.span,
        exceptions=_exceptions(_listed(fields), faults),
        incomplete=fields.text("incomplete"),
        notes=fields.texts("notes"),
        was=tuple(map(_former, fields.strings("was"))),
        was_id=tuple(_former(each) for each in fields.strings("was-id") if check_id(each, faults)),
    )


def _former(name: Scalar) -> Former:
    return Former(name.value, name.span)


def _listed(fields: Fields) -> tuple[Node, ...]:
    """The exceptions as they are written; a single one may stand without a list, as text or as a mapping."""
    node = fields.node("exceptions")
    if node is None:
        return ()
    return (node,) if isinstance(node, Mapping) else items(node, "exceptions", fields.faults)


def _exceptions(nodes: Iterable[Node], faults: Faults) -> tuple[Exemption, ...]:
    return tuple(_exception(node, faults) for node in nodes)


def _exception(node: Node, faults: Faults) -> Exemption:
    if isinstance(node, Scalar):
        return Exemption(prose(node, faults))
    fields = Fields(node, "an exception", ("text", "exceptions"), faults)
    return Exemption(fields.title("text"), _exceptions(_listed(fields), faults))
