"""Quick looks at many texts say what the long ways say."""

from hypothesis import given
from hypothesis import strategies as st

from rulewright.limits import RUN
from rulewright.source.tree import SIGNS, _has_short_runs

NEAR = st.integers(RUN.most - 2, RUN.most + 2)
LENGTHS = st.one_of(st.integers(1, 3), NEAR)
RUNS = st.builds(lambda sign, count: sign * count, st.sampled_from("aé \t.\n\x1c\u2003"), LENGTHS)


@given(st.lists(RUNS, max_size=6).map("".join))
def test_a_text_with_a_long_run_is_looked_at_closely(text: str) -> None:
    if any(len(run) > RUN.most for run in SIGNS.findall(text)):
        assert not _has_short_runs(text)


def test_a_usual_text_needs_no_close_look() -> None:
    assert _has_short_runs("Roll one die.\n\nThen move: two hexes, or three.\n")
    assert _has_short_runs("")
