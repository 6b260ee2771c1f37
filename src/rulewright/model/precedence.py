"""Which case decides where several cases of a table match.

Under policy `priority` a table is a list whose first matching case decides, sorted by the rank of its values. Cases of
one rank say the same, so none of them overrides another.
"""

from collections.abc import Sequence
from itertools import groupby, takewhile

from rulewright.model.cover import gaps
from rulewright.model.keyset import Box
from rulewright.model.table import Case, Policy, Table


def tiers(table: Table) -> Sequence[Sequence[int]]:
    """The positions of the cases: those of one tier override those of later tiers, but not one another.

    In a tier cases with conditions come first, so that the proof counts the exceptions of cells as reached.
    """
    positions = range(len(table.cases))
    if table.policy is Policy.FIRST:
        return [[position] for position in positions]
    if table.policy is Policy.PRIORITY:
        ranks = [table.rank(case) for case in table.cases]
        ordered = sorted(positions, key=lambda position: (ranks[position], not table.cases[position].conditions))
        return [tuple(tied) for _, tied in groupby(ordered, ranks.__getitem__)]
    return [positions]


def precedence(table: Table) -> Sequence[int]:
    """The positions of the cases; under policies where one case decides, the first of these that matches."""
    return [position for tier in tiers(table) for position in tier]


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
    """Where another case decides although the conditions of this one hold."""
    boxes = [box for other in exceptions(table, position) for box in other.boxes]
    earlier = takewhile(lambda tier: position not in tier, tiers(table))
    return boxes + [box for tier in earlier for other in tier for box in region(table, other)]
