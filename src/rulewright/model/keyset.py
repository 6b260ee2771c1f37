"""Sets of keys, and regions of a table's domain made of them.

A key set is a tuple of disjoint closed intervals in rising order; the values of an enumeration are
their positions in it. A box has one key set for each axis of a table: the product of its sets.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Bound = int | float
"""A whole number, or ±infinity where an end is open."""

Interval = tuple[Bound, Bound]


@dataclass(frozen=True, slots=True)
class KeySet:
    """A set of whole numbers."""

    intervals: tuple[Interval, ...] = ()

    @classmethod
    def of(cls, values: Iterable[int]) -> "KeySet":
        return cls.union_of((value, value) for value in values)

    @classmethod
    def union_of(cls, intervals: Iterable[Interval]) -> "KeySet":
        """Joins intervals that overlap or touch: 1–3 and 4–6 make 1–6."""
        joined: list[Interval] = []
        for low, high in sorted(i for i in intervals if _holds_any(i)):
            if joined and low <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
            else:
                joined.append((low, high))
        return cls(tuple(joined))

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __contains__(self, value: Bound) -> bool:
        return any(low <= value <= high for low, high in self.intervals)

    def __or__(self, other: "KeySet") -> "KeySet":
        return KeySet.union_of((*self.intervals, *other.intervals))

    def __and__(self, other: "KeySet") -> "KeySet":
        pairs = ((max(a, c), min(b, d)) for a, b in self.intervals for c, d in other.intervals)
        return KeySet.union_of(pairs)

    def __sub__(self, other: "KeySet") -> "KeySet":
        left = list(self.intervals)
        for low, high in other.intervals:
            parts = (part for a, b in left for part in ((a, min(b, low - 1)), (max(a, high + 1), b)))
            left = [part for part in parts if _holds_any(part)]
        return KeySet(tuple(left))

    @property
    def finite(self) -> bool:
        return not self.intervals or (self.intervals[0][0] > -math.inf and self.intervals[-1][1] < math.inf)

    @property
    def size(self) -> Bound:
        """How many values there are, without counting them one by one."""
        return sum(high - low + 1 for low, high in self.intervals)

    def __iter__(self) -> Iterator[int]:
        """Every value in rising order; the set must be finite."""
        for low, high in self.intervals:
            yield from range(int(low), int(high) + 1)


def _holds_any(interval: Interval) -> bool:
    """Whether a whole number lies in it: infinity itself is none, so ∞ to ∞ is empty."""
    low, high = interval
    return low <= high and low < math.inf and high > -math.inf


Box = tuple[KeySet, ...]


def meet(one: Box, other: Box) -> Box | None:
    """What two boxes share, or None."""
    both = tuple(a & b for a, b in zip(one, other, strict=True))
    return both if all(both) else None
