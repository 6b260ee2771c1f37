"""A case that never decides: dead text. A reader believes in it, and no die ever reaches it.

Most often it has slipped below a more general case, or all of a general value's exceptions together leave it nothing. A
case that only repeats one before it says nothing wrong: that is `duplicate-row`.
"""

from collections.abc import Iterator

from rulewright.checks.stated import MOST_NAMED, Stated
from rulewright.diagnostics import Diagnostic, Label
from rulewright.model.book import Book
from rulewright.model.names import counted


def unreachable_cases(book: Book) -> Iterator[Diagnostic]:
    """Cases that others, which prevail over them, take all of; one finding for all cells of a row."""
    for table in book.game.tables:
        stated = Stated(table)
        dead = [at for at in range(len(table.cases)) if _taken(stated, at) and not _repeats(stated, at)]
        rows: dict[str, list[int]] = {}
        for at in dead:
            rows.setdefault(stated.row(at) if stated.policy.in_order else stated.names[at], []).append(at)
        for row, cases in rows.items():
            yield _finding(stated, row, cases)


def _taken(stated: Stated, at: int) -> bool:
    by = stated.prevailing(at)
    return bool(by) and not stated.excepts(at) and stated.covers(by, at)


def _repeats(stated: Stated, at: int) -> bool:
    policy, others = stated.policy, stated.meeting(at)
    before = [other for other in others if other < at] if policy.in_order else others if policy.ranked else []
    return any(stated.agree(other, at) and stated.within(at, other) for other in before)


def _finding(stated: Stated, row: str, cases: list[int]) -> Diagnostic:
    table, in_order, at = stated.table, stated.policy.in_order, cases[0]
    takers = [other for other in stated.meeting(at) if other < at] if in_order else _takers(stated, at)
    who, remedy = _told(stated, at)
    more = f" (nor {'do' if len(cases) > 2 else 'does'} {counted(len(cases) - 1, 'more cell')} beside it)"
    message = f"this case of table {table.id!r} never decides{more if len(cases) > 1 else ''}: {who} take all of it"
    labels = tuple(Label(table.cases[taker].span, "takes part of it") for taker in takers[:MOST_NAMED])
    about = f"{table.id}: {row}"
    return Diagnostic("unreachable-case", table.cases[at].span, message, f"{remedy}, or remove it", labels, about=about)


def _takers(stated: Stated, at: int) -> list[int]:
    higher = set(stated.ranking_higher(at))
    return [*stated.exceptions(at), *(other for other in stated.meeting(at) if other in higher)]


def _told(stated: Stated, at: int) -> tuple[str, str]:
    """Who takes all of a case, and what its author may do beside removing it."""
    if stated.policy.in_order:
        return "the cases before it", "move it before them"
    if stated.ranking_higher(at):
        return "cases of higher priority", "let its value come before theirs"
    return "its own exceptions", "narrow its exceptions"
