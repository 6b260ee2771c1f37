"""Keys that are numbers as sources print them, and the dice that give just these numbers."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isinf

from rulewright.decode.dice import read_roll
from rulewright.decode.stretches import Stretch, in_words, read_stretch
from rulewright.model.dice import Roll
from rulewright.model.keyset import Bound, KeySet

PERCENTILE = "1d100"
LIKELY = ("1d6", "2d6", "d66", "1d10", "1d20", PERCENTILE, "1d8", "1d12", "1d4", "3d6", "2d10", "1d3", "1d2", "1d1000")
"""The dice of most games, the likeliest first."""
DICE = re.compile(r"(?<![\w.])(\d{0,2})\s*[dDwW]\s*(\d{1,4}|%)(?![\w.])")
"""Dice in a heading; W is the German sign for them."""
SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "\uff0b": "+"})
ROUGH = re.compile(r"\s*(?<=\d)\s+(?=\+)|(?<=[≥≤<>])\s+")
MOST = 10_000


def score_text(text: str) -> str:
    """A key as our language writes it: `10 – 13` and `14 +` without what only print needs."""
    plain = text.strip().strip("*_`").translate(SIGNS).strip().rstrip(".:)")
    return ROUGH.sub("", re.sub(r"(?<=\d)\s*-\s*(?=\d)", "-", plain))


def score_key(text: str) -> str:
    """A key as its source has it, where our language reads that; else as `score_text`."""
    plain = text.strip().strip("*_`").strip()
    return plain if _stretches(plain) else score_text(text)


def is_score(text: str) -> bool:
    """Whether a text is a number, a range of numbers or one with an open end; or several of these."""
    return bool(_stretches(score_text(text)))


def scores(text: str, *, percentile: bool = False) -> KeySet:
    """The whole numbers that a key means; none if it is no key of numbers."""
    plain = score_text(text)
    if percentile:
        plain = re.sub(r"(?<!\d)00(?!\d)", "100", plain)
    return KeySet.union_of(interval for each in _stretches(plain) if (interval := _interval(each)))


def _stretches(plain: str) -> list[Stretch]:
    found = [read_stretch(in_words(part.strip()), measured=False) for part in plain.split(",")]
    return [each for each in found if each is not None] if all(found) else []


def _interval(stretch: Stretch) -> tuple[Bound, Bound] | None:
    for end in (stretch.low, stretch.high):
        if end is not None and (end.denominator != 1 or abs(end) > MOST):
            return None
    low = float("-inf") if stretch.low is None else int(stretch.low) + (not stretch.low_in)
    return low, float("inf") if stretch.high is None else int(stretch.high) - (not stretch.high_in)


def disjoint(keys: Sequence[KeySet]) -> bool:
    """Whether no number is in two of them, and none is empty."""
    intervals = sorted(interval for each in keys for interval in each.intervals)
    return all(keys) and all(one[1] < other[0] for one, other in pairwise(intervals))


def dice_of(words: Iterable[str]) -> tuple[str, Roll] | None:
    """The first dice that a heading names."""
    for text in words:
        for match in DICE.finditer(text):
            written = f"{match[1] or ''}d{match[2]}" if match[2] in ("66", "666") else f"{match[1] or 1}d{match[2]}"
            roll = read_roll(written)
            if roll is not None:
                return written, roll
    return None


def fit(roll: Roll, keys: Iterable[KeySet]) -> bool:
    """Whether the ends of all keys are scores of these dice; an end may be open."""
    return all(isinf(end) or end in roll.scores for key in keys for interval in key.intervals for end in interval)


def likely_dice(keys: Sequence[KeySet]) -> str:
    """The dice that have these keys with two ends, and no score that is in none of them; empty if there are none."""
    whole = KeySet.union_of(interval for key in keys for interval in key.intervals)
    for written in LIKELY:
        roll = read_roll(written)
        if roll is not None and whole.finite and fit(roll, keys) and not roll.scores - whole:
            return written
    return ""
