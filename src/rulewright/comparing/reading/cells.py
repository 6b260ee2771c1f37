"""Statements of a table: each cell with the words of its row and its column."""

from collections.abc import Iterator, Sequence

from rulewright.comparing.reading.passage import Passage
from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span

Row = tuple[int, Sequence[Passage]]
"""The line of a row, and its cells."""


def cell_statements(rows: Sequence[Row], file: str, path: tuple[str, ...]) -> Iterator[Statement]:
    """Every cell beside its heads: those of the first row and of the first column, and a row of one cell above it."""
    head: list[str] = []
    group: tuple[str, ...] = ()
    for number, (line, passages) in enumerate(rows):
        cells = [" ".join(passage.text.split()) for passage in passages]
        if not number:
            head = cells
        elif sum(map(bool, cells)) == 1:
            group = (next(filter(None, cells)),)
        else:
            for column, passage in enumerate(passages[1:], 1):
                beside = (*group, cells[0], *head[column : column + 1])
                strong = passage.emphasised(0, len(passage.text))
                yield Statement(cells[column], Span(file, line, 1), Kind.CELL, path, beside, strong)
