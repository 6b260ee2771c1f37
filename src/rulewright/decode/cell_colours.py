"""The key `colours` of a table: colours of its cells by what they print."""

from collections.abc import Iterable, Iterator

from rulewright.decode.stretches import in_words, read_stretch
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import choice, link
from rulewright.language.texts import reference
from rulewright.model.table import CellColour, Numbers, Pattern
from rulewright.source.nodes import Node, Scalar

PLAIN = "none"


class CellColourEntry(Entry):
    """The colour of cells with a pattern on it."""

    noun = "a colour of cells"
    colour = key(link("colour"), "One of the game's `colours`", "colour: fire", required=True, also=("color",))
    pattern = key(
        choice(PLAIN, *(each.value for each in Pattern)),
        "Lines or dots on the colour, which tell it from others in grey and to those who see fewer colours",
        "colour: fire\npattern: hatch",
        default=PLAIN,
    )


def read_cell_colours(written: Iterable[tuple[Scalar, Node]], faults: Findings) -> Iterator[CellColour]:
    """Each colour with the words or numbers of its cells, in the order of the source."""
    for name, node in written:
        if isinstance(node, Scalar) and not node.empty:
            yield CellColour(name.value, _numbers(name.value), reference(node, "colour"), None, name.span)
            continue
        entry = CellColourEntry(node, f"the colour of {name.value!r}", faults)
        pattern = None if entry.pattern == PLAIN else Pattern(entry.pattern)
        if entry.colour is not None:
            yield CellColour(name.value, _numbers(name.value), entry.colour, pattern, name.span)


def _numbers(written: str) -> Numbers | None:
    """What a key such as `7+`, `2-4` or `under 3` means; None for words."""
    stretch = read_stretch(in_words(written), measured=False)
    return None if stretch is None else Numbers(stretch.low, stretch.high, stretch.low_in, stretch.high_in)
