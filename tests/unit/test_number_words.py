"""Which words of English count something."""

import pytest

from rulewright.source.markup.english import number_words


@pytest.mark.parametrize(
    "sentence",
    [
        "It gains one only with a low roll.",
        "A hit takes one away.",
        "The units in one can see into the other.",
        "It does not gain one automatically.",
        "It has one while it carries its crew.",
        "A Squad means one at full strength.",
        "A row of puffs, one touching the next.",
        "It may make one if it is able to.",
        "They too must pass one too.",
        "Units fight one another.",
        "This is the one that counts.",
        "We take it to be one to the Feint.",
    ],
)
def test_a_pronoun_counts_nothing(sentence: str) -> None:
    assert [match[0] for match in number_words(sentence)] == []


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Throw one die.", ["one"]),
        ("One unit fires at one enemy unit.", ["One", "one"]),
        ("A weapon with one to-hit die fires.", ["one"]),
        ("It takes one more for each hit.", ["one"]),
        ("It may leave by one opening.", ["one"]),
        ("One ally helps, and one at-start unit.", ["One", "one"]),
        ("One *moving* unit stops.", ["One"]),
        ("Two of them are in one hex.", ["Two", "one"]),
        ("It takes one [[MM]].", ["one"]),
    ],
)
def test_a_number_counts(sentence: str, words: list[str]) -> None:
    assert [match[0] for match in number_words(sentence)] == words
