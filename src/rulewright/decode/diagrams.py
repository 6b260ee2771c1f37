"""Diagrams: maps from data."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from rulewright.decode.diagram_entries import ArcEntry, CounterEntry, DiagramEntry, DiagramLineEntry, LabelEntry
from rulewright.decode.features import FeatureReader
from rulewright.decode.notations import read_unit
from rulewright.decode.places import PlaceReader, read_area
from rulewright.findings import Findings
from rulewright.language.entry import Entry
from rulewright.model.domain import read_exact
from rulewright.model.figure import (
    Arc,
    Area,
    Counter,
    Diagram,
    Grid,
    Ground,
    Hexes,
    Kind,
    Label,
    Line,
    Place,
    Squares,
    Symbol,
    within,
)
from rulewright.model.game import Colour
from rulewright.model.names import slug
from rulewright.model.notation import Notation
from rulewright.source.nodes import Node, Scalar

SIDES = ("#e4e0cf", "#8d9aa3", "#a98f6a", "#3f4a3c", "#f2f2f2")
"""The colours of sides that have none by name: light and dark in turn, for grey prints."""
T = TypeVar("T")


class DiagramReader:
    """Reads the diagrams of one game."""

    def __init__(self, notations: Sequence[Notation], colours: Iterable[Colour], faults: Findings) -> None:
        self.notations, self.faults = notations, faults
        self.colours = {colour.id: colour.hex for colour in colours}

    def read(self, node: Node) -> Diagram | None:
        entry = DiagramEntry(node, "a diagram", self.faults)
        grid = _grid(entry)
        area = read_area(entry.area, grid, self.faults) if entry.area is not None else None
        if area is None:
            return None
        return _MapReader(self, entry, grid, area).read()


def _grid(entry: DiagramEntry) -> Grid:
    if entry.grid == "hex":
        return Hexes(entry.tops == "pointed", 0 if entry.shifted == "even" else 1)
    return Squares() if entry.grid == "square" else Ground()


class _MapReader:
    """Reads one map."""

    def __init__(self, game: DiagramReader, entry: DiagramEntry, grid: Grid, area: Area) -> None:
        self.game, self.entry, self.grid, self.area, self.faults = game, entry, grid, area, game.faults
        self.places = PlaceReader(grid, area, game.faults)
        self.sides: dict[str, str] = {}

    def read(self) -> Diagram:
        entry = self.entry
        return Diagram(
            self.grid,
            self.area,
            entry.numbers == "yes",
            tuple(FeatureReader(self.places).all(entry.terrain, entry.edges, entry.ways)),
            tuple(self._each(entry.units, self._counter)),
            tuple(self._each(entry.lines, self._line)),
            tuple(self._each(entry.arcs, self._arc)),
            tuple(self._each(entry.labels, self._label)),
        )

    def _each(self, nodes: Iterable[Node], read: Callable[[Node], T | None]) -> Iterator[T]:
        return (made for node in nodes if (made := read(node)) is not None)

    def _place(self, written: Scalar | None) -> Place | None:
        return None if written is None else self.places.read(written)

    def _counter(self, node: Node) -> Counter | None:
        entry = CounterEntry(node, "a unit", self.faults)
        at, toward = self._place(entry.at), self._place(entry.toward)
        written = entry.unit
        unit = None if written is None else read_unit(written.value, written.span, self.game.notations, self.faults)
        if written is None and not entry.label and entry.symbol == Symbol.NONE.value and entry.sound:
            hint = "as in unit: 4-6-7, or label: A"
            entry.fault("missing-key", entry.span, f"{entry.what} needs 'unit' or 'label'", hint)
        size = self._number(entry, "base", 1) if isinstance(self.grid, Ground) else 0
        if at is None:
            return None
        shape, symbol = entry.shape, Symbol(entry.symbol)
        colour = self._colour(entry.side)
        return Counter(at, entry.label, entry.side, colour, unit, symbol, toward, size, shape == "round")

    def _colour(self, side: str) -> str:
        """That of a side: the colour of the game that is called like it, or the next."""
        if side not in self.sides:
            taken = len(self.sides) % len(SIDES)
            self.sides[side] = self.game.colours.get(slug(side), SIDES[taken])
        return self.sides[side]

    def _number(self, entry: Entry, name: str, least: float) -> float:
        """A number that is more than nothing; `least` where there is none."""
        written = entry.scalar_at(name)
        if written is None:
            return least
        number = read_exact(written.value.rstrip('″"°'))
        if number is None or number <= 0 or number > 360:
            message = f"{written.value!r} is not a valid {name}"
            entry.fault("bad-value", written.span, message, f"write a number, such as {name}: 2")
            return least
        return float(number)

    def _line(self, node: Node) -> Line | None:
        entry = DiagramLineEntry(node, "a line", self.faults)
        given = [(kind, entry.scalars_at(kind.value)) for kind in Kind if entry.has(kind.value)]
        if len(given) != 1:
            message = f"{entry.what} is one of sight, move and measure"
            entry.fault("bad-value", entry.span, message, "as in sight: [0101, 0303]")
            return None
        (kind, written), blocked, label = given[0], entry.blocked, entry.label
        path, stop = self.places.all(written), self._place(blocked)
        if len(path) != len(written) or (blocked is not None and stop is None):
            return None
        if len(path) < 2 or (kind is not Kind.MOVE and len(path) > 2):
            message = f"{entry.what} leads from one place to another"
            hint = f"as in {kind.value}: [0101, 0303]"
            entry.fault("bad-value", entry.key_place(kind.value), message, hint)
            return None
        if blocked is not None and stop is not None and not self._stops(blocked, path, stop, kind):
            return None
        return Line(kind, path, stop, label)

    def _stops(self, blocked: Scalar, path: tuple[Place, ...], stop: Place, kind: Kind) -> bool:
        """Whether a line of sight crosses the cell that blocks it."""
        begin, end = (self.grid.centre(path[at]) for at in (0, -1))
        free = isinstance(self.grid, Ground)
        if kind is Kind.SIGHT and (free or within(begin, end, self.grid.corners(stop)) is not None):
            return True
        cells = [] if free else self.grid.crossed(path[0], path[-1], self.area.cells())
        message: str = f"the line does not lead through {blocked.value!r}"
        hint = f"it crosses {', '.join(map(self.area.name, cells))}"
        if kind is not Kind.SIGHT:
            message, hint = "only a line of sight is blocked", "remove 'blocked', or write sight"
        self.places.refuse(blocked, message, hint)
        return False

    def _arc(self, node: Node) -> Arc | None:
        entry = ArcEntry(node, "an arc", self.faults)
        at, toward = self._place(entry.at), self._place(entry.toward)
        angle, label = self._number(entry, "angle", 360), entry.label
        reach = self._number(entry, "reach", 1) if entry.reach else 1
        if angle < 360 and toward is None and entry.sound:
            message = f"{entry.what} of less than 360° needs 'toward'"
            entry.fault("missing-key", entry.place("angle"), message, "name the place dead ahead: toward: 0101")
        return None if at is None or (angle < 360 and toward is None) else Arc(at, reach, toward, angle, label)

    def _label(self, node: Node) -> Label | None:
        entry = LabelEntry(node, "a label", self.faults)
        at = self._place(entry.at)
        return None if at is None else Label(at, entry.text)
