"""Colours as they are seen: known values of the published measures, and what must hold for all colours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.colour import DICHROMATS, VIEWS, contrast, difference, luminance

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
GREYS = st.integers(0, 255).map(lambda level: f"#{level:02x}{level:02x}{level:02x}")


def test_contrast_runs_from_one_to_twenty_one() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#336699", "#336699") == 1


def test_the_grey_that_just_fails_on_white() -> None:
    """The best known pair of the guidelines: #767676 passes, #777777 does not."""
    assert contrast("#767676", "#ffffff") >= 4.5 > contrast("#777777", "#ffffff")


def test_luminance_of_the_primaries_adds_up_to_white() -> None:
    parts = [luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff")]
    assert parts == [0.2126, 0.7152, 0.0722]
    assert sum(parts) == pytest.approx(luminance("#ffffff"))


def test_black_and_white_are_a_hundred_apart_in_every_view() -> None:
    for view in VIEWS.values():
        assert difference("#000000", "#ffffff", view) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("kind", list(DICHROMATS))
def test_each_row_of_a_matrix_keeps_white_white(kind: str) -> None:
    assert [sum(row) for row in DICHROMATS[kind]] == pytest.approx([1, 1, 1], abs=1e-5)


@pytest.mark.parametrize(
    ("view", "one", "other"),
    [
        ("greyscale", "#c0504d", "#6b8a3a"),
        ("deuteranopia", "#d15447", "#7d8240"),
        ("protanopia", "#b3202c", "#6b4a2b"),
        ("tritanopia", "#5f9ea0", "#6a9fb5"),
    ],
)
def test_pairs_that_merge_in_one_view(view: str, one: str, other: str) -> None:
    assert difference(one, other, VIEWS[view]) < 10


@given(COLOURS, COLOURS)
def test_difference_and_contrast_do_not_mind_the_order(one: str, other: str) -> None:
    assert difference(one, other) == pytest.approx(difference(other, one))
    assert contrast(one, other) == contrast(other, one)


@given(GREYS)
def test_greys_look_the_same_to_everybody(grey: str) -> None:
    for view in VIEWS.values():
        assert difference(grey, grey, view) == 0
        assert difference(grey, "#000000", view) == pytest.approx(difference(grey, "#000000"), abs=0.05)
