"""Two columns, or two rows, that changed places: one cause, easier to believe and to mend than a dozen wrong cells."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rulewright.diagnostics import Span
from rulewright.model.answers import code_value
from rulewright.model.table import Lookup, Row, Table
from rulewright.proof.comparison import same_value
from rulewright.proof.results import Value
from rulewright.proof.shifted_rows import innermost_rows

FEWEST = 3
"""Cells that must be wrong for their places to be blamed; two wrong values may be each other's by chance."""

Line = Sequence[Span]
"""The cells of a row, or of a column, by their places in the source."""


def swap_hints(table: Table, answers: Mapping[int, Value]) -> Mapping[Span, str]:
    """A hint for each cell of lines that changed places.

    `answers` are what the code answers for each case for which it answers one thing.
    """
    layout = table.layout
    said = {table.cases[at].span: code_value(table, table.cases[at].value.plain) for at in answers}
    got = {table.cases[at].span: answer for at, answer in answers.items()}
    if not isinstance(layout, Lookup) or not layout.columns:
        return {}
    rows = [(repr(heading), _cells(row)) for heading, row in innermost_rows(layout.rows)]
    whole = [(name, cells) for name, cells in rows if all(cell in said for cell in cells)]
    columns = [
        (repr(key.written), [cells[at] for _, cells in whole if at < len(cells)])
        for at, key in enumerate(layout.columns)
    ]
    reading = _LineComparison(said, got)
    hints: dict[Span, str] = {}
    for hint, cells in (*reading.swapped("columns", columns), *reading.swapped("rows", whole)):
        hints |= {cell: hint for cell in cells if cell not in hints}
    return hints


class _LineComparison:
    """Print and code, cell by cell."""

    def __init__(self, said: Mapping[Span, Value], got: Mapping[Span, Value]) -> None:
        self.said, self.got = said, got

    def swapped(self, what: str, lines: Sequence[tuple[str, Line]]) -> Iterator[tuple[str, Line]]:
        """Two lines whose values are each other's."""
        for (one, first), (other, second) in combinations(lines, 2):
            pairs = list(zip(first, second, strict=False))
            wrong = self._wrong(first) + self._wrong(second)
            if wrong >= FEWEST and all(self._stands(b, a) and self._stands(a, b) for a, b in pairs):
                yield f"the {what} {one} and {other} seem to be swapped", [*first, *second]

    def _wrong(self, cells: Line) -> int:
        return sum(not same_value(self.said[cell], self.got[cell]) for cell in cells if cell in self.got)

    def _stands(self, right: Span, printed: Span) -> bool:
        """Whether the value that belongs to one cell is printed in another."""
        return right in self.got and same_value(self.said[printed], self.got[right])


def _cells(row: Row) -> Line:
    """The cell of each column; one that spans several stands for all of them."""
    return [cell.cases[0].span for cell in row.cells for _ in range(cell.count) if len(cell.cases) == 1]
