"""The list of English words gives the same however its file is written."""

import json

import pytest

from rulewright.checks.english_words import word_list

WORDS = {"a": 48779620, "a's": 50, "fire": 1200, "fired": 700, "firing": 650}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WORDS, indent=0),
        json.dumps(WORDS, indent=2),
        json.dumps(WORDS),
        json.dumps(dict(reversed(WORDS.items())), indent=0),
        json.dumps(WORDS | {"é": 60}, indent=0),
    ],
    ids=["a line for each", "indented", "one line", "in another order", "with an escape"],
)
def test_words_are_found_with_their_numbers(text: str) -> None:
    words = word_list(text)
    assert {word: words[word] for word in WORDS} == WORDS
    assert dict(words) == json.loads(text)
    assert all(word not in words for word in ("", "fir", "fires", 'fire": 1', "z"))


def test_a_list_of_a_word_on_each_line_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(WORDS, indent=0)
    monkeypatch.setattr(json, "loads", None)
    assert word_list(text)["fire"] == 1200
