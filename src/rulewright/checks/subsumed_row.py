"""A row that can go: wherever it decides, what comes after it would say the same.

Of a list of which the first that applies decides, that is most often a step of thresholds whose value is that of the
next, or a row that was to say something else. So is an exception in a cell that says what the cell says anyway. An
exception that repeats the last word of all, `any`, may be there for its reader, who looks it up by name: a note.
"""

from collections.abc import Iterator

from rulewright.checks.pairs import repeating
from rulewright.checks.stated import Stated
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.model.gap_search import Boxes


def subsumed_row(stated: Stated) -> Iterator[Diagnostic]:
    """Rows and exceptions without which every answer would be the same, all of them taken out together."""
    if stated.policy.decided_by:
        for cases, instead in _rows(stated):
            yield _finding(stated, cases[0], instead, stated.row(cases[0]))
    for at, general in _exceptions(stated):
        yield _finding(stated, at, general, stated.names[at])


def _rows(stated: Stated) -> Iterator[tuple[list[int], int]]:
    """Each row, by its cases, that can go with those told before it, and a case that answers instead of its first.

    The last come first: whether they can go hangs on none before them. Cases that never decide, or repeat another, are
    told elsewhere, and answer for nothing here.
    """
    told = stated.idle | {pair.second for pair in repeating(stated)}
    gone: set[int] = set()
    rows: dict[str, list[int]] = {}
    for at in stated.order:
        if at not in told and at not in stated.general:
            rows.setdefault(stated.row(at), []).append(at)
    for cases in reversed(rows.values()):
        instead = [_instead(stated, at, gone, told) for at in cases]
        if instead[0] is not None and None not in instead:
            gone.update(cases)
            yield cases, instead[0]


def _instead(stated: Stated, at: int, gone: set[int], told: set[int]) -> int | None:
    """The first of the later cases that say what a case says, where these answer wherever it decides; else None."""
    before = stated.either(stated.before(at) - gone) | stated.questions
    meeting = {*stated.meeting(at)} - gone - stated.before(at)
    later = [other for other in stated.order if other in meeting]
    same = [other for other in later if stated.agree(at, other) and other not in told]
    if not same or not stated.covers(before | stated.either(same), at):
        return None
    nearer: Boxes = 0
    for other in later:
        if other in same:
            nearer |= stated.boxes[other]
        elif not stated.covers(before | nearer, at, other):
            return None
    return same[0]


def _exceptions(stated: Stated) -> Iterator[tuple[int, int]]:
    """Exceptions, each with its general value, which says the same."""
    for general in range(len(stated.table.cases)):
        yield from ((at, general) for at in stated.exceptions(general) if stated.agree(at, general))


def _finding(stated: Stated, at: int, instead: int, name: str) -> Diagnostic:
    table = stated.table
    case, other = table.cases[at], table.cases[instead]
    message = f"this case of table {table.id!r} can go: where it decides {stated.names[instead]!r} says the same"
    message += f", {stated.says(at)}"
    hint = "remove it; or correct its value, if another was meant"
    severity = Severity.NOTE if table.box in other.boxes else Severity.WARNING
    labels, about = (Label(other.span, "what answers then"),), f"{table.id}: {name}"
    return Diagnostic("subsumed-row", case.span, message, hint, labels, severity, about=about)
