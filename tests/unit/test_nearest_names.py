"""The name that a hint suggests is the one that difflib finds, which compares each name in full."""

from difflib import get_close_matches

from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.names import KnownNames

NAMES = st.text("abc-1", min_size=1, max_size=8)


@given(NAMES, st.lists(NAMES, max_size=30))
def test_the_nearest_of_few_names(wrong: str, names: list[str]) -> None:
    assert KnownNames(names).nearest(wrong) == next(iter(get_close_matches(wrong, names, 1, 0.6)), None)


def test_letters_that_come_again_count_again() -> None:
    assert KnownNames(["nann", "nab"]).nearest("nan") == "nann"
