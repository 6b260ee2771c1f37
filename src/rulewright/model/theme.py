"""The look of cards, books and web pages: fonts, and themes as a set of named design values."""

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Union

from rulewright.entries.paper import NO_LENGTH, Millimetres
from rulewright.findings import Span
from rulewright.model.colour import BLACK, Tint, channels, contrast, hex_of
from rulewright.source.pictures import Picture

# Font families. Bold and italics are never synthesised: the nearest face of the family replaces a missing one.


class Generic(Enum):
    """The generic family of a typeface in CSS."""

    SANS = "sans-serif"
    SERIF = "serif"
    MONO = "monospace"


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file. A built-in file has only a name; a file of a game has its content, and its digest in the name."""

    name: str
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family: its CSS weight, its slant and its file."""

    weight: int
    italic: bool
    file: FontFile


@dataclass(frozen=True, slots=True)
class Family:
    """A font family. Authors call it `name`, and prints call it `printed`.

    Characters that its files lack print in `fallback`.
    """

    name: str
    printed: str
    generic: Generic
    faces: tuple[Face, ...]
    fallback: Union["Family", None] = None
    span: Span = field(default=Span(""), compare=False, repr=False)

    @property
    def chain(self) -> tuple["Family", ...]:
        return (self, *(self.fallback.chain if self.fallback else ()))

    def has(self, weight: int, *, italic: bool) -> bool:
        return any((each.weight, each.italic) == (weight, italic) for each in self.faces)

    def face(self, weight: int, *, italic: bool) -> FontFile:
        """Return the file of the available face nearest to a weight and slant."""
        near = min(self.faces, key=lambda each: (each.italic is not italic, abs(each.weight - weight)))
        return near.file


REGULAR, SEMIBOLD, BOLD = 400, 600, 700


def _built_in(name: str, generic: Generic, **faces: tuple[int, bool]) -> Family:
    """Return a built-in family. `faces` maps the end of a file name to the weight and slant of that file."""
    short = name.replace(" ", "")
    return Family(
        name, name, generic, tuple(Face(*face, FontFile(f"{short}-{end}.ttf")) for end, face in faces.items())
    )


_FOUR = {"Regular": (REGULAR, False), "It": (REGULAR, True), "Bold": (BOLD, False), "BoldIt": (BOLD, True)}
_SIX = {**_FOUR, "Semibold": (SEMIBOLD, False), "SemiboldIt": (SEMIBOLD, True)}
SANS = _built_in("Source Sans Pro", Generic.SANS, **_SIX)
SERIF = _built_in("Source Serif Pro", Generic.SERIF, **_SIX)
TYPEWRITER = _built_in("Space Mono", Generic.MONO, **_FOUR)
CODE = _built_in("Fira Mono", Generic.MONO, Regular=(REGULAR, False), Bold=(BOLD, False))
FAMILIES = (SANS, SERIF, TYPEWRITER, CODE)
"""The built-in families, the default first."""
MARK_FONT = SANS
"""The font of letters in marks and counters under any theme, since serif letters would overlap their boxes."""


def with_fallbacks(*families: Family) -> tuple[Family, ...]:
    """Return families and their fallbacks without repetitions."""
    return tuple(dict.fromkeys(each for family in families for each in family.chain))


class HeadingStyle(Enum):
    """Where a band uses its colour: as its background, as a bar at its edge, or as a line below it."""

    FILLED = "filled"
    OUTLINED = "outlined"
    UNDERLINED = "underlined"


class Badge(Enum):
    """Whether the letter of a mark is white on its colour, or in its colour inside a box."""

    FILLED = "filled"
    OUTLINED = "outlined"


class TableHeads(Enum):
    """The background of table heads: the colour of the section, a lighter tint of it, or none."""

    FILLED = "filled"
    TINTED = "tinted"
    PLAIN = "plain"


class Rows(Enum):
    """How rows of tables are separated: by alternating backgrounds, by lines, or by a grid of lines."""

    STRIPED = "striped"
    RULED = "ruled"
    GRID = "grid"


class Frame(Enum):
    """The frame of a card: one line, two lines, or two lines with diamonds at the corners.

    Lines below bands match it.
    """

    PLAIN = "plain"
    DOUBLE = "double"
    ORNATE = "ornate"


class RowHeads(Enum):
    """How the keys at the left of rows print."""

    BOLD = "bold"
    PLAIN = "plain"


class Terms(Enum):
    """How terms of the game print in texts: like the words around them, or in italics."""

    PLAIN = "plain"
    ITALIC = "italic"


@dataclass(frozen=True, slots=True)
class Theme:
    """The design values of cards and books. Line weights and corner radii are in millimetres; 0 means none.

    - `font` is for texts of cards, and for tables, boxes and labels in books. `prose` is for the running text of books,
      `headings` for bands and for the headings of books.
    - `font_scale` multiplies the font size of a card, because some fonts look larger than others. `letter_spacing` is a
      share of the font size.
    - `accent` is the colour of card headings without a background, and of rule numbers and links in rulebooks. None
      leaves them in the colour of the text.
    - `band_size` is the font size of a band as a multiple of the card's. `head_colour` is the colour of table heads
      above the first band.
    - `stripes` are the backgrounds of odd and even rows, `shade` the background of shaded columns, `background` the
      background of the card. None leaves the paper as it is.
    - With `greys`, rule numbers and fine lines are lighter than the ink. Paper prints grey as dots, which blur small
      letters and hairlines.
    """

    id: str
    title: str
    font: Family
    headings: Family
    prose: Family
    band: HeadingStyle
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
        """The families of texts on cards, without repetitions."""
        return with_fallbacks(self.font, self.headings)

    @property
    def book_families(self) -> tuple[Family, ...]:
        """The families of texts and marks in books, without repetitions."""
        return with_fallbacks(self.prose, self.font, self.headings, MARK_FONT)

    @property
    def ruled(self) -> bool:
        """Whether lines separate the rows of tables: the theme says so, or it has no colours for stripes."""
        return self.rows is not Rows.STRIPED or self.stripes is None

    @property
    def tints(self) -> dict[str, Tint]:
        """The colours by their names in messages."""
        tints = {"ink": self.ink, "negative": self.negative, "background": self.background, "shade": self.shade}
        tints |= {"head-colour": self.head_colour, "accent": self.accent}
        tints |= dict(zip(("the first stripe", "the second stripe"), self.stripes or (), strict=False))
        return {name: tint for name, tint in tints.items() if tint is not None}


STANDARD = Theme(
    id="standard",
    title="Standard",
    font=SANS,
    headings=SANS,
    prose=SERIF,
    band=HeadingStyle.FILLED,
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
    band=HeadingStyle.OUTLINED,
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
"""Saves toner: no filled areas and no grey, which laser printers print as dots."""


# The built-in themes

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
"""Charts of wargames: filled heads on a strong grid, square corners, small headings, dense text."""
PARCHMENT = replace(
    STANDARD,
    id="parchment",
    title="Parchment",
    font=SERIF,
    headings=SERIF,
    font_scale=Decimal("0.95"),
    band=HeadingStyle.UNDERLINED,
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
"""A page of a role-playing game: serifs on a warm background, dark red headings, double lines, ornate corners."""
TYPEWRITTEN = replace(
    PLAIN_INK,
    id="typewriter",
    title="Typewriter",
    font=TYPEWRITER,
    headings=TYPEWRITER,
    prose=TYPEWRITER,
    font_scale=Decimal("0.9"),
    letter_spacing=Decimal("-0.06"),
    band=HeadingStyle.UNDERLINED,
    band_size=Decimal("1.35"),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
)
"""A typewritten page: a monospaced font and no filled areas. It saves nearly as much ink as PLAIN_INK."""
THEMES = (STANDARD, PLAIN_INK, WARGAME_CHART, PARCHMENT, TYPEWRITTEN)
"""The built-in themes, the default first."""


# The look of web pages, where it differs from the theme

TEXT_CONTRAST, RING_CONTRAST = 4.5, 3.0
"""The contrast with the background that WCAG 2 requires of text, and of lines such as focus rings."""
DARK_CONTRAST = 8.0
"""The contrast of an accent that is adapted to dark pages."""
DARK_SATURATION = 0.38
"""The highest saturation of an accent on dark pages, because saturated light colours glare there."""
STEPS = 200


class Density(Enum):
    """The space between lines, rules and the rows of tables."""

    NORMAL = "normal"
    COMPACT = "compact"
    AIRY = "airy"


class Corners(Enum):
    """The roundness of boxes and buttons."""

    SOFT = "soft"
    SQUARE = "square"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Grounds:
    """The backgrounds of light or dark pages: of the page, of boxes, and of open questions."""

    page: str
    boxes: str
    questions: str

    @property
    def all(self) -> tuple[str, ...]:
        return self.page, self.boxes, self.questions


LIGHT = Grounds("#fcfbf7", "#f4f1e8", "#f9f4e8")
DARK = Grounds("#191a16", "#22241e", "#222119")
"""The colours of the style sheets, repeated here; a test compares them."""


@dataclass(frozen=True, slots=True)
class Accent:
    """The colour of links, pressed buttons and focus rings, on light and on dark pages."""

    light: str
    dark: str
    light_span: Span = field(default=Span(""), compare=False)
    dark_span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture in the game's folder; `alt` is its alternative text."""

    picture: Picture
    alt: str

    def says(self, title: str) -> bool:
        """Whether the logo already contains the title of the game, so that it need not print beside the logo."""
        return title.casefold() in self.alt.casefold()


@dataclass(frozen=True, slots=True)
class WebLook:
    """The author's choices for web pages; None leaves the choice to the theme.

    `tables` is the font of tables and boxes.
    """

    accent: Accent | None = None
    text: Family | None = None
    headings: Family | None = None
    tables: Family | None = None
    logo: Logo | None = None
    density: Density = Density.NORMAL
    corners: Corners = Corners.SOFT


DEFAULT_LOOK = WebLook()


def least_contrast(colour: str, grounds: Grounds) -> float:
    """Return the lowest contrast of a colour with any of the backgrounds."""
    return min(contrast(colour, each) for each in grounds.all)


@cache
def nearest_legible(colour: str, grounds: Grounds, enough: float = TEXT_CONTRAST, saturation: float = 1.0) -> str:
    """Return the nearest colour of the same hue with enough contrast: darker on light pages, lighter on dark ones."""
    hue, lightness, own = rgb_to_hls(*(channel / 255 for channel in channels(colour)))
    end = 0.0 if grounds is LIGHT else 1.0
    for step in range(STEPS + 1):
        if least_contrast(colour, grounds) >= enough and (own <= saturation or step):
            return colour
        light = lightness + (end - lightness) * step / STEPS
        colour = hex_of(255 * channel for channel in hls_to_rgb(hue, light, min(own, saturation)))
    return colour


def dark_accent(colour: str) -> str:
    """Adapt an accent of light pages to dark pages."""
    return nearest_legible(colour, DARK, DARK_CONTRAST, DARK_SATURATION)


def mixed(colour: str, share: float, ground: str) -> str:
    """Mix a share (0 to 1) of a colour over a background, as `color-mix(in srgb, …)` does."""
    pairs = zip(channels(colour), channels(ground), strict=True)
    return hex_of(share * one + (1 - share) * other for one, other in pairs)
