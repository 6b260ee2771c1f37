"""Which case decides where several of one table hold."""

from collections.abc import Sequence
from itertools import takewhile

from rulewright.model.cover import gaps
from rulewright.model.keyset import Box
from rulewright.model.table import Case, Policy, Table


def precedence(table: Table) -> Sequence[int]:
    """The positions of the cases; where several hold the earliest of these decides, if only one does.

    Of equal values an exception in a cell has precedence: to players it is all one, and so it counts as used.
    """
    positions = range(len(table.cases))
    if table.policy is not Policy.PRIORITY:
        return positions
    return sorted(positions, key=lambda at: (table.rank(table.cases[at]), not table.cases[at].conditions))


def exceptions(table: Table, at: int) -> tuple[Case, ...]:
    """The exceptions to a general value: the others in its cell. A list read from the top knows none."""
    case = table.cases[at]
    if table.policy is Policy.FIRST or not case.general:
        return ()
    return tuple(takewhile(lambda other: other.conditions and other.keys == case.keys, table.cases[at + 1 :]))


def region(table: Table, at: int) -> Sequence[Box]:
    """Where a case holds, in boxes that may overlap: a general value does not where one of its exceptions does."""
    taken = [box for other in exceptions(table, at) for box in other.boxes]
    boxes = table.cases[at].boxes
    return [left for box in boxes for left in gaps(box, taken)] if taken else boxes


def overriding_boxes(table: Table, at: int) -> list[Box]:
    """Where something else decides than the case at this position, although its conditions hold."""
    found = [box for other in exceptions(table, at) for box in other.boxes]
    if table.policy in (Policy.FIRST, Policy.PRIORITY):
        before = takewhile(lambda other: other != at, precedence(table))
        found += [box for other in before for box in region(table, other)]
    return found
