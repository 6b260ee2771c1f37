"""Rows that were copied one column off, the commonest slip in copying a table: one finding in place of many.

A row is shifted if the code answers in each column what the row prints in the column beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.findings import Finding
from rulewright.model.answers import code_value
from rulewright.model.domain import Plain
from rulewright.model.table import OUTPUT, Lookup, Row, Table
from rulewright.proof.comparison import same_value
from rulewright.proof.counterexample import value_text
from rulewright.proof.results import Value

LEAST_CELLS = 2
"""Cells that must be wrong and match the column beside them; a single one may be chance."""
LEFT, RIGHT = -1, 1


@dataclass(frozen=True, slots=True)
class _RowComparison:
    """A row with one value in each column, and the answers of the code; `cases` are positions in the table."""

    heading: str
    cases: tuple[int, ...]
    values: tuple[Plain, ...]
    answers: tuple[object, ...]

    def is_shifted(self, by: int) -> bool:
        """Whether each value is the code's answer for the next column on that side."""
        pairs = zip(self.values[1:], self.answers, strict=False)
        if by == LEFT:
            pairs = zip(self.values, self.answers[1:], strict=False)
        return all(same_value(value, answer) for value, answer in pairs)


def merge_shifted_rows(
    table: Table, answers: Mapping[int, Value], findings: Mapping[int, Finding]
) -> Iterator[Finding]:
    """The findings of cells, those of a shifted row as one.

    `answers` are the answers of the code by case, where a case has a single one; `findings` are by case too.
    """
    merged: set[int] = set()
    for row in _rows(table, answers) if len(findings) >= LEAST_CELLS else ():
        wrong_cases = [case for case in row.cases if case in findings]
        by = next((by for by in (RIGHT, LEFT) if len(wrong_cases) >= LEAST_CELLS and row.is_shifted(by)), 0)
        if by:
            merged.update(wrong_cases)
            yield _finding(table, row, by, findings[wrong_cases[0]])
    yield from (finding for case, finding in findings.items() if case not in merged)


def _finding(table: Table, row: _RowComparison, by: int, first: Finding) -> Finding:
    printed, answers = (", ".join(map(value_text, each)) for each in (row.values, row.answers))
    if by == RIGHT:
        where, hint = "one column too far right", "move its values one column left, or correct the code"
    else:
        where, hint = "one column too far left", "move its values one column right, or correct the code"
    message = (
        f"the row {row.heading!r} of table {table.id!r} is {where}: it prints {printed}, but the code answers {answers}"
    )
    return replace(first, message=message, hint=hint, about=f"{table.id}: row {row.heading}")


def _rows(table: Table, answers: Mapping[int, Value]) -> Iterator[_RowComparison]:
    """The rows with a single value in each column, where the code has a single answer for each."""
    layout = table.layout
    if not isinstance(layout, Lookup) or len(layout.columns) <= LEAST_CELLS or layout.columns[0].axis == OUTPUT:
        return
    positions = {case.span: position for position, case in enumerate(table.cases)}
    for heading, row in innermost_rows(layout.rows):
        cells = [cell.cases[0] for cell in row.cells if len(cell.cases) == 1 and cell.count == 1]
        cases = tuple(positions[case.span] for case in cells if case.span in positions)
        if len(cases) == len(layout.columns) and all(case in answers for case in cases):
            values = tuple(code_value(table, case.value.plain) for case in cells)
            yield _RowComparison(heading, cases, values, tuple(answers[case] for case in cases))


def innermost_rows(rows: Sequence[Row], outer: tuple[str, ...] = ()) -> Iterator[tuple[str, Row]]:
    """The rows that have cells, each with the keys of all its headings."""
    for row in rows:
        heading = (*outer, *(key.written for key in row.keys))
        if row.rows:
            yield from innermost_rows(row.rows, heading)
        else:
            yield ", ".join(heading), row
