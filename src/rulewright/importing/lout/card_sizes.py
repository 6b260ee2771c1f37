"""Guess the size of a card in Lout from its words and tables, if its settings do not give one.

`@PageWidth { 10c } @PageHeight { 15c }` becomes `100 × 150 mm`; a card with 300 words and narrow tables `105 × 148 mm`.
"""

from typing import NamedTuple

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids import Grid
from rulewright.importing.grids.shape import shape_of, without_markup
from rulewright.importing.lout.flow import Box, Bullets, Columns, Item, Piece, PrintedTable, Section
from rulewright.importing.lout.objects import centimetres


class Paper(NamedTuple):
    """A size of cards: its width in millimetres, and the most words that fit on it."""

    width: int
    most_words: int
    size: str


PAPERS = (
    Paper(105, 340, "105 × 148 mm"),
    Paper(105, 520, "105 × 210 mm"),
    Paper(148, 900, "148 × 210 mm"),
    Paper(210, 2000, "A4"),
)
LETTER = 1.15
"""Millimetres of a letter in the smallest type."""
CELL_PADDING, CARD_MARGIN, TURNED_COLUMN = 2.4, 10, 5
"""Millimetres of blank space beside the words of a cell, and of a card, and of a column of turned words."""


def size_of(settings: dict[str, str], pieces: list[Piece], word_count: int) -> Value:
    """The page size that the text gives, or a guess."""
    width, height = (centimetres(settings.get(name, "")) * 10 for name in ("@PageWidth", "@PageHeight"))
    if width and height:
        return f"{width:g} × {height:g} mm"
    needed = _width(pieces) + CARD_MARGIN
    size = next(
        (paper.size for paper in PAPERS if needed <= paper.width and word_count <= paper.most_words), PAPERS[-1].size
    )
    why = f"the source does not give a size; {word_count} words and the widest table fit on this one"
    return Guessed(size, why)


def _width(pieces: list[Piece]) -> float:
    """The width of the widest of some pieces, in millimetres."""
    return max(map(_piece_width, pieces), default=0)


def _piece_width(piece: Piece) -> float:
    """The width that a piece needs, in millimetres; 0 for one whose lines wrap."""
    match piece:
        case PrintedTable(grid=grid):
            return _table_width(grid)
        case Columns(columns=columns):
            return sum(map(_width, columns))
        case Bullets(items=items):
            return max(map(_item_width, items), default=0)
        case Box(pieces=pieces) | Section(pieces=pieces):
            return _width(pieces)
    return 0


def _item_width(item: Item) -> float:
    return max([*map(_table_width, item.tables), *map(_item_width, item.items), 0])


def _table_width(grid: Grid) -> float:
    shape = shape_of(grid)
    if shape is None or not shape.rows:
        return 0
    width = 0.0
    for column in range(shape.width):
        texts = (shape.headings[column], *shape.column_texts(column))
        words = [word for text in texts for word in without_markup(text).split()]
        width += (
            TURNED_COLUMN
            if column in shape.one_cell_columns
            else CELL_PADDING + LETTER * max(map(len, words), default=1)
        )
    return width
