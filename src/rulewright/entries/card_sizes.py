"""The sizes of cards, in lengths or by the names that papers and playing cards go by, and their margins."""

import re
from decimal import Decimal
from typing import Annotated, Self

from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import (
    CUT_MARGIN,
    NO_LENGTH,
    PAPER_MARGIN,
    PAPERS,
    Edges,
    Millimetres,
    Size,
    is_home_paper,
)
from rulewright.entries.roles import LENGTH, LENGTH_SCHEMA, ONE_VALUE, UNITS, either, length, parsed, read_length, ref
from rulewright.source.nodes import Mapping

TIMES = re.compile(r"\s*[x×]\s*")
TURNED = re.compile(r"(.+?)\s+(portrait|landscape)")
SHORTEST_SIDE, LONGEST_SIDE = 30, 1200
"""The shortest and longest side of a card in millimetres."""
HINT = f"write the width and height: 107 × 143 mm or 2½ × 3½ in, each {SHORTEST_SIDE} to {LONGEST_SIDE} mm"
MAYBE_INCHES = 20
"""A size in millimetres below this was probably meant in inches."""


def _size(width: str, height: str) -> Size:
    return Size(Millimetres(Decimal(width)), Millimetres(Decimal(height)))


FORMATS = {paper.name: paper.size for paper in PAPERS} | {
    "A5": _size("148", "210"),
    "A6": _size("105", "148"),
    "half-letter": _size("139.7", "215.9"),  # 5½ × 8½ inches
    "poker": _size("63.5", "88.9"),  # 2½ × 3½ inches
    "bridge": _size("57.15", "88.9"),  # 2¼ × 3½ inches
    "tarot": _size("70", "120"),
}
"""The sizes of named formats, upright."""


def read_size(written: str) -> Size | None:
    """Read `107 × 143 mm`, `2½ × 3½ in` or `A5`, optionally followed by `portrait` or `landscape`.

    Return None if the text is not a size, or a side is too short or too long for a card.
    """
    turned = TURNED.fullmatch(written)
    name, way = (turned[1], turned[2]) if turned else (written, "")
    size = FORMATS.get(name) or _read_lengths(name)
    if size is None or not all(SHORTEST_SIDE <= side.value <= LONGEST_SIDE for side in (size.width, size.height)):
        return None
    is_landscape = size.width.value > size.height.value
    needs_turn = (way == "landscape" and not is_landscape) or (way == "portrait" and is_landscape)
    return size.turned if needs_turn else size


def _read_lengths(written: str) -> Size | None:
    """Read two lengths, or return None. A first length without a unit takes the unit of the second."""
    first, *rest = TIMES.split(written)
    match = LENGTH.fullmatch(rest[0]) if len(rest) == 1 else None
    if match is None:
        return None
    width, height = (read_length(each if LENGTH.fullmatch(each) else each + match[2]) for each in (first, rest[0]))
    return Size(width, height) if width and height else None


def size_hint(written: str) -> str:
    """Return the hint for a text that is not a card size."""
    turned = TURNED.fullmatch(written)
    name = turned[1] if turned else written
    if (size := _read_lengths(name)) is not None:
        inches = name.replace("mm", "in")
        meant = max(size.width.value, size.height.value) < MAYBE_INCHES and read_size(inches) is not None
        return f"did you mean {inches!r}?" if meant else HINT
    if any(_read_lengths(f"{name} {unit}") for unit in UNITS):
        return f"write the unit after it: {name} mm or {name} in"
    return did_you_mean(name, FORMATS, f"{HINT}, or one of: {', '.join(FORMATS)}, with 'landscape' to turn it")


SIZE = parsed(
    "a width and height such as 107 × 143 mm, or the name of a format such as A6",
    ONE_VALUE,
    read_size,
    "is not a card size",
    size_hint,
)
ANY_SIZE = Size(Millimetres(Decimal(100)), Millimetres(Decimal(100)))
"""A stand-in for a size that cannot be read, so that the rest of the card is still checked."""


# What stays free between the edges of a card and its frame

WIDEST_MARGIN = 100
"""The largest margin in millimetres."""
MIN_ROOM = 20
"""Millimetres that margins must leave in each direction, so that a line of text fits."""
WIDTH = length(0, WIDEST_MARGIN, "width of a margin")
Width = Annotated[Millimetres, WIDTH]


class Margins(Entry, noun="the margins of a card"):
    """Margins that differ from side to side."""

    top: Width = key("The margin at the top", "top: 6mm", default=CUT_MARGIN, otherwise="the usual margin")
    right: Width = key("The margin at the right", "right: 6mm", default=CUT_MARGIN, otherwise="the usual margin")
    bottom: Width = key("The margin at the bottom", "bottom: 6mm", default=CUT_MARGIN, otherwise="the usual margin")
    left: Width = key("The margin at the left", "left: 6mm", default=CUT_MARGIN, otherwise="the usual margin")

    @classmethod
    def around(cls, width: Millimetres) -> Self:
        return cls(top=width, right=width, bottom=width, left=width)

    @classmethod
    def usual(cls, size: Size) -> Self:
        """Return the margins of a card of this size whose author gives none."""
        return cls.around(PAPER_MARGIN if is_home_paper(size) else CUT_MARGIN)

    @property
    def edges(self) -> Edges:
        """The edges of the card that have no margin."""
        return Edges(*(side == NO_LENGTH for side in (self.top, self.right, self.bottom, self.left)))

    def leave_room(self, size: Size) -> bool:
        across = size.width.value - self.left.value - self.right.value
        down = size.height.value - self.top.value - self.bottom.value
        return min(across, down) >= MIN_ROOM


def _margins(reader: EntryReader, name: str) -> Margins:
    """Read `margin: 4mm` or `margin: {top: 6mm, left: 8mm}`; other sides get the usual margin of this card size."""
    size, written = reader.value_of("size"), reader.node_at(name)
    margins = Margins.usual(size)
    if isinstance(written, Mapping):
        margins = Margins.read(written, repr(name), reader.findings, base=margins)
    elif width := WIDTH.read(reader, name):
        margins = Margins.around(width)
    if written is not None and not margins.leave_room(size):
        message = f"these margins leave no room on a card of {size.width} by {size.height}"
        reader.report("bad-value", written.span, message, f"leave at least {MIN_ROOM} mm each way")
    return margins


MARGIN = Kind("a length, or a mapping of sides to lengths", _margins, either(LENGTH_SCHEMA, ref("Margins")))
