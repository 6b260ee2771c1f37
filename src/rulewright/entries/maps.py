"""Maps of diagrams: their grids, their areas, and the places on them as an author writes them."""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from rulewright.base.findings import Finding, Findings, over_limit
from rulewright.base.limits import DIAGRAM_CELLS, DIAGRAM_GROUND
from rulewright.entries.names import slug
from rulewright.entries.numbers import read_exact
from rulewright.source.nodes import Scalar

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


# Places on the map of a diagram

DIGITS = re.compile(r"(\d{2})(\d{2})|(\d{3})(\d{3})")
LETTERS = re.compile(r"([A-Z])(\1?)(\d{1,2})")
BETWEEN = re.compile(r"\s*[-–]\s*")
SIZE = re.compile(r"(\S+)\s*[x×]\s*(\S+)")
AS_CELLS = "write columns and rows: 1003, or C4"
AS_INCHES = "write inches from the left and from the top: 4 7½"


def read_area(written: Scalar, grid: Grid, findings: Findings) -> Area | None:
    """Read `1003-1406`, or on free ground `12 x 8` inches. Return None, with a finding, if it is wrong or too large."""
    free = isinstance(grid, Ground)
    area = _area_of_ground(written.value) if free else _area_of_cells(written.value)
    if area is None:
        hint = "as in area: 12 x 8" if free else "as in area: 1003-1406"
        findings.add(Finding("bad-value", written.span, f"{written.value!r} is not an area of a map", hint))
        return None
    (left, top), (right, bottom) = area.first, area.last
    size = max(right, bottom) if free else int((right - left + 1) * (bottom - top + 1))
    limit = DIAGRAM_GROUND if free else DIAGRAM_CELLS
    if size <= limit.most:
        return area
    count_text = f"the map is {size:g} inches long" if free else f"the map has {size:,} cells"
    findings.add(over_limit(limit, count_text, written.span, "show a smaller part of the map"))
    return None


def _area_of_cells(written: str) -> Area | None:
    first, last = (BETWEEN.split(written.strip()) * 2)[:2]
    begin, end = _read_cell(first), _read_cell(last)
    if begin is None or end is None or begin[0] > end[0] or begin[1] > end[1]:
        return None
    return Area(begin, end, len(first) // 2 if first.isdecimal() else 0)


def _area_of_ground(written: str) -> Area | None:
    match = SIZE.fullmatch(written.strip())
    sides = [read_exact(each) for each in match.groups()] if match else []
    if len(sides) != 2 or sides[0] is None or sides[1] is None or min(sides[0], sides[1]) <= 0:
        return None
    return Area((0, 0), (float(sides[0]), float(sides[1])))


def _read_cell(written: str) -> Place | None:
    if match := DIGITS.fullmatch(written):
        column, row = filter(None, match.groups())
        return int(column), int(row)
    if match := LETTERS.fullmatch(written):
        return ord(match[1]) - ord("A") + 1 + 26 * len(match[2]), int(match[3])
    return None


def _read_point(written: str) -> Place | None:
    numbers = [read_exact(each) for each in written.replace(",", " ").split()]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return float(numbers[0]), float(numbers[1])


SIDES = ("#e4e0cf", "#8d9aa3", "#a98f6a", "#3f4a3c", "#f2f2f2")
"""Colours of sides that the game gives none: alternately light and dark, to differ in grey prints."""


@dataclass(slots=True)
class MapReader:
    """Reads the places of one map, and gives its sides their colours and its ground its letters.

    `game_colours` are the colours of the game by id.
    """

    grid: Grid
    area: Area
    game_colours: Mapping[str, str]
    letters: set[str] = field(default_factory=set)
    sides: dict[str, str] = field(default_factory=dict)

    @property
    def is_free(self) -> bool:
        return isinstance(self.grid, Ground)

    def place(self, written: Scalar, findings: Findings) -> Place | None:
        """Return a place inside the map; None, with a finding, if the text is not one."""
        place = _read_point(written.value) if self.is_free else _read_cell(written.value.strip())
        if place is not None and self.area.contains(place):
            return place
        first, last = self.area.first, self.area.last
        if place is None:
            message, hint = f"{written.value!r} is not a place on this map", AS_INCHES if self.is_free else AS_CELLS
        else:
            message, hint = f"{written.value!r} lies outside the map", f"it is {last[0]:g} by {last[1]:g} inches"
            if not self.is_free:
                hint = f"its corners are {self.area.name(first)} and {self.area.name(last)}"
        findings.add(Finding("bad-value", written.span, message, hint))
        return None

    def places(self, written: Iterable[Scalar], findings: Findings) -> tuple[Place, ...]:
        """Return the valid places; the others give findings."""
        return tuple(place for each in written if (place := self.place(each, findings)) is not None)

    def edges(self, written: Iterable[Scalar], findings: Findings) -> Iterator[Edge]:
        """Yield sides between two cells: `0102/0202`."""
        for each in written:
            sides = self._parts(each, "/", findings)
            if len(sides) == 2 and self.grid.neighbours(*sides):
                yield sides[0], sides[1]
            elif len(sides) == each.value.count("/") + 1:
                message = f"{each.value!r} is not a side between two cells"
                hint = "write two cells that are next to one another: 0102/0202"
                findings.add(Finding("bad-value", each.span, message, hint))

    def ways(self, written: Iterable[Scalar], findings: Findings) -> Iterator[tuple[Place, ...]]:
        """Yield ways through cells: `0102-0202-0303`."""
        for each in written:
            way = self._parts(each, "-", findings)
            if len(way) > 1:
                yield way
            elif len(way) == each.value.count("-") + 1:
                hint = "write the cells that it leads through: 0102-0202-0303"
                findings.add(Finding("bad-value", each.span, f"{each.value!r} leads nowhere", hint))

    def _parts(self, written: Scalar, sign: str, findings: Findings) -> tuple[Place, ...]:
        """Return the places of a text that `sign` separates."""
        at, scalars = 0, list[Scalar]()
        for part in written.value.split(sign):
            scalars.append(Scalar(part.strip(), written.at(at, max(len(part), 1)), part))
            at += len(part) + len(sign)
        return self.places(scalars, findings)

    def colour(self, side: str) -> str:
        """Return the colour of a side: the game's colour of the same name, else the next of `SIDES`."""
        if side not in self.sides:
            self.sides[side] = self.game_colours.get(slug(side), SIDES[len(self.sides) % len(SIDES)])
        return self.sides[side]

    def letter(self, title: str) -> str:
        """Return the shortest beginning of a title that no other ground of the map uses."""
        beginnings = (title[:end].capitalize() for end in range(1, len(title) + 1))
        return next((each for each in beginnings if each not in self.letters), title[:1].upper())
