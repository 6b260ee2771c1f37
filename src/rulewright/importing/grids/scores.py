"""Scores and dice: what the keys of printed tables mean as numbers.

A score is what dice can show. `10 – 13` becomes the numbers 10 to 13, and `6+` the numbers from 6. Keys 1, 2-5 and 6
are all scores of `1d6`, so `likely_dice` guesses these dice.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf, isinf
from typing import NamedTuple

from rulewright.entries.dice import Roll, read_roll
from rulewright.entries.keyset import Bound, KeySet
from rulewright.entries.number_ranges import NumberRange, range_in_words, read_range


class Dice(NamedTuple):
    """Dice that a heading names: as our language writes them, such as `2d6`, and as a roll."""

    written: str
    roll: Roll


PERCENTILE = "1d100"
LIKELY = ("1d6", "2d6", "d66", "1d10", "1d20", PERCENTILE, "1d8", "1d12", "1d4", "3d6", "2d10", "1d3", "1d2", "1d1000")
"""The dice of most games, the likeliest first."""
DICE = re.compile(r"(?<![\w.])(\d{0,2})\s*[dDwW]\s*(\d{1,4}|%)(?![\w.])")
"""Dice in a heading, such as `2d6` or `d%`; W is the German sign for them: `2W6`."""
SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "\uff0b": "+"})
"""Printed minus and plus signs and blanks, and the signs of our language for them."""
BLANKS_IN_SCORE = re.compile(r"\s*(?<=\d)\s+(?=\+)|(?<=[≥≤<>])\s+")
"""Blanks that our language does not take: in `6 +` and in `≥ 6`."""
GREATEST_SCORE = 10_000
"""The greatest number, with either sign, at an end of a range of scores."""


def score_text(text: str) -> str:
    """Return a score as our language writes it, for example `10-13` for a printed `10 – 13`."""
    plain = text.strip().strip("*_`").translate(SIGNS).strip().rstrip(".:)")
    return BLANKS_IN_SCORE.sub("", re.sub(r"(?<=\d)\s*-\s*(?=\d)", "-", plain))


def score_key(text: str) -> str:
    """A key as the source writes it, if our language can read that; else `score_text`."""
    plain = text.strip().strip("*_`").strip()
    return plain if _ranges(plain) else score_text(text)


def is_score(text: str) -> bool:
    """Whether a text is a number, a range of numbers or one with an open end; or several of these."""
    return bool(_ranges(score_text(text)))


def scores(text: str, *, percentile: bool = False) -> KeySet:
    """The whole numbers that a key means; none if it is not a key of numbers. With `percentile`, 00 means 100."""
    plain = score_text(text)
    if percentile:
        plain = re.sub(r"(?<!\d)00(?!\d)", "100", plain)
    return KeySet.union_of(interval for numbers in _ranges(plain) if (interval := _interval(numbers)))


def _ranges(plain: str) -> list[NumberRange]:
    """The ranges of a key such as `1-3, 5`; empty if a part is not a range."""
    ranges = [read_range(range_in_words(part.strip()), measured=False) for part in plain.split(",")]
    return [each for each in ranges if each is not None] if all(ranges) else []


def _interval(numbers: NumberRange) -> tuple[Bound, Bound] | None:
    """The least and the greatest whole number of a range; None if an end is not whole or too great."""
    for end in (numbers.low, numbers.high):
        if end is not None and (end.denominator != 1 or abs(end) > GREATEST_SCORE):
            return None
    # an end that is not in the range, such as that of `> 5`, moves to the next whole number
    low = -inf if numbers.low is None else int(numbers.low) if numbers.low_in else int(numbers.low) + 1
    high = inf if numbers.high is None else int(numbers.high) if numbers.high_in else int(numbers.high) - 1
    return low, high


def disjoint(keys: Sequence[KeySet]) -> bool:
    """Return whether the scores are not empty and no two of them overlap."""
    intervals = sorted(interval for each in keys for interval in each.intervals)
    return all(keys) and all(below[1] < above[0] for below, above in pairwise(intervals))


def dice_of(headings: Iterable[str]) -> Dice | None:
    """The first dice in some headings, or None."""
    for heading in headings:
        for match in DICE.finditer(heading):
            count, sides = match[1], match[2]
            is_digit_dice = sides in ("66", "666")
            written = f"{count if is_digit_dice else count or 1}d{sides}"
            if (roll := read_roll(written)) is not None:
                return Dice(written, roll)
    return None


def can_be_rolled(roll: Roll, keys: Iterable[KeySet]) -> bool:
    """Whether the ends of all keys are scores of these dice, or open."""
    return all(isinf(end) or end in roll.scores for key in keys for interval in key.intervals for end in interval)


def likely_dice(keys: Sequence[KeySet]) -> str:
    """The most likely dice whose scores are exactly these keys, or ""."""
    whole = KeySet.union_of(interval for key in keys for interval in key.intervals)
    for written in LIKELY:
        roll = read_roll(written)
        if roll is not None and whole.finite and can_be_rolled(roll, keys):
            every_score_has_key = not roll.scores - whole
            if every_score_has_key:
                return written
    return ""
