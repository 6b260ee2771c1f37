"""Which case decides where several cases of a table match.

Under policy `priority` a table is a list whose first matching case decides, sorted by the rank of its values.
"""

from collections.abc import Sequence
from itertools import takewhile

from rulewright.model.cover import gaps
from rulewright.model.keyset import Box
from rulewright.model.table import Case, Policy, Table


def precedence(table: Table) -> Sequence[int]:
    """The positions of the cases; under policies where one case decides, the first of these that matches.

    Of equal values an exception in a cell comes first. Players see no difference, and so the exception counts as used.
    """
    positions = range(len(table.cases))
    if table.policy is not Policy.PRIORITY:
        return positions
    cases = table.cases
    return sorted(positions, key=lambda position: (table.rank(cases[position]), not cases[position].conditions))


def exceptions(table: Table, position: int) -> tuple[Case, ...]:
    """The exceptions to a general value: the other cases in its cell. A list read from the top has none."""
    case = table.cases[position]
    if table.policy is Policy.FIRST or not case.general:
        return ()
    return tuple(takewhile(lambda other: other.conditions and other.keys == case.keys, table.cases[position + 1 :]))


def region(table: Table, position: int) -> Sequence[Box]:
    """Where a case matches, in boxes that may overlap; a general value does not match where an exception does."""
    excepted = [box for other in exceptions(table, position) for box in other.boxes]
    boxes = table.cases[position].boxes
    return [left for box in boxes for left in gaps(box, excepted)] if excepted else boxes


def overriding_boxes(table: Table, position: int) -> list[Box]:
    """Where another case may decide although the conditions of this one hold."""
    boxes = [box for other in exceptions(table, position) for box in other.boxes]
    if table.policy in (Policy.FIRST, Policy.PRIORITY):
        earlier = takewhile(lambda other: other != position, precedence(table))
        boxes += [box for other in earlier for box in region(table, other)]
    return boxes
