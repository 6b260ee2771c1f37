"""Which cases of a table hold at every combination, for policies under which several answer together."""

from dataclasses import dataclass
from math import prod

from rulewright.model.answers import OUTSIDE, QUESTION, axes_in_order, box_positions
from rulewright.model.precedence import region
from rulewright.model.table import Axis, Table


@dataclass(frozen=True, slots=True)
class MatchingCases:
    """For each combination of `axes`, row-major with the last fastest, the cases that hold there.

    `owners` are positions in `groups`, the cases that hold together in the order of the table, or OUTSIDE or QUESTION.
    """

    table: Table
    axes: tuple[Axis, ...]
    keys: tuple[tuple[int, ...], ...]
    owners: list[int]
    groups: tuple[tuple[int, ...], ...]


def matching_cases(table: Table, order: tuple[str, ...] = ()) -> MatchingCases:
    """The cases that hold over the stretch of a table's domain that can be enumerated; see `answers`."""
    axes, keys = axes_in_order(table, order)
    groups: list[tuple[int, ...]] = [()]
    owners = [0] * prod(map(len, keys))
    for at in range(len(table.cases)):
        joined: dict[int, int] = {}
        for index in {index for box in region(table, at) for index in box_positions(table, box, axes, keys)}:
            owner = owners[index]
            if owner not in joined:
                joined[owner] = len(groups)
                groups.append((*groups[owner], at))
            owners[index] = joined[owner]
    for question in (False, True):
        for silence in (each for each in table.silences if each.question is question):
            for box in silence.boxes:
                for index in box_positions(table, box, axes, keys):
                    owners[index] = QUESTION if question else OUTSIDE
    return MatchingCases(table, axes, keys, owners, tuple(groups))
