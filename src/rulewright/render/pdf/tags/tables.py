"""The headings of each table cell in the tags of a PDF, which screen readers tell: WeasyPrint 70 counts them wrong.

It takes the first column for free again in a row into which a heading reaches from above, so that what stands there
is put under its neighbour's column; it leaves a heading over several rows out; and it knows nothing of the headings
that a cell names itself.
"""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import TableCellBox, TableRowBox
from rulewright.render.pdf.tags.tree import TagTree

SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column"}


def mend_tables(document: Any, _tags: TagTree) -> None:
    """Writes into the tag of every cell which headings it has."""
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
    """Those that a cell names, or else those in whose scope it stands; those above its column in any case."""
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
