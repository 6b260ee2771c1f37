"""The tables of a sheet: blocks of rows between empty ones, each with the line above it as its title."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.findings import Span
from rulewright.importing.draft import Unread
from rulewright.importing.grids.scores import is_score
from rulewright.importing.grids.table import number_of
from rulewright.source.nodes import Scalar

Row = tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together, less the empty columns around them. `title` is a line alone above them."""

    rows: tuple[Row, ...]
    title: str = ""

    @property
    def span(self) -> Span:
        return self.rows[0][0].span


def blocks_of(rows: Iterable[Row]) -> tuple[list[Block], list[Unread]]:
    """The tables of a sheet, and lines that stand alone."""
    found: list[Block] = []
    lost: list[Unread] = []
    above: Scalar | None = None
    for rows_together in _together(rows):
        cells = [cell for row in rows_together for cell in row if cell.value]
        if len(cells) == 1:
            lost += _alone(above)
            above = cells[0]
        elif found and above is None and _goes_on(found[-1].rows, rows_together):
            found[-1] = replace(found[-1], rows=(*found[-1].rows, *rows_together))
        else:
            found.append(Block(tuple(_trimmed(rows_together)), above.value if above else ""))
            above = None
    return found, lost + _alone(above)


def _alone(cell: Scalar | None) -> list[Unread]:
    return [] if cell is None else [Unread(cell.span, cell.value, "this cell stands apart from all tables")]


def _together(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Runs of rows in which something stands."""
    run: list[Row] = []
    for row in rows:
        if any(cell.value for cell in row):
            run.append(row)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _goes_on(before: tuple[Row, ...], rows: list[Row]) -> bool:
    """Whether rows after an empty one go on with the table: they have no headings, but numbers where it has some."""
    first, last = rows[0], before[-1]
    figured = [
        at
        for at, cell in enumerate(last)
        if at < len(first) and (number_of(cell.value) is not None or is_score(cell.value))
    ]
    return any(number_of(first[at].value) is not None or is_score(first[at].value) for at in figured)


def _trimmed(rows: list[Row]) -> Iterator[Row]:
    """Without the empty columns at both sides."""
    used = [at for row in rows for at, cell in enumerate(row) if cell.value]
    return (row[min(used) : max(used) + 1] for row in rows)
