"""Finds the largest size of type at which a card fits, with few layouts.

A card that fits at one size fits at every smaller one, with few exceptions: a table may divide its width differently
when its words are larger. So the promise is: the card fits at the size found, and at none of the next `LOOK_AHEAD`
larger ones. Layouts and the order of trials are deterministic: equal cards get equal sizes.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from math import sqrt

STEP = Decimal("0.1")
"""Points between two sizes to try."""
LOOK_AHEAD = 2
PATIENCE = 2
"""Guesses that may fail to halve the range, before it is halved."""

Fullness = Callable[[int], float]
"""The share of its room that a card takes at the size of an index; above 1 if it does not fit."""


def sizes_between(smallest: Decimal, largest: Decimal) -> tuple[Decimal, ...]:
    """Both bounds, and the full steps between them."""
    steps = range(int(smallest / STEP) + 1, int(largest / STEP) + 1)
    return tuple(sorted({smallest, *(step * STEP for step in steps), largest}))


def largest(sizes: Sequence[Decimal], first: int, fullness: Callable[[Decimal], float]) -> Decimal | None:
    """The largest of `sizes` at which the card fits, or None. The search begins at index `first`."""
    full = cache(lambda index: fullness(sizes[index]))
    low, high = _boundary(sizes, first, full)
    while low >= 0:
        fits = [index for index in range(high + 1, min(high + LOOK_AHEAD, len(sizes))) if full(index) <= 1]
        if not fits:
            break
        low, high = _boundary(sizes, fits[-1], full, fits[-1])
    return sizes[low] if low >= 0 else None


def _boundary(sizes: Sequence[Decimal], at: int, full: Fullness, low: int = -1) -> tuple[int, int]:
    """Indices of a size that fits and the next, which does not; -1 and the length mean beyond the sizes."""
    high, slow = len(sizes), 0
    while high - low > 1:
        before, taken = high - low, full(at)
        low, high = (at, high) if taken <= 1 else (low, at)
        slow = slow + 1 if 2 * (high - low) > before else 0
        at = _guess(sizes, at, taken) if slow < PATIENCE else (low + high) // 2
        at = min(max(at, low + 1), high - 1)
    return low, high


def _guess(sizes: Sequence[Decimal], at: int, taken: float) -> int:
    """Where it may just fit: a text takes the square of its size."""
    wanted = float(sizes[at]) / sqrt(max(taken, 0.01))
    return min(range(len(sizes)), key=lambda each: abs(float(sizes[each]) - wanted))
