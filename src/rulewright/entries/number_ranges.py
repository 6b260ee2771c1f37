"""Ranges of numbers as keys and texts write them."""

import re
from dataclasses import dataclass
from fractions import Fraction

from rulewright.entries.numbers import DECIMAL, NUMBER, decimal


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers between two ends; None is an open end."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_in: bool = True
    high_in: bool = True

    def __contains__(self, number: Fraction) -> bool:
        above = self.low is None or number > self.low or (self.low_in and number == self.low)
        below = self.high is None or number < self.high or (self.high_in and number == self.high)
        return above and below


# Ranges before they are fitted to a domain: `10–13`, `≥ 10`, `14+`, `5 or more`, `over 1 to 2`, `up to 12`; and as
# programs write them: `1..5`, `[1..5)`. What only programs write prints as players read it.

RANGE = re.compile(rf"({NUMBER})\s*(?:[-–]|to)\s*({NUMBER})")
BETWEEN = re.compile(rf"between\s+({DECIMAL})\s+and\s+({DECIMAL})")
FROM_TO = re.compile(rf"(over\s+|>\s*)?({DECIMAL})\s*(?:[-–]|to)\s*(under\s+|<\s*)?({DECIMAL})")
UP, DOWN = r"\+|or (?:more|higher|greater|above|over)|and (?:up|above|over)", r"or (?:less|fewer|lower|below|under)"
OPEN_ENDED = re.compile(rf"({DECIMAL})\s*(?:({UP})|{DOWN})")
THRESHOLD = re.compile(
    rf"(>=|≥|<=|≤|>|<|(?:up to|at least|at most|over|under|above|below|(?:more|less|fewer) than|from)\s)\s*({DECIMAL})"
)
FROM, ABOVE, UNTIL = (
    (">=", "≥", "at least", "from"),
    (">", "over", "above", "more than"),
    ("<=", "≤", "up to", "at most"),
)
INTERVAL = re.compile(rf"([\[(])\s*({DECIMAL})\s*\.\.\s*({DECIMAL})\s*([\])])")
"""An interval as in mathematics: a round bracket excludes its end."""
DOTS = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL})?")


def range_in_words(part: str) -> str:
    """Return `1..5` as `1 to 5`, `[1..5)` as `1 to under 5`, `5..` as `5 or more`; other texts unchanged."""
    if match := INTERVAL.fullmatch(part):
        least, most = "" if match[1] == "[" else "over ", "" if match[4] == "]" else "under "
        return f"{least}{match[2]} to {most}{match[3]}"
    match = DOTS.fullmatch(part)
    if match is None or (match[1] is None and match[2] is None):
        return part
    if match[1] is None:
        return f"up to {match[2]}"
    return f"{match[1]} or more" if match[2] is None else f"{match[1]} to {match[2]}"


def read_range(part: str, *, measured: bool) -> NumberRange | None:
    """Return the range that a key describes, or None.

    `between 1 and 5` is only read for measures: of whole numbers it is ambiguous.
    """
    if re.fullmatch(DECIMAL, part):
        return NumberRange(decimal(part), decimal(part))
    if measured and (match := BETWEEN.fullmatch(part)):
        return NumberRange(decimal(match[1]), decimal(match[2]), low_in=False, high_in=False)
    if match := FROM_TO.fullmatch(part):
        return NumberRange(decimal(match[2]), decimal(match[4]), not match[1], not match[3])
    if match := OPEN_ENDED.fullmatch(part):
        bound = decimal(match[1])
        return NumberRange(bound) if match[2] else NumberRange(None, bound)
    if match := THRESHOLD.fullmatch(part):
        sign, bound = " ".join(match[1].split()), decimal(match[2])
        if sign in (*FROM, *ABOVE):
            return NumberRange(bound, low_in=sign in FROM)
        return NumberRange(None, bound, high_in=sign in UNTIL)
    return None
