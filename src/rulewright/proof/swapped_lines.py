"""Two columns, or two rows, that were swapped: one cause, easier to believe and to correct than many wrong cells."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rulewright.findings import Span
from rulewright.model.answers import code_value
from rulewright.model.table import Lookup, Row, Table
from rulewright.proof.comparison import same_value
from rulewright.proof.results import Value
from rulewright.proof.shifted_rows import innermost_rows

FEWEST = 3
"""Cells that must be wrong before a swap is likely; two may have each other's values by chance."""

Line = Sequence[Span]
"""The cells of a row, or of a column, by their places in the source."""


def swap_hints(table: Table, answers: Mapping[int, Value]) -> Mapping[Span, str]:
    """A hint for each cell of two swapped lines.

    `answers` are the answers of the code by case, where a case has a single one.
    """
    layout = table.layout
    if not isinstance(layout, Lookup) or not layout.columns:
        return {}
    cases = {table.cases[position].span: (table.cases[position], answer) for position, answer in answers.items()}
    printed = {span: code_value(table, case.value.plain) for span, (case, _) in cases.items()}
    comparison = _LineComparison(printed, {span: answer for span, (_, answer) in cases.items()})
    rows = [(repr(heading), _cells(row)) for heading, row in innermost_rows(layout.rows)]
    whole = [(name, cells) for name, cells in rows if all(cell in printed for cell in cells)]
    columns = [
        (repr(key.written), [cells[column] for _, cells in whole if column < len(cells)])
        for column, key in enumerate(layout.columns)
    ]
    hints: dict[Span, str] = {}
    for one, other, cells in comparison.swapped(columns):
        hint = f"the columns {one} and {other} seem to be swapped"
        hints |= {cell: hint for cell in cells if cell not in hints}
    for one, other, cells in comparison.swapped(whole):
        hint = f"the rows {one} and {other} seem to be swapped"
        hints |= {cell: hint for cell in cells if cell not in hints}
    return hints


class _LineComparison:
    """Print and code, cell by cell."""

    def __init__(self, printed: Mapping[Span, Value], answers: Mapping[Span, Value]) -> None:
        self.printed, self.answers = printed, answers

    def swapped(self, lines: Sequence[tuple[str, Line]]) -> Iterator[tuple[str, str, Line]]:
        """The pairs of lines that have each other's values: their names, and their cells."""
        for (one, first), (other, second) in combinations(lines, 2):
            pairs = list(zip(first, second, strict=False))
            wrong = self._wrong_count(first) + self._wrong_count(second)
            if wrong >= FEWEST and all(self._is_printed_at(b, a) and self._is_printed_at(a, b) for a, b in pairs):
                yield one, other, [*first, *second]

    def _wrong_count(self, cells: Line) -> int:
        return sum(not same_value(self.printed[cell], self.answers[cell]) for cell in cells if cell in self.answers)

    def _is_printed_at(self, cell: Span, other: Span) -> bool:
        """Whether the code's answer for one cell is printed in the other."""
        return cell in self.answers and same_value(self.printed[other], self.answers[cell])


def _cells(row: Row) -> Line:
    """The cell of each column; a cell that spans several columns counts for each of them."""
    return [cell.cases[0].span for cell in row.cells for _ in range(cell.count) if len(cell.cases) == 1]
