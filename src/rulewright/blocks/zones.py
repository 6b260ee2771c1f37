"""The zones of a page: named areas of the card, placed in millimetres from its edges.

zones:
  art: {image: art/wind.svg, alt: A sail, bottom: 40mm}
  title: {text: "**High wind**", left: 4mm, right: 4mm, top: 52mm, height: 8mm, align: centre}

Zones print in source order, later ones on top. A zone that touches an edge of the card extends into the bleed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import ClassVar

from rulewright.blocks.entry import BLOCK, BlockEntry, ReadBlocks
from rulewright.blocks.fit import read_fit
from rulewright.blocks.pictures import ImageEntry, read_alt
from rulewright.entries.colour import letters_on
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.paper import Extent, Millimetres, Place, Rectangle
from rulewright.entries.roles import SCALAR, TEXT, choice, length, link, named, node, nodes, points, ref
from rulewright.entries.text import Text
from rulewright.model.block import Block, Fit, ShownContent, view_of
from rulewright.model.block_renderer import BlockRenderer, View
from rulewright.model.card import Zones
from rulewright.source.nodes import Scalar

TURNS = {"left": -90, "right": 90, "half": 180}
"""Degrees clockwise by the value of `turn`."""
QUARTER_TURNS = ("left", "right")


@dataclass(frozen=True, slots=True)
class ZoneStyle:
    """The look of a zone: links to colours of the game, lengths, and the position of its content.

    `ground` is the colour behind it, `line` the width of the line around it, `corner` the radius of its corners, and
    `turn` a key of `TURNS`, or empty.
    """

    ground: Text | None = None
    colour: Text | None = None
    line: Millimetres | None = None
    corner: Millimetres | None = None
    padding: Millimetres | None = None
    align: str = "left"
    vertical: str = "top"
    turn: str = ""


@dataclass(frozen=True, slots=True)
class ZonePicture:
    """The picture of a zone; without `alt` it only adorns the card. With `cover` it is cropped to fill the zone."""

    picture: str
    alt: str
    cover: bool


@dataclass(frozen=True, slots=True)
class Zone(Block):
    """A named zone. `font_size` is in points; None means the font size of the card.

    `text_fit` has the font sizes between which the tool chooses; None means a fixed size.
    """

    placed: ClassVar[bool] = True

    name: str
    place: Place
    style: ZoneStyle
    text: Text | None = None
    picture: ZonePicture | None = None
    blocks: tuple[Block, ...] = ()
    font_size: Decimal | None = None
    text_fit: Fit | None = field(default=None, kw_only=True)

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, (self.text,), pictures=(self.picture.picture,) if self.picture else ())

    @property
    def fit(self) -> Fit | None:
        return self.text_fit

    def with_font_size(self, font_size: Decimal) -> "Zone":
        return replace(self, font_size=font_size, text_fit=None)

    def view(self, renderer: BlockRenderer) -> View:
        """Return the view. The values `place`, `fill`, `style`, `ground`, `corner` and `cell` are CSS declarations."""
        box = self.place.on(renderer.size)
        content = {
            "place": self._placement(box, renderer),
            "fill": self._placement(box.over_edges(renderer.size, renderer.bleed), renderer),
            "style": " ".join(self._style(renderer)),
            "ground": " ".join((*self._ground(renderer), self._corner(renderer))).strip(),
            "corner": self._corner(renderer),
            "size": "" if self.font_size is None else size_class(self.font_size),
            "cell": f"vertical-align: {self.style.vertical}; height: {renderer.length(self._inner_height(box))}",
            "text": renderer.optional(self.text),
            "picture": self._picture(box, renderer),
            "blocks": tuple(view_of(block, renderer) for block in self.blocks),
        }
        return View("zone.html.j2", f"zone {self.name}", content, bare=True)

    def _placement(self, box: Rectangle, renderer: BlockRenderer) -> str:
        """Return the CSS that places a box. A quarter turn in CSS needs width and height swapped first."""
        turn = TURNS.get(self.style.turn, 0)
        box = box.turned if self.style.turn in QUARTER_TURNS else box
        sides = ("left", box.left), ("top", box.top), ("width", box.width), ("height", box.height)
        style = "; ".join(f"{name}: {renderer.length(Millimetres(value))}" for name, value in sides)
        return f"{style}; transform: rotate({turn}deg)" if turn else style

    def _inner_height(self, box: Rectangle) -> Millimetres:
        height = box.width if self.style.turn in QUARTER_TURNS else box.height
        padding = self.style.padding.value if self.style.padding else 0
        return Millimetres(max(height - 2 * padding, Decimal(0)))

    def _style(self, renderer: BlockRenderer) -> Iterator[str]:
        zone_style = self.style
        yield f"text-align: {'center' if zone_style.align == 'centre' else zone_style.align};"
        if self.font_size and (size := renderer.type_size(self.font_size)):
            yield f"{size};"
        if zone_style.padding:
            yield f"padding: {renderer.length(zone_style.padding)};"
        if zone_style.colour:
            yield f"color: {renderer.ink(renderer.tint(zone_style.colour))};"
        elif zone_style.ground:
            yield f"color: {renderer.ink(letters_on(renderer.tint(zone_style.ground)))};"

    def _ground(self, renderer: BlockRenderer) -> Iterator[str]:
        zone_style = self.style
        if zone_style.ground:
            yield f"background: {renderer.ink(renderer.tint(zone_style.ground))};"
        if zone_style.line:
            colour = f" {renderer.ink(renderer.tint(zone_style.colour))}" if zone_style.colour else ""
            yield f"border: {renderer.length(zone_style.line)} solid{colour};"

    def _corner(self, renderer: BlockRenderer) -> str:
        return f"border-radius: {renderer.length(self.style.corner)};" if self.style.corner else ""

    def _picture(self, box: Rectangle, renderer: BlockRenderer) -> dict[str, object] | None:
        """Return the values for the template.

        `width` is the width of the whole picture; `dots` are the pixels across the zone, 0 for a drawing.
        """
        if self.picture is None:
            return None
        picture = renderer.picture(self.picture.picture)
        width, height = box.width, box.width * Decimal(picture.height) / Decimal(picture.width)
        # a picture as wide as the zone may leave space to cover, or be too high to fit: then it is as high as the zone
        leaves_space = height < box.height
        if self.picture.cover == leaves_space:
            width = box.height * Decimal(picture.width) / Decimal(picture.height)
        length = renderer.length(Millimetres(width))
        return {
            "source": renderer.source(picture, length),
            "alt": self.picture.alt,
            "fit": "cover" if self.picture.cover else "contain",
            "name": self.picture.picture,
            "dots": 0 if picture.drawn else round(Decimal(picture.width) * box.width / width),
            "width": length,
            "beyond": renderer.beyond(picture, box.at_edges(renderer.size))
            if self.picture.cover and not self.style.turn
            else "",
        }


def size_class(font_size: Decimal) -> str:
    """Return the CSS class of zones of a font size; the style sheet sizes smaller texts in them by it."""
    return f"pt-{font_size.normalize():f}".replace(".", "-")


MAX_DISTANCE, MAX_LINE_WIDTH = 1200, 5
"""The longest distance and the thickest line around a zone in millimetres."""
MIN_FONT_SIZE, MAX_FONT_SIZE = 4, 200
"""The font sizes of a zone in points; a single figure may be as high as the card."""
DEFAULT_FONT_SIZE = Decimal(8)
WAYS_TO_FIT = ("error", "shrink", "grow")
COVER, CONTAIN = "cover", "contain"
EDGE = length(0, MAX_DISTANCE, "distance from an edge")
SIDE = length(0.1, MAX_DISTANCE, "length of a side")


FIT = node(
    "error, shrink or grow, or a mapping of bounds; for a picture cover or contain",
    {"enum": [*WAYS_TO_FIT, COVER, CONTAIN]},
    ref("FitEntry"),
)


def _align(entry: EntryReader, name: str) -> str:
    value = entry.scalar_at(name)
    return "centre" if value and value.value == "center" else entry.choice_at(name, ("left", "centre", "right"))


ALIGN: Kind[str] = Kind("left or centre or right", _align, {"enum": ["left", "centre", "center", "right"]})


class ZoneEntry(LazyEntry):
    """A named area of the card with a text, a picture, blocks, or only a background."""

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
    alt = ImageEntry.alt
    decorative = ImageEntry.decorative
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
        length(0.05, MAX_LINE_WIDTH, "width of a line", "0.3mm"),
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
        points(MIN_FONT_SIZE, MAX_FONT_SIZE, "9pt"),
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

    def zone(self, name: Scalar, read_blocks: ReadBlocks) -> Zone | None:
        """Return the zone; None if it has an error."""
        if not self.sound:
            return None
        contents = [key for key in ("text", "image", "blocks") if self.has(key)]
        for surplus in contents[1:]:
            message = f"a zone has one of text, image and blocks: {name.value!r} has {contents[0]!r} too"
            hint = "make another zone of it: zones may lie on one another"
            self.report("bad-value", self.key_place(surplus), message, hint)
        blocks = read_blocks(self.blocks)
        for block in (block for block in blocks if block.columns is not None):
            self.report("bad-block", block.span, "there are no columns in a zone", "make a zone of each column")
        place = Place(
            self._extent(("left", "right", "width"), self.left, self.right, self.width),
            self._extent(("top", "bottom", "height"), self.top, self.bottom, self.height),
        )
        turn = "" if self.turn == "none" else self.turn
        style = ZoneStyle(
            self.ground, self.colour, self.line, self.corner, self.padding, self.align, self.vertical, turn
        )
        inner = tuple(block for block in blocks if block.columns is None)
        picture, font_size = self._picture(), self.font_size
        return Zone(
            name.value, place, style, self.text, picture, inner, font_size, text_fit=self._text_fit(), span=name.span
        )

    def _extent(
        self, keys: tuple[str, str, str], start: Millimetres | None, end: Millimetres | None, size: Millimetres | None
    ) -> Extent:
        """Return how far a zone reaches in one direction. Report it if all three lengths are given.

        These are the distance before the zone, the distance after it and its own size; `keys` are their names.
        """
        if None not in (start, end, size):
            message = f"{keys[0]!r}, {keys[1]!r} and {keys[2]!r} of a zone follow from one another"
            self.report("bad-value", self.key_place(keys[2]), message, "leave one of them out")
        inset = self.inset  # replaces the distances that are left out, unless the others place the zone
        if inset and size is None:
            start, end = start or inset, end or inset
        elif inset and end is None:
            start = start or inset
        return Extent(start, end, size)

    def _picture(self) -> ZonePicture | None:
        if self.image is None:
            return None
        alt = read_alt(self, self.alt, self.place("image"), decorative=self.decorative)
        return ZonePicture(self.image.value, alt, self.choice_at("fit", (COVER, CONTAIN)) == COVER)

    def _text_fit(self) -> Fit | None:
        """Return how the text of the zone may be resized; None for pictures."""
        if self.fit is None or self.image is not None:
            return None
        is_fixed = isinstance(self.fit, Scalar) and self.fit.value not in WAYS_TO_FIT[1:]
        if self.font_size is None and not is_fixed:
            message, hint = f"{self.what} needs 'font-size' too", "as in font-size: 9pt"
            self.report("missing-key", self.key_place("fit"), message, hint)
        return read_fit(self, self.font_size or DEFAULT_FONT_SIZE)


class ZonesEntry(BlockEntry):
    """Areas of the card, placed in millimetres, each with a text, a picture or blocks.

    A page with zones has nothing else.
    """

    noun = "the block zones"
    inner_entries = (ZoneEntry,)
    zones = key(
        named("a mapping of names to zones", ref("ZoneEntry")),
        "The zones by names of your own, from the lowest up",
        'zones:\n  value: {text: "7", left: 4mm, top: 4mm, width: 10mm, height: 8mm}\n'
        "  rule: {blocks: [bullets: fire], inset: 4mm, top: 40mm}",
        required=True,
    )

    def block(self) -> Zones | None:
        entries = ((name, ZoneEntry(node, f"the zone {name.value!r}", self.findings)) for name, node in self.zones)
        zones = (entry.zone(name, self.read_blocks) for name, entry in entries)
        return Zones(tuple(zone for zone in zones if zone), self.span) if self.sound else None
