"""Breaks a list of blocks into columns: the tallest as low as possible, then all as even as possible."""

from collections.abc import Callable
from functools import cache

Height = Callable[[int, int, int], int]
"""The height of a column by its number, its first part and the part after its last; in any whole unit."""


def breaks(parts: int, columns: int, height: Height) -> tuple[int, ...]:
    """The first part of every column after the first; with fewer parts than columns, the last columns are empty.

    Of several equal ways, the one with the longest first columns.
    """
    used = min(parts, columns)
    measured = cache(height)

    @cache
    def tallest(column: int, first: int) -> int:
        """The height of the tallest column from this one on, if they take the parts from this one on."""
        if column == used - 1:
            return measured(column, first, parts)
        ends = range(first + 1, parts - (used - column - 1) + 1)
        return min(max(measured(column, first, end), tallest(column + 1, end)) for end in ends)

    limit = tallest(0, 0)

    @cache
    def evenest(column: int, first: int) -> tuple[float, tuple[int, ...]]:
        """The least sum of squares of their heights, none above the limit, and where the later columns begin."""
        if column == used - 1:
            return _square(measured(column, first, parts), limit), ()
        best: tuple[float, tuple[int, ...]] = float("inf"), (first + 1,) * (used - column - 1)
        for end in range(parts - (used - column - 1), first, -1):
            after, starts = evenest(column + 1, end)
            sum_ = _square(measured(column, first, end), limit) + after
            if sum_ < best[0]:
                best = sum_, (end, *starts)
        return best

    return evenest(0, 0)[1] + (parts,) * (columns - used)


def _square(height: int, limit: int) -> float:
    return height**2 if height <= limit else float("inf")
