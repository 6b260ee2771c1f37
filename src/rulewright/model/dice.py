"""Dice: their scores, their names among players, and the chance of each score."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce

from rulewright.model.keyset import KeySet

Odds = Mapping[int, Fraction]
"""The chance of each score; they add up to 1."""
Ways = Mapping[int, int]
"""The number of equally likely rolls that give each score."""


class Reads(Enum):
    """How several dice are read: as their sum, as the highest or lowest die, or each as a digit of one number."""

    SUM = "sum"
    HIGHEST = "highest"
    LOWEST = "lowest"
    DIGITS = "digits"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that are read together, such as 2D6, the higher of 2D10, or D66.

    `times` multiplies the result and is negative if the dice are subtracted. Dice read as DIGITS have at most 9 faces.
    """

    count: int
    faces: int
    reads: Reads = Reads.SUM
    times: int = 1

    @property
    def scores(self) -> KeySet:
        """The possible scores, computed without trying every combination of faces."""
        if self.reads is Reads.DIGITS:
            return KeySet.of(self.odds())
        least, most = (self.count, self.count * self.faces) if self.reads is Reads.SUM else (1, self.faces)
        if self.times == 1:
            return KeySet.union_of([(least, most)])
        if self.times == -1:
            return KeySet.union_of([(-most, -least)])
        return KeySet.of(self.times * score for score in range(least, most + 1))

    def odds(self) -> Odds:
        """Return the chance of each score. The work grows with the number of dice and faces."""
        return _chances(self.ways())

    def ways(self) -> Ways:
        """Count the rolls that give each score."""
        if self.reads in (Reads.SUM, Reads.DIGITS):
            shift = 10 if self.reads is Reads.DIGITS else 1
            ways, die = {0: 1}, dict.fromkeys(range(1, self.faces + 1), 1)
            for _ in range(self.count):
                ways = _combine({shift * score: count for score, count in ways.items()}, die)
        else:
            # rolls with all dice up to this face, without those with all dice below it
            highest = {face: face**self.count - (face - 1) ** self.count for face in range(1, self.faces + 1)}
            lowest = {self.faces + 1 - face: count for face, count in highest.items()}
            ways = lowest if self.reads is Reads.LOWEST else highest
        return {self.times * score: count for score, count in ways.items()}

    def __str__(self) -> str:
        if self.reads is Reads.DIGITS:
            return f"D{str(self.faces) * self.count}"
        text = f"{self.count if self.count > 1 else ''}D{self.faces}"
        if self.reads is not Reads.SUM:
            stem = "low" if self.reads is Reads.LOWEST else "high"
            text = f"the {stem}{'er' if self.count == 2 else 'est'} of {text}"
        return text if abs(self.times) == 1 else f"{text} × {abs(self.times)}"


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of dice and a bonus. The bonus depends on the situation and lies between `bonus[0]` and `bonus[1]`.

    `name` is the name that players use, such as 2D6.
    """

    dice: tuple[Dice, ...]
    bonus: tuple[int, int] = (0, 0)
    name: str = ""

    @property
    def scores(self) -> KeySet:
        return reduce(_all_sums, (each.scores for each in self.dice), KeySet.union_of([self.bonus]))

    @property
    def percentile(self) -> bool:
        """Whether this is one roll from 1 to 100. Players may write its highest score as 00."""
        return self.dice == (Dice(1, 100),)

    def odds(self, bonus: int | None = None) -> Odds:
        """Return the chance of each score in rising order, with one bonus (by default the lowest)."""
        start = {self.bonus[0] if bonus is None else bonus: 1}
        ways = reduce(_combine, (each.ways() for each in self.dice), start)
        return _chances({score: ways[score] for score in sorted(ways)})


def _combine(one: Ways, other: Ways) -> dict[int, int]:
    """Count the ways to get each sum of two independent rolls."""
    ways: dict[int, int] = {}
    for score, count in one.items():
        for other_score, other_count in other.items():
            total = score + other_score
            ways[total] = ways.get(total, 0) + count * other_count
    return ways


def _chances(ways: Ways) -> Odds:
    rolls = sum(ways.values())
    return {score: Fraction(count, rolls) for score, count in ways.items()}


def _all_sums(one: KeySet, other: KeySet) -> KeySet:
    """Return every sum of one number from each set."""
    return KeySet.union_of((a + c, b + d) for a, b in one.intervals for c, d in other.intervals)
