"""The words of a book that divide in two others."""

from rulewright.checks.two_names.spellings import _halved


def divided(*words: str) -> list[str]:
    return sorted(f"{first} {other}" for first, other, _ in _halved(words, set(words)))


def test_each_division() -> None:
    assert divided("battle", "battlefield", "field", "battlefields", "bat") == ["battle field", "battle field"]


def test_short_words_and_those_of_sentences_are_no_halves() -> None:
    assert divided("to", "day", "today", "with", "draw", "withdraw", "hold", "holdthe", "the") == []


def test_a_number_is_not_divided() -> None:
    assert divided("sdkfz", "sdkfz251", "251", "hexes12", "hexes12345", "345") == ["sdkfz 251"]
