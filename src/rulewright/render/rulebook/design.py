"""The design of a rulebook: its margins and columns, and the five sizes of its type.

Text beside tables, numbers beside headings and all tables keep to one grid: the edges of the columns. In one column the
numbers of rules hang in a margin of their own, where the paper is large; in two they begin their headings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from rulewright.model.colour import WHITE, Tint, mix
from rulewright.model.paper import Millimetres
from rulewright.model.product import BOOK_STYLE, SMALLEST_IN_BOOKS, Rulebook
from rulewright.model.theme import Theme
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import IN_BOOKS, filled, font_faces, stack

NARROW = Decimal(170)
"""Narrower pages, in millimetres, have no room for several columns."""
SCALE = {"display": "3", "chapter": "1.9", "section": "1.25", "text": "1", "small": "0.85"}
"""The sizes of type by their names in the stylesheet, as multiples of that of the text; no text has another."""
FOLD = 2
"""Millimetres by which the text of facing pages is moved away from the fold."""
STEP = Decimal("0.5")
"""Points to which sizes are rounded."""
CHARACTER = Decimal("0.145")
"""Millimetres of a character in a table, for each point of its type."""
TO_BESIDE = Decimal("0.46")
"""The share of the text's width that a table takes at most, if text stands beside it."""


@dataclass(frozen=True, slots=True)
class Design:
    """Lengths in millimetres; `paper` is its width, and `height` that of the text.

    The text with its numbers lies between `inner` and `outer`, `hang` of it for the numbers.

    On single pages `inner` is on the left of each.
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
        """The width of the text, without its numbers."""
        return self.paper - self.inner - self.outer - self.hang

    @property
    def column(self) -> Decimal:
        return (self.measure - (self.columns - 1) * self.gap) / self.columns

    @property
    def shift(self) -> Decimal:
        """The distance to the right of the text of a left page from that of a right one."""
        return self.outer - self.inner

    @property
    def sizes(self) -> Mapping[str, Decimal]:
        """The sizes of type in points: all readable, and each larger than the one before but for the smallest type."""
        steps = {
            name: (self.font_size * Decimal(share) / STEP).quantize(1, ROUND_HALF_UP) for name, share in SCALE.items()
        }
        return {name: max(each * STEP, SMALLEST_IN_BOOKS) for name, each in steps.items()}

    @property
    def values(self) -> Mapping[str, str]:
        """Lengths and sizes by their names in the stylesheet."""
        lengths = {"hang": str(Millimetres(self.hang)), "gap": str(Millimetres(self.gap))}
        return lengths | {name: f"{points}pt" for name, points in self.sizes.items()}

    def margins(self, *, left_page: bool = False) -> str:
        """Return the margins at the top, right, bottom and left."""
        first, last = (self.outer, self.inner) if left_page else (self.inner, self.outer)
        return " ".join(str(Millimetres(each)) for each in (self.top, last, self.bottom, first + self.hang))

    @property
    def sides(self) -> str:
        """The style of facing pages where a book is laid out as a whole."""
        left, right = self.margins(left_page=True), self.margins()
        return (
            f"@page :left {{ margin: {left}; @top-right {{ content: none }} @bottom-right {{ content: none }} }}"
            f"@page :right {{ margin: {right}; @top-left {{ content: none }} @bottom-left {{ content: none }} }}"
        )

    def characters(self, width: Decimal) -> int:
        """Characters of a table that fit side by side."""
        return int(width / self.sizes["small"] / CHARACTER)


def design(rulebook: Rulebook) -> Design:
    """The margin in the fold is wider on facing pages: part of it is not seen."""
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
"""The share of paper in the greys of a theme: of small print and of lines."""


def book_style(project: Path, theme: Theme, look: Design) -> str:
    """The stylesheet with the fonts of the theme, and with values in place of their names."""
    values = {**book_values(theme), **look.values}
    return font_faces(theme.book_families, IN_BOOKS) + filled(asset(project, BOOK_STYLE), values)


def book_values(theme: Theme) -> Mapping[str, str]:
    """The values by their names in `rulebook.css`: inks, lines and fonts.

    Books lie on white paper, whatever the ground of the theme's cards.
    """

    def grey(share: float) -> str:
        return (mix(theme.ink, WHITE, share) if theme.greys else theme.ink).hex

    def ground(tint: Tint | None) -> str:
        return tint.hex if tint else "transparent"

    return {
        "prose": stack(theme.prose),
        "font": stack(theme.font),
        "headings": stack(theme.headings),
        **({"accent": theme.accent.hex} if theme.accent else {}),
        "ink": theme.ink.hex,
        "quiet": grey(QUIET),
        "line": grey(LINE),
        "strong": str(theme.strong_line),
        "fine": str(theme.fine_line),
        "corner": str(theme.band_corner),
        "row-head": theme.row_heads.value.replace("plain", "normal"),
        "shade": ground(theme.shade),
        "pale": ground(next((each for each in theme.stripes or () if each != WHITE), None)),
    }
