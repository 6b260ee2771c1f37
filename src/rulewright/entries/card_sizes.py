"""The sizes of cards: in millimetres or inches, or the names that papers and playing cards go by."""

import re
from decimal import Decimal

from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import PAPERS, Millimetres, Size
from rulewright.entries.roles import LENGTH, ONE_VALUE, UNITS, read_length

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


def _size_of(entry: EntryReader, name: str) -> Size | None:
    written = entry.scalar_at(name)
    if written is None:
        return None
    size = read_size(written.value)
    if size is None:
        entry.report("bad-value", written.span, f"{written.value!r} is not a card size", size_hint(written.value))
    return size


SIZE: Kind[Size | None] = Kind(
    "a width and height such as 107 × 143 mm, or the name of a format such as A6", _size_of, ONE_VALUE
)
