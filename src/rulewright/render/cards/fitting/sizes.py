"""The largest size of type at which a card fits, found by few layouts.

What fits at a size nearly always fits at every smaller one, but not quite: a table may share its width otherwise when
its words are larger. So the promise is this: the card fits at the size that is found, and at none of the next
`LOOK_AHEAD` larger ones. Layouts are deterministic and so is the order of the trials: equal cards get equal sizes.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from math import sqrt

STEP = Decimal("0.1")
"""Points between two sizes that are tried."""
LOOK_AHEAD = 2
PATIENCE = 2
"""Guesses that may fail to halve what is left, before it is halved."""

Fullness = Callable[[int], float]
"""How full a card is at the size of an index, as a share of the room there is: above 1 where it does not fit."""


def sizes_between(smallest: Decimal, largest: Decimal) -> tuple[Decimal, ...]:
    """Both bounds, and the full steps between them."""
    steps = range(int(smallest / STEP) + 1, int(largest / STEP) + 1)
    return tuple(sorted({smallest, *(step * STEP for step in steps), largest}))


def largest(sizes: Sequence[Decimal], first: int, fullness: Callable[[Decimal], float]) -> Decimal | None:
    """The largest of `sizes` at which the card fits; the search begins at index `first`. None where it fits at none."""
    full = cache(lambda at: fullness(sizes[at]))
    low, high = _boundary(sizes, first, full)
    while low >= 0:
        fits = [at for at in range(high + 1, min(high + LOOK_AHEAD, len(sizes))) if full(at) <= 1]
        if not fits:
            break
        low, high = _boundary(sizes, fits[-1], full, fits[-1])
    return sizes[low] if low >= 0 else None


def _boundary(sizes: Sequence[Decimal], at: int, full: Fullness, low: int = -1) -> tuple[int, int]:
    """A size that fits with a next one that does not: -1 and the length stand for what lies beyond the sizes."""
    high, slow = len(sizes), 0
    while high - low > 1:
        before, taken = high - low, full(at)
        low, high = (at, high) if taken <= 1 else (low, at)
        slow = slow + 1 if 2 * (high - low) > before else 0
        at = _guess(sizes, at, taken) if slow < PATIENCE else (low + high) // 2
        at = min(max(at, low + 1), high - 1)
    return low, high


def _guess(sizes: Sequence[Decimal], at: int, taken: float) -> int:
    """Where it may just fit: a text takes room as the square of its size."""
    wanted = float(sizes[at]) / sqrt(max(taken, 0.01))
    return min(range(len(sizes)), key=lambda each: abs(float(sizes[each]) - wanted))
