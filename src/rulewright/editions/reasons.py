"""Why a card is to be printed again, a line for each reason."""

from collections import Counter
from collections.abc import Iterator

from rulewright.editions.details import one_line
from rulewright.editions.naming import full_name
from rulewright.editions.snapshot import CELL
from rulewright.editions.touched import Reprint, whole_of
from rulewright.editions.view import VERBS, ChangeView, DifferenceView
from rulewright.translation.messages import Message, joined, tell

MANY = 3
"""Up to this many changed cells of a table are listed; beyond it only their number is given."""


def why_again(reprint: Reprint, view: DifferenceView) -> Iterator[Message]:
    """What of the card is another."""
    reasons = list(view.reasons(reprint))
    cells = Counter(whole_of(each.change) for each in reasons if each.change.kind == CELL)
    for each in reasons:
        if each.change.kind != CELL or cells[whole_of(each.change)] <= MANY:
            yield from _lines(each)
    for table, count in cells.items():
        if count > MANY:
            name = full_name(table, view.difference.after)
            yield tell("{table}: {n:,} cells are new, gone or changed", table=name, n=count)


def _lines(reason: ChangeView) -> Iterator[Message]:
    what = [*map(one_line, reason.details)] or [joined(VERBS[verb] for verb in reason.verbs)]
    return (joined((reason.name, each), ": ") for each in what)
