"""The geometry of maps: hexes, squares, or free ground in inches. Plain numbers, x to the right and y downwards.

Cells are columns and rows from 1. On a grid a hex is 2 units from corner to corner and a square 1 unit wide; on free
ground a unit is an inch, and a place is its own point.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Place = tuple[float, float]
"""A cell as column and row, or on free ground a point."""
Point = tuple[float, float]

NEAR = 1e-9
ROOT = math.sqrt(3)


class Grid(ABC):
    """The ground of a map."""

    across: float = 1
    """The distance of neighbouring cells."""

    @abstractmethod
    def centre(self, place: Place) -> Point: ...

    @abstractmethod
    def corners(self, cell: Place) -> tuple[Point, ...]:
        """Those of a cell, clockwise; none on free ground."""

    @abstractmethod
    def distance(self, one: Place, other: Place) -> float:
        """From one cell to another in cells, as units count it."""

    def neighbours(self, one: Place, other: Place) -> bool:
        """Whether two cells share a side."""
        return len(set(map(_rounded, self.corners(one))) & set(map(_rounded, self.corners(other)))) == 2

    def side(self, one: Place, other: Place) -> tuple[Point, Point]:
        """The side that two neighbours share."""
        shared = set(map(_rounded, self.corners(other)))
        begin, end = (corner for corner in self.corners(one) if _rounded(corner) in shared)
        return begin, end

    def crossed(self, one: Place, other: Place, cells: Sequence[Place]) -> list[Place]:
        """The cells that the straight line between two centres crosses or runs along, the ends included, in order."""
        begin, end = self.centre(one), self.centre(other)
        found = ((inside, cell) for cell in cells if (inside := within(begin, end, self.corners(cell))) is not None)
        return [cell for _, cell in sorted(found)]


@dataclass(frozen=True, slots=True)
class Hexes(Grid):
    """Hexes with flat or `pointed` tops. Of their columns, or rows, those of one parity are `shifted` by half a hex."""

    pointed: bool = False
    shifted: int = 0
    """Of columns, or of the rows of pointed hexes: those that leave this remainder after division by 2."""
    across = ROOT

    def axial(self, cell: Place) -> tuple[int, int]:
        """Both coordinates on skewed axes, on which all directions count alike."""
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
    """Squares; a step may be diagonal."""

    def centre(self, place: Place) -> Point:
        return place

    def corners(self, cell: Place) -> tuple[Point, ...]:
        x, y = cell
        return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)

    def distance(self, one: Place, other: Place) -> float:
        return max(abs(a - b) for a, b in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class Ground(Grid):
    """Free ground, where distances are measured."""

    def centre(self, place: Place) -> Point:
        return place

    def corners(self, cell: Place) -> tuple[Point, ...]:  # noqa: ARG002 - free ground has no cells
        return ()

    def distance(self, one: Place, other: Place) -> float:
        return math.dist(one, other)

    def neighbours(self, one: Place, other: Place) -> bool:
        """On free ground something may lie between any two points."""
        return one != other

    def side(self, one: Place, other: Place) -> tuple[Point, Point]:
        return one, other


def _rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


def within(begin: Point, end: Point, corners: Sequence[Point]) -> tuple[float, float] | None:
    """The part of a line in a convex shape, whose corners go clockwise: from 0 to 1; None where it only touches it."""
    low, high = 0.0, 1.0
    for one, other in pairwise((*corners, *corners[:1])):
        rise, level = _beside(begin, one, other), _beside(end, one, other)
        if rise < -NEAR and level < -NEAR:
            return None
        if (rise < -NEAR) != (level < -NEAR):
            at = rise / (rise - level)
            low, high = (max(low, at), high) if rise < level else (low, min(high, at))
    return (low, high) if corners and high - low > NEAR else None


def _beside(point: Point, one: Point, other: Point) -> float:
    """How far a point is to the inner side of an edge; less than nothing outside."""
    length = math.dist(one, other)
    return ((other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])) / length


def bearing(begin: Point, end: Point) -> float:
    """The direction from one point to another in degrees, clockwise from straight up."""
    return math.degrees(math.atan2(end[0] - begin[0], begin[1] - end[1])) % 360


def turned(begin: float, end: float) -> float:
    """The angle between two directions, 0 to 180 degrees."""
    return abs((begin - end + 180) % 360 - 180)


def outline(cells: Sequence[Place], grid: Grid) -> Iterator[tuple[Point, Point]]:
    """The sides of a group of cells that lead out of it."""
    sides: dict[frozenset[Point], tuple[Point, Point] | None] = {}
    for cell in cells:
        for side in pairwise((*grid.corners(cell), grid.corners(cell)[0])):
            name = frozenset(map(_rounded, side))
            sides[name] = None if name in sides else side
    return (side for side in sides.values() if side is not None)


def sector(at: Point, reach: float, ahead: float = 0, angle: float = 360) -> list[Point]:
    """The corners of a part of a circle, so near one another that it looks round."""
    count = max(2, round(angle / 3))
    turns = [math.radians(ahead - angle / 2 + angle * each / count) for each in range(count + 1)]
    edge = [(at[0] + reach * math.sin(turn), at[1] - reach * math.cos(turn)) for turn in turns]
    return edge[:-1] if angle >= 360 else [at, *edge]


def cut(corners: Sequence[Point], size: Point) -> list[Point]:
    """The part of a shape that lies between 0 0 and a corner."""
    inside = list(corners)
    for axis in (0, 1):
        for end, sign in ((0.0, 1), (size[axis], -1)):
            inside = list(_cut_off(inside, axis, end, sign))
    return inside


def _cut_off(corners: Sequence[Point], axis: int, end: float, sign: int) -> Iterator[Point]:
    """The part of a shape on one side of a straight line."""
    for one, other in pairwise((*corners, *corners[:1])):
        before, after = (sign * (each[axis] - end) for each in (one, other))
        if before >= 0:
            yield one
        if before * after < 0:
            share = before / (before - after)
            yield one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
