"""Results are remembered by their arguments, with what the calls found, and go with the arguments."""

from dataclasses import dataclass

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.limits import Budget, Limit
from rulewright.base.memo import from_nothing, memoised


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Word:
    letters: str


made = list[str]()


@memoised()
def long(word: Word, suffix: str = "") -> str:
    made.append(word.letters)
    return word.letters * 3 + suffix


def test_a_result_is_made_once_for_an_object_and_each_value() -> None:
    made.clear()
    word = Word("a")
    assert [long(word), long(word), long(word, "b"), long(word, "b")] == ["aaa", "aaa", "aaab", "aaab"]
    assert made == ["a", "a"]
    with from_nothing():
        assert long(word) == "aaa"
    assert long(word) == "aaa"
    assert made == ["a", "a", "a"]


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


def test_objects_in_tuples_count_by_identity_and_texts_by_value() -> None:
    calls = list[int]()

    @memoised()
    def count(words: tuple[Word | str, ...]) -> int:
        calls.append(len(words))
        return len(words)

    word = Word("a")
    assert [count((word, "b")), count((word, "".join("b"))), count((Word("a"), "b"))] == [2, 2, 2]
    assert calls == [2, 2]


def test_what_was_found_is_found_again() -> None:
    @memoised()
    def check(word: Word, findings: Findings) -> None:
        made.append(word.letters)
        findings.add(Finding("bad-word", Span("a"), word.letters))

    made.clear()
    word, first, second = Word("a"), Findings(), Findings([Finding("other", Span("b"), "other")])
    check(word, first)
    check(word, second)
    assert made == ["a"]
    assert second.items[1:] == first.items


def test_a_budget_is_spent_again_as_long_as_it_lasts() -> None:
    @memoised()
    def spend(word: Word, budget: Budget) -> bool:
        made.append(word.letters)
        return budget.spend(len(word.letters))

    made.clear()
    word, budget = Word("aaa"), Budget(Limit(7, "letters", ""))
    assert [spend(word, budget), spend(word, budget), spend(word, budget)] == [True, True, False]
    assert budget.spent == 9
    assert made == ["aaa", "aaa"]


def test_the_results_used_longest_ago_are_forgotten() -> None:
    @memoised(2)
    def shout(word: str) -> str:
        made.append(word)
        return word.upper()

    made.clear()
    assert [shout(each) for each in "abacab"] == [*"ABACAB"]
    assert made == ["a", "b", "c", "b"]


def test_a_weak_memory_keeps_no_result_alive() -> None:
    @memoised(weak=True)
    def parse(letters: str) -> Word:
        made.append(letters)
        return Word(letters)

    made.clear()
    word = parse("a")
    assert parse("a") is word
    del word
    assert parse("a").letters == "a"
    assert made == ["a", "a"]
