"""Months, as scenario books count time: 9/1943."""

from dataclasses import dataclass
from fractions import Fraction


def month_text(months: int) -> str:
    """`9/1943` for the months from the year 0."""
    return f"{months % 12 + 1}/{months // 12}"


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a domain: key 0 is the month `first`, counted from the year 0.

    Rules code sees a month as the number 194309, which it can compare: `month > 1943_09`.
    """

    first: int

    def number(self, key: int) -> int:
        """The month of a key as rules code sees it."""
        year, month = divmod(self.first + key, 12)
        return year * 100 + month + 1

    def key_of(self, number: Fraction) -> Fraction:
        """The key of such a number; a fraction where it is no month."""
        year, month = divmod(number, 100)
        return year * 12 + month - 1 - self.first if 1 <= month <= 12 else Fraction(1, 2)

    def text(self, low: int, high: int) -> str:
        """A stretch of months in the words of authors: `9/1943`, `9/1943–5/1945`."""
        ends = dict.fromkeys(month_text(self.first + key) for key in (low, high))
        return "–".join(ends)
