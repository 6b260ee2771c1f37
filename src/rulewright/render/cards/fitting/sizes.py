"""Finds the largest size of type at which a card fits, with few layouts.

A card that fits at one size fits at every smaller one, with few exceptions: a table may divide its width differently
when its words are larger. So the promise is: the card fits at the size found, and at none of the next `LOOK_AHEAD`
larger ones. Layouts and the order of trials are deterministic: equal cards get equal sizes.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from math import log

STEP = Decimal("0.1")
"""Points between two sizes to try."""
LOOK_AHEAD = 2
ROOM = Decimal("1.06")
"""Authors write a size that surely fits: the search begins above it by this factor.

For five cards of the games, each in six shapes, it takes a tenth of the trials less than from the size itself.
"""
PATIENCE = 2
"""Guesses that may fail to halve the range, once it has both ends, before it is halved."""
POWER = 1.8
"""The power of the size that the room of a card goes with, until two trials tell: that of a text would be 2."""
NEARLY = 1e-9
LEAST_POWER, LARGEST_POWER = 0.1, 4.0

Fullness = Callable[[int], float]
"""The share of its room that a card takes at the size of an index; above 1 if it does not fit."""


def sizes_between(smallest: Decimal, largest: Decimal) -> tuple[Decimal, ...]:
    """Both bounds, and the full steps between them."""
    steps = range(int(smallest / STEP) + 1, int(largest / STEP) + 1)
    return tuple(sorted({smallest, *(step * STEP for step in steps), largest}))


def largest(sizes: Sequence[Decimal], written: Decimal, fullness: Callable[[Decimal], float]) -> Decimal | None:
    """The largest of `sizes` at which the card fits, or None; `written` is the size that its author wrote."""
    full = cache(lambda index: fullness(sizes[index]))
    low, high = _boundary(sizes, sum(size <= written * ROOM for size in sizes) - 1, full)
    while low >= 0:
        fits = [index for index in range(high + 1, min(high + LOOK_AHEAD, len(sizes))) if full(index) <= 1]
        if not fits:
            break
        low, high = _boundary(sizes, fits[-1] + 1, full, fits[-1])
    return sizes[low] if low >= 0 else None


def _boundary(sizes: Sequence[Decimal], at: int, full: Fullness, low: int = -1) -> tuple[int, int]:
    """Indices of a size that fits and the next, which does not; -1 and the length mean beyond the sizes.

    The size at `low` is known to fit; the first trial is `at` another, above it.
    """
    high, slow, stride = len(sizes), 0, 1
    while high - low > 1:
        before, below = high - low, low
        low, high = (at, high) if full(at) <= 1 else (low, at)
        if high == len(sizes):
            stride = 2 * stride if low - below <= stride else 1
        elif below >= 0:
            slow = slow + 1 if 2 * (high - low) > before else 0
        guess = _guess(sizes, (below, low, high, at), full) if slow < PATIENCE else (low + high) // 2
        at = min(max(guess, low + (stride + 1) // 2 if high == len(sizes) else low + 1), high - 1)
    return low, high


def _guess(sizes: Sequence[Decimal], known: tuple[int, int, int, int], full: Fullness) -> int:
    """The largest that may just fit, by the two trials next to it, or by the only one and a power of the size."""
    below, low, high, at = known
    ends = (low, high) if high < len(sizes) else (below, low)
    power = POWER if ends[0] < 0 else _power(sizes, *ends, full)
    wanted = float(sizes[at]) * (1 / max(full(at), 0.01)) ** (1 / power)
    return max((each for each in range(len(sizes)) if float(sizes[each]) <= wanted + NEARLY), default=0)


def _power(sizes: Sequence[Decimal], small: int, large: int, full: Fullness) -> float:
    """The power of the size that the room goes with, from two sizes."""
    taken, more = full(small), full(large)
    power = log(more / taken) / log(sizes[large] / sizes[small]) if taken > 0 < more else LARGEST_POWER
    return min(max(power, LEAST_POWER), LARGEST_POWER)
