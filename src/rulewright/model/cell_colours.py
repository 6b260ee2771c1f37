"""The colours of a table's cells, by what the cells print."""

import re
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.findings import Span
from rulewright.model.text import Text

NUMBER = re.compile(r"([-−+]?\d+(?:[.,]\d+)?)\s*(?:%|[^\w\s]|[^\W\d_]{1,12}\.?)?")
"""A number with a sign and a unit, such as +2, 50% or 6″."""
DASHES = str.maketrans("–—−", "---")


class Pattern(Enum):
    """What lies on the colour of a cell, so that it differs from others in grey too."""

    HATCH = "hatch"
    DOTS = "dots"
    BARS = "bars"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers from one to another; an end that is None is open."""

    low: Fraction | None
    high: Fraction | None
    low_in: bool = True
    high_in: bool = True

    def __contains__(self, number: Fraction) -> bool:
        above = self.low is None or number > self.low or (self.low_in and number == self.low)
        below = self.high is None or number < self.high or (self.high_in and number == self.high)
        return above and below


@dataclass(frozen=True, slots=True)
class CellColour:
    """The colour, perhaps with a pattern, of cells that print the `words`, or one of the `numbers`."""

    words: str
    numbers: Numbers | None
    colour: Text
    pattern: Pattern | None
    span: Span = field(compare=False)

    def fits(self, printed: str, *, whole: bool = False) -> bool:
        """Whether it is for a cell that prints this: the same number, or the same words, in a value also among others.

        Capitals and kinds of dashes do not matter.
        """
        if self.numbers is not None and (match := NUMBER.fullmatch(printed)):
            return Fraction(match[1].translate(DASHES).replace(",", ".")) in self.numbers
        sought, words = _folded(self.words), _folded(printed)
        return sought == words or (not whole and bool(re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", words)))


def _folded(words: str) -> str:
    return " ".join(words.casefold().translate(DASHES).split())
