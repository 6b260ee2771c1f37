"""A case that never applies: readers believe it, but no roll ever reaches it.

Most often it is below a more general case, or the exceptions to a general value leave it no input. A case that only
repeats an earlier one is not wrong: that is `duplicate-row`.
"""

from collections.abc import Iterator

from rulewright.checks.case_pairs import repeated_pairs
from rulewright.checks.table_analysis import MOST_NAMED, TableAnalysis
from rulewright.findings import Finding, FindingKind, Label
from rulewright.model.table import Policy

FINDING = FindingKind("unreachable-case")


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Cases that others override everywhere; one finding for all cells of a row."""
    rows: dict[str, list[int]] = {}
    for at in sorted(analysis.masked - {pair.second for pair in repeated_pairs(analysis)}):
        if _overridden(analysis, at):
            row = analysis.row_name(at) if analysis.policy.decided_by else analysis.case_names[at]
            rows.setdefault(row, []).append(at)
    for row, cases in rows.items():
        yield _finding(analysis, row, cases)


def _overridden(analysis: TableAnalysis, at: int) -> bool:
    """Whether a case that never decides is overridden where the table applies, and not by a question.

    By priority an exception still narrows its general value, even where others override both. And other checks tell
    what holds only where the table does not apply, or has a redundant exception.
    """
    excepting = analysis.table.policy is Policy.PRIORITY and at in analysis.general
    by = analysis.overriding_boxes(at) | analysis.unanswered & ~analysis.questions
    elsewhere = excepting or analysis.outside_only(at) or at in analysis.redundant.values()
    return not elsewhere and (not analysis.questions or analysis.covers(by, at))


def _finding(analysis: TableAnalysis, row: str, cases: list[int]) -> Finding:
    table, policy, at = analysis.table, analysis.policy, cases[0]
    own = analysis.exceptions(at)
    who, remedy = ("its own exceptions", "narrow its exceptions") if own else (policy.decided_by, policy.remedy)
    if not analysis.covers(analysis.overriding_boxes(at), at):
        who = f"{who} and what is not applicable"
    message = f"this case of table {table.id!r} never applies{_others(len(cases) - 1)}: {who} cover all of it"
    others = own or sorted(analysis.overriding(at) & {*analysis.overlapping(at)})
    labels = tuple(Label(table.cases[other].span, "covers part of it") for other in others[:MOST_NAMED])
    about, hint = f"{table.id}: {row}", f"{remedy}, or remove it"
    return FINDING.at(table.cases[at].span, message, hint, labels, about=about)


def _others(count: int) -> str:
    if not count:
        return ""
    return f" (nor does {count} more cell beside it)" if count == 1 else f" (nor do {count} more cells beside it)"
