"""Sizes of cards: in millimetres or inches, or the names that papers and playing cards go by."""

import re
from decimal import Decimal

from rulewright.language.entry import Entry, Kind
from rulewright.language.kinds import ONE_VALUE
from rulewright.language.lengths import LENGTH, UNITS, read_length
from rulewright.model.names import did_you_mean
from rulewright.model.paper import PAPERS, Millimetres, Size

TIMES = re.compile(r"\s*[x×]\s*")
TURNED = re.compile(r"(.+?)\s+(portrait|landscape)")
SMALLEST, LARGEST = 30, 1200
"""Millimetres between which the sides of a card lie."""
HINT = f"write the width and height: 107 × 143 mm or 2½ × 3½ in, each {SMALLEST} to {LARGEST} mm"
TOO_SMALL = 20
"""What is meant to be inches, if it is written in millimetres: no card is as small, none as large."""


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
"""Upright, as they are called."""


def read_size(written: str) -> Size | None:
    """`107 × 143 mm`, `2½ × 3½ in`, `A5`, each perhaps with `portrait` or `landscape` after it.

    None where it is none of these, or no card has such sides.
    """
    turned = TURNED.fullmatch(written)
    name, way = (turned[1], turned[2]) if turned else (written, "")
    size = FORMATS.get(name) or _measured(name)
    if size is None or not all(SMALLEST <= side.value <= LARGEST for side in (size.width, size.height)):
        return None
    lies = size.width.value > size.height.value
    return size.turned if (way == "landscape" and not lies) or (way == "portrait" and lies) else size


def _measured(written: str) -> Size | None:
    """Two lengths; the unit of the second is that of the first, if that has none."""
    first, *rest = TIMES.split(written)
    match = LENGTH.fullmatch(rest[0]) if len(rest) == 1 else None
    if match is None:
        return None
    width, height = (read_length(each if LENGTH.fullmatch(each) else each + match[2]) for each in (first, rest[0]))
    return Size(width, height) if width and height else None


def size_hint(written: str) -> str:
    """What helps the author of a size that is none."""
    turned = TURNED.fullmatch(written)
    name = turned[1] if turned else written
    if (size := _measured(name)) is not None:
        inches = name.replace("mm", "in")
        meant = max(size.width.value, size.height.value) < TOO_SMALL and read_size(inches) is not None
        return f"did you mean {inches!r}?" if meant else HINT
    if any(_measured(f"{name} {unit}") for unit in UNITS):
        return f"write the unit after it: {name} mm or {name} in"
    return did_you_mean(
        name,
        FORMATS,
        f"{HINT}, or one of: {', '.join(FORMATS)}, with 'landscape' to turn it",
    )


def _size_of(entry: Entry, name: str) -> Size | None:
    written = entry.scalar_at(name)
    if written is None:
        return None
    size = read_size(written.value)
    if size is None:
        entry.fault(
            "bad-value",
            written.span,
            f"{written.value!r} is not a card size",
            size_hint(written.value),
        )
    return size


SIZE: Kind[Size | None] = Kind(
    "a width and height such as 107 × 143 mm, or the name of a format such as A6", _size_of, ONE_VALUE
)
