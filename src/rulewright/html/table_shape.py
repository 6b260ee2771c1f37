"""Decide how a printed table looks: which columns hold words, how wide it must be, and the colours of its cells."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from math import ceil
from urllib.parse import quote

from markupsafe import Markup

from rulewright.book.grid import CONDITION, NOTE, ROW, VALUE, placed
from rulewright.entries.colour import BLACK, WHITE, Tint, letters_on, luminance, mix
from rulewright.entries.table import Pattern
from rulewright.entries.themes import Badge, Theme
from rulewright.html.fonts import Ink
from rulewright.html.views import CellView, FillView, RowView

WORDS = 20
"""A value of this many characters reads as words: its column is aligned left, not centred."""
HEADING = (ROW, CONDITION, NOTE)
"""The roles of cells that head or annotate values."""
GAP = 3
"""The space between two columns, in characters."""

BOLD = 1.15
"""The width of bold letters relative to regular ones."""
SHORT, SHORT_HEADING = 8, 24
"""The most characters of a cell, and of a row heading, that must stay on one line."""

Placed = tuple[CellView, int]
"""A cell with the index of the first column that it covers."""


def length(cell: CellView) -> int:
    """Return the number of characters in the longest value of a cell; rotated text counts as one."""
    if cell.rotated:
        return 1
    texts = ((part.condition or "") + " " + part.text for part in cell.parts)
    return max((len(text.striptags()) for text in texts), default=0)


def is_short(cell: CellView) -> bool:
    """Return whether a cell is so short that it must stay on one line."""
    most = SHORT_HEADING if cell.role == ROW else SHORT
    return sum(len(part.text.striptags()) for part in cell.parts) <= most


def with_words_aligned(rows: Sequence[RowView]) -> tuple[RowView, ...]:
    """Return the rows with the class `words` added to all cells of columns that read as words."""
    cells = tuple(placed(row.cells for row in rows))
    words = {
        column
        for row in cells
        for cell, column in row
        if cell.columns == 1 and (cell.words or cell.role in HEADING or (cell.role == VALUE and _reads_as_words(cell)))
    }

    def aligned(cell: CellView, column: int) -> CellView:
        return replace(cell, classes=f"{cell.classes} words", words=True) if column in words else cell

    return tuple(
        replace(row, cells=tuple(aligned(cell, column) for cell, column in line))
        for row, line in zip(rows, cells, strict=True)
    )


def _reads_as_words(cell: CellView) -> bool:
    """Return whether one of the values of a cell reads as words, without its condition."""
    return not cell.rotated and any(len(part.text.striptags()) >= WORDS for part in cell.parts)


def least_breadth(rows: Sequence[tuple[Placed, ...]]) -> int:
    """Return the smallest width of the table in characters, if column headings and words break over several lines."""
    longest: dict[int, int] = {}
    for cell, column in (each for row in rows for each in row):
        if cell.columns == 1:
            longest[column] = max(longest.get(column, 0), _least_width(cell))
    return sum(longest.values()) + GAP * len(longest)


def _least_width(cell: CellView) -> int:
    """Return the smallest width of a cell in characters.

    A short cell needs its whole length, a column heading a third, other words a half; all need their longest word.
    """
    whole, is_head = length(cell), cell.role not in (*HEADING, VALUE)
    if cell.rotated or (is_short(cell) and not is_head):
        return whole
    longest = max((len(word) for part in cell.parts for word in part.text.striptags().split()), default=0)
    return ceil(max(longest, whole / 3) * BOLD) if is_head else max(longest, whole // 2)


# The colours of cells

LINES = {
    Pattern.HATCH: '<path d="M-2 2 2-2M-1 9 9-1M6 10 10 6" stroke="{0}" stroke-width="1.3"/>',
    Pattern.DOTS: '<circle cx="2" cy="2" r="1.15" fill="{0}"/><circle cx="6" cy="6" r="1.15" fill="{0}"/>',
    Pattern.BARS: '<path d="M2 0V8M6 0V8" stroke="{0}" stroke-width="1.2"/>',
}
"""The SVG of each pattern on a coloured ground, in a square of 8 units."""
STRIPS = {
    None: '<path d="M2.5 0V8" stroke="{0}" stroke-width="5"/>',
    Pattern.HATCH: '<path d="M0 3 5-2M0 7 5 2M0 11 5 6" stroke="{0}" stroke-width="1.7"/>',
    Pattern.DOTS: '<circle cx="2.5" cy="2" r="1.6" fill="{0}"/><circle cx="2.5" cy="6" r="1.6" fill="{0}"/>',
    Pattern.BARS: '<path d="M0.8 0V8M4.2 0V8" stroke="{0}" stroke-width="1.6"/>',
}
"""The SVG of the strip at the left of a cell without a ground, 5 units wide."""
TILE = Markup('<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" viewBox="0 0 {} 8" height="{}mm">{}</svg>')
TALL = Decimal("1.7")
"""The height of a pattern in millimetres: small, so that even a cell of one digit shows it."""
MIDDLE, DARK = 0.4, 0.04
"""Relative luminance. On a ground with black letters above the first value, lines may be darker than the ground; on a
ground with white letters below the second, lines must be lighter."""
DARKER, LIGHTER = 0.3, 0.45
"""The share of black or white in the lines of a pattern."""


def fill_view(tint: Tint, pattern: Pattern | None, theme: Theme, ink: Ink) -> FillView:
    """Return the colour of a cell. A theme that saves ink shows it as a strip at the left of the cell."""
    if theme.marks is Badge.OUTLINED:
        return FillView(f"background: {_tile(STRIPS[pattern], 5, tint, ink)} 0.4mm 0 repeat-y")
    letters = letters_on(tint)
    lines = f" {_tile(LINES[pattern], 8, lines_on(tint), ink)}" if pattern else ""
    return FillView(f"background: {ink(tint)}{lines}; color: {ink(letters)}", tint, letters)


def lines_on(ground: Tint) -> Tint:
    """Return the colour of a pattern: visible on the ground, but different enough from the letters."""
    light = luminance(ground.hex)
    if letters_on(ground) == BLACK:
        return mix(ground, BLACK, DARKER) if light > MIDDLE else mix(ground, WHITE, LIGHTER)
    return mix(ground, BLACK, LIGHTER) if light > DARK else mix(ground, WHITE, DARKER)


def _tile(drawn: str, width: int, tint: Tint, ink: Ink) -> str:
    inked = Markup(drawn).format(ink(tint))  # noqa: S704 - ours
    svg = TILE.format(Decimal(width) * TALL / 8, width, TALL, inked)
    return f"url('data:image/svg+xml,{quote(str(svg))}')"
