"""A redundant row: wherever it decides, the cases after it would give the same value.

Under `policy: first` that is most often a threshold with the value of the next one, or a row that should have another
value. An exception with the general value of its cell is redundant too. A case with the value of the final `any` may
help readers who look it up by name: a note.
"""

from collections.abc import Iterator

from rulewright.checks.case_pairs import repeated_pairs
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.gap_search import Boxes

FINDING = FindingKind("subsumed-row", Severity.WARNING)


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Rows and exceptions that the author can remove, all of them together, without changing an answer."""
    if analysis.policy.decided_by:
        for cases, instead in _rows(analysis):
            yield _finding(analysis, cases[0], instead, analysis.row_name(cases[0]))
    for at, general in analysis.redundant.items():
        yield _finding(analysis, at, general, analysis.case_names[at])


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


def _finding(analysis: TableAnalysis, at: int, instead: int, name: str) -> Finding:
    table = analysis.table
    case, other = table.cases[at], table.cases[instead]
    message = (
        f"this case of table {table.id!r} is redundant: without it "
        f"{analysis.case_names[instead]!r} would give the same, {analysis.value_text(at)}"
    )
    hint = "remove it; if it should differ, correct its value"
    severity = Severity.NOTE if table.box in other.boxes else Severity.WARNING
    labels, about = (Label(other.span, "the case that would decide"),), f"{table.id}: {name}"
    return FINDING.at(case.span, message, hint, labels, severity, about=about)
