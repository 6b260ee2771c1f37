"""Key sets and boxes against brute force: what holds for every small set holds for the intervals."""

import math
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.keyset import Bound, Box, KeySet, meet

LOW, HIGH = -4, 12
NUMBERS = range(LOW, HIGH + 1)
FAR = (LOW - 1000, HIGH + 1000)
"""Stand for the numbers without end on either side."""

ends = st.integers(LOW, HIGH)
intervals = st.tuples(st.one_of(st.just(-math.inf), ends), st.one_of(st.just(math.inf), ends))
keysets = st.lists(intervals, max_size=4).map(KeySet.union_of)
finite_sets = st.lists(st.tuples(ends, ends), max_size=4).map(KeySet.union_of)
small_sets = st.lists(st.integers(0, 4), max_size=4).map(KeySet.of)


def boxes_of(axes: int) -> st.SearchStrategy[Box]:
    return st.tuples(*[small_sets.filter(bool)] * axes)


def members(keys: KeySet) -> set[int]:
    """The numbers of a set within reach, found by asking for each."""
    return {number for number in (*NUMBERS, *FAR) if number in keys}


def points(boxes: list[Box]) -> list[tuple[int, ...]]:
    """Every point of every box, once for each box that holds it."""
    return [point for box in boxes for point in product(*box)]


@given(st.sets(ends))
def test_a_set_of_numbers_holds_them_and_no_others(numbers: set[int]) -> None:
    keys = KeySet.of(numbers)
    assert members(keys) == numbers
    assert list(keys) == sorted(numbers)
    assert keys.size == len(numbers)
    assert bool(keys) == bool(numbers)


@given(st.lists(intervals, max_size=4))
def test_intervals_are_joined_in_order_with_gaps_between(given: list[tuple[Bound, Bound]]) -> None:
    keys = KeySet.union_of(given)
    assert members(keys) == {n for n in (*NUMBERS, *FAR) if any(low <= n <= high for low, high in given)}
    assert all(low <= high for low, high in keys.intervals)
    assert all(high + 1 < low for (_, high), (low, _) in zip(keys.intervals, keys.intervals[1:], strict=False))


@given(keysets, keysets)
def test_union_intersection_and_difference(one: KeySet, other: KeySet) -> None:
    assert members(one | other) == members(one) | members(other)
    assert members(one & other) == members(one) & members(other)
    assert members(one - other) == members(one) - members(other)


@given(keysets, keysets)
def test_equal_sets_are_equal_values(one: KeySet, other: KeySet) -> None:
    """One set has one form, so `==` and the truth of a set may be relied on."""
    assert one | other == other | one
    assert one & other == other & one
    assert (one - other) | (one & other) == one
    assert not (one - one)
    assert (one == other) == (members(one) == members(other))


@given(keysets)
def test_finite_or_not(keys: KeySet) -> None:
    assert keys.finite == (not members(keys) & set(FAR))
    assert (keys.size == math.inf) == (not keys.finite)


@given(finite_sets)
def test_a_finite_set_is_counted_as_it_is_run_through(keys: KeySet) -> None:
    assert keys.size == len(list(keys))


def test_infinity_is_no_number() -> None:
    endless = KeySet.union_of([(0, math.inf)])
    assert not endless - endless
    assert not KeySet.union_of([(-math.inf, math.inf)]) - KeySet.union_of([(-math.inf, math.inf)])
    assert KeySet.union_of([(math.inf, math.inf)]) == KeySet()
    assert endless - KeySet.of([3]) == KeySet(((0, 2), (4, math.inf)))


@given(boxes_of(2), boxes_of(2))
def test_what_two_boxes_share(one: Box, other: Box) -> None:
    shared = meet(one, other)
    assert set(points([shared] if shared else [])) == set(points([one])) & set(points([other]))
