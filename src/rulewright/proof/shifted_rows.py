"""A row read one column off: the commonest slip of whoever copies a table, and a riddle when told cell by cell.

If the code answers in each column what the row prints in the column beside it, the findings of its cells are one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import code_value
from rulewright.model.domain import Plain
from rulewright.model.table import OUTPUT, Lookup, Row, Table
from rulewright.proof.comparison import same_value
from rulewright.proof.evaluator import value_text
from rulewright.proof.results import Value

LEAST_CELLS = 2
"""Cells that must be wrong, and explained by the column beside them: one alone may be chance."""
LEFT, RIGHT = -1, 1


@dataclass(frozen=True, slots=True)
class _Printed:
    """A row with one value in each column: its heading, the cases of its cells, and what the code answers for each."""

    heading: str
    cases: tuple[int, ...]
    values: tuple[Plain, ...]
    answers: tuple[object, ...]

    def stands_off(self, by: int) -> bool:
        """Whether each value is the answer of the column so far from its own, where there is one."""
        pairs = zip(self.values[1:], self.answers, strict=False)
        if by == LEFT:
            pairs = zip(self.values, self.answers[1:], strict=False)
        return all(same_value(value, answer) for value, answer in pairs)


def merge_shifted_rows(
    table: Table, answers: Mapping[int, Value], found: Mapping[int, Diagnostic]
) -> Iterator[Diagnostic]:
    """The findings of cells, by their cases; those of a row that stands one column off as one.

    `answers` are what the code answers for each case for which it answers one thing.
    """
    told: set[int] = set()
    for row in _rows(table, answers) if len(found) >= LEAST_CELLS else ():
        wrong = [case for case in row.cases if case in found]
        by = next((by for by in (RIGHT, LEFT) if len(wrong) >= LEAST_CELLS and row.stands_off(by)), 0)
        if by:
            told.update(wrong)
            yield _finding(table, row, by, found[wrong[0]])
    yield from (finding for case, finding in found.items() if case not in told)


def _finding(table: Table, row: _Printed, by: int, first: Diagnostic) -> Diagnostic:
    printed, answers = (", ".join(map(value_text, each)) for each in (row.values, row.answers))
    off, back = ("right", "left") if by == RIGHT else ("left", "right")
    message = f"the row {row.heading!r} of table {table.id!r} is one column too far {off}: it prints {printed}, "
    message += f"but the code answers {answers}"
    hint = f"move its values one column {back}, or correct the code"
    return replace(first, message=message, hint=hint, about=f"{table.id}: row {row.heading}")


def _rows(table: Table, answers: Mapping[int, Value]) -> Iterator[_Printed]:
    """The rows with a single value in each of their columns, for which the code has a single answer in each."""
    layout = table.layout
    if not isinstance(layout, Lookup) or len(layout.columns) <= LEAST_CELLS or layout.columns[0].axis == OUTPUT:
        return
    places = {case.span: at for at, case in enumerate(table.cases)}
    for heading, row in innermost_rows(layout.rows):
        cells = [cell.cases[0] for cell in row.cells if len(cell.cases) == 1 and cell.count == 1]
        cases = tuple(places[case.span] for case in cells if case.span in places)
        if len(cases) == len(layout.columns) and all(case in answers for case in cases):
            values = tuple(code_value(table, case.value.plain) for case in cells)
            yield _Printed(heading, cases, values, tuple(answers[case] for case in cases))


def innermost_rows(rows: Sequence[Row], outer: tuple[str, ...] = ()) -> Iterator[tuple[str, Row]]:
    """The rows that hold cells, with the keys of all their headings."""
    for row in rows:
        heading = (*outer, *(key.written for key in row.keys))
        if row.rows:
            yield from innermost_rows(row.rows, heading)
        else:
            yield ", ".join(heading), row
