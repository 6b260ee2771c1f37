"""Draw the parts of a map: signs of the ground in a ring around the middle of a cell, walls, roads, lines of sight."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from rulewright.entries.figures import Counter, Diagram, DiagramLine, Feature, LineKind
from rulewright.entries.maps import Ground, Hexes, Place, Point, clip, part_inside
from rulewright.html.diagrams.canvas import INK, PAPER, Canvas, joined_points, mixed

RING = (38, 68, 112, 142, 218, 248, 292, 322)
"""Angles of the signs in a cell, in degrees clockwise from the top.

They leave room for the number of the cell at the top and the letter of its ground below.
"""
Draw = Callable[[Canvas, Point, float, str], None]


def _tree(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    canvas.circle(at, size, mixed(colour, "#1f3d12", 0.38), mixed(colour, "#10240a", 0.8), 0.12)


def _bush(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    dark = mixed(colour, "#2c3a0c", 0.75)
    for lean in (-0.7, 0, 0.7):
        canvas.line([(x, y + size / 2), (x + lean * size, y - size / 2)], dark, 0.18)


def _house(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    canvas.box(at, 2 * size, 1.5 * size, 0.1, mixed(colour, "#5a3d22", 0.62), INK, 0.14)
    canvas.line([(at[0] - size, at[1]), (at[0] + size, at[1])], mixed(colour, "#2c1c0c", 0.85), 0.14)


def _rock(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    corners = [(x - size, y + 0.6 * size), (x - 0.2 * size, y - 0.8 * size), (x + size, y + 0.6 * size)]
    canvas.polygon(corners, mixed(colour, "#4a4640", 0.5), mixed(colour, INK, 0.7), 0.12)


def _wave(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    up = joined_points([(x - size / 2, y - 0.9 * size), (x, y)])
    down = joined_points([(x + size / 2, y + 0.9 * size), (x + size, y)])
    canvas.path(f"M{joined_points([(x - size, y)])}Q{up}Q{down}", "none", mixed(colour, "#123c5a", 0.7), 0.2)


def _reed(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    dark, (x, y) = mixed(colour, "#123c3a", 0.7), at
    canvas.line([(x - size, y + size / 3), (x + size, y + size / 3)], dark, 0.18)
    canvas.line([(x, y + size / 3), (x, y - size * 0.7)], dark, 0.18)


def _stalks(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    for stalk in (x - 0.6 * size, x, x + 0.6 * size):
        canvas.line([(stalk, y - size / 2), (stalk, y + size / 2)], mixed(colour, "#6b5208", 0.75), 0.18)


SIGNS: Mapping[str, tuple[Draw, float]] = {
    "woods": (_tree, 0.17),
    "brush": (_bush, 0.16),
    "building": (_house, 0.15),
    "rough": (_rock, 0.13),
    "marsh": (_reed, 0.15),
    "water": (_wave, 0.17),
    "field": (_stalks, 0.16),
}
"""The sign for each kind of ground, and its size as a share of the radius of a cell."""


def draw_signs(canvas: Canvas, look: str, middle: Point, radius: float, colour: str) -> None:
    """Draw the signs for the ground of a cell."""
    if look == "hill":
        for share in (0.86, 0.62):
            canvas.circle(middle, share * radius, "none", mixed(colour, "#6b4516", 0.75), 0.18)
    if look not in SIGNS:
        return
    draw, share = SIGNS[look]
    for number, turn in enumerate(RING):
        out = radius * (0.78 if number % 2 else 0.68)
        at = middle[0] + out * math.sin(math.radians(turn)), middle[1] - out * math.cos(math.radians(turn))
        draw(canvas, at, share * radius * (1 if number % 2 else 0.86), colour)


def draw_edge(canvas: Canvas, feature: Feature, ends: Sequence[Point], scale: float) -> None:
    """Draw a feature along a side of a cell: a river or hedge in one stroke, a wall or cliff with dots."""
    wide = max(0.7, 0.11 * scale)
    canvas.line(ends, mixed(feature.colour, INK, 0.55), wide + 0.3)
    canvas.line(ends, feature.colour, wide)
    if feature.look in ("wall", "cliff"):
        for at in (1 / 8, 3 / 8, 5 / 8, 7 / 8):
            middle = tuple(a + at * (b - a) for a, b in zip(*ends, strict=True))
            canvas.circle((middle[0], middle[1]), wide / 3, PAPER)
    elif feature.look == "hedge":
        canvas.line(ends, mixed(feature.colour, "#10240a", 0.6), wide * 0.55, f"0.1 {wide * 0.9:.2f}")


def draw_way(canvas: Canvas, feature: Feature, points: Sequence[Point], scale: float) -> None:
    """Draw a road, a path or a stream in smooth bends through the middles of cells."""
    wide = max(0.8, 0.15 * scale) * (0.5 if feature.look == "path" else 1)
    bends = smooth(points)
    if feature.look == "path":
        canvas.path(bends, "none", mixed(feature.colour, INK, 0.35), wide, f"{2 * wide:.2f} {wide:.2f}")
        return
    canvas.path(bends, "none", mixed(feature.colour, INK, 0.6), wide + 0.3)
    canvas.path(bends, "none", feature.colour, wide)


def smooth(points: Sequence[Point]) -> str:
    """Return the commands of a curve from the first point to the last that bends at each point between."""
    if len(points) < 3:
        return f"M{joined_points(points)}"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points[1:])]
    middles[-1] = points[-1]
    return f"M{joined_points(points[:1])}" + "".join(
        f"Q{joined_points([bend, end])}" for bend, end in zip(points[1:-1], middles, strict=True)
    )


# Where the places of a map are on its drawing, in millimetres

LARGEST, WIDEST, NARROWEST = {Hexes: 8.4, Ground: 11.0}, 108.0, 24.0
"""Millimetres: the largest unit of each grid, the widest map, and the narrowest map with room for a legend."""
SQUARE = 13.0
MARGIN = 0.6
COUNTER = 1.16
"""The side of a counter, as a share of the radius of a cell."""


class Plan:
    """The scale and size of a map on its drawing: `width` millimetres wide, or as large as its cells need."""

    def __init__(self, diagram: Diagram, width: float | None) -> None:
        self.diagram, self.grid = diagram, diagram.grid
        points = list(self._extent())
        self.left, self.top = (min(each[at] for each in points) for at in (0, 1))
        across, down = (max(each[at] for each in points) - low for at, low in ((0, self.left), (1, self.top)))
        largest = LARGEST.get(type(self.grid), SQUARE) if width is None else math.inf
        self.scale = min(largest, ((width or WIDEST) - 2 * MARGIN) / across)
        self.wide = max(across * self.scale + 2 * MARGIN, NARROWEST)
        self.high = down * self.scale + 2 * MARGIN
        self.radius = self.scale * (self.grid.across / 2 if diagram.cells else 1)

    def _extent(self) -> Iterator[Point]:
        if self.free:
            yield from (self.diagram.area.first, self.diagram.area.last)
        yield from (corner for cell in self.diagram.cells for corner in self.grid.corners(cell))

    @property
    def free(self) -> bool:
        """Whether the map has no cells."""
        return isinstance(self.grid, Ground)

    def on(self, points: Iterable[Point]) -> list[Point]:
        """Convert points of the map to millimetres of the drawing."""
        return [((x - self.left) * self.scale + MARGIN, (y - self.top) * self.scale + MARGIN) for x, y in points]

    def at(self, place: Place) -> Point:
        """Return the middle of a cell, or a point of free ground, in millimetres of the drawing."""
        return self.on([self.grid.centre(place)])[0]

    def on_ground(self, corners: list[Point]) -> list[Point]:
        """Return the part of a shape that is on the map."""
        return self.on(clip(corners, self.diagram.area.last))

    @cached_property
    def frame(self) -> list[Point]:
        """The corners of free ground on the drawing."""
        right, bottom = self.diagram.area.last
        return self.on([(0, 0), (right, 0), (right, bottom), (0, bottom)])

    def side(self, counter: Counter) -> float:
        """Return the side of a counter, or the diameter of a base, in millimetres."""
        return counter.size * self.scale if self.free else COUNTER * self.radius


# Lines of sight, moves and measured distances

SIGHT, MOVE = "#a3131f", "#1d3f72"
SMALL = 2.5
"""The type size of labels in millimetres."""
BESIDE = 1.9
"""Millimetres from a line to the middle of its label."""
CROSS = 1.5
"""The radius in millimetres of the mark where a line of sight ends."""


def draw_line(
    canvas: Canvas, line: DiagramLine, points: Sequence[Point], trims: tuple[float, float], stop: Point | None
) -> None:
    """Draw a line through points. Its ends are shortened by `trims`, because counters stand there."""
    path = [*points]
    path[0], path[-1] = _shortened(path[0], path[1], trims[0]), _shortened(path[-1], path[-2], trims[1])
    if line.kind is LineKind.SIGHT:
        _draw_sight(canvas, path, stop)
    elif line.kind is LineKind.MOVE:
        bends = smooth([*path[:-1], _shortened(path[-1], path[-2], 2.2)])
        canvas.path(bends, "none", PAPER, 1.9)
        canvas.path(bends, "none", MOVE, 1.2)
        _draw_head(canvas, path[-2], path[-1], 3.4, MOVE)
    else:  # a measured distance
        begin, end = path
        canvas.line(path, PAPER, 0.8)
        canvas.line(path, INK, 0.25, "0.9 0.6")
        for one, other in ((begin, end), (end, begin)):
            _draw_head(canvas, one, other, 1.5, INK)


def label_line(canvas: Canvas, line: DiagramLine, points: Sequence[Point]) -> None:
    """Draw the label of a line, above its middle or to its right. Labels are drawn last, over everything else."""
    if line.label:
        at = (len(points) - 1) // 2
        (a, b), (c, d) = points[at], points[at + 1]
        x, y = _between((a, b), (c, d), 0.5)
        length = math.dist((a, b), (c, d)) or 1
        up = -1 if c > a else 1
        place = x - up * (d - b) / length * BESIDE, y + up * (c - a) / length * BESIDE
        canvas.words(
            line.label, place, SMALL, {LineKind.SIGHT: SIGHT, LineKind.MOVE: MOVE}.get(line.kind, INK), halo=PAPER
        )


def stop_of(line: DiagramLine, diagram: Diagram, points: Sequence[Point], place: Point | None) -> Point | None:
    """Return where a line of sight is blocked: in the blocking cell, or nearest to it on free ground.

    `place` is the middle of the blocking cell on the drawing. None if the line is not blocked.
    """
    if line.blocked is None or place is None:
        return None
    begin, end = points[0], points[-1]
    if isinstance(diagram.grid, Ground):  # the point of the line that is nearest to the place
        along = (end[0] - begin[0], end[1] - begin[1])
        at = (place[0] - begin[0]) * along[0] + (place[1] - begin[1]) * along[1]
        return _between(begin, end, min(max(at / (along[0] ** 2 + along[1] ** 2 or 1), 0.0), 1.0))
    first, last = diagram.grid.centre(line.path[0]), diagram.grid.centre(line.path[-1])
    inside = part_inside(first, last, diagram.grid.corners(line.blocked))
    return _between(begin, end, sum(inside) / 2 if inside is not None else 0.5)


def _between(begin: Point, end: Point, at: float) -> Point:
    return begin[0] + at * (end[0] - begin[0]), begin[1] + at * (end[1] - begin[1])


def _shortened(end: Point, inner: Point, trim: float) -> Point:
    """Return the end of a line shortened by `trim`, but not by more than 45 percent."""
    length = math.dist(end, inner)
    return _between(end, inner, min(trim / length, 0.45)) if length else end


def _draw_sight(canvas: Canvas, path: Sequence[Point], stop: Point | None) -> None:
    begin, end = path
    seen = end if stop is None else stop
    if stop is not None:
        canvas.line([stop, end], PAPER, 0.9)
        canvas.line([stop, end], SIGHT, 0.35, "1.2 1")
    canvas.line([begin, seen], PAPER, 1.1)
    canvas.line([begin, seen], SIGHT, 0.55)
    canvas.circle(begin, 0.7, SIGHT, PAPER, 0.25)
    if stop is None:
        _draw_head(canvas, begin, end, 1.9, SIGHT)
        return
    (x, y), half = stop, CROSS * 0.55
    canvas.circle(stop, CROSS, PAPER, SIGHT, 0.4)
    canvas.line([(x - half, y - half), (x + half, y + half)], SIGHT, 0.55)
    canvas.line([(x - half, y + half), (x + half, y - half)], SIGHT, 0.55)


def _draw_head(canvas: Canvas, begin: Point, end: Point, long: float, colour: str) -> None:
    """Draw the head of an arrow at `end`; it is about as wide as it is long."""
    length = math.dist(begin, end) or 1
    ahead = (end[0] - begin[0]) / length, (end[1] - begin[1]) / length
    back = end[0] - long * ahead[0], end[1] - long * ahead[1]
    half = long * 0.48
    wings = [
        (back[0] - half * ahead[1], back[1] + half * ahead[0]),
        (back[0] + half * ahead[1], back[1] - half * ahead[0]),
    ]
    canvas.polygon([end, *wings], colour, PAPER, 0.25)
