"""The source format of diagrams: their keys."""

from rulewright.entries.entry import Declaration
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.roles import (
    ONE_VALUE,
    SCALAR,
    STRING,
    STRINGS,
    WORDS,
    choice,
    either,
    list_of,
    named,
    nodes,
    ref,
)
from rulewright.model.figure import Symbol

FEATURES = either(list_of(ONE_VALUE), ONE_VALUE, ref("FeatureEntry"))
LOOKS = tuple(("plain woods brush building rough hill water marsh field wall hedge cliff road path river").split())


class FeatureEntry(LazyEntry):
    """Terrain of one kind, with its look. If the name tells the look, a list of its places is enough."""

    noun = "the ground of a diagram"
    at = key(
        STRINGS,
        "Its cells; under `edges` the cells on both sides of each, under `ways` those that each leads through",
        "at: [0102, 0203]",
        required=True,
    )
    title = key(WORDS, "What the legend calls it", "at: [0102]\ntitle: Pine wood", default="its name")
    look = key(choice(*LOOKS), "How it is drawn", "at: [0102]\nlook: woods", default="what its name says, else `plain`")
    colour = key(STRING, "Its colour, #rrggbb in quotes", 'at: [0102]\ncolour: "#c9d3b0"', default="that of its look")
    letter = key(
        WORDS, "The letter that tells it apart in grey", "at: [0102]\nletter: P", default="the first of its name"
    )


class CounterEntry(LazyEntry):
    """A counter on a diagram: one of the game's `notations`, or a square with a label. On free ground it is a base."""

    noun = "a unit of a diagram"
    at = key(SCALAR, "Where it stands; several at one place lie on one another", "at: 0102\nlabel: A", required=True)
    unit = key(SCALAR, "The counter as it is written, by the `notations` of the game", "at: 0102\nunit: 4-6-7")
    label = key(WORDS, "A word or a letter on it", "at: 0102\nlabel: HQ")
    side = key(
        STRING,
        "Whose it is: units of one side have one colour, which one of the game's `colours` of that name gives",
        "at: 0102\nlabel: A\nside: German",
    )
    symbol = key(
        choice(*(each.value for each in Symbol)),
        "A sign above the numbers, as on military maps",
        "at: 0102\nunit: 4-6-7\nsymbol: infantry",
    )
    toward = key(SCALAR, "The place that it faces", "at: 0102\nlabel: A\ntoward: 0101")
    base = key(STRING, "On free ground: the side of its base in inches", "at: 0102\nlabel: A\nbase: 1", default="1")
    shape = key(choice("square", "round"), "The shape of its base", "at: 0102\nlabel: A\nshape: round")


class DiagramLineEntry(LazyEntry):
    """A line on a diagram: a line of sight, a move or a measured distance."""

    noun = "a line of a diagram"
    sight = key(STRINGS, "A line of sight from one place to another", "sight: [0101, 0303]")
    blocked = key(SCALAR, "The place where the line of sight ends", "sight: [0101, 0303]\nblocked: 0202")
    move = key(STRINGS, "A move from place to place", "move: [0101, 0102, 0203]")
    measure = key(STRINGS, "A measured distance between two places", "measure: [0101, 0303]\nlabel: 2 hexes")
    label = key(WORDS, "Words on the line", "sight: [0101, 0303]\nlabel: LOS")


class ArcEntry(LazyEntry):
    """An arc of fire, or a range: an arc with a reach but without an angle."""

    noun = "an arc of a diagram"
    at = key(SCALAR, "Where it begins", "at: 0102\nreach: 2", required=True)
    toward = key(SCALAR, "The place dead ahead", "at: 0102\nreach: 2\ntoward: 0101\nangle: 120")
    angle = key(
        STRING,
        "The whole angle in degrees, half of it to either side",
        "at: 0102\nreach: 2\ntoward: 0101\nangle: 120",
        default="360, all round",
    )
    reach = key(STRING, "How far it goes, in cells or inches", "at: 0102\nreach: 2", required=True)
    label = key(WORDS, "Words at its edge", "at: 0102\nreach: 2\nlabel: range 2")


class LabelEntry(LazyEntry):
    """Words on a diagram."""

    noun = "a label of a diagram"
    at = key(SCALAR, "Where they stand", "at: 0102\ntext: The gap", required=True)
    text = key(WORDS, "The words", "at: 0102\ntext: The gap", required=True)


class DiagramEntry(LazyEntry):
    """A map drawn from data: cells with terrain, units, lines of sight, moves, ranges and arcs of fire."""

    noun = "a diagram"
    grid = key(
        choice("hex", "square", "none"),
        "What divides the map: hexes, squares, or nothing, with places in inches",
        "grid: square\narea: 0101-0403",
    )
    area = key(
        SCALAR,
        "The cells at two opposite corners; on free ground the size in inches, `12 x 8`",
        "area: 0101-0403",
        required=True,
    )
    tops = key(
        choice("flat", "pointed"), "Whether a hex has a side or a corner at its top", "area: 0101-0403\ntops: pointed"
    )
    shifted = key(
        choice("even", "odd"),
        "Which columns of hexes begin half a hex lower; with pointed tops which rows half a hex to the right",
        "area: 0101-0403\nshifted: odd",
    )
    numbers = key(choice("yes", "no"), "Whether cells show their numbers", "area: 0101-0403\nnumbers: no")
    terrain = key(
        named("a mapping of names to cells", FEATURES),
        "The ground of cells by its name; a legend explains it",
        "area: 0101-0403\nterrain: {woods: [0102, 0202]}",
    )
    edges = key(
        named("a mapping of names to sides of cells", FEATURES),
        "What lies between cells, such as walls and rivers",
        "area: 0101-0403\nedges: {wall: [0102/0202]}",
    )
    ways = key(
        named("a mapping of names to ways", FEATURES),
        "What leads through cells, such as roads",
        "area: 0101-0403\nways: {road: [0102-0202-0303]}",
    )
    units = key(
        nodes("a list of units", ref("CounterEntry")),
        "The units on the map",
        "area: 0101-0403\nunits: [{at: 0102, label: A, side: German}]",
    )
    lines = key(
        nodes("a list of lines", ref("DiagramLineEntry")),
        "Lines of sight, moves and measured distances",
        "area: 0101-0403\nlines: [{sight: [0101, 0402], blocked: 0302}]",
    )
    arcs = key(
        nodes("a list of arcs", ref("ArcEntry")),
        "Ranges and arcs of fire",
        "area: 0101-0403\narcs: [{at: 0202, reach: 1}]",
    )
    labels = key(
        nodes("a list of labels", ref("LabelEntry")),
        "Words on the map",
        "area: 0101-0403\nlabels: [{at: 0302, text: The gap}]",
    )


ENTRIES: tuple[type[Declaration], ...] = (
    DiagramEntry,
    FeatureEntry,
    CounterEntry,
    DiagramLineEntry,
    ArcEntry,
    LabelEntry,
)
