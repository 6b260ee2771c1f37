"""Finds the loosest spacing at which a card fits, mostly with one layout.

The space above and below lines and cells moves no word to another line. A box is as high as the highest within it, or
as all of them together, so every step makes a card at least as much higher as the steps before did. What a card has
grown by tells the least by which it grows further: a spacing in which it is too high by that is not tried.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal

USUAL = 0.016
"""The share of its room by which a card grows with each step, until a trial tells."""
SURE = 0.001
"""The share of its room above which no rounding makes a card fit."""
LEAST = 1e-6


def loosest(factors: Sequence[Decimal], closest: float, fullness: Callable[[Decimal], float]) -> Decimal:
    """The largest factor at which the card fits. At the first it takes the share `closest` of its room."""
    low, high, taken, growth = 0, len(factors), closest, USUAL
    while high - low > 1:
        at = min(max(low + _steps(1 - taken, growth), low + 1), high - 1)
        tried = fullness(factors[at])
        if tried > 1:
            high, growth = at, max(growth, (tried - taken) / (at - low))
            continue
        low, taken, growth = at, tried, (tried - closest) / at
        high = min(high, low + 1 + _steps(1 + SURE - taken, growth))
    return factors[low]


def _steps(room: float, growth: float) -> int:
    """The whole steps for which there is room."""
    return int(room / max(growth, LEAST))
