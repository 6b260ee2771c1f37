"""Functions that only repeat their table: such a function proves nothing.

A proof is worth as much as its two sides are independent. Code that was copied from the table agrees with it whatever
the rule says, and repeats its slips. So rules code says *why*: a base value and what changes it, a threshold, an
order, a formula. Where the rule is only arbitrary numbers, the author waives the finding and gives that as the reason.
"""

from collections import Counter
from collections.abc import Iterator

from rulewright.findings import Finding, Label, Severity, Span
from rulewright.model.table import Policy
from rulewright.proof.grades.cells import MOSTLY, Literal
from rulewright.proof.grades.grading import GradedTable, Grading
from rulewright.proof.report import Grade

FEWEST_ENTRIES = 4
"""A container with fewer entries is a choice, such as the two sides of an `if`."""
FEWEST_BRANCHES = 6
"""With fewer cells there is hardly another way to write the table than case by case."""


def restated_tables(grading: Grading, source: str, file: str) -> Iterator[Finding]:
    """A finding for each function that repeats all cells of its table, or nearly all."""
    lines = source.split("\n")
    checked: set[tuple[str, str]] = set()
    for graded in grading.tables:
        pair = graded.table.id, graded.call.function
        if graded.table.policy is not Policy.SUM and pair not in checked and (literal := _repeated(graded)) is not None:
            checked.add(pair)
            yield _finding(graded, literal, lines, file)


def _repeated(graded: GradedTable) -> Literal | None:
    """The literal that has most of the cells of a table that is repeated."""
    found = [each.repeats for each in graded.evidence.values() if each.grade is Grade.REPEATED]
    literals = Counter(each for each in found if each is not None)
    if not literals or len(found) < MOSTLY * len(graded.evidence):
        return None
    literal, most = literals.most_common(1)[0]
    return literal if most >= FEWEST_ENTRIES or len(found) >= FEWEST_BRANCHES else None


def _finding(graded: GradedTable, literal: Literal, lines: list[str], file: str) -> Finding:
    call, table = graded.call, graded.table
    line = lines[literal.line - 1]
    column = len(line.encode()[: literal.column].decode(errors="ignore")) + 1
    until = literal.end_column if literal.end_line == literal.line else None
    length = len(line.encode()[literal.column : until].decode(errors="ignore"))
    label = Label(Span(file, literal.line, column, length), "these are the values that the table prints")
    message = f"{call.function}() repeats table {table.id!r}, so their agreement proves nothing"
    hint = (
        "write the reason as code: a base value and what changes it, thresholds, an order; "
        "if the numbers have no reason, waive this finding and say so"
    )
    about = f"{table.id}: {call.function}()"
    return Finding("restated-table", call.span, message, hint, (label,), Severity.WARNING, about=about)
