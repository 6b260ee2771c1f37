"""Which words of a text share a line: spaces that must not break are shown as an underscore."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from rulewright.html.bound_words import NO_BREAK, bound, bound_in_cell


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("when it fires, throw a D6", "when it fires, throw a_D6"),
        ("MMs up to its value, but at least 3", "MMs up_to its value, but at_least_3"),
        ("or up to 6″ beyond it, if it is static", "or up_to_6″ beyond it, if it is_static"),
        ("D10, + 2 for a double hit", "D10,_+_2 for a double_hit"),
        ("it takes 2 MMs and goes on its way", "it takes_2_MMs and goes on its_way"),
        ("in the 2 turns after that", "in the_2_turns after_that"),
        ("on 5 or more it falls back immediately", "on_5 or more it falls back immediately"),
        ("any FFAR ≥ 10 counts for everybody", "any FFAR_≥_10_counts for everybody"),
        ("a loss for the enemy’s side of the board", "a loss for the enemy’s side of the_board"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_numbers_and_last_words_are_bound(text: str, found: str) -> None:
    assert bound(Markup(text)).replace(NO_BREAK, "_") == found


def test_words_are_counted_through_elements_and_references() -> None:
    html = 'it is <i class="term">gone</i> <a class="rule" href="x y" title="3.6 z">[3.6]</a> or <b>a</b> <b>D6</b>'
    assert bound(Markup(html)).replace(NO_BREAK, "_") == (
        'it is <span class="whole"><i class="term">gone</i>_<a class="rule" href="x y" title="3.6 z">[3.6]</a></span>'
        " or <b>a</b>_<b>D6</b>"
    )
    sign = '<img class="mark sign" alt="x" src="z">'
    assert bound(Markup(f"the <i>old Section</i>{sign}, again")).startswith(
        f'the <i>old <span class="whole">Section{sign},</span></i>'
    )
    reference = '<a class="rule" href="x">[4.4]</a>'
    assert bound(Markup(f"the unit {reference}{sign}")).endswith(
        f'<span class="whole">unit{NO_BREAK}{reference}{sign}</span>'
    )
    assert bound(Markup('with a friend or <img class="mark sign" alt="x y" src="z">')).count(NO_BREAK) == 1


def test_the_data_of_a_picture_take_no_time() -> None:
    """They are one word: with a try at each of its letters, this would take many seconds."""
    mark = f'<img class="mark" alt="x" src="data:{"x" * 100_000}"/>'
    before = process_time()
    assert bound(Markup(f"or {mark} a (b.{mark}). <i>c</i>{mark}")).count('<span class="whole">') == 2
    assert process_time() - before < 1


def test_narrow_cells_bind_less() -> None:
    """A word in the heading of a column may be alone; what a number says may not."""
    assert bound_in_cell(Markup("casualty throw"), heads_column=False) == "casualty throw"
    assert bound_in_cell(Markup("its MMs only"), heads_column=False) == f"its MMs{NO_BREAK}only"
    assert bound_in_cell(Markup("medium HE"), heads_column=True) == "medium HE"
    assert bound_in_cell(Markup("up to 6″"), heads_column=True).count(NO_BREAK) == 2
    assert bound_in_cell(Markup("over 6 to 8″"), heads_column=True) == f"over{NO_BREAK}6 to{NO_BREAK}8″"


WORDS = st.lists(
    st.sampled_from(
        ["a", "to", "at", "least", "3", "D6", "MMs,", "squad", "(2)", "≥", "/", "<b>if</b>", "&amp;", "6″"]
    ),
    max_size=12,
)


@given(WORDS, st.integers(2, 20))
def test_nothing_but_spaces_changes_and_nothing_grows_too_wide(words: list[str], most: int) -> None:
    text = Markup(" ".join(words))
    found = bound(text, most)
    assert found.replace(NO_BREAK, " ") == text
    together = (each for each in found.split(" ") if NO_BREAK in each)
    assert all(len(Markup(each).striptags()) <= most for each in together)
