"""Sets of keys, and boxes: regions of a table's domain.

A key set is a tuple of disjoint closed intervals in rising order. A box has one key set for each axis of a table and
stands for all their combinations.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Bound = int | float
"""A whole number, or ±infinity for an open end."""

Interval = tuple[Bound, Bound]

FEW = 8
"""Below this number of intervals a linear search is as fast as a binary search."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """A set of whole numbers."""

    intervals: tuple[Interval, ...] = ()

    @classmethod
    def of(cls, values: Iterable[int]) -> "KeySet":
        return cls.union_of((value, value) for value in values)

    @classmethod
    def union_of(cls, intervals: Iterable[Interval]) -> "KeySet":
        """Join intervals that overlap or touch: 1–3 and 4–6 become 1–6."""
        joined: list[Interval] = []
        for low, high in sorted(i for i in intervals if _has_numbers(i)):
            if joined and low <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
            else:
                joined.append((low, high))
        return cls(tuple(joined))

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __contains__(self, value: Bound) -> bool:
        if len(self.intervals) < FEW:
            return any(low <= value <= high for low, high in self.intervals)
        index = bisect_right(self.intervals, (value, math.inf)) - 1
        return index >= 0 and value <= self.intervals[index][1]

    def __or__(self, other: "KeySet") -> "KeySet":
        return KeySet.union_of((*self.intervals, *other.intervals))

    def __and__(self, other: "KeySet") -> "KeySet":
        return KeySet(tuple(_shared(self.intervals, other.intervals)))

    def __sub__(self, other: "KeySet") -> "KeySet":
        return self & other._complement if other.intervals else self

    @property
    def _complement(self) -> "KeySet":
        """All whole numbers that are not in the set."""
        ends = ((low - 1, high + 1) for low, high in self.intervals)
        bounds = [-math.inf, *(end for pair in ends for end in pair), math.inf]
        gaps = zip(bounds[::2], bounds[1::2], strict=True)
        return KeySet(tuple(gap for gap in gaps if _has_numbers(gap)))

    @property
    def finite(self) -> bool:
        return not self.intervals or (self.ends[0] > -math.inf and self.ends[1] < math.inf)

    @property
    def ends(self) -> tuple[Bound, Bound]:
        """The smallest and the largest value. The set must not be empty."""
        return self.intervals[0][0], self.intervals[-1][1]

    @property
    def size(self) -> Bound:
        """The number of values, which may be infinite."""
        return sum(high - low + 1 for low, high in self.intervals)

    def __iter__(self) -> Iterator[int]:
        """Yield every value in rising order. The set must be finite."""
        for low, high in self.intervals:
            yield from range(int(low), int(high) + 1)


def _shared(one: Sequence[Interval], other: Sequence[Interval]) -> Iterator[Interval]:
    """Intersect two rising sequences of intervals in one pass."""
    index = other_index = 0
    while index < len(one) and other_index < len(other):
        both = max(one[index][0], other[other_index][0]), min(one[index][1], other[other_index][1])
        if _has_numbers(both):
            yield both
        if one[index][1] < other[other_index][1]:
            index += 1
        else:
            other_index += 1


def _has_numbers(interval: Interval) -> bool:
    """Whether the interval contains a whole number. Infinity is not one, so ∞ to ∞ is empty."""
    low, high = interval
    return low <= high and low < math.inf and high > -math.inf


Box = tuple[KeySet, ...]


def meet(one: Box, other: Box) -> Box | None:
    """Return the intersection of two boxes, or None if it is empty."""
    both = tuple(a & b for a, b in zip(one, other, strict=True))
    return both if all(both) else None


def subtract(box: Box, cut: Box) -> list[Box]:
    """Return `box` without `cut`, as disjoint boxes: at most one slab for each axis."""
    shared = meet(box, cut)
    if shared is None:
        return [box]
    rest: list[Box] = []
    for axis, inside in enumerate(shared):
        outside = box[axis] - inside
        if outside:
            rest.append((*box[:axis], outside, *box[axis + 1 :]))
        box = (*box[:axis], inside, *box[axis + 1 :])
    return rest


def remainder(boxes: Iterable[Box], cuts: Iterable[Box]) -> list[Box]:
    """Return `boxes` without `cuts`, as disjoint boxes.

    With many cuts `cover.gaps` is faster, and it returns maximal boxes.
    """
    left = list(boxes)
    for cut in cuts:
        left = [part for box in left for part in subtract(box, cut)]
    return left


# Sets of names as keys: the key has one bit for each name in the set. Many sets are described in few words.

Cube = tuple[int, int]
"""Two bit masks: all sets that contain every name of the first mask and no name of the second."""

Truth = int
"""A truth table as one number: bit n says whether the set with key n is included."""


def all_sets(names: int) -> KeySet:
    """Return the keys of all subsets of `names` names."""
    return KeySet.union_of([(0, (1 << names) - 1)])


def sets_with(position: int, names: int) -> KeySet:
    """Return the keys of all sets that contain the name at `position`."""
    size = 1 << position
    return KeySet(tuple((at, at + size - 1) for at in range(size, 1 << names, 2 * size)))


def set_text(key: int, names: Sequence[str]) -> str:
    """Describe one set in words: `only moving and concealed`, `none`."""
    return _words((key, ~key & ((1 << len(names)) - 1)), names)


def sets_text(keys: KeySet, possible: KeySet, names: Sequence[str]) -> Iterator[str]:
    """Describe several sets in few words: `moving without concealed`, `only concealed`.

    Only the `possible` sets matter. The words are minimal: without any one of them the meaning would change.
    """
    included, irrelevant = _truth(keys), ~_truth(possible) & ((1 << (1 << len(names))) - 1)
    cubes, _ = _cover(included, included | irrelevant, len(names))
    yield from (_words(cube, names) for cube in sorted(cubes, key=lambda cube: (sum(map(int.bit_count, cube)), *cube)))


def _truth(keys: KeySet) -> Truth:
    truth = 0
    for low, high in keys.intervals:
        truth |= ((1 << int(high - low + 1)) - 1) << int(low)
    return truth


def _cover(least: Truth, most: Truth, names: int) -> tuple[list[Cube], Truth]:
    """Find cubes that cover all of `least` and nothing outside `most`. Return them with the truth table of their union.

    No cube can be dropped or widened. The function splits on the last name: into the sets without it, the sets with it,
    and the cubes that ignore it. This is the irredundant sum of products of Minato and Morreale.
    """
    if not least:
        return [], 0
    every_set = (1 << (1 << names)) - 1
    if most == every_set:
        return [(0, 0)], every_set
    bit = half = 1 << (names - 1)  # the last name's bit in a mask, and the number of sets without it
    mask = (1 << half) - 1
    least_without, least_with = least & mask, least >> half
    most_without, most_with = most & mask, most >> half
    without, covered_without = _cover(least_without & ~most_with, most_without, names - 1)
    with_, covered_with = _cover(least_with & ~most_without, most_with, names - 1)
    rest = least_without & ~covered_without | least_with & ~covered_with
    either, covered = _cover(rest, most_without & most_with, names - 1)
    cubes = [*((has, lacks | bit) for has, lacks in without), *((has | bit, lacks) for has, lacks in with_), *either]
    return cubes, covered_without | covered | (covered_with | covered) << half


def _words(cube: Cube, names: Sequence[str]) -> str:
    has, lacks = ([name for at, name in enumerate(names) if mask >> at & 1] for mask in cube)
    if not has and not lacks:
        return "any"
    if not has:
        return "none" if len(lacks) == len(names) else f"not {' and not '.join(lacks)}"
    if lacks and len(has) + len(lacks) == len(names):
        return f"only {' and '.join(has)}"
    return " and ".join(has) + (f" without {' and without '.join(lacks)}" if lacks else "")
