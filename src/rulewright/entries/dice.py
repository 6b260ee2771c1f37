"""Dice: their scores, their names among players, and the chance of each score."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce

from rulewright.entries.entry import EntryReader
from rulewright.entries.keyset import Bound, KeySet
from rulewright.entries.numbers import NUMBER, whole
from rulewright.source.nodes import Scalar

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


# Dice as players write them: `2d6`, `d%`, `d66`, `highest of 2d10`, `1d6 + 1d10`, `2d6 × 10`, `1d6 + 0..2`

DICE = re.compile(
    r"\s*+(?P<sign>[-−+])?\s*+(?:(?P<reads>highest|higher|lowest|lower) of\s++)?"
    r"(?P<count>[0-9]{0,3})\s*+d\s*+(?P<faces>[0-9]{1,4}|%)(?:\s*+[×*]\s*+(?P<times>[0-9]{1,3}))?",
    re.IGNORECASE,
)
BONUS = re.compile(rf"\s*([-−+])\s*({NUMBER})(?:\s*\.\.\s*({NUMBER}))?\s*")
READS = {"highest": Reads.HIGHEST, "higher": Reads.HIGHEST, "lowest": Reads.LOWEST, "lower": Reads.LOWEST}
DIGITS = {"66": 2, "666": 3}
"""The number of dice in rolls where each die gives one digit, by the number after the d: d66, d666."""

MOST_TIMES = 1_000
"""The most scores of multiplied dice, because each score becomes a key of its own."""


def read_roll(text: str) -> Roll | None:
    """Return the roll, or None if the text does not describe dice that can be rolled."""
    terms, rest = _terms(text)
    bonus = (0, 0) if not rest.strip() else _bonus(rest)
    dice = tuple(each for each in map(_dice, terms) if each is not None)
    if not dice or len(dice) < len(terms) or bonus is None:
        return None
    return Roll(dice, bonus, "".join(_roll_text(dice, BONUS.fullmatch(rest))))


def read_dice(entry: EntryReader, written: Scalar | None, hint: str) -> Roll | None:
    """Return a roll without a bonus from a key of an entry; None if it is missing or, with a finding, wrong."""
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        entry.report("bad-value", written.span, f"{written.value!r} is not a dice roll", hint)
        return None
    return roll


def _terms(text: str) -> tuple[list[re.Match[str]], str]:
    """Return the dice at the beginning of a text and the rest. All dice but the first follow a sign."""
    terms: list[re.Match[str]] = []
    at = 0
    while (match := DICE.match(text, at)) and bool(match["sign"]) == bool(terms):
        terms.append(match)
        at = match.end()
    return terms, text[at:]


def _dice(match: re.Match[str]) -> Dice | None:
    """Return the dice of a term; None if they cannot be rolled."""
    count, faces = int(match["count"] or 1), 100 if match["faces"] == "%" else int(match["faces"])
    times = int(match["times"] or 1)
    if not count * faces * times or (times > 1 and count * faces > MOST_TIMES):
        return None
    sign = -1 if match["sign"] in ("-", "−") else 1
    if match["faces"] in DIGITS:
        modified = count > 1 or match["reads"] or times > 1
        return None if modified else Dice(DIGITS[match["faces"]], 6, Reads.DIGITS, sign)
    return Dice(count, faces, READS[match["reads"].lower()] if match["reads"] else Reads.SUM, times * sign)


def _bonus(text: str) -> tuple[int, int] | None:
    """Return the least and the most that is added; None if the text is not a bonus or its ends are reversed.

    `- 1..3` subtracts one to three. `- 1..+1`, with a sign at the second end, adds −1 to 1.
    """
    match = BONUS.fullmatch(text)
    if match is None:
        return None
    least = whole(match[2])
    most = whole(match[3]) if match[3] else least
    if match[1] in ("-", "−"):
        signed = match[3] is not None and not match[3][0].isdecimal()
        least, most = (-least, most) if signed else (-most, -least)
    return None if least > most else (least, most)


def _roll_text(dice: Iterable[Dice], bonus: re.Match[str] | None) -> Iterator[str]:
    """Yield the printed parts of a roll: `2D6 + D10 − 1–3`."""
    for at, each in enumerate(dice):
        yield f" {'−' if each.times < 0 else '+'} {each}" if at else str(each)
    if bonus is not None:
        to = f"–{bonus[3]}" if bonus[3] else ""
        yield f" {bonus[1]} {bonus[2]}{to}".replace("-", "−")


BOUNDS = re.compile(rf"({NUMBER}|-∞|−∞)?\s*\.\.\s*({NUMBER}|∞)?")


def read_numbers(text: str) -> KeySet | None:
    """Return the whole numbers that bounds or dice stand for, or None."""
    if match := BOUNDS.fullmatch(text.strip()):
        low: Bound = -math.inf if match[1] in (None, "-∞", "−∞") else whole(match[1])
        high: Bound = math.inf if match[2] in (None, "∞") else whole(match[2])
        return KeySet.union_of([(low, high)])
    roll = read_roll(text)
    return None if roll is None else roll.scores
