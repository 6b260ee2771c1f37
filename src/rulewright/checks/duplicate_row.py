"""A row that repeats another: the same value, for no input that the other row lacks.

It changes no answer today. But often its key or value was meant to differ, and when the rule changes, somebody
corrects one of the two and forgets the other. A row that contradicts another is an `overlap` instead.
"""

from collections.abc import Iterator

from rulewright.checks.case_pairs import CasePair, by_line, overlapping_pairs, repeated_pairs
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, FindingKind, Label, Severity

FINDING = FindingKind("duplicate-row", Severity.WARNING)


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """One finding for each row, column or case that adds nothing."""
    contradicting = by_line(analysis, (pair for pair in overlapping_pairs(analysis) if not pair.agree))
    for line, repeated in by_line(analysis, repeated_pairs(analysis)).items():
        if line not in contradicting:
            yield _finding(analysis, line, repeated)


def _finding(analysis: TableAnalysis, line: str, repeated: list[CasePair]) -> Finding:
    table = analysis.table
    one, other = table.cases[repeated[0].first], table.cases[repeated[0].second]
    cells = len({pair.second for pair in repeated})
    value, where = analysis.value_text(repeated[0].second), table.describe(other.boxes[0])
    message = f"this case of table {table.id!r} repeats another: {value} for {where}"
    if cells > 1:
        message = f"this cell and {cells - 1} more of table {table.id!r} repeat others: first, {value} for {where}"
    labels = (Label(one.span, "the case that it repeats"),)
    hint = "remove it; if it should differ, correct its key or its value"
    about = f"{table.id}: {line}"
    return FINDING.at(other.span, message, hint, labels, about=about)
