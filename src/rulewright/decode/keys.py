"""Keys as authors write them: `fire`, `2, 4`, `10–13`, `not vehicle`, `any`, `any other`, `after 9/43`."""

import re
from collections.abc import Iterable, Iterator

from rulewright.decode.dates import read_date_key
from rulewright.decode.number_keys import read_number_key
from rulewright.decode.sets import read_set
from rulewright.findings import Finding, Findings, Span
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean, listed
from rulewright.model.table import Key
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar, Sequence, kind

NOT = re.compile(r"not\s+(.+)")
OR = re.compile(r"\s+or\s+(?!more|less|higher|lower|greater|fewer|above|below|over|under)")
ANY_OTHER = "any other"
"""The key of all that the keys beside it leave."""


def read_keys(
    axis: str, domain: Domain, nodes: Iterable[Scalar], faults: Findings, whole: KeySet | None = None
) -> list[Key | None]:
    """Keys that stand side by side; `any other` is what the others leave of the domain, or of the `whole`."""
    written = list(nodes)
    found = [None if _is_any_other(node) else read_key(axis, domain, node, faults) for node in written]
    if not any(map(_is_any_other, written)):
        return found
    stated = KeySet.union_of(interval for key in found if key is not None for interval in key.keys.intervals)
    left = (domain.keys if whole is None else whole) - stated
    return [
        _any_other(axis, left, node, faults) if _is_any_other(node) else key
        for node, key in zip(written, found, strict=True)
    ]


def _is_any_other(node: Scalar) -> bool:
    return node.value.strip() == ANY_OTHER


def _any_other(axis: str, left: KeySet, node: Scalar, faults: Findings) -> Key | None:
    if left:
        return Key(axis, left, Text(ANY_OTHER, (), node.span), ANY_OTHER, everything=False, span=node.span)
    message = f"{ANY_OTHER!r} leaves nothing: the keys beside it hold for every value of {axis!r}"
    faults.add(Finding("outside-domain", node.span, message, "remove it, or narrow one of the others"))
    return None


def read_key(axis: str, domain: Domain, node: Node, faults: Findings) -> Key | None:
    """The key at a node, which is one text with commas or a list of texts; None with faults added."""
    parts = list(_parts(node))
    wrong = next((item for item in getattr(node, "items", ()) if not isinstance(item, Scalar)), None)
    if wrong is not None or not parts:
        what = f"a value of {domain.id!r}" if domain.id != axis else "a value"
        message = f"a key of {axis!r} is {what} or a list of them, not {kind(wrong or node)}"
        hint = "as in open, wood: or [open, wood]"
        faults.add(Finding("wrong-type", (wrong or node).span, message, hint))
        return None
    keys = KeySet()
    labels: list[Text] = []
    for part, span in parts:
        found = None if _misread(part, span, len(parts), domain, faults) else _part(part, span, domain, faults)
        if found is None:
            return None
        keys, labels = keys | found[0], [*labels, found[1]]
    written = ", ".join(part for part, _ in parts)
    return Key(axis, keys, joined(labels, ", "), written, written == "any", node.span)


def _parts(node: Node) -> Iterator[tuple[str, Span]]:
    """The parts of a key, each where it stands: one text is divided at its commas."""
    if isinstance(node, Sequence):
        yield from ((item.value, item.span) for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        for match in re.finditer(r"(?:^|,)\s*([^,]*)", node.value):
            part = match[1].strip()
            yield part, node.at(match.start(1), len(part))


def joined(texts: list[Text], by: str) -> Text:
    """Several texts as one, their links kept; marks stand side by side with no comma between them."""
    if len(texts) == 1:
        return texts[0]
    if all(text.source.startswith("[[mark:") for text in texts):
        by = "\u202f"
    links = tuple(link for text in texts for link in text.links)
    return Text(by.join(text.source for text in texts), links, texts[0].span if texts else Span(""))


def _misread(part: str, span: Span, count: int, domain: Domain, faults: Findings) -> bool:
    """Whether a part says something else beside other parts, or in this place."""
    if part == ANY_OTHER:
        hint = "write 'not' and the other keys; in a list of cases, write any under policy: first"
        faults.add(Finding("bad-key", span, f"{ANY_OTHER!r} has no other keys beside it here", hint))
    elif count > 1 and NOT.fullmatch(part) and not domain.sets:
        message, hint = (
            f"{part!r} may be read two ways in a list of keys",
            f"write {part} or …, or list what is meant",
        )
        faults.add(Finding("bad-key", span, message, hint))
    else:
        return False
    return True


def _part(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    if not part:
        hint = "write a key on both sides of a comma"
        faults.add(Finding("bad-key", span, f"a key of {domain.id!r} is empty", hint))
        return None
    if part == "any":
        return domain.keys, Text("any", (), span)
    if domain.sets:
        return read_set(part, span, domain, faults)
    if denied := NOT.fullmatch(part):
        return _denied(denied[1], span, domain, faults)
    return _one(part, span, domain, faults)


def _denied(written: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    """`not vehicle or gun`: all values of the domain but these."""
    found = [_one(part, span, domain, faults) for part in OR.split(written)]
    sound = [each for each in found if each is not None]
    if len(sound) < len(found):
        return None
    left = domain.keys
    for keys, _ in sound:
        left = left - keys
    if not left:
        message = f"'not {written}' leaves no value of {domain.id!r}"
        faults.add(Finding("outside-domain", span, message, f"it holds {domain.describe(domain.keys)}"))
        return None
    label = joined([label for _, label in sound], " or ")
    return left, Text(f"not {label.source}", label.links, span)


def _one(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    if domain.names:
        return _named(part, span, domain, faults)
    read = read_number_key if domain.calendar is None else read_date_key
    return read(part, span, domain, faults)


def _named(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    position = domain.position(part)
    if position is not None:
        return KeySet.of([position]), domain.names[position].label
    for group in domain.groups:
        if group.id == part:
            return group.members, group.label
    known = [name.id for name in (*domain.names, *domain.groups)]
    hint = did_you_mean(part, known, f"its values are: {listed(known)}")
    faults.add(Finding("outside-domain", span, f"{part!r} is not a value of {domain.id!r}", hint))
    return None
