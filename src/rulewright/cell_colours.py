"""Which of a table's colours each printed cell has: for print and for the checks alike."""

from collections.abc import Iterator

from rulewright.grid import CONDITION, ROW, VALUE, GridCell
from rulewright.model.book import Book
from rulewright.model.cell_colours import CellColour
from rulewright.model.table import Table
from rulewright.wording import plain


def colour_of(cell: GridCell, table: Table, book: Book) -> CellColour | None:
    """The first colour of the table that fits a value of the cell, or the whole heading of a row.

    A value fits by its id too, which translations share.
    """
    if not table.colours or cell.role not in (VALUE, ROW, CONDITION):
        return None
    printed, whole = tuple(_printed(cell, book)), cell.role != VALUE
    return next((each for each in table.colours if any(each.fits(words, whole=whole) for words in printed)), None)


def _printed(cell: GridCell, book: Book) -> Iterator[str]:
    for part in cell.parts:
        yield plain(part.text, book)
        if part.case and isinstance(part.case.value.plain, str) and cell.role == VALUE:
            yield part.case.value.plain
