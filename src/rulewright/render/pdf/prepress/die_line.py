"""The line along which a die cuts a card out: a path in a spot colour, which has a plate of its own.

It overprints, so that it leaves no gap in the inks below where somebody prints it all the same.
"""

from typing import Any

from rulewright.model.press import DieLine
from rulewright.render.pdf.engine import Array, Dictionary, Stream
from rulewright.render.pdf.prepress.trim import HAIRLINE, POINTS, Bounds

NAME = "DieLine"
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
        resources[kind] = Dictionary({**_resolved(pdf, resources.get(kind) or {}), NAME: entry})
    left, bottom, right, top = (float(side) for side in page["TrimBox"])
    path = rounded((left, bottom, right, top), float(line.radius.value) * POINTS)
    return Stream([f"q /{NAME} gs /{NAME} CS 1 SCN {HAIRLINE} w", path, "S Q"], compress=True)


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
