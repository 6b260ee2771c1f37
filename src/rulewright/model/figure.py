"""Figures: numbered pictures and diagrams that texts link to, and the geometry of maps."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise, product

from rulewright.entries.paper import Millimetres
from rulewright.entries.text import Text
from rulewright.findings import Span
from rulewright.model.notation import Unit

# The geometry of maps: hexes, squares, or free ground in inches. x goes right and y goes down. Cells are columns and
# rows from 1. A hex is 2 units from corner to opposite corner, and a square is 1 unit wide. On free ground the unit is
# an inch, and a place is its own point.

Place = tuple[float, float]
"""A cell as (column, row), or on free ground a point."""
Point = tuple[float, float]

NEAR = 1e-9
ROOT = math.sqrt(3)


class Grid(ABC):
    """The ground of a map: hexes, squares or free ground."""

    across: float = 1
    """The distance between the centres of neighbouring cells."""

    @abstractmethod
    def centre(self, place: Place) -> Point: ...

    @abstractmethod
    def corners(self, cell: Place) -> tuple[Point, ...]:
        """Return the corners of a cell, clockwise; none on free ground."""

    @abstractmethod
    def distance(self, one: Place, other: Place) -> float:
        """Return the distance between two cells in cells; on free ground in inches."""

    def neighbours(self, one: Place, other: Place) -> bool:
        """Whether two cells share a side."""
        return len(set(map(_rounded, self.corners(one))) & set(map(_rounded, self.corners(other)))) == 2

    def side(self, one: Place, other: Place) -> tuple[Point, Point]:
        """Return the ends of the side that two neighbours share."""
        shared = set(map(_rounded, self.corners(other)))
        begin, end = (corner for corner in self.corners(one) if _rounded(corner) in shared)
        return begin, end

    def crossed(self, one: Place, other: Place, cells: Sequence[Place]) -> list[Place]:
        """Return the cells that the line between two centres crosses or runs along, in order, with both ends."""
        begin, end = self.centre(one), self.centre(other)
        crossings = (
            (inside, cell) for cell in cells if (inside := part_inside(begin, end, self.corners(cell))) is not None
        )
        return [cell for _, cell in sorted(crossings)]


@dataclass(frozen=True, slots=True)
class Hexes(Grid):
    """Hexes with flat or `pointed` tops.

    Every other column is shifted by half a hex; with pointed tops every other row.
    """

    pointed: bool = False
    shifted: int = 0
    """The columns (or rows) to shift: those whose number leaves this remainder after division by 2."""
    across = ROOT

    def axial(self, cell: Place) -> tuple[int, int]:
        """Return axial coordinates: two skewed axes on which a step in any direction is one unit."""
        along, down = (int(each) for each in (reversed(cell) if self.pointed else cell))
        return along, down - (along + self._odd(along)) // 2

    def _odd(self, along: int) -> int:
        odd = along % 2
        return odd if self.shifted == 0 else -odd

    def centre(self, place: Place) -> Point:
        along, down = self.axial(place)
        x, y = 1.5 * along, ROOT * (down + along / 2)
        return (y, x) if self.pointed else (x, y)

    def corners(self, cell: Place) -> tuple[Point, ...]:
        x, y = self.centre(cell)
        turns = (math.radians(60 * at - (30 if self.pointed else 0)) for at in range(6))
        return tuple((x + math.cos(turn), y + math.sin(turn)) for turn in turns)

    def distance(self, one: Place, other: Place) -> float:
        along, down = (a - b for a, b in zip(self.axial(one), self.axial(other), strict=True))
        return max(abs(along), abs(down), abs(along + down))


@dataclass(frozen=True, slots=True)
class Squares(Grid):
    """Squares. A diagonal step counts 1."""

    def centre(self, place: Place) -> Point:
        return place

    def corners(self, cell: Place) -> tuple[Point, ...]:
        x, y = cell
        return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)

    def distance(self, one: Place, other: Place) -> float:
        return max(abs(a - b) for a, b in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class Ground(Grid):
    """Free ground without cells, where distances are measured."""

    def centre(self, place: Place) -> Point:
        return place

    def corners(self, cell: Place) -> tuple[Point, ...]:  # noqa: ARG002 - free ground has no cells
        return ()

    def distance(self, one: Place, other: Place) -> float:
        return math.dist(one, other)

    def neighbours(self, one: Place, other: Place) -> bool:
        """Whether two points differ: on free ground an edge may lie between any two points."""
        return one != other

    def side(self, one: Place, other: Place) -> tuple[Point, Point]:
        return one, other


def _rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


def part_inside(begin: Point, end: Point, corners: Sequence[Point]) -> tuple[float, float] | None:
    """Return the part of a line inside a convex shape with clockwise corners, as two numbers from 0 to 1.

    None if the line does not cross the shape or only touches it. Each side of the shape cuts the line (Cyrus and Beck).
    """
    low, high = 0.0, 1.0
    for one, other in pairwise((*corners, *corners[:1])):
        first, last = _beside(begin, one, other), _beside(end, one, other)
        if first < -NEAR and last < -NEAR:
            return None
        if (first < -NEAR) != (last < -NEAR):
            at = first / (first - last)
            low, high = (max(low, at), high) if first < last else (low, min(high, at))
    return (low, high) if corners and high - low > NEAR else None


def _beside(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from an edge: positive on the inner side, negative outside."""
    length = math.dist(one, other)
    return ((other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])) / length


def bearing(begin: Point, end: Point) -> float:
    """Return the direction from one point to another in degrees, clockwise from straight up."""
    return math.degrees(math.atan2(end[0] - begin[0], begin[1] - end[1])) % 360


def angle_between(begin: float, end: float) -> float:
    """Return the angle between two directions, from 0 to 180 degrees."""
    return abs((begin - end + 180) % 360 - 180)


def outer_sides(cells: Sequence[Place], grid: Grid) -> Iterator[tuple[Point, Point]]:
    """Yield the sides around a group of cells."""
    sides: dict[frozenset[Point], tuple[Point, Point] | None] = {}
    for cell in cells:
        for side in pairwise((*grid.corners(cell), grid.corners(cell)[0])):
            name = frozenset(map(_rounded, side))
            sides[name] = None if name in sides else side
    return (side for side in sides.values() if side is not None)


def sector(at: Point, reach: float, ahead: float = 0, angle: float = 360) -> list[Point]:
    """Return the corners of a circle sector, close enough together to look round."""
    count = max(2, round(angle / 3))
    turns = [math.radians(ahead - angle / 2 + angle * each / count) for each in range(count + 1)]
    edge = [(at[0] + reach * math.sin(turn), at[1] - reach * math.cos(turn)) for turn in turns]
    return edge[:-1] if angle >= 360 else [at, *edge]


def clip(corners: Sequence[Point], size: Point) -> list[Point]:
    """Return the part of a shape inside the rectangle from (0, 0) to `size`, edge by edge (Sutherland and Hodgman)."""
    inside = list(corners)
    for axis in (0, 1):
        for end, sign in ((0.0, 1), (size[axis], -1)):
            inside = list(_clip_edge(inside, axis, end, sign))
    return inside


def _clip_edge(corners: Sequence[Point], axis: int, end: float, sign: int) -> Iterator[Point]:
    """Yield the corners of the part of a shape on one side of a straight line."""
    for one, other in pairwise((*corners, *corners[:1])):
        before, after = (sign * (each[axis] - end) for each in (one, other))
        if before >= 0:
            yield one
        if before * after < 0:
            share = before / (before - after)
            yield one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


# Diagrams: maps and everything on them, as data

Edge = tuple[Place, Place]
"""The side between two cells."""


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a map between two opposite corners.

    `digits` is the length of a coordinate; 0 means letters for columns.
    """

    first: Place
    last: Place
    digits: int = 2

    def cells(self) -> list[Place]:
        (left, top), (right, bottom) = self.first, self.last
        return list(product(range(int(left), int(right) + 1), range(int(top), int(bottom) + 1)))

    def contains(self, place: Place) -> bool:
        return all(low <= at <= high for low, at, high in zip(self.first, place, self.last, strict=True))

    def name(self, cell: Place) -> str:
        """Return the name of a cell: `1003`, or `C4`."""
        column, row = map(int, cell)
        if self.digits:
            return f"{column:0{self.digits}}{row:0{self.digits}}"
        beyond, letter = divmod(column - 1, 26)
        return chr(ord("A") + letter) * (beyond + 1) + str(row)


@dataclass(frozen=True, slots=True)
class Feature:
    """Terrain of one kind: its look, its name and its places. `letter` identifies it in prints without colour."""

    name: str
    look: str
    colour: str
    letter: str
    cells: tuple[Place, ...] = ()
    edges: tuple[Edge, ...] = ()
    ways: tuple[tuple[Place, ...], ...] = ()


class Symbol(Enum):
    """The military symbol on a counter, above its numbers."""

    NONE = "none"
    INFANTRY = "infantry"
    ARMOUR = "armour"
    ARTILLERY = "artillery"
    RECON = "recon"


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the game, a square with a `label`, or on free ground a base.

    `size` is the width of a base in inches, 0 for a counter. `toward` is the place that it faces.
    """

    at: Place
    label: str
    side: str
    colour: str
    unit: Unit | None = None
    symbol: Symbol = Symbol.NONE
    toward: Place | None = None
    size: float = 0
    round: bool = False


class LineKind(Enum):
    SIGHT = "sight"
    MOVE = "move"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of sight, which ends where it is `blocked`; a move from cell to cell; or a measured distance."""

    kind: LineKind
    path: tuple[Place, ...]
    blocked: Place | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arc:
    """Everything within `reach` of a place, in cells or inches.

    An `angle` below 360° is centred on the direction `toward`.
    """

    at: Place
    reach: float
    toward: Place | None = None
    angle: float = 360
    label: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    at: Place
    text: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """A map and everything on it. With `numbered` its cells show their coordinates."""

    grid: Grid
    area: Area
    numbered: bool = True
    features: tuple[Feature, ...] = ()
    counters: tuple[Counter, ...] = ()
    lines: tuple[Line, ...] = ()
    arcs: tuple[Arc, ...] = ()
    labels: tuple[Label, ...] = ()

    @property
    def cells(self) -> list[Place]:
        """The cells of the map; free ground has none."""
        return [] if isinstance(self.grid, Ground) else self.area.cells()

    def stacks(self) -> Iterator[tuple[Place, list[Counter]]]:
        """Yield the counters at each place, the lowest first."""
        places = dict.fromkeys(each.at for each in self.counters)
        return ((at, [each for each in self.counters if each.at == at]) for at in places)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Figure:
    """A picture (its path below content/GAME) or a diagram. It prints where a text places it, or else after its `rule`.

    `alt` is the alternative text. A diagram may leave it empty, because its text is generated. Without a `width` the
    figure prints in its own size.
    """

    id: str
    title: Text
    caption: Text | None
    rule: Text | None
    picture: str
    diagram: Diagram | None
    alt: str
    width: Millimetres | None
    span: Span = field(compare=False)

    def words(self) -> Iterator[Text]:
        """Yield the texts that print below the figure."""
        yield from (text for text in (self.title, self.caption) if text is not None)

    def texts(self) -> Iterator[Text]:
        yield from self.words()
        if self.rule is not None:
            yield self.rule
