"""The rows of a table as lines that can be read alone: each value with the heading of its column.

The search shows them as the answer: "tripod MG · up to 6″: 2 · over 12″: 1".
"""

from collections.abc import Callable, Iterator, Sequence

from rulewright.grid import CONDITION, ROW, VALUE, Grid, GridCell, GridRow, placed

BETWEEN = " · "
Words = Callable[[GridCell], str]
"""What a cell says, as one line."""


def lines_of(printed: Grid, words: Words) -> Iterator[str]:
    """The line of headings, and each row with all its headings, also those that reach down from rows above."""
    heads = _heads(printed.head, words)
    yield BETWEEN.join(dict.fromkeys(words(cell) for row in printed.head for cell in row.cells if cell.parts))
    above: dict[int, tuple[GridCell, int]] = {}
    for row in placed([row.cells for row in printed.body]):
        above = {column: (cell, left - 1) for column, (cell, left) in above.items() if left > 1}
        above |= {column: (cell, cell.rows) for cell, column in row}
        yield _line([(above[column][0], column) for column in sorted(above)], heads, words)


def _heads(head: Sequence[GridRow], words: Words) -> dict[int, str]:
    """The nearest heading above each column."""
    found: dict[int, str] = {}
    for row in placed([row.cells for row in head]):
        for cell, column in row:
            if cell.parts:
                found |= dict.fromkeys(range(column, column + cell.columns), words(cell))
    return found


def _line(cells: Sequence[tuple[GridCell, int]], heads: dict[int, str], words: Words) -> str:
    parts = []
    for cell, column in cells:
        said, head = words(cell), heads.get(column, "")
        alone = cell.role in (ROW, CONDITION) or not head or cell.columns > 1 or cell.role != VALUE
        parts.append(said if alone else f"{head}: {said}")
    return BETWEEN.join(part for part in parts if part.strip())
