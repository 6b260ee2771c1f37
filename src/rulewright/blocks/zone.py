"""A zone: a place on the card in millimetres, with a ground, a picture, a text or blocks.

Zones print in their order, each over those before it. What reaches an edge of the card goes on into the bleed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import ClassVar

from markupsafe import Markup

from rulewright.model.card import Block, Fit, Shown, view_of
from rulewright.model.colour import letters_on
from rulewright.model.paper import Millimetres, Place, Rectangle
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text

TURNS = {"left": -90, "right": 90, "half": 180}
"""Degrees with the clock."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a zone is set: colours of the game, lengths, and where its content stands."""

    ground: Text | None = None
    colour: Text | None = None
    line: Millimetres | None = None
    corner: Millimetres | None = None
    padding: Millimetres | None = None
    align: str = "left"
    vertical: str = "top"
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Art:
    """The picture of a zone; without `alt` it only adorns the card. It is cropped where it is to `cover` the zone."""

    picture: str
    alt: str
    cover: bool


@dataclass(frozen=True, slots=True)
class Zone(Block):
    """A zone by its name; `font_size` is in points, that of the card if it is None."""

    placed: ClassVar[bool] = True

    name: str
    place: Place
    look: Look
    text: Text | None = None
    art: Art | None = None
    blocks: tuple[Block, ...] = ()
    font_size: Decimal | None = None
    own_fit: Fit | None = field(default=None, kw_only=True)

    @property
    def shown(self) -> Shown:
        return Shown(None, (self.text,), pictures=(self.art.picture,) if self.art else ())

    @property
    def fit(self) -> Fit | None:
        return self.own_fit

    def set_in(self, font_size: Decimal) -> "Zone":
        return replace(self, font_size=font_size, own_fit=None)

    def view(self, setter: Setter) -> View:
        box = self.place.on(setter.size)
        content = ZoneView(
            place=self._placed(box, setter),
            fill=self._placed(box.over_edges(setter.size, setter.bleed), setter),
            style=" ".join(self._style(setter)),
            ground=" ".join((*self._ground(setter), self._corner(setter))).strip(),
            corner=self._corner(setter),
            size="" if self.font_size is None else size_class(self.font_size),
            cell=f"vertical-align: {self.look.vertical}; height: {setter.length(self._inner_height(box))}",
            text=setter.optional(self.text),
            picture=self._picture(box, setter),
            blocks=tuple(view_of(block, setter) for block in self.blocks),
        )
        return View("zone.html.j2", f"zone {self.name}", content, bare=True)

    def _placed(self, box: Rectangle, setter: Setter) -> str:
        """The declarations that place something; what is turned by a quarter has its sides exchanged before."""
        turn = TURNS.get(self.look.turn, 0)
        box = box.turned if turn in (90, -90) else box
        sides = ("left", box.left), ("top", box.top), ("width", box.width), ("height", box.height)
        placed = "; ".join(f"{name}: {setter.length(Millimetres(value))}" for name, value in sides)
        return f"{placed}; transform: rotate({turn}deg)" if turn else placed

    def _inner_height(self, box: Rectangle) -> Millimetres:
        height = box.width if self.look.turn in ("left", "right") else box.height
        padding = self.look.padding.value if self.look.padding else 0
        return Millimetres(max(height - 2 * padding, Decimal(0)))

    def _style(self, setter: Setter) -> Iterator[str]:
        look = self.look
        yield f"text-align: {'center' if look.align == 'centre' else look.align};"
        if self.font_size and (size := setter.type_size(self.font_size)):
            yield f"{size};"
        if look.padding:
            yield f"padding: {setter.length(look.padding)};"
        if look.colour:
            yield f"color: {setter.ink(setter.tint(look.colour))};"
        elif look.ground:
            yield f"color: {setter.ink(letters_on(setter.tint(look.ground)))};"

    def _ground(self, setter: Setter) -> Iterator[str]:
        look = self.look
        if look.ground:
            yield f"background: {setter.ink(setter.tint(look.ground))};"
        if look.line:
            colour = f" {setter.ink(setter.tint(look.colour))}" if look.colour else ""
            yield f"border: {setter.length(look.line)} solid{colour};"

    def _corner(self, setter: Setter) -> str:
        return f"border-radius: {setter.length(self.look.corner)};" if self.look.corner else ""

    def _picture(self, box: Rectangle, setter: Setter) -> "ZonePicture | None":
        if self.art is None:
            return None
        picture = setter.picture(self.art.picture)
        width, height = box.width, box.width * Decimal(picture.height) / Decimal(picture.width)
        if self.art.cover == (height < box.height):
            width = box.height * Decimal(picture.width) / Decimal(picture.height)
        return ZonePicture(
            source=setter.source(picture, setter.length(Millimetres(width))),
            alt=self.art.alt,
            fit="cover" if self.art.cover else "contain",
            name=self.art.picture,
            dots=0 if picture.drawn else round(Decimal(picture.width) * box.width / width),
            width=setter.length(Millimetres(width)),
            beyond=setter.beyond(picture, box.at_edges(setter.size)) if self.art.cover and not self.look.turn else "",
        )


def size_class(font_size: Decimal) -> str:
    """The class of zones in some size of type, by which the style sheet sizes the smaller texts in them."""
    return f"pt-{font_size.normalize():f}".replace(".", "-")


@dataclass(frozen=True, slots=True)
class ZonePicture:
    """A picture in its zone, `width` wide as a whole; the zone is `dots` wide, 0 if it is a drawing.

    `beyond` is the style of what stands around it beyond the edge of the card.
    """

    source: str
    alt: str
    fit: str
    name: str
    dots: int
    width: str
    beyond: str


@dataclass(frozen=True, slots=True)
class ZoneView:
    """`place` and `fill` are declarations: of the zone, and of its ground with the bleed; so are `style` and `ground`.

    `corner` is that of rounded corners, `cell` are those of
    the text as a whole. `size` is the class of its size of type, empty for that of the card.
    """

    place: str
    fill: str
    style: str
    ground: str
    corner: str
    size: str
    cell: str
    text: Markup | None
    picture: ZonePicture | None
    blocks: tuple[View, ...]
