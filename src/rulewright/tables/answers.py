"""The deciding case of a table at every combination of its inputs, for proofs and claims.

Combinations have flat positions: row-major order, the last axis fastest. A box is then a few slices, so large tables
are filled slice by slice instead of combination by combination.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, product, takewhile
from math import prod

from rulewright.base.memo import memoised
from rulewright.entries.cells import Case, Silence
from rulewright.entries.claims import Undecided
from rulewright.entries.domains import Axis
from rulewright.entries.keyset import Box, KeySet, meet, remainder
from rulewright.entries.numbers import Plain
from rulewright.entries.table import Policy, Table
from rulewright.tables.cover import gaps

# Under policy `priority` the cases, sorted by the rank of their values, are a list whose first matching case decides.
# Cases of the same rank have the same value, so none of them overrides another.


def tiers(table: Table) -> Sequence[Sequence[int]]:
    """Return the positions of the cases in tiers.

    A case overrides the cases of later tiers, but not those of its own tier.

    Inside a tier, cases with conditions come first, so that the proof counts the exceptions of cells as reached.
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
    """Return the positions of the cases.

    Under policies where one case decides, it is the first of these that matches.
    """
    return [position for tier in tiers(table) for position in tier]


def exceptions(table: Table, position: int) -> tuple[Case, ...]:
    """Return the exceptions to a general value: the other cases in its cell. Under policy FIRST there are none."""
    case = table.cases[position]
    if table.policy is Policy.FIRST or not case.general:
        return ()
    return tuple(takewhile(lambda other: other.conditions and other.keys == case.keys, table.cases[position + 1 :]))


def region(table: Table, position: int) -> Sequence[Box]:
    """Return the boxes where a case matches.

    They may overlap. A general value does not match where an exception does.
    """
    excepted = [box for other in exceptions(table, position) for box in other.boxes]
    boxes = table.cases[position].boxes
    return [left for box in boxes for left in gaps(box, excepted)] if excepted else boxes


def overriding_boxes(table: Table, position: int) -> list[Box]:
    """Return boxes where another case overrides this one."""
    boxes = [box for other in exceptions(table, position) for box in other.boxes]
    earlier = takewhile(lambda tier: position not in tier, tiers(table))
    return boxes + [box for tier in earlier for other in tier for box in region(table, other)]


# The flat positions of a box

PositionRange = tuple[int, int]
"""A range of positions on one axis: the first, and the one after the last."""


def flat_slices(box: Sequence[KeySet], keys: Sequence[Sequence[int]]) -> Iterator[slice]:
    """Yield the flat positions of a box as slices; `keys` are the keys of each axis in rising order.

    One slice can span several axes if the box contains all keys of the inner ones. The axes are chosen for the fewest
    slices.
    """
    runs = [list(_runs(key_set, each)) for key_set, each in zip(box, keys, strict=True)]
    sizes = [len(each) for each in keys]
    if not all(runs):
        return
    if not runs:
        yield slice(0, 1)
        return
    strides = [prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
    _, outer, inner = min(_slice_counts(runs, sizes))
    inner_size = prod(sizes[outer + 1 : inner + 1])
    offsets = [
        [position * strides[axis] for first, end in runs[axis] for position in range(first, end)]
        for axis in range(len(runs))
        if not outer <= axis <= inner
    ]
    for offset in map(sum, product(*offsets)):
        for first, end in runs[outer]:
            start = offset + first * strides[outer]
            last = start + ((end - first) * inner_size - 1) * strides[inner]
            yield slice(start, last + 1, strides[inner])


def _slice_counts(runs: Sequence[Sequence[PositionRange]], sizes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (number of slices, outer, inner) for each way to span the axes `outer` to `inner` with one slice.

    The box must contain all keys of the spanned axes except the outermost.
    """
    counts = [sum(end - first for first, end in each) for each in runs]
    for inner in range(len(runs)):
        outer = inner
        while outer and counts[outer] == sizes[outer]:
            outer -= 1
        yield len(runs[outer]) * prod(counts[:outer]) * prod(counts[inner + 1 :]), outer, inner


def _runs(key_set: KeySet, keys: Sequence[int]) -> Iterator[PositionRange]:
    for low, high in key_set.intervals:
        first, end = bisect_left(keys, low), bisect_right(keys, high)
        if first < end:
            yield first, end


GAP, OUTSIDE, QUESTION = -1, -2, -3
"""Owners of combinations that no case decides. Other owners are positions of deciding cases."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The deciding case (owner) of each combination of `axes`, by flat position.

    Under policies where all matching cases are the answer, use `matching_cases`.
    """

    table: Table
    axes: tuple[Axis, ...]
    keys: tuple[tuple[int, ...], ...]
    owners: Sequence[int]

    def keys_at(self, index: int) -> dict[str, int]:
        return combination(self.axes, self.keys, index)

    def value(self, owner: int) -> Plain:
        return self.table.cases[owner].value.plain if owner >= 0 else None

    def lookup(self) -> Mapping[tuple[int, ...], int]:
        """Return the deciding cases by the keys of the combination, in the order of `axes`."""
        return dict(zip(product(*self.keys), self.owners, strict=True))

    def number(self, owner: int) -> int | float | None:
        """Return the printed number of an owner, or None. Raise Undecided if the rules leave the question open."""
        if owner == QUESTION:
            raise Undecided
        value = self.value(owner)
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def answers(table: Table, order: Sequence[str] = ()) -> Answers:
    """Return the answers of a table over the part of its domain that a proof tries.

    `order` names all axes in the order to use; by default the order of the table.
    """
    axes, keys = axes_in_order(table, order)
    owners = array("i", [GAP]) * prod(map(len, keys))
    for owner, where in layers(table, axes, keys):
        owners[where] = array("i", [owner]) * len(range(*where.indices(len(owners))))
    return Answers(table, axes, keys, owners)


def tally(table: Table, axes: Sequence[Axis], keys: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """Count the combinations of each owner. Owners without any combination may be missing."""
    covered = bytearray(prod(map(len, keys)))
    counts: Counter[int] = Counter()
    for owner, where in layers(table, axes, keys):
        size = len(range(*where.indices(len(covered))))
        covered[where] = b"\1" * size
        counts[owner] += size
    counts[GAP] = covered.count(0)
    if counts.total() > len(covered):  # some cases overlap
        return Counter(answers(table, [axis.name for axis in axes]).owners)
    return counts


def layers(table: Table, axes: Sequence[Axis], keys: Sequence[Sequence[int]]) -> Iterator[tuple[int, slice]]:
    """Yield owners with the flat positions of their combinations. Later layers override earlier ones."""
    for boxes, owner in layered_boxes(table):
        for box in boxes:
            yield from ((owner, where) for where in box_slices(table, box, axes, keys))


def box_slices(table: Table, box: Box, axes: Sequence[Axis], keys: Sequence[Sequence[int]]) -> Iterator[slice]:
    sets = {axis.name: keyset for axis, keyset in zip(table.axes, box, strict=True)}
    return flat_slices([sets[axis.name] for axis in axes], keys)


def code_value(table: Table, value: Plain) -> Plain:
    """Convert a printed value to the value that the rules code returns."""
    if table.values is not None and table.values.boolean and value is not None:
        return value == "yes"
    return value


def combination(axes: Sequence[Axis], keys: Sequence[Sequence[int]], index: int) -> dict[str, int]:
    """Return the key on each axis at a flat position."""
    keys_by_axis = {}
    for axis, each in zip(reversed(axes), reversed(keys), strict=True):
        index, position = divmod(index, len(each))
        keys_by_axis[axis.name] = each[position]
    return {axis.name: keys_by_axis[axis.name] for axis in axes}


def axes_in_order(table: Table, order: Sequence[str] = ()) -> tuple[tuple[Axis, ...], tuple[tuple[int, ...], ...]]:
    """Return the axes of a table in an order, and the keys of each axis that a proof tries."""
    by_name = {axis.name: axis for axis in table.axes}
    axes = tuple(by_name[name] for name in order) or table.axes
    return axes, tuple(tuple(axis.domain.proof_keys()) for axis in axes)


@memoised()
def layered_boxes(table: Table) -> Sequence[tuple[Sequence[Box], int]]:
    """Return the boxes of every owner from the lowest precedence to the highest: cases, then silences."""
    return tuple(_layered_boxes(table))


def _layered_boxes(table: Table) -> Iterator[tuple[Sequence[Box], int]]:
    yield from ((region(table, position), position) for position in reversed(precedence(table)))
    yield from ((silence.boxes, OUTSIDE) for silence in table.silences if not silence.question)
    yield from ((silence.boxes, QUESTION) for silence in table.silences if silence.question)


def deciding_owners(table: Table, region: Box) -> Iterator[tuple[int, Box]]:
    """Yield every owner that decides somewhere in a region, with a part of the region where it decides."""
    earlier: list[Box] = []
    for boxes, owner in reversed(layered_boxes(table)):
        shared = [both for box in boxes if (both := meet(region, box)) is not None]
        part = next((gap for both in shared for gap in gaps(both, earlier)), None)
        if part is not None:
            yield owner, part
        earlier += shared
    yield from ((GAP, gap) for gap in islice(gaps(region, earlier), 1))


def split_by_owner(table: Table, region: Box) -> Iterator[tuple[int, Box]]:
    """Split a region into parts, each with the owner that decides all of it."""
    left = [region]
    for boxes, owner in reversed(layered_boxes(table)):
        shared = [both for part in left for box in boxes if (both := meet(part, box)) is not None]
        if shared:
            yield from ((owner, part) for part in shared)
            left = remainder(left, boxes)
    yield from ((GAP, part) for part in left)


def silence_at(table: Table, keys: Mapping[str, int]) -> Silence:
    """Return the first silence of a table at a combination. There must be one."""
    return next(
        silence
        for silence in table.silences
        for box in silence.boxes
        if all(keys[axis.name] in keyset for axis, keyset in zip(table.axes, box, strict=True))
    )


def describe_combination(keys: Mapping[str, int], axes: Sequence[Axis]) -> str:
    """Describe one combination in the author's words: `unit latw, light day`."""
    return ", ".join(f"{axis.name} {axis.domain.key_text(keys[axis.name])}" for axis in axes)


# All matching cases of each combination, for hit policies under which several cases are the answer


@dataclass(frozen=True, slots=True)
class MatchingCases:
    """The matching cases of each combination of `axes`, by flat position.

    `owners` are positions in `groups`, or OUTSIDE or QUESTION. A group is a tuple of positions of cases in table order.
    """

    table: Table
    axes: tuple[Axis, ...]
    keys: tuple[tuple[int, ...], ...]
    owners: list[int]
    groups: tuple[tuple[int, ...], ...]


def matching_cases(table: Table, order: tuple[str, ...] = ()) -> MatchingCases:
    """Return the matching cases over the part of the domain that a proof tries. See `answers` for `order`."""
    axes, keys = axes_in_order(table, order)
    groups: list[tuple[int, ...]] = [()]
    owners = [0] * prod(map(len, keys))
    for position in range(len(table.cases)):
        joined: dict[int, int] = {}
        slices = (where for box in region(table, position) for where in box_slices(table, box, axes, keys))
        for index in {index for where in slices for index in range(*where.indices(len(owners)))}:
            owner = owners[index]
            if owner not in joined:
                joined[owner] = len(groups)
                groups.append((*groups[owner], position))
            owners[index] = joined[owner]
    for owner, where in layers(table, axes, keys):
        if owner < 0:  # a silence
            owners[where] = [owner] * len(range(*where.indices(len(owners))))
    return MatchingCases(table, axes, keys, owners, tuple(groups))
