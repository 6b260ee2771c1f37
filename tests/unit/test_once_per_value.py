"""Results are kept with the object that they were made of, and go with it."""

from dataclasses import dataclass

from rulewright.base.once_per_value import once_per_value


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Word:
    letters: str


made = list[str]()


@once_per_value
def long(word: Word, suffix: str = "") -> str:
    made.append(word.letters)
    return word.letters * 3 + suffix


def test_a_result_is_made_once_for_an_object() -> None:
    made.clear()
    word = Word("a")
    assert [long(word), long(word), long(word, "with another tool")] == ["aaa", "aaa", "aaa"]
    assert made == ["a"]


def test_an_equal_object_has_a_result_of_its_own() -> None:
    made.clear()
    word, other = Word("a"), Word("a")
    assert long(word) == long(other)
    assert made == ["a", "a"]


def test_another_object_at_the_same_place_of_memory_is_another() -> None:
    for letters in ("a", "b", "c", "d") * 50:
        word = Word(letters)
        assert long(word) == letters * 3
        del word
