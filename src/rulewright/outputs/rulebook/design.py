"""The design of a rulebook: its margins and columns, and the five sizes of its type.

Texts beside tables, numbers beside headings and all tables align to the edges of the columns. With one column on large
paper, the numbers of rules hang in their own margin; with two columns they begin their headings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from rulewright.entries.colour import WHITE, Tint, mix
from rulewright.entries.paper import Millimetres
from rulewright.entries.product import BOOK_STYLE, SMALLEST_IN_BOOKS
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.themes import Theme
from rulewright.html.environment import asset
from rulewright.html.fonts import IN_BOOKS, filled, font_faces, stack

NARROW = Decimal(170)
"""Narrower pages, in millimetres, get one column only."""
SCALE = {"display": "3", "chapter": "1.9", "section": "1.25", "text": "1", "small": "0.85"}
"""The sizes of type by their names in the stylesheet, relative to the text. No text has another size."""
FOLD = 2
"""Millimetres by which the text of facing pages moves away from the fold."""
STEP = Decimal("0.5")
"""The step in points to which sizes are rounded."""
CHARACTER = Decimal("0.145")
"""The width of a character in a table, in millimetres for each point of its type."""
TO_BESIDE = Decimal("0.46")
"""The largest width of a table with text beside it, as a share of the text's width."""


@dataclass(frozen=True, slots=True)
class Design:
    """Lengths in millimetres; `paper` is the width of the paper, and `height` that of the text.

    The text lies between the margins `inner` and `outer`, and `hang` of it is reserved for the numbers. On single pages
    `inner` is always on the left.
    """

    paper: Decimal
    height: Decimal
    top: Decimal
    bottom: Decimal
    inner: Decimal
    outer: Decimal
    hang: Decimal
    gap: Decimal
    columns: int
    font_size: Decimal

    @property
    def narrow(self) -> bool:
        return self.paper < NARROW

    @property
    def measure(self) -> Decimal:
        """Return the width of the text without its numbers."""
        return self.paper - self.inner - self.outer - self.hang

    @property
    def column(self) -> Decimal:
        return (self.measure - (self.columns - 1) * self.gap) / self.columns

    @property
    def sizes(self) -> Mapping[str, Decimal]:
        """Return the sizes of type in points, all readable. Each but the smallest is larger than the one before."""
        steps = {
            name: (self.font_size * Decimal(share) / STEP).quantize(1, ROUND_HALF_UP) for name, share in SCALE.items()
        }
        return {name: max(each * STEP, SMALLEST_IN_BOOKS) for name, each in steps.items()}

    @property
    def values(self) -> Mapping[str, str]:
        """Return lengths and sizes by their names in the stylesheet."""
        lengths = {"hang": str(Millimetres(self.hang)), "gap": str(Millimetres(self.gap))}
        return lengths | {name: f"{points}pt" for name, points in self.sizes.items()}

    def margins(self, *, left_page: bool = False) -> str:
        """Return the margins at the top, right, bottom and left, in CSS."""
        first, last = (self.outer, self.inner) if left_page else (self.inner, self.outer)
        return " ".join(str(Millimetres(each)) for each in (self.top, last, self.bottom, first + self.hang))

    @property
    def sides(self) -> str:
        """Return the style of facing pages."""
        left, right = self.margins(left_page=True), self.margins()
        return (
            f"@page :left {{ margin: {left}; @top-right {{ content: none }} @bottom-right {{ content: none }} }}"
            f"@page :right {{ margin: {right}; @top-left {{ content: none }} @bottom-left {{ content: none }} }}"
        )

    def characters(self, width: Decimal) -> int:
        """Return how many characters of a table fit in a width."""
        return int(width / self.sizes["small"] / CHARACTER)


def design(rulebook: Rulebook) -> Design:
    """Return the design of a rulebook. On facing pages the margin at the fold is wider, as part of it is hidden."""
    width, two = rulebook.paper.size.width.value, rulebook.columns > 1
    if width < NARROW:
        top, side, hang, gap = 17, 14, 14, 5
    elif two:
        top, side, hang, gap = 19, 18, 0, 7
    else:
        top, side, hang, gap = 24, 25, 21, 8
    more = FOLD if rulebook.facing else 0
    return Design(
        paper=width,
        height=rulebook.paper.size.height.value - 2 * top + 1,
        top=Decimal(top),
        bottom=Decimal(top - 1),
        inner=Decimal(side + more),
        outer=Decimal(side - more),
        hang=Decimal(0 if two else hang),
        gap=Decimal(gap),
        columns=rulebook.columns,
        font_size=rulebook.font_size,
    )


# The stylesheet of rulebooks

QUIET, LINE = 0.333, 0.6
"""The share of paper colour in a theme's greys: of small print and of lines."""


def book_style(project: Path, theme: Theme, look: Design) -> str:
    """Return the stylesheet with the fonts of the theme, and with values in place of their names."""
    values = {**book_values(theme), **look.values}
    return font_faces(theme.book_families, IN_BOOKS) + filled(asset(project, BOOK_STYLE), values)


def book_values(theme: Theme) -> Mapping[str, str]:
    """Return inks, lines and fonts by their names in `rulebook.css`.

    Books print on white paper, whatever the ground of the theme's cards.
    """

    def grey(share: float) -> str:
        return (mix(theme.ink, WHITE, share) if theme.greys else theme.ink).hex

    def ground(tint: Tint | None) -> str:
        return tint.hex if tint else "transparent"

    return {
        "prose": stack(theme.prose_font),
        "font": stack(theme.font),
        "headings": stack(theme.headings),
        **({"accent": theme.accent.hex} if theme.accent else {}),
        "ink": theme.ink.hex,
        "quiet": grey(QUIET),
        "line": grey(LINE),
        "strong": str(theme.lines.strong),
        "fine": str(theme.lines.fine),
        "corner": str(theme.corner_radius.band),
        "row-head": theme.row_heads.value.replace("plain", "normal"),
        "shade": ground(theme.shade),
        "pale": ground(next((each for each in theme.stripes or () if each != WHITE), None)),
    }
