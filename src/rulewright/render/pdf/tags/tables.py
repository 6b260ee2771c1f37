"""Mends the headings of table cells, which screen readers read out: WeasyPrint 70 assigns them wrongly.

It treats the first column as free in a row that a heading reaches into from above, so cells there get the heading of
the next column; it omits a heading over several rows; and it ignores the headings that a cell names itself.

In our tables a condition within a cell is a heading too. Where several are in one line, each value names its own.
"""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import TableCellBox, TableRowBox
from rulewright.render.pdf.tags.tree import TagTree

SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column"}


def mend_tables(document: Any, _tags: TagTree) -> None:
    """Writes its headings into the tag of every cell."""
    for page in document.pages:
        for table in page._page_box.descendants():
            if table.element_tag == "table" and any(isinstance(box, TableRowBox) for box in table.descendants()):
                _mend(table)


def _mend(table: Any) -> None:
    cells = list(_cells(table))
    headings = [(cell, row, scope) for cell, row in cells if (scope := _scope(cell))]
    for cell, _, scope in headings:
        cell.mark["A"]["Scope"] = f"/{SCOPES[scope]}"
    for cell, row in cells:
        if cell.element.tag == "td":
            cell.mark["A"]["Headers"][:] = [each.mark["ID"] for each in _headings(cell, row, headings)]


def _cells(table: Any) -> Iterator[tuple[Any, int]]:
    """The tagged cells of a table, each with the number of its row."""
    rows = [box for box in table.descendants() if isinstance(box, TableRowBox)]
    for number, row in enumerate(rows):
        for cell in row.children:
            if isinstance(cell, TableCellBox) and cell.element is not None and hasattr(cell, "mark"):
                yield cell, number


def _scope(cell: Any) -> str:
    scope = cell.element.get("scope", "col") if cell.element.tag == "th" else ""
    return scope if scope in SCOPES else ""


def _headings(cell: Any, row: int, headings: list[tuple[Any, int, str]]) -> Iterator[Any]:
    """The row headings that a cell names, or else those with the cell in their scope; and all above its column."""
    named = cell.element.get("headers", "").split()
    for each, at, scope in headings:
        beside = scope != "col" and named
        if each.element.get("id") in named if beside else _heads(each, at, scope, cell, row):
            yield each


def _heads(heading: Any, its_row: int, scope: str, cell: Any, row: int) -> bool:
    if scope == "col":
        across = heading.grid_x < cell.grid_x + cell.colspan and cell.grid_x < heading.grid_x + heading.colspan
        return bool(across and its_row < row)
    return bool(its_row < row + cell.rowspan and row < its_row + heading.rowspan)
