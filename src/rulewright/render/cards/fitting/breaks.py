"""A list of blocks broken into columns: the tallest is as low as can be, and then all are as even as can be."""

from collections.abc import Callable
from functools import cache

Height = Callable[[int, int, int], int]
"""How high a column is: by its number, the first of its parts, and the one after its last; in any whole unit."""


def breaks(parts: int, columns: int, height: Height) -> tuple[int, ...]:
    """The first part of every column but the first one; where there are fewer parts than columns, the last are empty.

    Of several ways that are equal, the one whose first columns are the longest.
    """
    used = min(parts, columns)
    measured = cache(height)

    @cache
    def tallest(column: int, first: int) -> int:
        """Of the columns from this one on, which take the parts from this one on."""
        if column == used - 1:
            return measured(column, first, parts)
        ends = range(first + 1, parts - (used - column - 1) + 1)
        return min(max(measured(column, first, end), tallest(column + 1, end)) for end in ends)

    limit = tallest(0, 0)

    @cache
    def evenest(column: int, first: int) -> tuple[float, tuple[int, ...]]:
        """The sum of the squares of their heights, none above the limit, and where the columns after begin."""
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
