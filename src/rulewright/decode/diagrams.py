"""Decoding of figures, and of diagrams: maps drawn from data."""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from typing import TypeVar

from rulewright.decode.diagram_entries import (
    ArcEntry,
    CounterEntry,
    DiagramEntry,
    DiagramLineEntry,
    FeatureEntry,
    LabelEntry,
)
from rulewright.decode.marks import read_unit
from rulewright.entries.colour import HEX
from rulewright.entries.entry import EntryReader
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.numbers import read_exact
from rulewright.entries.roles import SCALAR, TEXT, TITLE, WORDS, check_id, length, link, node, ref
from rulewright.findings import Finding, Findings, over_limit
from rulewright.limits import DIAGRAM_CELLS, DIAGRAM_GROUND
from rulewright.model.figure import (
    Arc,
    Area,
    Counter,
    Diagram,
    Edge,
    Feature,
    Figure,
    Grid,
    Ground,
    Hexes,
    Label,
    Line,
    LineKind,
    Place,
    Squares,
    Symbol,
    part_inside,
)
from rulewright.model.game import Colour
from rulewright.model.notation import Notation
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

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


# The ground of a diagram

LOOKS = {
    "woods": "wood forest orchard jungle trees",
    "brush": "bush bushes scrub",
    "rough": "rubble rocks crater craters",
    "building": "house village town city buildings",
    "hill": "height ridge hills",
    "marsh": "swamp bog",
    "water": "lake sea pond",
    "field": "grain crops fields grainfield",
    "wall": "fence",
    "hedge": "bocage hedgerow",
    "cliff": "slope escarpment",
    "road": "street highway",
    "path": "trail track",
    "river": "stream canal brook",
}
"""The looks of terrain, each with other words for it."""
COLOURS = {
    "woods": "#b9cba0",
    "brush": "#d3d9ab",
    "building": "#e3d2b6",
    "rough": "#dcd6cc",
    "hill": "#dfc79b",
    "marsh": "#c3d6cd",
    "water": "#b5d2e3",
    "field": "#eee0a0",
    "wall": "#55524c",
    "hedge": "#5d7a3c",
    "cliff": "#7b5a36",
    "road": "#d9c9a4",
    "path": "#a98c5c",
    "river": "#5b93b8",
    "plain": "#dcdcd0",
}


def _look(name: str) -> str:
    """Return the look that a name suggests: woods for `pine-woods`, else plain."""
    words = set(name.casefold().split("-"))
    return next((look for look, others in LOOKS.items() if words & {look, *others.split()}), "plain")


SIDES = ("#e4e0cf", "#8d9aa3", "#a98f6a", "#3f4a3c", "#f2f2f2")
"""Colours of sides that the game gives none: alternately light and dark, to differ in grey prints."""
T = TypeVar("T")


class DiagramReader:
    """A reader of the diagrams of one game."""

    def __init__(self, notations: SequenceOf[Notation], colours: Iterable[Colour], findings: Findings) -> None:
        self.notations, self.findings = notations, findings
        self.colours = {colour.id: colour.hex for colour in colours}

    def read(self, node: Node) -> Diagram | None:
        entry = DiagramEntry(node, "a diagram", self.findings)
        grid = _grid(entry)
        area = read_area(entry.area, grid, self.findings) if entry.area is not None else None
        if area is None:
            return None
        return _MapReader(self, entry, grid, area).read()


def _grid(entry: DiagramEntry) -> Grid:
    if entry.grid == "hex":
        return Hexes(entry.tops == "pointed", 0 if entry.shifted == "even" else 1)
    return Squares() if entry.grid == "square" else Ground()


class _MapReader:
    """A reader of one diagram."""

    def __init__(self, game: DiagramReader, entry: DiagramEntry, grid: Grid, area: Area) -> None:
        self.game, self.entry, self.grid, self.area, self.findings = game, entry, grid, area, game.findings
        self.free = isinstance(grid, Ground)
        self.letters, self.sides = set[str](), dict[str, str]()

    def read(self) -> Diagram:
        entry = self.entry
        return Diagram(
            self.grid,
            self.area,
            entry.numbers == "yes",
            tuple(self._features()),
            tuple(self._each(entry.units, self._counter)),
            tuple(self._each(entry.lines, self._line)),
            tuple(self._each(entry.arcs, self._arc)),
            tuple(self._each(entry.labels, self._label)),
        )

    def _each(self, nodes: Iterable[Node], read: Callable[[Node], T | None]) -> Iterator[T]:
        return (value for node in nodes if (value := read(node)) is not None)

    # Places

    def _place(self, written: Scalar | None) -> Place | None:
        """Return a place inside the map; None, with a finding, if the text is not one."""
        if written is None:
            return None
        place = _read_point(written.value) if self.free else _read_cell(written.value.strip())
        if place is None:
            self._report(written, f"{written.value!r} is not a place on this map", AS_INCHES if self.free else AS_CELLS)
        elif not self.area.contains(place):
            first, last = self.area.first, self.area.last
            hint = f"its corners are {self.area.name(first)} and {self.area.name(last)}"
            if self.free:
                hint = f"it is {last[0]:g} by {last[1]:g} inches"
            self._report(written, f"{written.value!r} lies outside the map", hint)
        else:
            return place
        return None

    def _places(self, written: Iterable[Scalar]) -> tuple[Place, ...]:
        """Return the valid places; the others give findings."""
        return tuple(place for each in written if (place := self._place(each)) is not None)

    def _parts(self, written: Scalar, sign: str) -> tuple[Place, ...]:
        """Return the places of a text that `sign` separates: `1003/1104`, `1003-1104-1204`."""
        parts, at, scalars = written.value.split(sign), 0, list[Scalar]()
        for part in parts:
            scalars.append(Scalar(part.strip(), written.at(at, max(len(part), 1)), part))
            at += len(part) + len(sign)
        return self._places(scalars)

    def _report(self, written: Scalar, message: str, hint: str) -> None:
        self.findings.add(Finding("bad-value", written.span, message, hint))

    # Ground

    def _features(self) -> Iterator[Feature]:
        """Yield the terrain: cells, sides of cells, and ways through cells."""
        for name, written in self.entry.terrain:
            entry = self._feature_entry(name, written)
            yield self._feature(name, entry, cells=self._places(entry.at))
        for name, written in self.entry.edges:
            entry = self._feature_entry(name, written)
            yield self._feature(name, entry, edges=tuple(self._edges(entry.at)))
        for name, written in self.entry.ways:
            entry = self._feature_entry(name, written)
            yield self._feature(name, entry, ways=tuple(self._ways(entry.at)))

    def _feature_entry(self, name: Scalar, node: Node) -> FeatureEntry:
        check_id(name, self.findings)
        short = isinstance(node, Sequence) or (isinstance(node, Scalar) and not node.empty)
        whole = Mapping(((Scalar("at", name.span), node),), node.span) if short else node
        return FeatureEntry(whole, f"the ground {name.value!r}", self.findings)

    def _feature(
        self,
        name: Scalar,
        entry: FeatureEntry,
        cells: tuple[Place, ...] = (),
        edges: tuple[Edge, ...] = (),
        ways: tuple[tuple[Place, ...], ...] = (),
    ) -> Feature:
        look = entry.look if entry.has("look") else _look(name.value)
        title = entry.title or name.value.replace("-", " ").capitalize()
        colour = entry.colour or COLOURS[look]
        if not HEX.fullmatch(colour):
            message = f"the colour {name.value!r} is not written #rrggbb"
            entry.report("bad-value", entry.place("colour"), message, 'write it in quotes: "#9cb08a"')
            colour = COLOURS[look]
        letter = (entry.letter or self._letter(title)) if cells else ""
        self.letters.add(letter)
        return Feature(title, look, colour.lower(), letter, cells, edges, ways)

    def _letter(self, title: str) -> str:
        """Return the shortest beginning of the title that no other ground of the map uses."""
        beginnings = (title[:end].capitalize() for end in range(1, len(title) + 1))
        return next((each for each in beginnings if each not in self.letters), title[:1].upper())

    def _edges(self, written: list[Scalar]) -> Iterator[Edge]:
        """Yield sides between two cells: `0102/0202`."""
        for each in written:
            sides = self._parts(each, "/")
            if len(sides) == 2 and self.grid.neighbours(*sides):
                yield sides[0], sides[1]
            elif len(sides) == each.value.count("/") + 1:
                message = f"{each.value!r} is not a side between two cells"
                self._report(each, message, "write two cells that are next to one another: 0102/0202")

    def _ways(self, written: list[Scalar]) -> Iterator[tuple[Place, ...]]:
        """Yield ways through cells: `0102-0202-0303`."""
        for each in written:
            way = self._parts(each, "-")
            if len(way) > 1:
                yield way
            elif len(way) == each.value.count("-") + 1:
                message = f"{each.value!r} leads nowhere"
                self._report(each, message, "write the cells that it leads through: 0102-0202-0303")

    # What stands on the map

    def _counter(self, node: Node) -> Counter | None:
        """Read a counter; None if its place is wrong."""
        entry = CounterEntry(node, "a unit", self.findings)
        at, toward = self._place(entry.at), self._place(entry.toward)
        written = entry.unit
        unit = None if written is None else read_unit(written.value, written.span, self.game.notations, self.findings)
        if written is None and not entry.label and entry.symbol == Symbol.NONE.value and entry.sound:
            hint = "as in unit: 4-6-7, or label: A"
            entry.report("missing-key", entry.span, f"{entry.what} needs 'unit' or 'label'", hint)
        size = self._number(entry, "base", 1) if self.free else 0
        if at is None:
            return None
        shape, symbol = entry.shape, Symbol(entry.symbol)
        colour = self._colour(entry.side)
        return Counter(at, entry.label, entry.side, colour, unit, symbol, toward, size, shape == "round")

    def _colour(self, side: str) -> str:
        """Return the colour of a side: the game's colour of the same name, else the next of `SIDES`."""
        if side not in self.sides:
            default = SIDES[len(self.sides) % len(SIDES)]
            self.sides[side] = self.game.colours.get(slug(side), default)
        return self.sides[side]

    def _number(self, entry: EntryReader, name: str, default: float) -> float:
        """Return a number above 0 and at most 360; `default` if the key is missing or wrong."""
        written = entry.scalar_at(name)
        if written is None:
            return default
        number = read_exact(written.value.rstrip('″"°'))
        if number is None or number <= 0 or number > 360:
            message = f"{written.value!r} is not a valid {name}"
            entry.report("bad-value", written.span, message, f"write a number, such as {name}: 2")
            return default
        return float(number)

    def _line(self, node: Node) -> Line | None:
        """Read a line of sight, a move or a measured distance; None, with a finding, if it is wrong."""
        entry = DiagramLineEntry(node, "a line", self.findings)
        kinds = [(kind, entry.scalars_at(kind.value)) for kind in LineKind if entry.has(kind.value)]
        if len(kinds) != 1:
            message = f"{entry.what} is one of sight, move and measure"
            entry.report("bad-value", entry.span, message, "as in sight: [0101, 0303]")
            return None
        (kind, written), blocked, label = kinds[0], entry.blocked, entry.label
        path, stop = self._places(written), self._place(blocked)
        if len(path) != len(written) or (blocked is not None and stop is None):
            return None
        if len(path) < 2 or (kind is not LineKind.MOVE and len(path) > 2):
            message = f"{entry.what} leads from one place to another"
            hint = f"as in {kind.value}: [0101, 0303]"
            entry.report("bad-value", entry.key_place(kind.value), message, hint)
            return None
        if blocked is not None and stop is not None and not self._check_blocked(blocked, path, stop, kind):
            return None
        return Line(kind, path, stop, label)

    def _check_blocked(self, blocked: Scalar, path: tuple[Place, ...], stop: Place, kind: LineKind) -> bool:
        """Return whether the line crosses the cell that blocks it; if not, report it."""
        begin, end = (self.grid.centre(path[at]) for at in (0, -1))
        if kind is LineKind.SIGHT and (self.free or part_inside(begin, end, self.grid.corners(stop)) is not None):
            return True
        cells = [] if self.free else self.grid.crossed(path[0], path[-1], self.area.cells())
        message: str = f"the line does not lead through {blocked.value!r}"
        hint = f"it crosses {', '.join(map(self.area.name, cells))}"
        if kind is not LineKind.SIGHT:
            message, hint = "only a line of sight is blocked", "remove 'blocked', or write sight"
        self._report(blocked, message, hint)
        return False

    def _arc(self, node: Node) -> Arc | None:
        """Read an arc; None, with a finding, if its place or direction is missing or wrong."""
        entry = ArcEntry(node, "an arc", self.findings)
        at, toward = self._place(entry.at), self._place(entry.toward)
        angle, label = self._number(entry, "angle", 360), entry.label
        reach = self._number(entry, "reach", 1) if entry.reach else 1
        if angle < 360 and toward is None and entry.sound:
            message = f"{entry.what} of less than 360° needs 'toward'"
            entry.report("missing-key", entry.place("angle"), message, "name the place dead ahead: toward: 0101")
        return None if at is None or (angle < 360 and toward is None) else Arc(at, reach, toward, angle, label)

    def _label(self, node: Node) -> Label | None:
        entry = LabelEntry(node, "a label", self.findings)
        at = self._place(entry.at)
        return None if at is None else Label(at, entry.text)


# Figures


class FigureEntry(LazyEntry):
    """A picture or a diagram with a number: `[[figure:gap]]` prints "Figure 3", and alone in a paragraph the figure."""

    noun = "a figure"
    title = key(
        TITLE, "What it is called", "title: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes", required=True
    )
    rule = key(
        link("rule"),
        "The rule at whose end it prints, where no passage places it",
        "rule: hits\ntitle: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes",
    )
    caption = key(
        TEXT,
        "What there is to see, after the title",
        "title: Two hexes\ncaption: The line is free.\npicture: pictures/hexes.svg\nalt: Two hexes",
        default="none",
    )
    picture = key(
        SCALAR,
        "The path of the file below the game's folder of content: SVG, PNG or JPEG",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
    )
    diagram = key(
        node("a diagram", ref("DiagramEntry")),
        "A map, which is drawn from data",
        "title: Two squads\ndiagram: {area: 0101-0403, units: [{at: 0102, label: A}, {at: 0302, label: B}]}",
    )
    alt = key(
        WORDS,
        "What it shows, in a few words, for readers who do not see it",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="required for a picture; a diagram says what stands where",
    )
    width = key(
        length(20, 190, "width of a figure", "80mm, 3 in"),
        "How wide it prints in the book",
        "width: 80mm\npicture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="a drawing by what is in it, a picture in its own size",
    )


def decode_figure(name: Scalar, node: Node, diagrams: DiagramReader) -> Figure:
    """Decode one entry of `figures`."""
    entry = FigureEntry(node, f"figure {name.value!r}", diagrams.findings)
    picture, node_of_diagram, alt = entry.picture, entry.diagram, entry.alt.strip()
    diagram = None if node_of_diagram is None else diagrams.read(node_of_diagram)
    if entry.has("picture") == entry.has("diagram") and entry.sound:
        message = f"{entry.what} is either a picture or a diagram"
        entry.report("missing-key", entry.span, message, "as in picture: pictures/hexes.svg")
    elif picture is not None and not alt:
        message = f"{entry.what} needs 'alt', for readers who do not see it"
        entry.report("missing-key", entry.span, message, "say in a few words what it shows")
    file = "" if picture is None else picture.value
    return Figure(name.value, entry.title, entry.caption, entry.rule, file, diagram, alt, entry.width, name.span)
