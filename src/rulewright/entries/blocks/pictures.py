"""Pictures: image files beside the card (`image`), and numbered figures of the game (`figure`).

A picture that only adorns the card prints as a CSS background. As an image without alternative text it would become a
figure in the tag tree, and screen readers would announce it without being able to read it.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated

from rulewright.base.findings import Span
from rulewright.entries.block import Block, ShownContent
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.entry import EntryReader, Key, Kind, key, shared
from rulewright.entries.paper import Edges, Millimetres, PictureArea, Share, Size
from rulewright.entries.roles import FLAG, PROSE, WORDS, Prose, link, parsed, read_length
from rulewright.entries.text import Text
from rulewright.source.pictures import Picture

PER_CENT = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%")
"""A part of a width, such as `60%` or `33.3 %`."""
FULL_WIDTH = Share(Decimal(100))


def _read_width(text: str) -> Millimetres | Share | None:
    """Read `40mm` or `60%`."""
    per_cent, length = PER_CENT.fullmatch(text), read_length(text)
    if per_cent and 0 < Decimal(per_cent[1]) <= 100:
        return Share(Decimal(per_cent[1]))
    return length if length is not None and length.value else None


PictureWidth = Annotated[
    Millimetres | Share,
    parsed(
        "a length or a part of the width there is: 40mm, 1½ in, 60%",
        {"type": "string", "pattern": r"(mm|cm|in|%)\s*$"},
        _read_width,
        "is not a width of a picture",
        "write a length or a part of the width there is: 40mm, 1½ in, 60%",
    ),
]


@dataclass(frozen=True, slots=True)
class TouchedEdges:
    """The edges of the page that a picture touches. It spans the width; at all four edges it covers the page."""

    edges: Edges
    page: Size

    def area(self, picture: Picture) -> PictureArea:
        """Return the area in which the picture prints."""
        if self.edges.all_around:
            return PictureArea(self.page, self.edges)
        height = Millimetres(round(self.page.width.value * Decimal(picture.height / picture.width), 3))
        return PictureArea(Size(self.page.width, height), self.edges)


ALT = Key(
    Kind("text", lambda reader, name: WORDS.read(reader, name).strip(), PROSE),
    "What the picture shows, in a few words, for readers who do not see it",
    "image: pictures/hexes.svg\nalt: A line between two hexes",
    default="required, unless it is `decorative`",
)
DECORATIVE = Key(
    FLAG,
    "Whether the picture shows nothing and only adorns the card",
    "image: pictures/hexes.svg\ndecorative: yes",
    default="no",
)


def check_alt(reader: EntryReader, alt: str, place: Span, *, decorative: bool) -> None:
    """Report a missing alternative text of a picture, unless the picture is `decorative`."""
    if decorative and alt:
        hint = "remove 'decorative' if it shows something, else 'alt'"
        reader.report("bad-value", reader.place("alt"), "a picture that only adorns the card has no 'alt'", hint)
    elif not decorative and not alt and reader.sound:
        hint = "say in a few words what it shows, or write decorative: yes if it only adorns the card"
        reader.report("missing-key", place, f"{reader.what} needs 'alt', for readers who do not see it", hint)


class Image(Block, noun="the block image"):
    """A picture in its own shape: a drawing (SVG) or pixels (PNG, JPEG)."""

    picture: str = key(
        "The path of the file below the game's folder of cards",
        "image: pictures/hexes.svg\nalt: A line between two hexes",
        name="image",
    )
    alt: str = shared(ALT, default="")
    decorative: bool = shared(DECORATIVE, default=False)
    width: PictureWidth = key(
        "How wide the picture prints",
        "image: pictures/hexes.svg\nalt: Two hexes\nwidth: 44mm",
        default=FULL_WIDTH,
        otherwise="as wide as its place",
    )
    caption: Prose | None = key(
        "Words below the picture",
        "image: pictures/hexes.svg\nalt: Two hexes\ncaption: A line of sight",
        default=None,
        otherwise="none",
    )
    touched: TouchedEdges | None = None

    def check(self, reader: EntryReader) -> None:
        check_alt(reader, self.alt, reader.span, decorative=self.decorative)

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, (self.caption,), pictures=(self.picture,))

    def at_edges(self, edges: Edges, page: Size) -> "Block":
        """Return the picture with the edges that it touches, if it is as wide as the page."""
        if not edges.across or self.width != FULL_WIDTH:
            return self
        covers_page = edges.all_around and self.caption is None
        touched = TouchedEdges(edges if covers_page else replace(edges, bottom=False), page)
        return replace(self, touched=touched)

    def view(self, renderer: BlockRenderer) -> View:
        picture, width = renderer.picture(self.picture), renderer.length(self.width)
        area = self.touched and self.touched.area(picture)
        content = _content(picture, self.picture, renderer.source(picture, width), width, self.alt)
        content["caption"] = renderer.optional(self.caption)
        if area:
            content["dots"] = 0 if picture.drawn else round(area.dots(picture.width, picture.height))
            content |= {"height": renderer.length(area.size.height), "beyond": renderer.beyond(picture, area)}
        return View("image.html.j2", f"image {self.picture}", content, bare=area is not None)


def _content(picture: Picture, name: str, source: str, width: str, alt: str) -> dict[str, object]:
    """Return the values for the template: `dots` is the width in pixels, 0 for a drawing; `rise` is height per width.

    At the edge of a card, `height` is the height of the picture, and `beyond` the part that prints beyond the edge.
    """
    dots, rise = 0 if picture.drawn else round(picture.width), f"{100 * picture.height / picture.width:.3f}%"
    content = {"name": name, "source": source, "width": width, "alt": alt, "dots": dots, "rise": rise}
    return content | {"height": "", "beyond": ""}


class FigureBlock(Block, noun="the block figure"):
    """A figure of the game, as the book prints it."""

    figure: Annotated[Text, link("figure")] = key("One of the game's `figures`", "figure: gap")
    width: PictureWidth = key(
        "How wide it prints", "figure: gap\nwidth: 44mm", default=FULL_WIDTH, otherwise="as wide as its place"
    )
    bare: bool = key("Whether it prints without number and caption", "figure: gap\nbare: yes", default=False)

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, () if self.bare else (self.figure,), figures=(self.figure,))

    def view(self, renderer: BlockRenderer) -> View:
        figure, width = renderer.figure_of(self.figure, self.width), renderer.length(self.width)
        picture = figure.picture
        content = _content(picture, picture.name, renderer.source(picture, width), width, figure.alt)
        content["caption"] = None if self.bare else figure.caption
        return View("image.html.j2", f"figure {figure.label}", content)
