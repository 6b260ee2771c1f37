"""Covers against brute force: the holes are all that is left, none could be wider, and none is told for nothing."""

import math
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.keyset import Box, KeySet
from rulewright.tables.cover import Cover, gaps, is_covered
from tests.big_table import WHOLE, divided, scattered
from tests.conftest import FEW, examples

LOW, HIGH = 0, 6
ENDS = (LOW - 1000, HIGH + 1000)
"""Stand for the numbers without end on either side."""

ends = st.integers(LOW, HIGH)
names = st.lists(st.integers(0, 3), min_size=1).map(KeySet.of)
bounded = st.lists(st.tuples(ends, ends), min_size=1, max_size=3).map(KeySet.union_of).filter(bool)
endless = (
    st.lists(st.tuples(st.one_of(st.just(-math.inf), ends), st.one_of(st.just(math.inf), ends)), min_size=1, max_size=3)
    .map(KeySet.union_of)
    .filter(bool)
)
DOMAINS = (
    (KeySet.of(range(4)), names),
    (KeySet.of([1, 2, 3, 5, 6]), bounded),
    (KeySet.union_of([(0, math.inf)]), endless),
    (KeySet.union_of([(-math.inf, math.inf)]), endless),
)
"""A domain of names, of numbers with a hole such as d66, and without one end or both; each with sets of its keys."""

Point = tuple[int, ...]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Box, list[Box]]:
    """The domains of a table, and boxes over them; no box is empty."""
    axes = draw(st.lists(st.sampled_from(DOMAINS), max_size=3))
    boxes = st.tuples(*(st.one_of(st.just(whole), keys.map(whole.__and__).filter(bool)) for whole, keys in axes))
    return tuple(whole for whole, _ in axes), draw(st.lists(boxes, max_size=7))


def points(box: Box) -> set[Point]:
    """The combinations of a box within reach, found by asking for each."""
    return set(product(*([key for key in (*range(LOW, HIGH + 1), *ENDS) if key in keys] for keys in box)))


def left_of(region: Box, boxes: list[Box]) -> set[Point]:
    return points(region) - {point for box in boxes for point in points(box)}


@given(tables())
def test_the_holes_are_all_that_no_box_covers(table: tuple[Box, list[Box]]) -> None:
    whole, boxes = table
    holes = list(gaps(whole, boxes))
    assert {point for hole in holes for point in points(hole)} == left_of(whole, boxes)
    assert is_covered(whole, boxes) == (not left_of(whole, boxes))


@given(tables())
def test_no_hole_could_be_wider(table: tuple[Box, list[Box]]) -> None:
    whole, boxes = table
    taken = points(whole) - left_of(whole, boxes)
    for hole in gaps(whole, boxes):
        for at, keys in enumerate(hole):
            for key in (*range(LOW, HIGH + 1), *ENDS):
                if key in whole[at] and key not in keys:
                    wider = (*hole[:at], keys | KeySet.of([key]), *hole[at + 1 :])
                    assert points(wider) & taken, f"{key} could be added on axis {at}"


@given(tables())
def test_each_hole_adds_something(table: tuple[Box, list[Box]]) -> None:
    told: set[Point] = set()
    for hole in gaps(*table):
        assert points(hole) - told
        told |= points(hole)


@given(tables())
def test_the_first_hole_holds_the_first_keys_left(table: tuple[Box, list[Box]]) -> None:
    """In the order of keys, an end without end being the last of its numbers that is looked at."""
    whole, boxes = table
    bounded = tuple(keys & KeySet.union_of([(LOW, HIGH)]) for keys in whole)
    if all(bounded):
        left = left_of(bounded, boxes)
        first = next(gaps(bounded, boxes), None)
        assert (first is None) == (not left)
        assert first is None or min(left) in points(first)


@given(tables(), st.data())
def test_some_boxes_within_others(table: tuple[Box, list[Box]], data: st.DataObject) -> None:
    """As a case is looked at: what it shares with another may be taken by those before it."""
    whole, boxes = table
    places = st.integers(0, len(boxes) - 1)
    if boxes:
        one, other, by = data.draw(places), data.draw(places), data.draw(st.sets(places))
        cover = Cover(whole, boxes)
        shared = points(boxes[one]) & points(boxes[other])
        left = shared - {point for place in by for point in points(boxes[place])}
        mask = sum(1 << place for place in by)
        assert cover.covers(mask, one, other) == (not left)
        assert {point for hole in cover.gaps(mask, one, other) for point in points(hole)} == left
        meeting = {place for place, box in enumerate(boxes) if points(box) & points(boxes[one])}
        assert cover.overlapping(one) == sum(1 << place for place in meeting)


def test_a_table_without_axes() -> None:
    """Its domain is one empty combination: uncovered until a case holds everywhere."""
    assert list(gaps((), [])) == [()]
    assert is_covered((), [()])


def test_what_is_left_is_named_once_and_widely() -> None:
    six = KeySet.of(range(1, 7))
    one = KeySet.of([1])
    assert list(gaps((six, six), [(one, one)])) == [(six, six - one), (six - one, six)], "the two arms of an L"


def test_holes_come_one_at_a_time() -> None:
    """200 boxes on the diagonal of 10,000 keys in six dimensions leave 10^24 combinations: three are told at once."""
    keys = KeySet.of(range(10_000))
    boxes = [tuple(KeySet.of([key]) for _ in range(6)) for key in range(200)]
    holes = list(islice(gaps((keys,) * 6, boxes), 3))
    assert holes[0] == (keys, keys, keys, keys, keys - KeySet.of([1]), keys - KeySet.of([0, *range(2, 200)]))
    assert len(set(holes)) == 3


MOST_STEPS = 200_000
"""What all searches of a table may look into: a few seconds, and a small part of what can be combined."""


@pytest.mark.parametrize("lost", [0, 1, 20])
def test_eight_inputs_and_two_hundred_rows(lost: int) -> None:
    boxes = divided()[lost:]
    cover = Cover(WHOLE, boxes)
    holes = list(islice(cover.gaps(cover.all), 4))
    assert bool(holes) == bool(lost)
    assert not any(cover.covers(cover.all & ~(1 << place), place) for place in range(len(boxes))), "none lies in others"
    assert cover.steps < MOST_STEPS


@pytest.mark.hypothesis  # so that `make test-long` tries the widest too
@pytest.mark.parametrize(
    "narrowed", [2, 3, 4, pytest.param(6, marks=pytest.mark.slow), *([8] if examples() > FEW else [])]
)
def test_rows_at_random_of_which_the_first_decides(narrowed: int) -> None:
    """The worst to be asked: whether those before take all of a row, for each row, where many nearly do."""
    boxes = scattered(narrowed)
    cover = Cover(WHOLE, boxes)
    for place in range(len(boxes)):
        cover.covers((1 << place) - 1, place)
    assert cover.steps < MOST_STEPS
