"""An input that a table asks for and that makes no difference: all its columns are equal, or all its rows.

The reader looks up something that does not matter. Often it once did, or two columns were to differ and one was copied.
A domain of a single value only heads the table, and `any` says itself that nothing is asked: both are sound. Where a
case never decides, that is said already, and may be why. A table that restates things may speak of what they have
nothing to do with.
"""

from collections.abc import Iterator

from rulewright.checks.stated import Stated
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.cover import Cover
from rulewright.model.gap_search import Boxes
from rulewright.model.keyset import Box
from rulewright.model.table import OUTPUT, Table, Value


def irrelevant_input(stated: Stated) -> Iterator[Diagnostic]:
    """Axes whose keys could all be exchanged for one another without changing an answer."""
    table = stated.table
    asked = [at for at, axis in enumerate(table.axes) if axis.name != OUTPUT and len(stated.cover.axes[at]) > 1]
    if stated.policy.restating:
        return
    if asked and (stated.policy.repeated or stated.cover.covers(stated.cover.all)):
        idle = [table.axes[at].name for at in asked if not _matters(stated, at)]
        if idle and not stated.idle:
            yield from (_finding(table, name) for name in idle)


def _matters(stated: Stated, at: int) -> bool:
    """Whether a slice of an axis is answered otherwise than its first one, or silent where that is not."""
    first, *others = (each.boxes for each in stated.cover.axes[at])
    silent = stated.questions | stated.outside
    if any(each & silent != first & silent for each in others):
        return True
    if stated.policy.repeated:
        said = _said(stated, at, first)
        return any(_said(stated, at, each) != said for each in others)
    rest = Cover(_without(stated.table.box, at), [_without(box, at) for box in stated.cover.boxes])
    return any(_differ(stated, rest, first, each) for each in others)


def _differ(stated: Stated, rest: Cover, one: Boxes, other: Boxes) -> bool:
    """Whether somewhere on the other axes one case decides in the one slice, and one that says else in the other."""
    cases = range(len(stated.table.cases))
    silent = stated.questions | stated.outside
    for first in (each for each in cases if stated.boxes[each] & one):
        before = (stated.prevailing(first) | silent) & one
        for second in (each for each in cases if stated.boxes[each] & other and not stated.agree(first, each)):
            by = before | (stated.prevailing(second) | silent) & other
            for place in (each for each in stated.places[first] if one >> each & 1):
                meeting = rest.meeting(place) & other
                shared = (each for each in stated.places[second] if meeting >> each & 1)
                if not all(rest.covers(by, place, each) for each in shared):
                    return True
    return False


def _said(stated: Stated, at: int, boxes: Boxes) -> list[tuple[Value, list[Box]]]:
    """What is said within one slice, and where on the other axes."""
    found = []
    for case, places in zip(stated.table.cases, stated.places, strict=False):
        where = [_without(stated.cover.boxes[place], at) for place in places if boxes >> place & 1]
        if where:
            found.append((case.value, where))
    return found


def _without(box: Box, at: int) -> Box:
    return (*box[:at], *box[at + 1 :])


def _finding(table: Table, axis: str) -> Diagnostic:
    message = f"{axis} makes no difference in table {table.id!r}: whatever it is the answers are the same"
    hint = f"leave {axis} out, or correct the values that were to differ"
    about = f"{table.id}: {axis}"
    return Diagnostic("irrelevant-input", table.span, message, hint, severity=Severity.WARNING, about=about)
