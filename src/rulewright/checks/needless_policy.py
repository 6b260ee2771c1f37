"""A hit policy that no input needs: no two cases of the table ever hold together.

`policy: first` tells readers to mind the order, and they look for two rows that both fit. Either two rows should
overlap, and one is too narrow, or the table says the same without the policy.
"""

from collections.abc import Iterator

from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, FindingKind, Severity

FINDING = FindingKind("needless-policy", Severity.WARNING)


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """A policy for cases that overlap, in a table of which none do."""
    table, cases = analysis.table, range(len(analysis.table.cases))
    for_overlaps = analysis.policy.decided_by or analysis.policy.restating
    if for_overlaps and len(cases) > 1 and not any(analysis.overlapping(at) for at in cases):
        message = f"`policy: {table.policy.value}` of table {table.id!r} has no effect: no two cases can apply at once"
        hint = "remove the policy, or correct the case that is too narrow"
        yield FINDING.at(table.span, message, hint, about=table.id)
