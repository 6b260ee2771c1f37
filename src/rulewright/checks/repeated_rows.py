"""Rows and cases that a table does not need because others decide."""

from collections.abc import Iterator

from rulewright.checks.case_pairs import CasePair, by_line, overlapping_pairs, repeated_pairs
from rulewright.checks.named_check import finds
from rulewright.checks.table_analysis import MOST_NAMED, TableAnalysis
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.gap_search import Boxes
from rulewright.model.table import Policy

DUPLICATE_ROW = FindingKind("duplicate-row", Severity.WARNING)


@finds(DUPLICATE_ROW)
def duplicate_row(analysis: TableAnalysis) -> Iterator[Finding]:
    """A row that repeats another: it has the same value and covers no other input.

    It changes no answer today. But often its key or value was meant to differ, and when the rule changes, somebody
    corrects one of the two and forgets the other. A row that contradicts another is an `overlap` instead. There is
    one finding for each row, column or case.
    """
    contradicting = by_line(analysis, (pair for pair in overlapping_pairs(analysis) if not pair.agree))
    for line, repeated in by_line(analysis, repeated_pairs(analysis)).items():
        if line not in contradicting:
            yield _duplicate_row_finding(analysis, line, repeated)


def _duplicate_row_finding(analysis: TableAnalysis, line: str, repeated: list[CasePair]) -> Finding:
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
    return DUPLICATE_ROW.at(other.span, message, hint, labels, about=about)


SUBSUMED_ROW = FindingKind("subsumed-row", Severity.WARNING)


@finds(SUBSUMED_ROW)
def subsumed_row(analysis: TableAnalysis) -> Iterator[Finding]:
    """A redundant row: wherever it decides, the cases after it would give the same value.

    Under `policy: first` that is most often a threshold with the value of the next one, or a row with a wrong value.
    An exception with the general value of its cell is redundant too. A case with the value of the final `any` is only
    a note, because it may help readers who look it up by name. The author can remove all reported rows together
    without changing an answer.
    """
    if analysis.policy.decided_by:
        for cases, instead in _rows(analysis):
            yield _subsumed_row_finding(analysis, cases[0], instead, analysis.row_name(cases[0]))
    for at, general in analysis.redundant.items():
        yield _subsumed_row_finding(analysis, at, general, analysis.case_names[at])


def _rows(analysis: TableAnalysis) -> Iterator[tuple[list[int], int]]:
    """The cases of each redundant row, and the case that would decide instead of the first of them.

    From the last row to the first, because whether a row is redundant depends only on later ones. Other checks report
    cases that never decide or repeat another, so those do not count here.
    """
    reported = analysis.masked | {pair.second for pair in repeated_pairs(analysis)}
    kept = {*analysis.general, *analysis.redundant.values()}
    removed: set[int] = set()
    rows: dict[str, list[int]] = {}
    for at in analysis.order:
        if at not in reported and at not in kept:
            rows.setdefault(analysis.row_name(at), []).append(at)
    for cases in reversed(rows.values()):
        instead = [_instead(analysis, at, removed, reported) for at in cases]
        if instead[0] is not None and None not in instead:
            removed.update(cases)
            yield cases, instead[0]


def _instead(analysis: TableAnalysis, at: int, removed: set[int], reported: set[int]) -> int | None:
    """The first later case with the same value, if such cases would decide wherever this one does; else None."""
    before = analysis.union(analysis.overriding(at) - removed) | analysis.unanswered
    overlapping = {*analysis.overlapping(at)} - removed - analysis.overriding(at)
    later = [other for other in analysis.order if other in overlapping]
    same = [other for other in later if analysis.agree(at, other) and other not in reported]
    if not same or not analysis.covers(before | analysis.union(same), at):
        return None
    nearer: Boxes = 0
    for other in later:
        if other in same:
            nearer |= analysis.boxes[other]
        elif not analysis.agree(at, other) and not analysis.covers(before | nearer, at, other):
            return None
    return same[0]


def _subsumed_row_finding(analysis: TableAnalysis, at: int, instead: int, name: str) -> Finding:
    table = analysis.table
    case, other = table.cases[at], table.cases[instead]
    message = (
        f"this case of table {table.id!r} is redundant: without it "
        f"{analysis.case_names[instead]!r} would give the same, {analysis.value_text(at)}"
    )
    hint = "remove it; if it should differ, correct its value"
    severity = Severity.NOTE if table.box in other.boxes else Severity.WARNING
    labels, about = (Label(other.span, "the case that would decide"),), f"{table.id}: {name}"
    return SUBSUMED_ROW.at(case.span, message, hint, labels, severity, about=about)


UNREACHABLE_CASE = FindingKind("unreachable-case")


@finds(UNREACHABLE_CASE)
def unreachable_case(analysis: TableAnalysis) -> Iterator[Finding]:
    """A case that never applies: readers believe it, but no roll ever reaches it.

    Most often it is below a more general case, or the exceptions to a general value leave it no input. A case that
    only repeats an earlier one is a `duplicate-row`. There is one finding for all cells of a row.
    """
    rows: dict[str, list[int]] = {}
    for at in sorted(analysis.masked - {pair.second for pair in repeated_pairs(analysis)}):
        if _overridden(analysis, at):
            row = analysis.row_name(at) if analysis.policy.decided_by else analysis.case_names[at]
            rows.setdefault(row, []).append(at)
    for row, cases in rows.items():
        yield _unreachable_case_finding(analysis, row, cases)


def _overridden(analysis: TableAnalysis, at: int) -> bool:
    """Whether a case that never decides is overridden where the table applies, and not by a question.

    By priority an exception still narrows its general value, even where others override both. And other checks tell
    what holds only where the table does not apply, or has a redundant exception.
    """
    excepting = analysis.table.policy is Policy.PRIORITY and at in analysis.general
    by = analysis.overriding_boxes(at) | analysis.unanswered & ~analysis.questions
    elsewhere = excepting or analysis.outside_only(at) or at in analysis.redundant.values()
    return not elsewhere and (not analysis.questions or analysis.covers(by, at))


def _unreachable_case_finding(analysis: TableAnalysis, row: str, cases: list[int]) -> Finding:
    table, policy, at = analysis.table, analysis.policy, cases[0]
    own = analysis.exceptions(at)
    who, remedy = ("its own exceptions", "narrow its exceptions") if own else (policy.decided_by, policy.remedy)
    if not analysis.covers(analysis.overriding_boxes(at), at):
        who = f"{who} and what is not applicable"
    message = f"this case of table {table.id!r} never applies{_others(len(cases) - 1)}: {who} cover all of it"
    others = own or sorted(analysis.overriding(at) & {*analysis.overlapping(at)})
    labels = tuple(Label(table.cases[other].span, "covers part of it") for other in others[:MOST_NAMED])
    about, hint = f"{table.id}: {row}", f"{remedy}, or remove it"
    return UNREACHABLE_CASE.at(table.cases[at].span, message, hint, labels, about=about)


def _others(count: int) -> str:
    if not count:
        return ""
    return f" (nor does {count} more cell beside it)" if count == 1 else f" (nor do {count} more cells beside it)"
