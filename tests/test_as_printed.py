"""Rules as they were printed: the checks find what is wrong with them, unaided."""

from functools import cache

import pytest

from rulewright.base.findings import Finding
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from tests.conftest import ROOT
from tests.sharing import store

GAME = "iron-cross-as-printed"

FAULTS = [
    ("a modified die reaches a result that has no row", "gap-in-table", "table 'damage' covers score 7"),
    ("a score of the prose leads nowhere", "gap-in-table", "table 'smoke-first-turn' covers score 6"),
    ("bands share an end", "overlap", "two bands of table 'blast' share an end, so both hold for distance 1″"),
    ("a kind of fire has no column", "gap-in-table", "table 'to-hit' has no column for fire ft"),
    (
        "a cut-off forbids a ten that would go through",
        "premature-cutoff",
        "score 10, range 12″ or more, hits one, excess 9",
    ),
    ("so it does for two dice", "premature-cutoff", "score 10, range 0 to under 12″, hits double, excess 11"),
    (
        "twelve inches are short in one place, long in another",
        "inconsistent-boundary",
        "counts exactly 12″ as above",
    ),
    (
        "three inches are allowed and are close combat",
        "inconsistent-boundary",
        "the claim of 'closing' counts exactly 3″",
    ),
    (
        "crews with flamethrowers and OPs cannot be looked up",
        "gap-in-table",
        "'observation' covers seen flamethrower, op",
    ),
]


@cache
def findings_of(game: str = GAME) -> tuple[Finding, ...]:
    return tuple(examine(ROOT / "tests" / "games" / game, game, ProofOptions(), store=store()).findings.sorted())


def told(found: Finding, name: str, words: str) -> bool:
    return found.name == name and words in found.message


@pytest.mark.parametrize(("fault", "name", "words"), FAULTS, ids=[fault for fault, _, _ in FAULTS])
def test_the_checks_find_what_is_wrong_in_the_source(fault: str, name: str, words: str) -> None:
    assert any(told(found, name, words) for found in findings_of()), fault


def test_they_find_nothing_but_that_and_what_comes_of_it() -> None:
    beside = [found for found in findings_of() if not any(told(found, name, words) for _, name, words in FAULTS)]
    assert [found.message for found in beside] == [
        "two bands of table 'blast' share an end, so both hold for distance 2″: 1 and 0 (and 1 more pair like these)"
    ]


def test_sixteen_hexes_or_seventeen() -> None:
    """Concealment: everywhere the near end at 16 and the far begin at 17, but for one place."""
    (found,) = findings_of("concealment-as-printed")
    assert found.name == "inconsistent-boundary"
    assert "the claim of 'placement'" in found.message
    assert "counts exactly 17 as" in found.message
