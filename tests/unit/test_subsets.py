"""Sets of names in words: the words mean exactly these sets, and could not be fewer by leaving one out."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Span
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain
from rulewright.entries.keys import read_key
from rulewright.entries.keyset import KeySet, all_sets, set_text, sets_with
from rulewright.source.nodes import Mapping, Scalar, Sequence

NAMES = ("moving", "hull-down", "hit", "lost")


def scalar(text: str) -> Scalar:
    return Scalar(text, Span("x", 1, 1), text)


def domain(names: Iterable[str]) -> Domain:
    listed = Sequence(tuple(map(scalar, names)), Span("x", 1, 1))
    found = read_domain("state", Mapping(((scalar("sets"), listed),), Span("x", 1, 1)), Findings())
    assert found is not None
    return found


def keys_of(words: str, of: Domain) -> KeySet:
    findings = Findings()
    key = read_key("state", of, scalar(words), findings)
    assert key is not None, findings.items
    return key.keys


chosen = st.integers(1, 4).flatmap(
    lambda count: st.tuples(st.just(NAMES[:count]), st.sets(st.integers(0, 2**count - 1), min_size=1))
)


@given(chosen)
def test_what_is_told_reads_back_as_the_same_sets(given: tuple[tuple[str, ...], set[int]]) -> None:
    names, sets = given
    of = domain(names)
    assert keys_of(of.describe(KeySet.of(sets)), of) == KeySet.of(sets)


@given(chosen)
def test_no_part_of_what_is_told_could_be_left_out(given: tuple[tuple[str, ...], set[int]]) -> None:
    names, sets = given
    of = domain(names)
    parts = of.describe(KeySet.of(sets)).split(", ")
    for part in parts:
        others = [keys_of(other, of) for other in parts if other != part]
        assert keys_of(part, of) - KeySet.union_of(i for keys in others for i in keys.intervals)


@given(chosen, st.sets(st.integers(0, 15)))
def test_sets_that_can_never_be_change_nothing_in_what_is_told_of_the_others(
    given: tuple[tuple[str, ...], set[int]], never: set[int]
) -> None:
    names, sets = given
    whole = domain(names)
    possible = whole.keys - KeySet.of(never)
    of = Domain("state", possible, whole.names, sets=True)
    wanted = KeySet.of(sets) & possible
    if wanted:
        assert keys_of(of.describe(wanted), of) == wanted


def test_what_can_never_be_needs_no_words() -> None:
    whole = domain(["moving", "dug-in"])
    of = Domain("state", KeySet.of([0, 1, 2]), whole.names, sets=True)
    assert whole.describe(KeySet.of([1])) == "only moving"
    assert of.describe(KeySet.of([1])) == "moving"


def test_one_set_in_words() -> None:
    assert [set_text(key, NAMES[:2]) for key in range(4)] == [
        "none",
        "only moving",
        "only hull-down",
        "moving and hull-down",
    ]


def test_the_sets_with_a_name_of_many() -> None:
    lowest = sets_with(0, 16)
    assert lowest.size == 2**15
    assert (lowest & sets_with(1, 16)).size == 2**14
    assert (all_sets(16) - lowest - sets_with(15, 16)).size == 2**14
    assert domain(f"n{at}" for at in range(16)).describe(lowest - sets_with(15, 16)) == "n0 without n15"
