"""Places on the map of a diagram: cells by their coordinates, or points in inches."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.findings import Finding, Findings, over_limit
from rulewright.limits import DIAGRAM_CELLS, DIAGRAM_GROUND
from rulewright.model.domain import read_exact
from rulewright.model.figure import Area, Grid, Ground, Place
from rulewright.source.nodes import Scalar

DIGITS = re.compile(r"(\d{2})(\d{2})|(\d{3})(\d{3})")
LETTERS = re.compile(r"([A-Z])(\1?)(\d{1,2})")
BETWEEN = re.compile(r"\s*[-–]\s*")
SIZE = re.compile(r"(\S+)\s*[x×]\s*(\S+)")
AS_CELLS = "write columns and rows: 1003, or C4"
AS_INCHES = "write inches from the left and from the top: 4 7½"


def read_area(written: Scalar, grid: Grid, faults: Findings) -> Area | None:
    """`1003-1406`, or on free ground `12 x 8`."""
    area = _ground(written.value) if isinstance(grid, Ground) else _cells(written.value)
    hint = "as in area: 12 x 8" if isinstance(grid, Ground) else "as in area: 1003-1406"
    if area is None:
        message = f"{written.value!r} is not an area of a map"
        faults.add(Finding("bad-value", written.span, message, hint))
        return None
    too_large = _too_large(area, grid, written)
    faults.extend(too_large)
    return None if too_large else area


def _cells(written: str) -> Area | None:
    first, last = (BETWEEN.split(written.strip()) * 2)[:2]
    begin, end = _cell(first), _cell(last)
    if begin is None or end is None or begin[0] > end[0] or begin[1] > end[1]:
        return None
    return Area(begin, end, len(first) // 2 if first.isdecimal() else 0)


def _ground(written: str) -> Area | None:
    match = SIZE.fullmatch(written.strip())
    sides = [read_exact(each) for each in match.groups()] if match else []
    if len(sides) != 2 or sides[0] is None or sides[1] is None or min(sides[0], sides[1]) <= 0:
        return None
    return Area((0, 0), (float(sides[0]), float(sides[1])))


def _too_large(area: Area, grid: Grid, written: Scalar) -> list[Finding]:
    hint = "show a smaller part of the map"
    (left, top), (right, bottom) = area.first, area.last
    if isinstance(grid, Ground):
        counted = f"the map is {max(right, bottom):g} inches long"
        return (
            [over_limit(DIAGRAM_GROUND, counted, written.span, hint)]
            if max(right, bottom) > DIAGRAM_GROUND.most
            else []
        )
    count = int((right - left + 1) * (bottom - top + 1))
    counted = f"the map has {count:,} cells"
    return [over_limit(DIAGRAM_CELLS, counted, written.span, hint)] if count > DIAGRAM_CELLS.most else []


def _cell(written: str) -> Place | None:
    if match := DIGITS.fullmatch(written):
        column, row = filter(None, match.groups())
        return int(column), int(row)
    if match := LETTERS.fullmatch(written):
        return ord(match[1]) - ord("A") + 1 + 26 * len(match[2]), int(match[3])
    return None


@dataclass(frozen=True, slots=True)
class PlaceReader:
    """Reads the places of one map; what lies outside it is a fault."""

    grid: Grid
    area: Area
    faults: Findings

    def read(self, written: Scalar) -> Place | None:
        free = isinstance(self.grid, Ground)
        place = _point(written.value) if free else _cell(written.value.strip())
        if place is None:
            message = f"{written.value!r} is not a place on this map"
            self.refuse(written, message, AS_INCHES if free else AS_CELLS)
        elif not self.area.holds(place):
            message = f"{written.value!r} lies outside the map"
            hint = (
                f"it is {self.area.last[0]:g} by {self.area.last[1]:g} inches"
                if free
                else (f"its corners are {self.area.name(self.area.first)} and {self.area.name(self.area.last)}")
            )
            self.refuse(written, message, hint)
        else:
            return place
        return None

    def all(self, written: Iterable[Scalar]) -> tuple[Place, ...]:
        """Those that are places of the map."""
        return tuple(place for each in written if (place := self.read(each)) is not None)

    def parts(self, written: Scalar, sign: str) -> tuple[Place, ...]:
        """The places of a text with a sign between them: `1003/1104`, `1003-1104-1204`."""
        parts, at, found = written.value.split(sign), 0, list[Scalar]()
        for part in parts:
            found.append(Scalar(part.strip(), written.at(at, max(len(part), 1)), part))
            at += len(part) + len(sign)
        return self.all(found)

    def refuse(self, written: Scalar, message: str, hint: str) -> None:
        self.faults.add(Finding("bad-value", written.span, message, hint))


def _point(written: str) -> Place | None:
    numbers = [read_exact(each) for each in written.replace(",", " ").split()]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return float(numbers[0]), float(numbers[1])
