"""Finds the largest size of type at which a card fits, and the loosest spacing, with few layouts.

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
PATIENCE = 2
"""Guesses that may fail to halve the range, once it has an end, before it is halved."""
OF_TYPE, OF_SPACING = 2.0, 0.25
"""The power of the size, or of the spacing, that the room goes with, until two trials tell."""
NEARLY = 1e-9
LEAST_POWER, LARGEST_POWER = 0.1, 4.0

Fullness = Callable[[int], float]
"""The share of its room that a card takes at the size of an index; above 1 if it does not fit."""


def sizes_between(smallest: Decimal, largest: Decimal) -> tuple[Decimal, ...]:
    """Both bounds, and the full steps between them."""
    steps = range(int(smallest / STEP) + 1, int(largest / STEP) + 1)
    return tuple(sorted({smallest, *(step * STEP for step in steps), largest}))


def largest(
    sizes: Sequence[Decimal],
    first: int,
    fullness: Callable[[Decimal], float],
    power: float = OF_TYPE,
    ahead: int = LOOK_AHEAD,
) -> Decimal | None:
    """The largest of `sizes` at which the card fits, or None. The search begins at index `first`."""
    full = cache(lambda index: fullness(sizes[index]))
    low, high = _boundary(sizes, first, full, power)
    while low >= 0:
        fits = [index for index in range(high + 1, min(high + ahead, len(sizes))) if full(index) <= 1]
        if not fits:
            break
        low, high = _boundary(sizes, fits[-1], full, power, fits[-1])
    return sizes[low] if low >= 0 else None


def _boundary(sizes: Sequence[Decimal], at: int, full: Fullness, power: float, low: int = -1) -> tuple[int, int]:
    """Indices of a size that fits and the next, which does not; -1 and the length mean beyond the sizes."""
    high, slow, stride = len(sizes), 0, 1
    while high - low > 1:
        before, taken, tried = high - low, full(at), at
        low, high = (at, high) if taken <= 1 else (low, at)
        stride = 2 * stride if high == len(sizes) else 1
        slow = slow + 1 if 2 * (high - low) > before and high < len(sizes) else 0
        at = _guess(sizes, at, taken, power) if slow < PATIENCE else (low + high) // 2
        at = min(max(at, low + (stride + 1) // 2), high - 1)
        power = _power(float(sizes[tried]), taken, float(sizes[at]), full(at)) if high - low > 1 else power
    return low, high


def _guess(sizes: Sequence[Decimal], at: int, taken: float, power: float) -> int:
    """Where it may just fit: the last that takes no more than there is, if the room goes with a power of the size."""
    wanted = float(sizes[at]) * (1 / max(taken, 0.01)) ** (1 / power) + NEARLY
    return max((each for each in range(len(sizes)) if float(sizes[each]) <= wanted), default=0)


def _power(size: float, taken: float, other: float, taken_there: float) -> float:
    """The power of the size that the room goes with, from two sizes."""
    power = log(taken_there / taken) / log(other / size) if taken > 0 < taken_there else LARGEST_POWER
    return min(max(power, LEAST_POWER), LARGEST_POWER)
