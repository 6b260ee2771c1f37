"""Iron Cross house rules as code, written from the rules; `None` is the answer where they give none.

Distances are inches. Functions named `chance_of_…` and `…_percent` tell the odds of the throws they stand beside.
"""

import math
from enum import Enum
from fractions import Fraction


class Experience(Enum):
    """How much fighting a unit has seen (rule 2.6.1)."""

    REGULAR = "regular"
    VETERAN = "veteran"
    INEXPERIENCED = "inexperienced"


class Morale(Enum):
    """How a unit stands up to pressure (rule 2.6.2)."""

    NORMAL = "normal"
    ELITE = "elite"
    WEAK = "weak"


class Weight(Enum):
    """How quickly a unit gets going (rule 2.6.3)."""

    NORMAL = "normal"
    LIGHT = "light"
    HEAVY = "heavy"


class Fire(Enum):
    """The kinds of direct fire (rule 5.1.1)."""

    SMALL_ARMS = "small-arms"
    MG = "mg"
    AP = "ap"
    HE = "he"
    FT = "ft"


class HEClass(Enum):
    """High explosive by the size of the shell (rule 2.2.5)."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Cover(Enum):
    """What protects the target (rule 5.5.1)."""

    OPEN = "open"
    COVER = "cover"
    DEFENCES = "defences"


PERCENT = 100


def percent(chance: Fraction) -> int:
    """A chance in whole percent, halves up."""
    return math.floor(chance * PERCENT + Fraction(1, 2))
