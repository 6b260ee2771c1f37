"""The cut-offs as printed: a shot that can do harm, but hardly ever does, is not worth a throw."""

from enum import Enum
from fractions import Fraction

from iron_cross import chance_of_kill as chance_with_every_throw

SELDOM_WITH_ONE_DIE = 9
MORE_WITH_TWO_DICE = 2


def least_hopeless_excess(dice: int) -> int:
    """Nine, or eleven where a double hit may add two (rule 5.3)."""
    return SELDOM_WITH_ONE_DIE + (MORE_WITH_TWO_DICE if dice > 1 else 0)


class Worth(Enum):
    WORTH = "worth"
    HOPELESS = "hopeless"


def worth(dice: int, excess: int) -> Worth:
    """Nobody throws for so weak a shot (rule 5.3)."""
    return Worth.HOPELESS if excess >= least_hopeless_excess(dice) else Worth.WORTH


def chance_of_kill(dice: int, drm: int, excess: int, heavy_he: bool) -> Fraction:
    """None where nobody throws (rules 5.2 to 5.4)."""
    if excess >= least_hopeless_excess(dice):
        return Fraction(0)
    return chance_with_every_throw(dice, drm, excess, heavy_he)
