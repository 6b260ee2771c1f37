"""The cases of a table that match each combination, for hit policies that let several cases answer."""

from dataclasses import dataclass
from math import prod

from rulewright.model.answers import OUTSIDE, QUESTION, axes_in_order, box_positions
from rulewright.model.precedence import region
from rulewright.model.table import Axis, Table


@dataclass(frozen=True, slots=True)
class MatchingCases:
    """For each combination of `axes`, row-major with the last fastest, the cases that match it.

    `owners` are positions in `groups`, or OUTSIDE or QUESTION. A group is the positions of cases in table order.
    """

    table: Table
    axes: tuple[Axis, ...]
    keys: tuple[tuple[int, ...], ...]
    owners: list[int]
    groups: tuple[tuple[int, ...], ...]


def matching_cases(table: Table, order: tuple[str, ...] = ()) -> MatchingCases:
    """The cases that match, over the part of the domain that a proof tries; see `answers` for `order`."""
    axes, keys = axes_in_order(table, order)
    groups: list[tuple[int, ...]] = [()]
    owners = [0] * prod(map(len, keys))
    for position in range(len(table.cases)):
        joined: dict[int, int] = {}
        for index in {index for box in region(table, position) for index in box_positions(table, box, axes, keys)}:
            owner = owners[index]
            if owner not in joined:
                joined[owner] = len(groups)
                groups.append((*groups[owner], position))
            owners[index] = joined[owner]
    for question in (False, True):
        for silence in (each for each in table.silences if each.question is question):
            for box in silence.boxes:
                for index in box_positions(table, box, axes, keys):
                    owners[index] = QUESTION if question else OUTSIDE
    return MatchingCases(table, axes, keys, owners, tuple(groups))
