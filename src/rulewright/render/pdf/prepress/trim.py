"""Where the paper is cut: the boxes of a page, and the crop marks outside the bleed.

WeasyPrint makes the page as large as the bleed. Marks need room beyond it, because a mark within the bleed could end up
on the card when the knife slips.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from rulewright.model.paper import Millimetres
from rulewright.render.pdf.engine import Array, Stream

POINTS = 72 / 25.4
"""Points in a millimetre."""
MARK_LENGTH, MARK_CLEARANCE = Decimal(5), Decimal("0.5")
"""Millimetres of a crop mark, and from the bleed to it and from it to the edge of the page."""
HAIRLINE = 0.25
"""Points."""
ALL_INKS = "1 1 1 1 K"
"""Marks are on every plate."""

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""


def cut_page(page: Any, bleed: Millimetres, *, marks: bool) -> Any | None:
    """Sets the boxes of a page, which WeasyPrint has cut at the bleed; returns the marks as a stream, if any."""
    left, bottom, right, top = (float(side) for side in page["MediaBox"])
    over = float(bleed.value) * POINTS
    trim = left + over, bottom + over, right - over, top - over
    page["TrimBox"], page["BleedBox"] = _box(trim), _box(grown(trim, over))
    if not marks:
        return None
    page["MediaBox"] = _box(grown(trim, over + float(2 * MARK_CLEARANCE + MARK_LENGTH) * POINTS))
    return Stream([f"q {HAIRLINE} w {ALL_INKS}", *_lines(trim, over), "Q"], compress=True)


def grown(box: Bounds, by: float) -> Bounds:
    left, bottom, right, top = box
    return left - by, bottom - by, right + by, top + by


def _box(bounds: Bounds) -> Any:
    return Array(round(side, 4) for side in bounds)


def _lines(trim: Bounds, bleed: float) -> Iterator[str]:
    """Two marks at every corner, in line with the cuts."""
    near = bleed + float(MARK_CLEARANCE) * POINTS
    far = near + float(MARK_LENGTH) * POINTS
    left, bottom, right, top = trim
    for y in (bottom, top):
        yield from (_line(left - far, y, left - near, y), _line(right + near, y, right + far, y))
    for x in (left, right):
        yield from (_line(x, bottom - far, x, bottom - near), _line(x, top + near, x, top + far))


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"{x:.4f} {y:.4f} m {to_x:.4f} {to_y:.4f} l S"
