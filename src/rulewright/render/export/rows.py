"""Printed tables as rows of words, one for each column: a cell that spans several stands in each of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.grid import GridCell, GridRow, Part, grid, placed
from rulewright.model.table import Table
from rulewright.render.export.words_of_texts import Words


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of a table; `headings` are empty texts where the table prints none."""

    headings: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]


def rows_of(table: Table, words: Words) -> TableRows:
    printed = grid(table)
    body = list(_filled(printed.body, words))
    head = list(_filled(printed.head, words))
    width = max(map(len, (*head, *body)), default=0)
    headings, *rows = [(*row, *[""] * (width - len(row))) for row in (*(head or [()]), *body)]
    return TableRows(headings, tuple(rows))


def _filled(rows: Iterable[GridRow], words: Words) -> Iterator[tuple[str, ...]]:
    """Each row with the words of all cells that reach into it."""
    reaching: dict[int, tuple[str, int]] = {}
    for cells in placed([row.cells for row in rows]):
        for cell, first in cells:
            for column in range(first, first + cell.columns):
                reaching[column] = (_words(cell, words), cell.rows)
        yield tuple(
            reaching[column][0] if column in reaching else "" for column in range(max(reaching, default=-1) + 1)
        )
        reaching = {column: (text, left - 1) for column, (text, left) in reaching.items() if left > 1}


def _words(cell: GridCell, words: Words) -> str:
    return "; ".join(_part(part, words) for part in cell.parts)


def _part(part: Part, words: Words) -> str:
    conditions = ", ".join(words(each) for each in part.conditions)
    return f"{words(part.text)} ({conditions})" if conditions else words(part.text)
