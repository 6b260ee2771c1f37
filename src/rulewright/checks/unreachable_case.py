"""A case that never decides: dead text. A reader believes in it, and no die ever reaches it.

Most often it has slipped below a more general case, or all of a general value's exceptions together leave it nothing. A
case that only repeats one before it says nothing wrong: that is `duplicate-row`.
"""

from collections.abc import Iterator

from rulewright.checks.stated import MOST_NAMED, Stated
from rulewright.diagnostics import Diagnostic, Label
from rulewright.model.names import counted


def unreachable_case(stated: Stated) -> Iterator[Diagnostic]:
    """Cases that others, which prevail over them, take all of; one finding for all cells of a row."""
    rows: dict[str, list[int]] = {}
    for at in sorted(stated.idle):
        if _taken(stated, at) and not _repeats(stated, at):
            rows.setdefault(stated.row(at) if stated.policy.in_order else stated.names[at], []).append(at)
    for row, cases in rows.items():
        yield _finding(stated, row, cases)


def _taken(stated: Stated, at: int) -> bool:
    """Whether it is other cases that leave it nothing, rather than a question that is asked."""
    return not stated.questions or stated.covers(stated.prevailing(at), at)


def _repeats(stated: Stated, at: int) -> bool:
    return stated.policy.in_order and any(
        stated.agree(before, at) and stated.within(at, before) for before in stated.meeting(at) if before < at
    )


def _finding(stated: Stated, row: str, cases: list[int]) -> Diagnostic:
    table, in_order, at = stated.table, stated.policy.in_order, cases[0]
    takers = [other for other in stated.meeting(at) if other < at] if in_order else stated.exceptions(at)
    who = "the cases before it" if in_order else "its own exceptions"
    more = f" (nor {'do' if len(cases) > 2 else 'does'} {counted(len(cases) - 1, 'more cell')} beside it)"
    message = f"this case of table {table.id!r} never decides{more if len(cases) > 1 else ''}: {who} take all of it"
    hint = "move it before them, or remove it" if in_order else "remove it, or narrow its exceptions"
    labels = tuple(Label(table.cases[taker].span, "takes part of it") for taker in takers[:MOST_NAMED])
    return Diagnostic("unreachable-case", table.cases[at].span, message, hint, labels, about=f"{table.id}: {row}")
