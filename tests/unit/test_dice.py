"""Dice against every way to throw them."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rulewright.entries.dice import Roll, read_roll
from rulewright.entries.keyset import KeySet

WAYS: dict[str, tuple[list[int], Callable[..., int]]] = {
    "1d6": ([6], int),
    "d%": ([100], int),
    "2D6 + 1d10 - 2": ([6, 6, 10], lambda a, b, c: a + b + c - 2),
    "1d6 - 1d6": ([6, 6], lambda a, b: a - b),
    "highest of 2d10": ([10, 10], max),
    "lowest of 3d6 + 1d4": ([6, 6, 6, 4], lambda a, b, c, d: min(a, b, c) + d),
    "d66": ([6, 6], lambda a, b: 10 * a + b),
    "d666": ([6, 6, 6], lambda a, b, c: 100 * a + 10 * b + c),
    "2d6 × 10": ([6, 6], lambda a, b: 10 * (a + b)),
    "d6 * 10 + 1d6": ([6, 6], lambda a, b: 10 * a + b),
    "1d10 - lower of 2d6 × 2": ([10, 6, 6], lambda a, b, c: a - 2 * min(b, c)),
}
"""Dice as they are written, the faces of each, and what is read from them."""


def roll(written: str) -> Roll:
    found = read_roll(written)
    assert found is not None
    return found


@pytest.mark.parametrize("written", WAYS)
def test_scores_and_odds_are_those_of_every_throw(written: str) -> None:
    faces, read = WAYS[written]
    thrown = Counter(read(*throw) for throw in product(*(range(1, each + 1) for each in faces)))
    odds = roll(written).odds()
    assert roll(written).scores == KeySet.of(thrown)
    assert odds == {score: Fraction(count, thrown.total()) for score, count in thrown.items()}
    assert list(odds) == sorted(odds)
    assert sum(odds.values()) == 1


def test_the_odds_of_a_roll_with_one_of_its_bonuses() -> None:
    fired = roll("1d6 + 0..2")
    assert list(fired.scores) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert list(fired.odds()) == [1, 2, 3, 4, 5, 6]
    assert list(fired.odds(2)) == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("highest of 2d10", "the higher of 2D10"),
        ("lower of 3d6", "the lowest of 3D6"),
        ("d%", "D100"),
        ("2d6 + 1d10 - 1..3", "2D6 + D10 − 1–3"),
        ("1d6 −1..+1", "D6 − 1–+1"),
        ("2d6*10", "2D6 × 10"),
        ("1d6 - lower of 2d6", "D6 − the lower of 2D6"),
        ("D66 + 1", "D66 + 1"),
    ],
)
def test_a_roll_is_called_what_players_call_it(written: str, name: str) -> None:
    assert roll(written).name == name


def test_scores_are_known_without_throwing_every_die() -> None:
    assert roll("999d9999 - 999d9999").scores.intervals == ((999 - 999 * 9999, 999 * 9999 - 999),)
