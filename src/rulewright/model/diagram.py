"""Diagrams: what stands on a map, as data. A renderer draws it, and `diagram_words` says it in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

from rulewright.model.map_grid import Grid, Ground, Place
from rulewright.model.notation import Unit

Edge = tuple[Place, Place]
"""The side between two cells."""


@dataclass(frozen=True, slots=True)
class Area:
    """From one corner of a map to the opposite one; `digits` of a coordinate, 0 for columns by letters."""

    first: Place
    last: Place
    digits: int = 2

    def cells(self) -> list[Place]:
        (left, top), (right, bottom) = self.first, self.last
        return list(product(range(int(left), int(right) + 1), range(int(top), int(bottom) + 1)))

    def holds(self, place: Place) -> bool:
        return all(low <= at <= high for low, at, high in zip(self.first, place, self.last, strict=True))

    def name(self, cell: Place) -> str:
        """`1003`, or `C4`."""
        column, row = map(int, cell)
        if self.digits:
            return f"{column:0{self.digits}}{row:0{self.digits}}"
        beyond, letter = divmod(column - 1, 26)
        return chr(ord("A") + letter) * (beyond + 1) + str(row)


@dataclass(frozen=True, slots=True)
class Feature:
    """Ground of one kind: how it looks, what it is called, and where it is. `letter` tells it apart in grey."""

    name: str
    look: str
    colour: str
    letter: str
    cells: tuple[Place, ...] = ()
    edges: tuple[Edge, ...] = ()
    ways: tuple[tuple[Place, ...], ...] = ()


class Symbol(Enum):
    """What a counter shows above its numbers, as military maps do."""

    NONE = "none"
    INFANTRY = "infantry"
    ARMOUR = "armour"
    ARTILLERY = "artillery"
    RECON = "recon"


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the game or a square with a `label`, or on free ground a base.

    `size` is that of a base in inches, 0 for a counter; `toward` is what it faces.
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


class Kind(Enum):
    SIGHT = "sight"
    MOVE = "move"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of sight, which ends where it is `blocked`; a move from cell to cell; or a measured distance."""

    kind: Kind
    path: tuple[Place, ...]
    blocked: Place | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arc:
    """All within `reach` of a place, in cells or inches; of an `angle` under 360°, half on either side of ahead."""

    at: Place
    reach: float
    toward: Place | None = None
    angle: float = 360
    label: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a place."""

    at: Place
    text: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """A map, and what stands on it; `numbered` if its cells show their coordinates."""

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
        """Those of its grid; free ground has none."""
        return [] if isinstance(self.grid, Ground) else self.area.cells()

    def stacks(self) -> Iterator[tuple[Place, list[Counter]]]:
        """The counters of each place, the lowest first."""
        places = dict.fromkeys(each.at for each in self.counters)
        return ((at, [each for each in self.counters if each.at == at]) for at in places)
