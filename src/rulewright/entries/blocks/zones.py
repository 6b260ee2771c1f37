"""The zones of a page: named areas of the card, placed in millimetres from its edges.

zones:
  art: {image: art/wind.svg, alt: A sail, bottom: 40mm}
  title: {text: "**High wind**", left: 4mm, right: 4mm, top: 52mm, height: 8mm, align: centre}

Zones print in source order, later ones on top. A zone that touches an edge of the card extends into the bleed.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Annotated, ClassVar

from rulewright.entries.block import BLOCK, Block, ListedBlock, ShownContent, read_inner, view_of
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.blocks.pictures import ALT, DECORATIVE, check_alt
from rulewright.entries.colour import letters_on
from rulewright.entries.entry import EntryReader, Kind, key, shared
from rulewright.entries.fit import WAYS_TO_FIT, Fit, read_fit
from rulewright.entries.paper import Extent, Millimetres, Place, Rectangle
from rulewright.entries.roles import Prose, choice, either, length, link, list_of, names_to, points, ref
from rulewright.entries.text import Text
from rulewright.source.nodes import Scalar

TURNS = {"left": -90, "right": 90, "half": 180}
"""Degrees clockwise by the value of `turn`."""
QUARTER_TURNS = ("left", "right")


MAX_DISTANCE, MAX_LINE_WIDTH = 1200, 5
"""The longest distance and the thickest line around a zone in millimetres."""
MIN_FONT_SIZE, MAX_FONT_SIZE = 4, 200
"""The font sizes of a zone in points; a single figure may be as high as the card."""
CONTENTS = ("text", "image", "blocks")
"""The keys of what a zone shows."""
PICTURE_FITS = ("cover", "contain")
Distance = Annotated[Millimetres, length(0, MAX_DISTANCE, "distance from an edge")]
Side = Annotated[Millimetres, length(0.1, MAX_DISTANCE, "length of a side")]


def _fit(reader: EntryReader, name: str) -> Fit | str | None:
    """Read how a text may be resized, or whether a picture covers the zone."""
    if reader.node_at("image") is not None:
        return reader.choice_at(name, PICTURE_FITS)
    written = reader.node_at(name)
    is_fixed = isinstance(written, Scalar) and written.value not in WAYS_TO_FIT[1:]
    if reader.value_of("font-size") is None and not is_fixed:
        message, hint = f"{reader.what} needs 'font-size' too", "as in font-size: 9pt"
        reader.report("missing-key", reader.key_place(name), message, hint)
    return read_fit(reader, name)


def _align(reader: EntryReader, name: str) -> str:
    value = reader.scalar_at(name)
    return "centre" if value and value.value == "center" else reader.choice_at(name, ("left", "centre", "right"))


def _blocks(reader: EntryReader, name: str) -> tuple[Block, ...]:
    """Read the blocks in a zone, and leave out columns."""
    blocks = read_inner(reader, reader.list_at(name))
    for block in (block for block in blocks if block.columns is not None):
        reader.report("bad-block", block.span, "there are no columns in a zone", "make a zone of each column")
    return tuple(block for block in blocks if block.columns is None)


class Zone(Block, noun="a zone"):
    """A named area of the card with a text, a picture, blocks, or only a background."""

    name: str
    left: Distance | None = key(
        "From the left edge of the card to the zone",
        "left: 4mm",
        default=None,
        otherwise="0 mm, or what `right` and `width` leave",
        also=("x",),
    )
    top: Distance | None = key(
        "From the upper edge of the card to the zone",
        "top: 4mm",
        default=None,
        otherwise="0 mm, or what `bottom` and `height` leave",
        also=("y",),
    )
    right: Distance | None = key(
        "From the zone to the right edge of the card",
        "right: 4mm",
        default=None,
        otherwise="0 mm, or what `width` leaves",
    )
    bottom: Distance | None = key(
        "From the zone to the lower edge of the card",
        "bottom: 4mm",
        default=None,
        otherwise="0 mm, or what `height` leaves",
    )
    width: Side | None = key("How wide it is", "width: 20mm", default=None, otherwise="from edge to edge")
    height: Side | None = key("How high it is", "height: 10mm", default=None, otherwise="from edge to edge")
    inset: Distance | None = key(
        "The distance from all edges for which nothing else is said", "inset: 3mm", default=None, otherwise="0 mm"
    )
    text: Prose | None = key("The text", 'text: "**Fire**"', default=None, otherwise="none")
    picture: str = key(
        "The path of a picture below the game's folder of cards, which fills the zone",
        "image: pictures/hexes.svg\nalt: A line between two hexes",
        name="image",
        default="",
        otherwise="none",
    )
    alt: str = shared(ALT, default="")
    decorative: bool = shared(DECORATIVE, default=False)
    blocks: tuple[Block, ...] = key(
        "Blocks in place of a text",
        "blocks: [{bullets: fire}]",
        kind=Kind("a list of blocks", _blocks, list_of(BLOCK)),
        default=(),
        otherwise="none",
    )
    ground: Annotated[Text, link("colour")] | None = key(
        "One of the game's `colours` behind all of the zone",
        "text: Fire\nground: fire",
        default=None,
        otherwise="none: what lies below shows",
    )
    colour: Annotated[Text, link("colour")] | None = key(
        "One of the game's `colours` for the letters and the line",
        "text: Fire\ncolour: fire",
        default=None,
        otherwise="black or white, whichever is read more easily on the ground",
        also=("color",),
    )
    line: Annotated[Millimetres, length(0.05, MAX_LINE_WIDTH, "width of a line", "0.3mm")] | None = key(
        "How thick the line around the zone is", "line: 0.3mm", default=None, otherwise="none"
    )
    corner: Annotated[Millimetres, length(0, 100, "radius of a corner", "2mm")] | None = key(
        "The radius of its corners", "corner: 2mm", default=None, otherwise="0 mm", also=("radius",)
    )
    padding: Annotated[Millimetres, length(0, 100, "distance", "1mm")] | None = key(
        "From the edge of the zone to its text or blocks", "padding: 1mm", default=None, otherwise="0 mm"
    )
    align: str = key(
        "Where lines of text stand",
        "text: Fire\nalign: centre",
        kind=Kind("left or centre or right", _align, {"enum": ["left", "centre", "center", "right"]}),
        default="left",
        otherwise="left",
    )
    vertical: str = key(
        "Where the text as a whole stands",
        "text: Fire\nvertical: middle",
        kind=choice("top", "middle", "bottom"),
        default="top",
        otherwise="top",
    )
    turn: str = key(
        "A quarter turn to the left or right, or half a turn",
        "text: Fire\nturn: half",
        kind=choice("none", *TURNS),
        default="none",
        otherwise="none",
    )
    font_size: Annotated[Decimal, points(MIN_FONT_SIZE, MAX_FONT_SIZE, "9pt")] | None = key(
        "The size of its letters", "text: Fire\nfont-size: 11pt", default=None, otherwise="that of the card"
    )
    fitting: Fit | str | None = key(
        "Whether the tool may set the text smaller or larger, so that it fits; whether a picture is cropped "
        "to `cover` the zone, or shown whole, `contain`",
        "text: Fire\nfont-size: 9pt\nfit: {shrink: 6.5pt}",
        name="fit",
        kind=Kind(
            "error, shrink or grow, or a mapping of bounds; for a picture cover or contain",
            _fit,
            either({"enum": [*WAYS_TO_FIT, *PICTURE_FITS]}, ref("Fit")),
        ),
        default=None,
        otherwise="error; a picture covers the zone",
    )

    placed: ClassVar[bool] = True

    def check(self, reader: EntryReader) -> None:
        contents = [key for key in CONTENTS if reader.has(key)]
        for surplus in contents[1:]:
            message = f"a zone has one of text, image and blocks: {self.name!r} has {contents[0]!r} too"
            hint = "make another zone of it: zones may lie on one another"
            reader.report("bad-value", reader.key_place(surplus), message, hint)
        for keys in (("left", "right", "width"), ("top", "bottom", "height")):
            if None not in map(reader.value_of, keys):
                message = f"{keys[0]!r}, {keys[1]!r} and {keys[2]!r} of a zone follow from one another"
                reader.report("bad-value", reader.key_place(keys[2]), message, "leave one of them out")
        if self.picture:
            check_alt(reader, self.alt, reader.place("image"), decorative=self.decorative)
        elif reader.node_at("image") is not None:
            reader.require("image")

    @property
    def place(self) -> Place:
        return Place(self._extent(self.left, self.right, self.width), self._extent(self.top, self.bottom, self.height))

    def _extent(self, start: Millimetres | None, end: Millimetres | None, size: Millimetres | None) -> Extent:
        """Return how far a zone reaches in one direction.

        The inset replaces the distances that are left out, unless the others place the zone.
        """
        if self.inset and size is None:
            start, end = start or self.inset, end or self.inset
        elif self.inset and end is None:
            start = start or self.inset
        return Extent(start, end, size)

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, (self.text,), pictures=(self.picture,) if self.picture else ())

    @property
    def fit(self) -> Fit | None:
        return self.fitting if isinstance(self.fitting, Fit) else None

    def with_font_size(self, font_size: Decimal) -> "Zone":
        return replace(self, font_size=font_size, fitting=None)

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
            "cell": f"vertical-align: {self.vertical}; height: {renderer.length(self._inner_height(box))}",
            "text": renderer.optional(self.text),
            "picture": self._picture(box, renderer),
            "blocks": tuple(view_of(block, renderer) for block in self.blocks),
        }
        return View("zone.html.j2", f"zone {self.name}", content, bare=True)

    def _placement(self, box: Rectangle, renderer: BlockRenderer) -> str:
        """Return the CSS that places a box. A quarter turn in CSS needs width and height swapped first."""
        turn = TURNS.get(self.turn, 0)
        box = box.turned if self.turn in QUARTER_TURNS else box
        sides = ("left", box.left), ("top", box.top), ("width", box.width), ("height", box.height)
        style = "; ".join(f"{name}: {renderer.length(Millimetres(value))}" for name, value in sides)
        return f"{style}; transform: rotate({turn}deg)" if turn else style

    def _inner_height(self, box: Rectangle) -> Millimetres:
        height = box.width if self.turn in QUARTER_TURNS else box.height
        padding = self.padding.value if self.padding else 0
        return Millimetres(max(height - 2 * padding, Decimal(0)))

    def _style(self, renderer: BlockRenderer) -> Iterator[str]:
        yield f"text-align: {'center' if self.align == 'centre' else self.align};"
        if self.font_size and (size := renderer.type_size(self.font_size)):
            yield f"{size};"
        if self.padding:
            yield f"padding: {renderer.length(self.padding)};"
        if self.colour:
            yield f"color: {renderer.ink(renderer.tint(self.colour))};"
        elif self.ground:
            yield f"color: {renderer.ink(letters_on(renderer.tint(self.ground)))};"

    def _ground(self, renderer: BlockRenderer) -> Iterator[str]:
        if self.ground:
            yield f"background: {renderer.ink(renderer.tint(self.ground))};"
        if self.line:
            colour = f" {renderer.ink(renderer.tint(self.colour))}" if self.colour else ""
            yield f"border: {renderer.length(self.line)} solid{colour};"

    def _corner(self, renderer: BlockRenderer) -> str:
        return f"border-radius: {renderer.length(self.corner)};" if self.corner else ""

    def _picture(self, box: Rectangle, renderer: BlockRenderer) -> dict[str, object] | None:
        """Return the values for the template.

        `width` is the width of the whole picture; `dots` are the pixels across the zone, 0 for a drawing.
        """
        if not self.picture:
            return None
        picture = renderer.picture(self.picture)
        width, height = box.width, box.width * Decimal(picture.height) / Decimal(picture.width)
        # a picture as wide as the zone may leave space to cover, or be too high to fit: then it is as high as the zone
        covers, leaves_space = self.fitting != "contain", height < box.height
        if covers == leaves_space:
            width = box.height * Decimal(picture.width) / Decimal(picture.height)
        length = renderer.length(Millimetres(width))
        return {
            "source": renderer.source(picture, length),
            "alt": self.alt,
            "fit": "cover" if covers else "contain",
            "name": self.picture,
            "dots": 0 if picture.drawn else round(Decimal(picture.width) * box.width / width),
            "width": length,
            "beyond": renderer.beyond(picture, box.at_edges(renderer.size)) if covers and self.turn == "none" else "",
        }


def size_class(font_size: Decimal) -> str:
    """Return the CSS class of zones of a font size; the style sheet sizes smaller texts in them by it."""
    return f"pt-{font_size.normalize():f}".replace(".", "-")


def _zones(reader: EntryReader, name: str) -> tuple[Zone, ...]:
    zones = []
    for title, node in reader.pairs_at(name):
        inner = EntryReader(Zone, node, f"the zone {title.value!r}", reader.findings, reader.context)
        zone = Zone.of_reader(inner, name=title.value, span=title.span)
        zones += [zone] if inner.sound else []
    return tuple(zones)


class Zones(ListedBlock, noun="the block zones"):
    """Areas of the card, placed in millimetres, each with a text, a picture or blocks.

    A page with zones has nothing else.
    """

    blocks: tuple[Zone, ...] = key(
        "The zones by names of your own, from the lowest up",
        'zones:\n  value: {text: "7", left: 4mm, top: 4mm, width: 10mm, height: 8mm}\n'
        "  rule: {blocks: [bullets: fire], inset: 4mm, top: 40mm}",
        name="zones",
        kind=Kind("a mapping of names to zones", _zones, names_to(ref("Zone"))),
    )
