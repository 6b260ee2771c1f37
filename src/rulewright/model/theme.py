"""How cards and books look, as a handful of named design values; some themes come with the tool."""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum

from rulewright.findings import Span
from rulewright.model.colour import BLACK, Tint
from rulewright.model.font import MARKED_IN, SANS, SERIF, Family, with_fallbacks
from rulewright.model.paper import Millimetres


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
