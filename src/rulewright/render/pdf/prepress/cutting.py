"""Where the paper is cut: the boxes of a page, the crop marks outside the bleed, and the line of a die.

WeasyPrint makes the page as large as the bleed. Marks need room beyond it, because a mark within the bleed could end up
on the card when the knife slips. A die cuts along a path in a spot colour, which has a plate of its own. The path
overprints, so that it leaves no gap in the inks below if somebody prints it.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from rulewright.model.paper import Millimetres
from rulewright.model.product import DieLine
from rulewright.render.pdf.engine import Array, Dictionary, Stream

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


DIE_LINE = "DieLine"
"""Of its colour and its graphics state among the resources of a page."""
ARC = 0.5522847498
"""How far the handles of a Bézier curve reach along a quarter of a circle of the radius 1."""
AS_MAGENTA = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [0, 1, 0, 0], "N": 1}
"""The inks that stand in for the spot colour where there is no such plate."""


def draw_die_line(pdf: Any, page: Any, line: DieLine) -> Any:
    """The line around the trimmed page, as a stream; its colour joins the resources of the page."""
    resources = _resolved(pdf, page["Resources"])
    state = Dictionary({"Type": "/ExtGState", "OP": "true", "op": "true", "OPM": 1})
    for kind, entry in (("ColorSpace", _separation(line.ink)), ("ExtGState", state)):
        resources[kind] = Dictionary({**_resolved(pdf, resources.get(kind) or {}), DIE_LINE: entry})
    left, bottom, right, top = (float(side) for side in page["TrimBox"])
    path = rounded((left, bottom, right, top), float(line.radius.value) * POINTS)
    return Stream([f"q /{DIE_LINE} gs /{DIE_LINE} CS 1 SCN {HAIRLINE} w", path, "S Q"], compress=True)


def _resolved(pdf: Any, entry: Any) -> Any:
    """A dictionary, or the one that a reference leads to."""
    return pdf.objects[int(entry.split()[0])] if isinstance(entry, bytes) else entry


def _separation(ink: str) -> Any:
    entries = {key: Array(value) if isinstance(value, list) else value for key, value in AS_MAGENTA.items()}
    function = Dictionary(entries)
    return Array(["/Separation", "/" + ink.replace(" ", "#20"), "/DeviceCMYK", function])


def rounded(box: Bounds, radius: float) -> str:
    """The path along a box whose corners are arcs, closed."""
    left, bottom, right, top = box
    r = min(radius, (right - left) / 2, (top - bottom) / 2)
    if not r:
        return f"{left:.4f} {bottom:.4f} {right - left:.4f} {top - bottom:.4f} re"
    k = r * (1 - ARC)
    corners = [
        ((right - r, bottom), (right - k, bottom), (right, bottom + k), (right, bottom + r)),
        ((right, top - r), (right, top - k), (right - k, top), (right - r, top)),
        ((left + r, top), (left + k, top), (left, top - k), (left, top - r)),
        ((left, bottom + r), (left, bottom + k), (left + k, bottom), (left + r, bottom)),
    ]
    parts = [f"{left + r:.4f} {bottom:.4f} m"]
    for start, *curve in corners:
        points = " ".join(f"{x:.4f} {y:.4f}" for x, y in curve)
        parts.append(f"{start[0]:.4f} {start[1]:.4f} l {points} c")
    return " ".join([*parts, "h"])
