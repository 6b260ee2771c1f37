"""The shape of a printed table: its breadth, and which columns hold words rather than figures."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from rulewright.grid import CONDITION, NOTE, ROW, VALUE, placed
from rulewright.render.typesetting.views import CellView, RowView

WORDS = 20
"""Characters from which a value reads as words: its column is set from the left, not centred."""
HEADING = (ROW, CONDITION, NOTE)
"""The cells beside the values."""
GAP = 3
"""Characters that fit the space between two columns."""

BOLD = 1.15
"""How much wider bold letters are."""
SHORT, SHORT_HEADING = 8, 24
"""Characters of a cell that stay on one line: a number, a range, or a heading of a row."""

Placed = tuple[CellView, int]
"""A cell and the first column that it covers."""


def length(cell: CellView) -> int:
    """Characters in the longest value of a cell; turned text takes next to no room."""
    if cell.rotated:
        return 1
    texts = ((part.condition or "") + " " + part.text for part in cell.parts)
    return max((len(text.striptags()) for text in texts), default=0)


def is_short(cell: CellView) -> bool:
    """Whether a cell would look odd if broken over lines."""
    most = SHORT_HEADING if cell.role == ROW else SHORT
    return sum(len(part.text.striptags()) for part in cell.parts) <= most


def set_from_the_left(rows: Sequence[RowView]) -> tuple[RowView, ...]:
    """The rows with the class `words` in all cells of the columns that read as words."""
    cells = tuple(placed(row.cells for row in rows))
    words = _columns_of_words(cells)
    return tuple(
        replace(row, cells=tuple(_from_the_left(cell) if column in words else cell for cell, column in line))
        for row, line in zip(rows, cells, strict=True)
    )


def _from_the_left(cell: CellView) -> CellView:
    return replace(cell, classes=f"{cell.classes} words", words=True)


def _columns_of_words(rows: Sequence[tuple[Placed, ...]]) -> frozenset[int]:
    """The columns of headings, and those with a value that reads as words."""
    single = ((cell, column) for row in rows for cell, column in row if cell.columns == 1)
    return frozenset(
        column
        for cell, column in single
        if cell.words or cell.role in HEADING or (cell.role == VALUE and _reads_as_words(cell))
    )


def _reads_as_words(cell: CellView) -> bool:
    """Whether one of its values does, without its condition."""
    return not cell.rotated and any(len(part.text.striptags()) >= WORDS for part in cell.parts)


def least_breadth(rows: Sequence[tuple[Placed, ...]]) -> int:
    """Characters across the table where headings of columns, and whatever reads as words, are on several lines."""
    longest: dict[int, int] = {}
    for cell, column in (each for row in rows for each in row):
        if cell.columns == 1:
            longest[column] = max(longest.get(column, 0), _least(cell))
    return sum(longest.values()) + GAP * len(longest)


def _least(cell: CellView) -> int:
    """Of the heading of a column its longest word or a third, of other words the half, of short cells the whole."""
    whole, is_head = length(cell), cell.role not in (*HEADING, VALUE)
    if cell.rotated or (is_short(cell) and not is_head):
        return whole
    longest = max((len(word) for part in cell.parts for word in part.text.striptags().split()), default=0)
    return ceil(max(longest, whole / 3) * BOLD) if is_head else max(longest, whole // 2)
