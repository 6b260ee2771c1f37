"""A case that never decides: dead text. A reader believes in it, and no die ever reaches it.

Most often it has slipped below a more general case, or all of a general value's exceptions together leave it nothing. A
case that only repeats one before it says nothing wrong: that is `duplicate-row`.
"""

from collections.abc import Iterator

from rulewright.checks.pairs import repeating
from rulewright.checks.stated import MOST_NAMED, Stated
from rulewright.diagnostics import Diagnostic, FindingKind, Label
from rulewright.model.names import count_text
from rulewright.model.table import Policy

FINDING = FindingKind("unreachable-case")


def check(stated: Stated) -> Iterator[Diagnostic]:
    """Cases that others, which prevail over them, take all of; one finding for all cells of a row."""
    rows: dict[str, list[int]] = {}
    for at in sorted(stated.idle - {pair.second for pair in repeating(stated)}):
        if _taken(stated, at):
            rows.setdefault(stated.row(at) if stated.policy.decided_by else stated.names[at], []).append(at)
    for row, cases in rows.items():
        yield _finding(stated, row, cases)


def _taken(stated: Stated, at: int) -> bool:
    """Whether it is other cases that leave it nothing, and not a question that is asked.

    An exception still takes from its general value, even where others prevail over both.
    """
    excepting = stated.table.policy is Policy.PRIORITY and at in stated.general
    return not excepting and (not stated.questions or stated.covers(stated.prevailing(at), at))


def _finding(stated: Stated, row: str, cases: list[int]) -> Diagnostic:
    table, policy, at = stated.table, stated.policy, cases[0]
    own = stated.exceptions(at)
    who, remedy = ("its own exceptions", "narrow its exceptions") if own else (policy.decided_by, policy.remedy)
    more = f" (nor {'do' if len(cases) > 2 else 'does'} {count_text(len(cases) - 1, 'more cell')} beside it)"
    message = f"this case of table {table.id!r} never decides{more if len(cases) > 1 else ''}: {who} take all of it"
    takers = own or sorted(stated.before(at) & {*stated.meeting(at)})
    labels = tuple(Label(table.cases[taker].span, "takes part of it") for taker in takers[:MOST_NAMED])
    about, hint = f"{table.id}: {row}", f"{remedy}, or remove it"
    return FINDING.at(table.cases[at].span, message, hint, labels, about=about)
