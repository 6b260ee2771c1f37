"""The zones of a page: places on the card by name, in millimetres from its edges.

zones:
  art: {image: art/wind.svg, alt: A sail, bottom: 40mm}
  title: {text: "**High wind**", left: 4mm, right: 4mm, top: 52mm, height: 8mm, align: centre}
"""

from decimal import Decimal

from rulewright.blocks.entry import BLOCK, BlockEntry, ReadBlocks
from rulewright.blocks.zone import Art, Look, Zone
from rulewright.findings import Findings
from rulewright.language.entry import Entry, Kind, key
from rulewright.language.kinds import (
    FLAG,
    SCALAR,
    TEXT,
    WORDS,
    choice,
    either,
    length,
    link,
    named,
    nodes,
    points,
    read_fit,
    ref,
)
from rulewright.model.card import Fit, Zones
from rulewright.model.paper import Extent, Millimetres, Place
from rulewright.source.nodes import Node, Scalar

FARTHEST, THICKEST = 1200, 5
"""Millimetres: the longest side of a card, and the thickest line around a zone."""
SMALLEST, LARGEST = 4, 200
"""Points of the type in a zone; a figure may be as high as the card."""
DEFAULT_SIZE = Decimal(8)
WAYS = ("error", "shrink", "grow")
COVER, CONTAIN = "cover", "contain"
EDGE = length(0, FARTHEST, "distance from an edge")
SIDE = length(0.1, FARTHEST, "length of a side")


def _fit_node(entry: Entry, name: str) -> Node | None:
    return entry.node_at(name)


FIT: Kind[Node | None] = Kind(
    "error, shrink or grow, or a mapping of bounds; for a picture cover or contain",
    _fit_node,
    either({"enum": [*WAYS, COVER, CONTAIN]}, ref("FitEntry")),
)


def _align(entry: Entry, name: str) -> str:
    value = entry.scalar_at(name)
    return "centre" if value and value.value == "center" else entry.choice_at(name, ("left", "centre", "right"))


ALIGN: Kind[str] = Kind("left or centre or right", _align, {"enum": ["left", "centre", "center", "right"]})


class ZoneEntry(Entry):
    """A place on the card, and what it has: a text, a picture, blocks, or only its ground."""

    noun = "a zone"
    left = key(
        EDGE,
        "From the left edge of the card to the zone",
        "left: 4mm",
        default="0 mm, or what `right` and `width` leave",
        also=("x",),
    )
    top = key(
        EDGE,
        "From the upper edge of the card to the zone",
        "top: 4mm",
        default="0 mm, or what `bottom` and `height` leave",
        also=("y",),
    )
    right = key(
        EDGE, "From the zone to the right edge of the card", "right: 4mm", default="0 mm, or what `width` leaves"
    )
    bottom = key(
        EDGE, "From the zone to the lower edge of the card", "bottom: 4mm", default="0 mm, or what `height` leaves"
    )
    width = key(SIDE, "How wide it is", "width: 20mm", default="from edge to edge")
    height = key(SIDE, "How high it is", "height: 10mm", default="from edge to edge")
    inset = key(EDGE, "The distance from all edges for which nothing else is said", "inset: 3mm", default="0 mm")
    text = key(TEXT, "The text", 'text: "**Fire**"', default="none")
    image = key(
        SCALAR,
        "The path of a picture below the game's folder of cards, which fills the zone",
        "image: pictures/hexes.svg\nalt: A line between two hexes",
        default="none",
    )
    alt = key(
        WORDS,
        "What the picture shows, in a few words, for readers who do not see it",
        "image: pictures/hexes.svg\nalt: A line between two hexes",
        default="required, unless it is `decorative`",
    )
    decorative = key(
        FLAG,
        "Whether the picture shows nothing and only adorns the card",
        "image: pictures/hexes.svg\ndecorative: yes",
        default="no",
    )
    blocks = key(
        nodes("a list of blocks", BLOCK), "Blocks in place of a text", "blocks: [{bullets: fire}]", default="none"
    )
    ground = key(
        link("colour"),
        "One of the game's `colours` behind all of the zone",
        "text: Fire\nground: fire",
        default="none: what lies below shows",
    )
    colour = key(
        link("colour"),
        "One of the game's `colours` for the letters and the line",
        "text: Fire\ncolour: fire",
        default="black or white, whichever is read more easily on the ground",
        also=("color",),
    )
    line = key(
        length(0.05, THICKEST, "width of a line", "0.3mm"),
        "How thick the line around the zone is",
        "line: 0.3mm",
        default="none",
    )
    corner = key(
        length(0, 100, "radius of a corner", "2mm"),
        "The radius of its corners",
        "corner: 2mm",
        default="0 mm",
        also=("radius",),
    )
    padding = key(
        length(0, 100, "distance", "1mm"),
        "From the edge of the zone to its text or blocks",
        "padding: 1mm",
        default="0 mm",
    )
    align = key(ALIGN, "Where lines of text stand", "text: Fire\nalign: centre", default="left")
    vertical = key(
        choice("top", "middle", "bottom"),
        "Where the text as a whole stands",
        "text: Fire\nvertical: middle",
        default="top",
    )
    turn = key(
        choice("none", "left", "right", "half"),
        "A quarter turn to the left or right, or half a turn",
        "text: Fire\nturn: half",
        default="none",
    )
    font_size = key(
        points(SMALLEST, LARGEST, "9pt"),
        "The size of its letters",
        "text: Fire\nfont-size: 11pt",
        default="that of the card",
    )
    fit = key(
        FIT,
        "Whether the tool may set the text smaller or larger, so that it fits; whether a picture is cropped "
        "to `cover` the zone, or shown whole, `contain`",
        "text: Fire\nfont-size: 9pt\nfit: {shrink: 6.5pt}",
        default="error; a picture covers the zone",
    )


class ZonesEntry(BlockEntry):
    """Zones: places on the card in millimetres, each with a text, a picture or blocks. A page has nothing else."""

    noun = "the block zones"
    parts = (ZoneEntry,)
    zones = key(
        named("a mapping of names to zones", ref("ZoneEntry")),
        "The zones by names of your own, from the lowest up",
        'zones:\n  value: {text: "7", left: 4mm, top: 4mm, width: 10mm, height: 8mm}\n'
        "  rule: {blocks: [bullets: fire], inset: 4mm, top: 40mm}",
        required=True,
    )

    def block(self) -> Zones | None:
        read = (_Reader(name, node, self.faults, self.read_blocks).zone() for name, node in self.zones)
        return Zones(tuple(zone for zone in read if zone), self.span) if self.sound else None


class _Reader:
    """Reads one zone."""

    def __init__(self, name: Scalar, node: Node, faults: Findings, read_blocks: ReadBlocks) -> None:
        self.name, self.read_blocks = name, read_blocks
        self.entry = ZoneEntry(node, f"the zone {name.value!r}", faults)

    def zone(self) -> Zone | None:
        entry = self.entry
        if not entry.sound:
            return None
        self._one_content()
        blocks = self.read_blocks(entry.blocks)
        for block in blocks:
            if block.columns is not None:
                hint = "make a zone of each column"
                entry.fault("bad-block", block.span, "there are no columns in a zone", hint)
        look = Look(
            entry.ground,
            entry.colour,
            entry.line,
            entry.corner,
            entry.padding,
            entry.align,
            entry.vertical,
            "" if entry.turn == "none" else entry.turn,
        )
        return Zone(
            self.name.value,
            self._place(),
            look,
            entry.text,
            self._art(),
            tuple(block for block in blocks if block.columns is None),
            entry.font_size,
            own_fit=self._fit(),
            span=self.name.span,
        )

    def _one_content(self) -> None:
        given = [name for name in ("text", "image", "blocks") if self.entry.has(name)]
        for name in given[1:]:
            zone, one = self.name.value, given[0]
            message = f"a zone has one of text, image and blocks: {zone!r} has {one!r} too"
            hint = "make another zone of it: zones may lie on one another"
            self.entry.fault("bad-value", self.entry.key_place(name), message, hint)

    def _place(self) -> Place:
        entry = self.entry
        return Place(
            self._extent(("left", entry.left), ("right", entry.right), ("width", entry.width)),
            self._extent(("top", entry.top), ("bottom", entry.bottom), ("height", entry.height)),
        )

    def _extent(self, *stated: tuple[str, Millimetres | None]) -> Extent:
        """Of three that follow from one another, at most two are stated."""
        (first, before), (last, after), (side, long) = stated
        if None not in (before, after, long):
            names = {"first": first, "last": last, "side": side}
            message = "{first!r}, {last!r} and {side!r} of a zone follow from one another".format(**names)
            self.entry.fault("bad-value", self.entry.key_place(side), message, "leave one of them out")
        inset = self.entry.inset
        if inset and long is None:
            before, after = before or inset, after or inset
        elif inset and after is None:
            before = before or inset
        return Extent(before, after, long)

    def _art(self) -> Art | None:
        entry, alt = self.entry, self.entry.alt.strip()
        if entry.image is None:
            return None
        if entry.decorative and alt:
            hint = "remove 'decorative' if it shows something, else 'alt'"
            entry.fault("bad-value", entry.place("alt"), "a picture that only adorns the card has no 'alt'", hint)
        elif not entry.decorative and not alt:
            hint = "say in a few words what it shows, or write decorative: yes if it only adorns the card"
            what = f"{entry.what} needs 'alt', for readers who do not see it"
            entry.fault("missing-key", entry.place("image"), what, hint)
        return Art(entry.image.value, alt, entry.choice_at("fit", (COVER, CONTAIN)) == COVER)

    def _fit(self) -> Fit | None:
        entry = self.entry
        if entry.fit is None or entry.image is not None:
            return None
        if entry.font_size is None and not self._is_error():
            message, hint = f"{entry.what} needs 'font-size' too", "as in font-size: 9pt"
            entry.fault("missing-key", entry.key_place("fit"), message, hint)
        return read_fit(entry, entry.font_size or DEFAULT_SIZE)

    def _is_error(self) -> bool:
        return isinstance(self.entry.fit, Scalar) and self.entry.fit.value not in WAYS[1:]
