"""The key `numbering` of a game: what authors' numbers mean, or how the tool counts."""

from rulewright.language.entry import Entry, Kind
from rulewright.language.kinds import either, list_of
from rulewright.model.names import did_you_mean
from rulewright.model.numbering import FIGURES, SIGNS, Count, Numbering
from rulewright.source.nodes import Scalar, Sequence

AUTO = "auto"
WORDS = (*(each.value for each in Numbering), AUTO)


def _numbering(entry: Entry, name: str) -> tuple[Numbering, Count]:
    """What a figure is, and how each level counts: not at all where authors write the numbers."""
    node = entry.node_at(name)
    if isinstance(node, Sequence):
        return Numbering.DOTTED, _levels(entry, name, node)
    word = entry.choice_at(name, WORDS)
    return (Numbering.DOTTED, FIGURES) if word == AUTO else (Numbering(word), ())


def _levels(entry: Entry, name: str, node: Sequence) -> Count:
    signs = [each.value if isinstance(each, Scalar) else "" for each in node.items]
    for sign, each in zip(signs, node.items, strict=True):
        if sign not in SIGNS:
            hint = did_you_mean(sign, SIGNS, "as in numbering: [I, A, 1]")
            message = f"a level counts by one of {', '.join(SIGNS)}, not {sign!r}"
            entry.fault("bad-value", each.span, message, hint)
            return FIGURES
    if not signs:
        entry.fault("bad-value", entry.place(name), "'numbering' names no level", "as in numbering: [I, A, 1]")
    return tuple(signs) or FIGURES


NUMBERING: Kind[tuple[Numbering, Count]] = Kind(
    f"{', '.join(WORDS[:-1])} or {AUTO}, or a list with {', '.join(SIGNS)} for each level",
    _numbering,
    either({"enum": list(WORDS)}, list_of({"enum": [*SIGNS, 1]})),
)
