"""Boxes as slices: the very positions that counting through all combinations finds."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.keyset import KeySet
from rulewright.tables.answers import flat_slices

AXIS = st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True).map(sorted)


@given(st.lists(st.tuples(AXIS, st.sets(st.integers(0, 9))), max_size=4))
def test_the_slices_of_a_box_are_its_combinations(axes: list[tuple[list[int], set[int]]]) -> None:
    keys = [each for each, _ in axes]
    box = [KeySet.of(inside) for _, inside in axes]
    combinations = list(product(*keys))
    found = [at for where in flat_slices(box, keys) for at in range(*where.indices(len(combinations)))]
    counted = [at for at, each in enumerate(combinations) if all(k in s for k, s in zip(each, box, strict=True))]
    assert sorted(found) == counted


def test_a_whole_box_is_one_slice_and_one_key_of_the_last_axis_another() -> None:
    keys = [list(range(50)), list(range(100)), list(range(6))]
    whole = [KeySet(((0, 49),)), KeySet(((0, 99),)), KeySet(((0, 5),))]
    assert list(flat_slices(whole, keys)) == [slice(0, 30_000, 1)]
    assert list(flat_slices([*whole[:2], KeySet(((2, 2),))], keys)) == [slice(2, 29_997, 6)]
