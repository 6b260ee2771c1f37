"""Lines of sight, moves and measured distances."""

import math
from collections.abc import Sequence

from rulewright.model.figure import Diagram, Ground, Kind, Line, Point, within
from rulewright.render.typesetting.diagrams.canvas import INK, PAPER, Canvas
from rulewright.render.typesetting.diagrams.looks import smooth

SIGHT, MOVE = "#a3131f", "#1d3f72"
SMALL = 2.5
"""Millimetres of the type of labels."""
BESIDE = 1.9
"""Millimetres from a line to the middle of its label."""
CROSS = 1.5
"""The radius of the mark where a line of sight ends."""


def draw_line(
    canvas: Canvas, line: Line, points: Sequence[Point], trims: tuple[float, float], stop: Point | None
) -> None:
    """A line through points; its ends are `trims` short, where counters lie."""
    path = [*points]
    path[0], path[-1] = _short(path[0], path[1], trims[0]), _short(path[-1], path[-2], trims[1])
    if line.kind is Kind.SIGHT:
        _sight(canvas, path, stop)
    elif line.kind is Kind.MOVE:
        _move(canvas, path)
    else:
        _measure(canvas, path)


def label_line(canvas: Canvas, line: Line, points: Sequence[Point]) -> None:
    """The words of a line, over all else."""
    if line.label:
        canvas.words(line.label, _beside(points), SMALL, _colour(line.kind), halo=PAPER)


def stop_of(line: Line, diagram: Diagram, points: Sequence[Point], place: Point | None) -> Point | None:
    """Where a line of sight enters the cell that blocks it; `place` is the middle of that on the drawing."""
    if line.blocked is None or place is None:
        return None
    if isinstance(diagram.grid, Ground):
        return _foot(place, points[0], points[-1])
    begin, end = diagram.grid.centre(line.path[0]), diagram.grid.centre(line.path[-1])
    inside = within(begin, end, diagram.grid.corners(line.blocked))
    at = sum(inside) / 2 if inside is not None else 0.5
    return _between(points[0], points[-1], at)


def _foot(place: Point, begin: Point, end: Point) -> Point:
    """The point of a line that is nearest to a place."""
    along = (end[0] - begin[0], end[1] - begin[1])
    at = ((place[0] - begin[0]) * along[0] + (place[1] - begin[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2 or 1)
    return _between(begin, end, min(max(at, 0.0), 1.0))


def _colour(kind: Kind) -> str:
    return {Kind.SIGHT: SIGHT, Kind.MOVE: MOVE}.get(kind, INK)


def _between(begin: Point, end: Point, at: float) -> Point:
    return begin[0] + at * (end[0] - begin[0]), begin[1] + at * (end[1] - begin[1])


def _beside(points: Sequence[Point]) -> Point:
    """A place for words above the middle of a line, or to its right."""
    at = (len(points) - 1) // 2
    (a, b), (c, d) = points[at], points[at + 1]
    x, y = _between((a, b), (c, d), 0.5)
    length = math.dist((a, b), (c, d)) or 1
    up = -1 if c > a else 1
    return x - up * (d - b) / length * BESIDE, y + up * (c - a) / length * BESIDE


def _short(end: Point, inner: Point, trim: float) -> Point:
    """The end of a line that is so much shorter, but not all of it."""
    length = math.dist(end, inner)
    return _between(end, inner, min(trim / length, 0.45)) if length else end


def _sight(canvas: Canvas, path: Sequence[Point], stop: Point | None) -> None:
    begin, end = path
    seen = end if stop is None else stop
    if stop is not None:
        canvas.line([stop, end], PAPER, 0.9)
        canvas.line([stop, end], SIGHT, 0.35, "1.2 1")
    canvas.line([begin, seen], PAPER, 1.1)
    canvas.line([begin, seen], SIGHT, 0.55)
    canvas.circle(begin, 0.7, SIGHT, PAPER, 0.25)
    if stop is None:
        _head(canvas, begin, end, 1.9, SIGHT)
        return
    (x, y), half = stop, CROSS * 0.55
    canvas.circle(stop, CROSS, PAPER, SIGHT, 0.4)
    canvas.line([(x - half, y - half), (x + half, y + half)], SIGHT, 0.55)
    canvas.line([(x - half, y + half), (x + half, y - half)], SIGHT, 0.55)


def _move(canvas: Canvas, path: Sequence[Point]) -> None:
    back = [*path[:-1], _short(path[-1], path[-2], 2.2)]
    canvas.path(smooth(back), "none", PAPER, 1.9)
    canvas.path(smooth(back), "none", MOVE, 1.2)
    _head(canvas, path[-2], path[-1], 3.4, MOVE)


def _measure(canvas: Canvas, path: Sequence[Point]) -> None:
    begin, end = path
    canvas.line(path, PAPER, 0.8)
    canvas.line(path, INK, 0.25, "0.9 0.6")
    for one, other in ((begin, end), (end, begin)):
        _head(canvas, one, other, 1.5, INK)


def _head(canvas: Canvas, begin: Point, end: Point, long: float, colour: str) -> None:
    """The head of an arrow, as long as it is wide."""
    length = math.dist(begin, end) or 1
    ahead = (end[0] - begin[0]) / length, (end[1] - begin[1]) / length
    back = end[0] - long * ahead[0], end[1] - long * ahead[1]
    half = long * 0.48
    wings = [
        (back[0] - half * ahead[1], back[1] + half * ahead[0]),
        (back[0] + half * ahead[1], back[1] - half * ahead[0]),
    ]
    canvas.polygon([end, *wings], colour, PAPER, 0.25)
