"""Sizes of cards: in millimetres, or the names that papers and playing cards go by."""

import re
from decimal import Decimal

from rulewright.model.names import did_you_mean
from rulewright.model.paper import PAPERS, Millimetres, Size

WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*mm")
TURNED = re.compile(r"(.+?)\s+landscape")
SMALLEST, LARGEST = 30, 1200
"""Millimetres between which the sides of a card lie."""
HINT = f"write the width and height: 107 × 143 mm, each {SMALLEST} to {LARGEST} mm"


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
    """`107 × 143 mm`, `A5` or `A4 landscape`; None where it is none of these or no card has such sides."""
    if match := WRITTEN.fullmatch(written):
        size = _size(match[1], match[2])
        return size if all(SMALLEST <= side.value <= LARGEST for side in (size.width, size.height)) else None
    turned = TURNED.fullmatch(written)
    upright = FORMATS.get(turned[1] if turned else written)
    return upright.turned if upright is not None and turned else upright


def size_hint(written: str) -> str:
    """What helps the author of a size that is none."""
    turned = TURNED.fullmatch(written)
    name = turned[1] if turned else written
    if WRITTEN.fullmatch(name):
        return f"{HINT}; 'landscape' goes with names only" if turned and read_size(name) else HINT
    return did_you_mean(name, FORMATS, f"{HINT}, or one of: {', '.join(FORMATS)}, with 'landscape' to turn it")
