"""Figures: numbered pictures and diagrams that texts link to. A diagram is a map that is drawn from data."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from enum import Enum
from typing import Annotated, Protocol, Self, TypeVar

from rulewright.base.findings import Findings
from rulewright.entries.colour import HEX
from rulewright.entries.entry import Entry, EntryReader, Kind, NamedEntry, key
from rulewright.entries.maps import Area, Edge, Grid, Ground, Hexes, MapReader, Place, Squares, part_inside, read_area
from rulewright.entries.notations import Unit
from rulewright.entries.numbers import read_exact
from rulewright.entries.paper import Millimetres
from rulewright.entries.roles import (
    ONE_VALUE,
    STRINGS,
    Name,
    Prose,
    WrittenNames,
    check_id,
    choice,
    either,
    length,
    link,
    list_of,
    names_to,
    one_value,
    ref,
)
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping as MappingNode
from rulewright.source.nodes import Node, Scalar, Sequence

E = TypeVar("E", bound=Entry)


class FigureContext(Protocol):
    """What diagrams are read by: the colours of the game by id, and its notations of counters."""

    @property
    def colours(self) -> Mapping[str, str]: ...
    def read_unit(self, written: Scalar, findings: Findings) -> Unit | None: ...


class DiagramContext:
    """What the entries in one diagram are read by."""

    def __init__(self, map_: MapReader, game: FigureContext) -> None:
        self.map, self.game = map_, game


# How the values in a diagram are read


def _places(reader: EntryReader, name: str) -> tuple[Place, ...]:
    context: DiagramContext = reader.context
    return context.map.places(reader.scalars_at(name), reader.findings)


def _number(reader: EntryReader, name: str) -> float:
    """Return a number above 0 and at most 360; 1, with a finding, if it is not one."""
    written = reader.scalar_at(name)
    number = None if written is None else read_exact(written.value.rstrip('″"°'))
    if number is not None and 0 < number <= 360:
        return float(number)
    if written is not None:
        message = f"{written.value!r} is not a valid {name}"
        reader.report("bad-value", written.span, message, f"write a number, such as {name}: 2")
    return 1


def _is_round(reader: EntryReader, name: str) -> bool:
    return reader.choice_at(name, ("square", "round")) == "round"


OnMap = Annotated[Place, one_value(lambda written, reader: reader.context.map.place(written, reader.findings))]
UNIT = one_value(lambda written, reader: reader.context.game.read_unit(written, reader.findings))
Path = Annotated[tuple[Place, ...], Kind(STRINGS.words, _places, STRINGS.schema)]
Measure = Annotated[float, Kind("text", _number, ONE_VALUE)]


def entries_of(entry: type[E], what: str, words: str) -> Kind[tuple[E, ...]]:
    """A list of entries that messages call `what`. Those with findings are left out."""

    def read(above: EntryReader, name: str) -> tuple[E, ...]:
        count, entries = len(above.findings.items), list[E]()
        for node in above.list_at(name):
            each = entry.read(node, what, above.findings, above.context)
            entries += [each] if len(above.findings.items) == count else []
            count = len(above.findings.items)
        return tuple(entries)

    return Kind(words, read, list_of(ref(entry.__name__)))


# The ground of a diagram

LOOKS = {
    "plain": ("#dcdcd0", ""),
    "woods": ("#b9cba0", "wood forest orchard jungle trees"),
    "brush": ("#d3d9ab", "bush bushes scrub"),
    "building": ("#e3d2b6", "house village town city buildings"),
    "rough": ("#dcd6cc", "rubble rocks crater craters"),
    "hill": ("#dfc79b", "height ridge hills"),
    "water": ("#b5d2e3", "lake sea pond"),
    "marsh": ("#c3d6cd", "swamp bog"),
    "field": ("#eee0a0", "grain crops fields grainfield"),
    "wall": ("#55524c", "fence"),
    "hedge": ("#5d7a3c", "bocage hedgerow"),
    "cliff": ("#7b5a36", "slope escarpment"),
    "road": ("#d9c9a4", "street highway"),
    "path": ("#a98c5c", "trail track"),
    "river": ("#5b93b8", "stream canal brook"),
}
"""The looks of terrain, each with its colour and other words for it."""


def _look(name: str) -> str:
    """Return the look that a name suggests: woods for `pine-woods`, else plain."""
    words = set(name.casefold().split("-"))
    return next((look for look, (_, others) in LOOKS.items() if words & {look, *others.split()}), "plain")


class Feature(Entry, noun="the ground of a diagram"):
    """Terrain of one kind, with its look. If the name tells the look, a list of its places is enough.

    It has `cells`, or `edges` between cells, or `ways` through cells; the `letter` is for its cells.
    """

    cells: tuple[Place, ...] = ()
    edges: tuple[Edge, ...] = ()
    ways: tuple[tuple[Place, ...], ...] = ()
    at: WrittenNames = key(
        "Its cells; under `edges` the cells on both sides of each, under `ways` those that each leads through",
        "at: [0102, 0203]",
    )
    title: Name = key("What the legend calls it", "at: [0102]\ntitle: Pine wood", default="", otherwise="its name")
    look: str = key(
        "How it is drawn",
        "at: [0102]\nlook: woods",
        kind=choice(*LOOKS),
        default="",
        otherwise="what its name says, else `plain`",
    )
    colour: str = key(
        "Its colour, #rrggbb in quotes",
        'at: [0102]\ncolour: "#c9d3b0"',
        default="",
        otherwise="that of its look",
    )
    letter: Name = key(
        "The letter that tells it apart in grey",
        "at: [0102]\nletter: P",
        default="",
        otherwise="the first of its name",
    )

    def check(self, reader: EntryReader) -> None:
        if self.colour and not HEX.fullmatch(self.colour):
            message = f"the colour {reader.what.removeprefix('the ground ')} is not written #rrggbb"
            reader.report("bad-value", reader.place("colour"), message, 'write it in quotes: "#9cb08a"')


def _features(reader: EntryReader, name: str) -> tuple[Feature, ...]:
    return tuple(_feature(word, node, name, reader) for word, node in reader.pairs_at(name))


def _feature(name: Scalar, node: Node, place: str, reader: EntryReader) -> Feature:
    """Return the ground called `name`, which stands under the key `place`: terrain, edges or ways."""
    map_, findings = reader.context.map, reader.findings
    check_id(name, findings)
    is_list = isinstance(node, Sequence) or (isinstance(node, Scalar) and not node.empty)
    whole = MappingNode(((Scalar("at", name.span), node),), node.span) if is_list else node
    read = Feature.read(whole, f"the ground {name.value!r}", findings)
    written = [Scalar(each.name, each.span, each.name) for each in read.at]
    look, title = read.look or _look(name.value), read.title or name.value.replace("-", " ").capitalize()
    letter = (read.letter or map_.letter(title)) if place == "terrain" else ""
    map_.letters.add(letter)
    return replace(
        read,
        title=title,
        look=look,
        colour=(read.colour or LOOKS[look][0]).lower(),
        letter=letter,
        cells=map_.places(written, findings) if place == "terrain" else (),
        edges=tuple(map_.edges(written, findings)) if place == "edges" else (),
        ways=tuple(map_.ways(written, findings)) if place == "ways" else (),
    )


FEATURES = Kind(
    "a mapping of names to cells",
    _features,
    names_to(either(list_of(ONE_VALUE), ONE_VALUE, ref("Feature"))),
)


# What stands on the map


class Symbol(Enum):
    """The military symbol on a counter, above its numbers."""

    NONE = "none"
    INFANTRY = "infantry"
    ARMOUR = "armour"
    ARTILLERY = "artillery"
    RECON = "recon"


class Counter(Entry, noun="a unit of a diagram"):
    """A counter on a diagram: one of the game's `notations`, or a square with a label. On free ground it is a base."""

    colour: str = ""
    at: OnMap = key("Where it stands; several at one place lie on one another", "at: 0102\nlabel: A")
    unit: Annotated[Unit, UNIT] | None = key(
        "The counter as it is written, by the `notations` of the game", "at: 0102\nunit: 4-6-7", default=None
    )
    label: Name = key("A word or a letter on it", "at: 0102\nlabel: HQ", default="")
    side: str = key(
        "Whose it is: units of one side have one colour, which one of the game's `colours` of that name gives",
        "at: 0102\nlabel: A\nside: German",
        default="",
    )
    symbol: Symbol = key(
        "A sign above the numbers, as on military maps", "at: 0102\nunit: 4-6-7\nsymbol: infantry", default=Symbol.NONE
    )
    toward: OnMap | None = key("The place that it faces", "at: 0102\nlabel: A\ntoward: 0101", default=None)
    size: Measure = key(
        "On free ground: the side of its base in inches",
        "at: 0102\nlabel: A\nbase: 1",
        name="base",
        default=0,
        otherwise="1",
    )
    round: bool = key(
        "The shape of its base",
        "at: 0102\nlabel: A\nshape: round",
        kind=Kind("square or round", _is_round, {"enum": ["square", "round"]}),
        name="shape",
        default=False,
    )

    def check(self, reader: EntryReader) -> None:
        shows_nothing = not any(map(reader.node_at, ("unit", "label"))) and self.symbol is Symbol.NONE
        if shows_nothing and reader.sound:
            hint = "as in unit: 4-6-7, or label: A"
            reader.report("missing-key", reader.span, f"{reader.what} needs 'unit' or 'label'", hint)


UNITS = entries_of(Counter, "a unit", "a list of units")


def _counters(reader: EntryReader, name: str) -> tuple[Counter, ...]:
    """Return the counters with the colours of their sides, and on free ground with the sizes of their bases."""
    map_ = reader.context.map
    return tuple(
        replace(each, colour=map_.colour(each.side), size=(each.size or 1) if map_.is_free else 0)
        for each in UNITS.read(reader, name)
    )


class LineKind(Enum):
    SIGHT = "sight"
    MOVE = "move"
    MEASURE = "measure"


class DiagramLine(Entry, noun="a line of a diagram"):
    """A line on a diagram: a line of sight, a move or a measured distance."""

    sight: Path = key("A line of sight from one place to another", "sight: [0101, 0303]", default=())
    blocked: OnMap | None = key(
        "The place where the line of sight ends", "sight: [0101, 0303]\nblocked: 0202", default=None
    )
    move: Path = key("A move from place to place", "move: [0101, 0102, 0203]", default=())
    measure: Path = key("A measured distance between two places", "measure: [0101, 0303]\nlabel: 2 hexes", default=())
    label: Name = key("Words on the line", "sight: [0101, 0303]\nlabel: LOS", default="")

    @property
    def kind(self) -> LineKind:
        return next(kind for kind in LineKind if getattr(self, kind.value))

    @property
    def path(self) -> tuple[Place, ...]:
        return self.sight or self.move or self.measure

    def check(self, reader: EntryReader) -> None:
        kinds = [kind for kind in LineKind if reader.has(kind.value)]
        if len(kinds) != 1:
            message = f"{reader.what} is one of sight, move and measure"
            reader.report("bad-value", reader.span, message, "as in sight: [0101, 0303]")
            return
        kind = kinds[0]
        if len(self.path) != len(reader.scalars_at(kind.value)):
            return  # a place is wrong, and reported
        if len(self.path) < 2 or (kind is not LineKind.MOVE and len(self.path) > 2):
            message = f"{reader.what} leads from one place to another"
            reader.report("bad-value", reader.key_place(kind.value), message, f"as in {kind.value}: [0101, 0303]")
        elif self.blocked is not None:
            self._check_blocked(reader, self.blocked)

    def _check_blocked(self, reader: EntryReader, blocked: Place) -> None:
        """Report a line that does not cross the cell that blocks it, or that is no line of sight."""
        map_ = reader.context.map
        grid: Grid = map_.grid
        begin, end = grid.centre(self.path[0]), grid.centre(self.path[-1])
        message, hint = "", ""
        if not self.sight:
            message, hint = "only a line of sight is blocked", "remove 'blocked', or write sight"
        elif not map_.is_free and part_inside(begin, end, grid.corners(blocked)) is None:
            crossed = grid.crossed(self.path[0], self.path[-1], map_.area.cells())
            written = reader.scalar_at("blocked")
            message = f"the line does not lead through {written.value if written else ''!r}"
            hint = f"it crosses {', '.join(map(map_.area.name, crossed))}"
        if message:
            reader.report("bad-value", reader.place("blocked"), message, hint)


class Arc(Entry, noun="an arc of a diagram"):
    """An arc of fire, or a range: an arc with a reach but without an angle.

    The reach is in cells or inches, and an angle below 360° is centred on the direction `toward`.
    """

    at: OnMap = key("Where it begins", "at: 0102\nreach: 2")
    toward: OnMap | None = key("The place dead ahead", "at: 0102\nreach: 2\ntoward: 0101\nangle: 120", default=None)
    angle: Measure = key(
        "The whole angle in degrees, half of it to either side",
        "at: 0102\nreach: 2\ntoward: 0101\nangle: 120",
        default=360,
        otherwise="360, all round",
    )
    reach: Measure = key("How far it goes, in cells or inches", "at: 0102\nreach: 2")
    label: Name = key("Words at its edge", "at: 0102\nreach: 2\nlabel: range 2", default="")

    def check(self, reader: EntryReader) -> None:
        if self.angle < 360 and not reader.has("toward") and reader.sound:
            message = f"{reader.what} of less than 360° needs 'toward'"
            reader.report("missing-key", reader.place("angle"), message, "name the place dead ahead: toward: 0101")


class DiagramLabel(Entry, noun="a label of a diagram"):
    """Words on a diagram."""

    at: OnMap = key("Where they stand", "at: 0102\ntext: The gap")
    text: Name = key("The words", "at: 0102\ntext: The gap")


class Diagram(Entry, noun="a diagram"):
    """A map drawn from data: cells with terrain, units, lines of sight, moves, ranges and arcs of fire."""

    grid: Grid = field(default_factory=Hexes)
    division: str = key(
        "What divides the map: hexes, squares, or nothing, with places in inches",
        "grid: square\narea: 0101-0403",
        kind=choice("hex", "square", "none"),
        name="grid",
        default="hex",
    )
    area: Annotated[Area, Kind("text", lambda reader, _: reader.context.map.area, ONE_VALUE)] = key(
        "The cells at two opposite corners; on free ground the size in inches, `12 x 8`", "area: 0101-0403"
    )
    tops: str = key(
        "Whether a hex has a side or a corner at its top",
        "area: 0101-0403\ntops: pointed",
        kind=choice("flat", "pointed"),
        default="flat",
    )
    shifted: str = key(
        "Which columns of hexes begin half a hex lower; with pointed tops which rows half a hex to the right",
        "area: 0101-0403\nshifted: odd",
        kind=choice("even", "odd"),
        default="even",
    )
    numbered: bool = key(
        "Whether cells show their numbers", "area: 0101-0403\nnumbers: no", name="numbers", default=True
    )
    terrain: tuple[Feature, ...] = key(
        "The ground of cells by its name; a legend explains it",
        "area: 0101-0403\nterrain: {woods: [0102, 0202]}",
        kind=FEATURES,
        default=(),
    )
    edges: tuple[Feature, ...] = key(
        "What lies between cells, such as walls and rivers",
        "area: 0101-0403\nedges: {wall: [0102/0202]}",
        kind=replace(FEATURES, words="a mapping of names to sides of cells"),
        default=(),
    )
    ways: tuple[Feature, ...] = key(
        "What leads through cells, such as roads",
        "area: 0101-0403\nways: {road: [0102-0202-0303]}",
        kind=replace(FEATURES, words="a mapping of names to ways"),
        default=(),
    )
    counters: tuple[Counter, ...] = key(
        "The units on the map",
        "area: 0101-0403\nunits: [{at: 0102, label: A, side: German}]",
        kind=replace(UNITS, read=_counters),
        name="units",
        default=(),
    )
    lines: tuple[DiagramLine, ...] = key(
        "Lines of sight, moves and measured distances",
        "area: 0101-0403\nlines: [{sight: [0101, 0402], blocked: 0302}]",
        kind=entries_of(DiagramLine, "a line", "a list of lines"),
        default=(),
    )
    arcs: tuple[Arc, ...] = key(
        "Ranges and arcs of fire",
        "area: 0101-0403\narcs: [{at: 0202, reach: 1}]",
        kind=entries_of(Arc, "an arc", "a list of arcs"),
        default=(),
    )
    labels: tuple[DiagramLabel, ...] = key(
        "Words on the map",
        "area: 0101-0403\nlabels: [{at: 0302, text: The gap}]",
        kind=entries_of(DiagramLabel, "a label", "a list of labels"),
        default=(),
    )

    @classmethod
    def read_on_map(cls, node: Node, findings: Findings, game: FigureContext) -> Self | None:
        """Read a diagram, whose places depend on its grid and area; None, with a finding, if the area is wrong."""
        reader = EntryReader(cls, node, "a diagram", findings)
        reader.require("area")
        grid, written = _grid(reader), reader.scalar_at("area")
        area = None if written is None else read_area(written, grid, findings)
        if area is None:
            return None
        reader.context = DiagramContext(MapReader(grid, area, game.colours), game)
        return cls.of_reader(reader, grid=grid)

    @property
    def features(self) -> tuple[Feature, ...]:
        return (*self.terrain, *self.edges, *self.ways)

    @property
    def cells(self) -> list[Place]:
        """The cells of the map; free ground has none."""
        return [] if isinstance(self.grid, Ground) else self.area.cells()

    def stacks(self) -> Iterator[tuple[Place, list[Counter]]]:
        """Yield the counters at each place, the lowest first."""
        places = dict.fromkeys(each.at for each in self.counters)
        return ((at, [each for each in self.counters if each.at == at]) for at in places)


def _grid(reader: EntryReader) -> Grid:
    match reader.choice_at("grid", ("hex", "square", "none")):
        case "hex":
            is_pointed = reader.choice_at("tops", ("flat", "pointed")) == "pointed"
            return Hexes(is_pointed, 0 if reader.choice_at("shifted", ("even", "odd")) == "even" else 1)
        case "square":
            return Squares()
    return Ground()


def _diagram(above: EntryReader, name: str) -> Diagram | None:
    node = above.node_at(name)
    return None if node is None else Diagram.read_on_map(node, above.findings, above.context)


# Figures


class Figure(NamedEntry, noun="a figure"):
    """A picture or a diagram with a number: `[[figure:gap]]` prints "Figure 3", and alone in a paragraph the figure."""

    title: Prose = key("What it is called", "title: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes")
    rule: Annotated[Text, link("rule")] | None = key(
        "The rule at whose end it prints, where no passage places it",
        "rule: hits\ntitle: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes",
        default=None,
    )
    caption: Prose | None = key(
        "What there is to see, after the title",
        "title: Two hexes\ncaption: The line is free.\npicture: pictures/hexes.svg\nalt: Two hexes",
        default=None,
        otherwise="none",
    )
    picture: str = key(
        "The path of the file below the game's folder of content: SVG, PNG or JPEG",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="",
    )
    diagram: Annotated[Diagram, Kind("a diagram", _diagram, ref("Diagram"))] | None = key(
        "A map, which is drawn from data",
        "title: Two squads\ndiagram: {area: 0101-0403, units: [{at: 0102, label: A}, {at: 0302, label: B}]}",
        default=None,
    )
    alt: Name = key(
        "What it shows, in a few words, for readers who do not see it",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="",
        otherwise="required for a picture; a diagram says what stands where",
    )
    width: Annotated[Millimetres, length(20, 190, "width of a figure", "80mm, 3 in")] | None = key(
        "How wide it prints in the book",
        "width: 80mm\npicture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default=None,
        otherwise="a drawing by what is in it, a picture in its own size",
    )

    def check(self, reader: EntryReader) -> None:
        if reader.has("picture") == reader.has("diagram") and reader.sound:
            message = f"{reader.what} is either a picture or a diagram"
            reader.report("missing-key", reader.span, message, "as in picture: pictures/hexes.svg")
        elif self.picture and not self.alt.strip():
            message = f"{reader.what} needs 'alt', for readers who do not see it"
            reader.report("missing-key", reader.span, message, "say in a few words what it shows")
