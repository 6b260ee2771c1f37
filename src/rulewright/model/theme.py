"""How cards, books and web pages look: fonts, and themes as a handful of named design values."""

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Union

from rulewright.findings import Span
from rulewright.model.colour import BLACK, Tint, channels, contrast, hex_of
from rulewright.model.paper import NO_LENGTH, Millimetres
from rulewright.source.pictures import Picture

# Families of type. Nothing is thickened or slanted by machine: a face that a family lacks is one that it has.


class Generic(Enum):
    """What kind of type a family is, as CSS calls it."""

    SANS = "sans-serif"
    SERIF = "serif"
    MONO = "monospace"


@dataclass(frozen=True, slots=True)
class FontFile:
    """A file by its name among those of the tool; one of a game has its content, and a name made of its digest."""

    name: str
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family, by its weight as CSS counts it."""

    weight: int
    italic: bool
    file: FontFile


@dataclass(frozen=True, slots=True)
class Family:
    """A family by the `name` that an author gives it; `printed` is what prints call it.

    What its files lack is printed in `fallback`, and what that lacks in its own.
    """

    name: str
    printed: str
    generic: Generic
    faces: tuple[Face, ...]
    fallback: Union["Family", None] = None
    span: Span = field(default=Span(""), compare=False, repr=False)

    @property
    def chain(self) -> tuple["Family", ...]:
        """The family, and those that stand in for what it lacks."""
        return (self, *(self.fallback.chain if self.fallback else ()))

    def has(self, weight: int, *, italic: bool) -> bool:
        return any((each.weight, each.italic) == (weight, italic) for each in self.faces)

    def face(self, weight: int, *, italic: bool) -> FontFile:
        """The file for a weight: the nearest that the family has."""
        near = min(self.faces, key=lambda each: (each.italic is not italic, abs(each.weight - weight)))
        return near.file


REGULAR, SEMIBOLD, BOLD = 400, 600, 700


def _of_the_tool(name: str, generic: Generic, **faces: tuple[int, bool]) -> Family:
    """`faces` are weights and slants by the ends of the names of files."""
    short = name.replace(" ", "")
    return Family(
        name, name, generic, tuple(Face(*face, FontFile(f"{short}-{end}.ttf")) for end, face in faces.items())
    )


_FOUR = {"Regular": (REGULAR, False), "It": (REGULAR, True), "Bold": (BOLD, False), "BoldIt": (BOLD, True)}
_SIX = {**_FOUR, "Semibold": (SEMIBOLD, False), "SemiboldIt": (SEMIBOLD, True)}
SANS = _of_the_tool("Source Sans Pro", Generic.SANS, **_SIX)
SERIF = _of_the_tool("Source Serif Pro", Generic.SERIF, **_SIX)
TYPEWRITER = _of_the_tool("Space Mono", Generic.MONO, **_FOUR)
CODE = _of_the_tool("Fira Mono", Generic.MONO, Regular=(REGULAR, False), Bold=(BOLD, False))
FAMILIES = (SANS, SERIF, TYPEWRITER, CODE)
"""Those that come with the tool, the usual one first."""
MARKED_IN = SANS
"""What the letters of marks and counters are drawn in whatever the theme: those of a serif hang out of their boxes."""


def with_fallbacks(*families: Family) -> tuple[Family, ...]:
    """Families with those that stand in for them, each once."""
    return tuple(dict.fromkeys(each for family in families for each in family.chain))


class Heading(Enum):
    """What a band does with its colour: fills its box, bears it as a bar at its edge, or stands on a line of it."""

    FILLED = "filled"
    OUTLINED = "outlined"
    UNDERLINED = "underlined"


class Badge(Enum):
    """Whether the letter of a mark stands white on its colour, or in its colour in a box."""

    FILLED = "filled"
    OUTLINED = "outlined"


class TableHeads(Enum):
    """What the head of a table does with the colour of its section: fills its box, lightens it, or leaves it out."""

    FILLED = "filled"
    TINTED = "tinted"
    PLAIN = "plain"


class Rows(Enum):
    """What tells the rows of a table apart: grounds that alternate, or lines; in a grid lines part the columns too."""

    STRIPED = "striped"
    RULED = "ruled"
    GRID = "grid"


class Frame(Enum):
    """What the line round a card is: one, two, or two with diamonds at the corners. Lines below bands follow it."""

    PLAIN = "plain"
    DOUBLE = "double"
    ORNATE = "ornate"


class RowHeads(Enum):
    """How the keys at the left of rows print."""

    BOLD = "bold"
    PLAIN = "plain"


class Terms(Enum):
    """How the terms of the game print in texts: as the words around them, or in italics."""

    PLAIN = "plain"
    ITALIC = "italic"


@dataclass(frozen=True, slots=True)
class Theme:
    """The design values of cards and books. Weights and radii are millimetres, and 0 for none.

    `font` is for texts of cards, and what one looks up in books: tables, boxes, labels; `prose` for the running text of
    books; `headings` for bands, and the headings of books. Type is `font_scale` as large as a card says, for fonts look
    larger or smaller than others, and has `letter_spacing` between letters, a share of its size. `accent` is the colour
    of headings on cards, where nothing is filled, and of rule numbers and links in rulebooks; None leaves them as they
    are.

    `band_size` is the type of a band as a multiple of the card's. `stripes` are the backgrounds of odd and even rows;
    `shade` is that of shaded columns, `background` that of the whole card: None where the paper is left as it is.
    `head_colour` is that of the heads of tables that stand under no band.
    What the eye may pass over, rule numbers and fine lines, is small, slanted and thin. With `greys` it is lighter than
    the ink too: on paper that is dots, in which small letters and hairlines lose their edges.
    """

    id: str
    title: str
    font: Family
    headings: Family
    prose: Family
    band: Heading
    band_size: Decimal
    marks: Badge
    frame: Millimetres
    frame_corner: Millimetres
    band_corner: Millimetres
    strong_line: Millimetres
    fine_line: Millimetres
    ink: Tint
    negative: Tint
    greys: bool
    background: Tint | None
    stripes: tuple[Tint, Tint] | None
    shade: Tint | None
    table_heads: TableHeads
    head_colour: Tint
    rows: Rows
    row_heads: RowHeads
    frame_style: Frame = Frame.PLAIN
    font_scale: Decimal = Decimal(1)
    letter_spacing: Decimal = Decimal(0)
    terms: Terms = Terms.PLAIN
    accent: Tint | None = None
    span: Span = field(default=Span(""), compare=False)

    @property
    def families(self) -> tuple[Family, ...]:
        """Each family that texts of cards are printed in, once."""
        return with_fallbacks(self.font, self.headings)

    @property
    def book_families(self) -> tuple[Family, ...]:
        """Each family that books are printed in, once, with that of the letters of marks."""
        return with_fallbacks(self.prose, self.font, self.headings, MARKED_IN)

    @property
    def ruled(self) -> bool:
        """Whether lines tell the rows of tables apart: also where there is no colour for stripes."""
        return self.rows is not Rows.STRIPED or self.stripes is None

    @property
    def tints(self) -> dict[str, Tint]:
        """Its colours by what they are called in messages."""
        found = {"ink": self.ink, "negative": self.negative, "background": self.background, "shade": self.shade}
        found |= {"head-colour": self.head_colour, "accent": self.accent}
        found |= dict(zip(("the first stripe", "the second stripe"), self.stripes or (), strict=False))
        return {name: tint for name, tint in found.items() if tint is not None}


STANDARD = Theme(
    id="standard",
    title="Standard",
    font=SANS,
    headings=SANS,
    prose=SERIF,
    band=Heading.FILLED,
    band_size=Decimal("1.85"),
    marks=Badge.FILLED,
    frame=Millimetres(Decimal("0.3")),
    frame_corner=Millimetres(Decimal("2.4")),
    band_corner=Millimetres(Decimal("1.2")),
    strong_line=Millimetres(Decimal("0.25")),
    fine_line=Millimetres(Decimal("0.09")),
    ink=BLACK,
    negative=Tint("#b3202c"),
    greys=False,
    background=None,
    stripes=(Tint("#ffffff"), Tint("#eff0ec")),
    shade=Tint("#dfe2da"),
    table_heads=TableHeads.FILLED,
    head_colour=Tint("#4f5a4a"),
    rows=Rows.STRIPED,
    row_heads=RowHeads.BOLD,
)
PLAIN_INK = replace(
    STANDARD,
    id="plain-ink",
    title="Plain ink",
    band=Heading.OUTLINED,
    marks=Badge.OUTLINED,
    frame=Millimetres(Decimal("0.1")),
    strong_line=Millimetres(Decimal("0.1")),
    fine_line=Millimetres(Decimal("0.05")),
    negative=BLACK,
    stripes=None,
    shade=None,
    table_heads=TableHeads.PLAIN,
    head_colour=BLACK,
    rows=Rows.RULED,
)
"""Saves toner: nothing is filled, and nothing is grey, which a laser printer makes of dots."""


# The themes that come with the tool

WARGAME_CHART = replace(
    STANDARD,
    id="wargame-chart",
    title="Wargame chart",
    band_size=Decimal("1.45"),
    frame=Millimetres(Decimal("0.35")),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
    strong_line=Millimetres(Decimal("0.3")),
    fine_line=Millimetres(Decimal("0.15")),
    greys=False,
    stripes=(Tint("#ffffff"), Tint("#f0ebdb", (0, 2, 10, 4))),
    shade=Tint("#dcd5bf", (2, 4, 16, 10)),
    head_colour=Tint("#33475b", (75, 50, 20, 40)),
    rows=Rows.GRID,
    accent=Tint("#33475b", (75, 50, 20, 40)),
)
"""The charts of wargames: filled heads on a strong grid, square corners, small headings, much in little room."""
PARCHMENT = replace(
    STANDARD,
    id="parchment",
    title="Parchment",
    font=SERIF,
    headings=SERIF,
    font_scale=Decimal("0.95"),
    band=Heading.UNDERLINED,
    band_size=Decimal("1.7"),
    frame=Millimetres(Decimal("0.9")),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
    strong_line=Millimetres(Decimal("0.25")),
    fine_line=Millimetres(Decimal("0.12")),
    ink=Tint("#2b1d0e", (40, 55, 70, 70)),
    negative=Tint("#9c1c1c", (15, 95, 90, 25)),
    background=Tint("#f8f1df", (2, 4, 14, 0)),
    stripes=(Tint("#f8f1df", (2, 4, 14, 0)), Tint("#ecdfbf", (4, 9, 26, 2))),
    shade=Tint("#e2d2a8", (6, 13, 36, 4)),
    table_heads=TableHeads.PLAIN,
    head_colour=Tint("#7a1f1f", (20, 95, 85, 40)),
    frame_style=Frame.ORNATE,
    accent=Tint("#7a1f1f", (20, 95, 85, 40)),
)
"""A page of a role-playing game: serifs on a warm ground, headings in dark red, double lines, ornate corners."""
AS_TYPED = replace(
    PLAIN_INK,
    id="typewriter",
    title="Typewriter",
    font=TYPEWRITER,
    headings=TYPEWRITER,
    prose=TYPEWRITER,
    font_scale=Decimal("0.9"),
    letter_spacing=Decimal("-0.06"),
    band=Heading.UNDERLINED,
    band_size=Decimal("1.35"),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
)
"""A page from a typewriter: letters all as wide, and nothing filled. It spares nearly as much ink as plain ink."""
THEMES = (STANDARD, PLAIN_INK, WARGAME_CHART, PARCHMENT, AS_TYPED)
"""Those that come with the tool, the usual one first."""


# How the web pages of a game look beyond its theme

ENOUGH, ENOUGH_FOR_RINGS = 4.5, 3.0
"""What letters, and lines such as the ring round what has the focus, need beside their ground: those of WCAG 2."""
EASILY_READ = 8.0
"""The contrast of an accent that is lightened for the dark."""
MUTED = 0.38
"""The most saturation that it keeps there: light colours glare on a dark ground."""
STEPS = 200


class Density(Enum):
    """How much space is between lines, rules and the rows of tables."""

    NORMAL = "normal"
    COMPACT = "compact"
    AIRY = "airy"


class Corners(Enum):
    """How round the corners of boxes and buttons are."""

    SOFT = "soft"
    SQUARE = "square"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Grounds:
    """The grounds of pages, by day or by night: that of the page, of boxes, and of what the sources leave open."""

    page: str
    boxes: str
    questions: str

    @property
    def all(self) -> tuple[str, ...]:
        return self.page, self.boxes, self.questions


LIGHT = Grounds("#fcfbf7", "#f4f1e8", "#f9f4e8")
DARK = Grounds("#191a16", "#22241e", "#222119")
"""As the stylesheets have them, whose colours a test compares with these."""


@dataclass(frozen=True, slots=True)
class Accent:
    """The colour of links, pressed buttons and the ring of focus, by day and by night."""

    light: str
    dark: str
    light_span: Span = field(default=Span(""), compare=False)
    dark_span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture of the game's folder; `alt` is what it shows or says."""

    picture: Picture
    alt: str

    def says(self, title: str) -> bool:
        """Whether the title of the game is among its words, and so need not stand beside it."""
        return title.casefold() in self.alt.casefold()


@dataclass(frozen=True, slots=True)
class WebLook:
    """What differs from the usual pages; None where the theme decides. `tables` is the font of what one looks up."""

    accent: Accent | None = None
    text: Family | None = None
    headings: Family | None = None
    tables: Family | None = None
    logo: Logo | None = None
    density: Density = Density.NORMAL
    corners: Corners = Corners.SOFT


USUAL_LOOK = WebLook()


def least_contrast(colour: str, grounds: Grounds) -> float:
    """The contrast of a colour with that ground from which it differs least; its letters in buttons have it too."""
    return min(contrast(colour, each) for each in grounds.all)


@cache
def nearest_legible(colour: str, grounds: Grounds, enough: float = ENOUGH, saturation: float = 1.0) -> str:
    """The colour of the same hue that stands out enough, darker on light grounds and lighter on dark ones."""
    hue, lightness, own = rgb_to_hls(*(channel / 255 for channel in channels(colour)))
    end = 0.0 if grounds is LIGHT else 1.0
    for step in range(STEPS + 1):
        if least_contrast(colour, grounds) >= enough and (own <= saturation or step):
            return colour
        light = lightness + (end - lightness) * step / STEPS
        colour = hex_of(255 * channel for channel in hls_to_rgb(hue, light, min(own, saturation)))
    return colour


def for_the_dark(colour: str) -> str:
    """An accent of the day as it is by night."""
    return nearest_legible(colour, DARK, EASILY_READ, MUTED)


def mixed(colour: str, share: float, ground: str) -> str:
    """So much of a colour over a ground, as `color-mix(in srgb, …)` makes it."""
    pairs = zip(channels(colour), channels(ground), strict=True)
    return hex_of(share * one + (1 - share) * other for one, other in pairs)
