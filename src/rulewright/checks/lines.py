"""The lines of a table that stand side by side: rows of one heading, columns, or the cases of a list."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.table import Case, Cell, Key, Listing, Lookup, Row, Table


@dataclass(frozen=True, slots=True)
class Line:
    """A row, a column or a case of a list: its keys, and all that it holds beside or below them.

    `above` are the keys of the headings that a row is under.
    """

    what: str
    keys: tuple[Key, ...]
    content: object
    span: Span = field(compare=False)
    above: tuple[Key, ...] = ()


def siblings(table: Table) -> Iterator[list[Line]]:
    """The lines of a table that stand side by side."""
    layout = table.layout
    if isinstance(layout, Listing):
        yield [_case(case) for case in layout.cases]
        return
    if isinstance(layout, Lookup):
        yield from _rows(layout.rows, ())
        cells = list(_cells(layout.rows))
    else:
        cells = [line.cells for line in layout.lines]
    yield [_column(at, key, cells) for at, key in enumerate(layout.columns)]


def _case(case: Case) -> Line:
    """A case of a list by its axes; without keys where it has several conditions or compares axes."""
    keys = _plain(case.conditions[0]) if len(case.conditions) == 1 else ()
    return Line("case", tuple(sorted(keys, key=lambda key: key.axis)), (case.value, case.label), case.span)


def _plain(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """The keys, each on one axis; none where one compares axes."""
    return () if any(key.region for key in keys) else keys


def _rows(rows: Iterable[Row], above: tuple[Key, ...]) -> Iterator[list[Line]]:
    yield [Line("row", _plain(row.keys), _row(row), row.span, above) for row in rows]
    for row in rows:
        yield from _rows(row.rows, (*above, *row.keys))


def _row(row: Row) -> object:
    return [(below.keys, _row(below)) for below in row.rows], [(cell.count, _cell(cell)) for cell in row.cells]


def _cells(rows: Iterable[Row]) -> Iterator[tuple[Cell, ...]]:
    """The cells of each innermost row."""
    for row in rows:
        if row.cells:
            yield row.cells
        yield from _cells(row.rows)


def _column(at: int, key: Key, rows: list[tuple[Cell, ...]]) -> Line:
    covering = [next((cell for cell in row if cell.first <= at < cell.first + cell.count), None) for row in rows]
    return Line("column", (key,), [cell and _cell(cell) for cell in covering], key.span)


def _cell(cell: Cell) -> object:
    return [(case.value, case.conditions, case.general, case.label) for case in cell.cases]
