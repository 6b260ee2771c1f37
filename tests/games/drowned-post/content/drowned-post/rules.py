"""The rules of The Drowned Post as code: from the rules, not from the tables. `rulewright stubs` keeps the names in step."""

from enum import Enum


class Outcome(Enum):
    FAIL = "fail"
    COST = "cost"
    SUCCESS = "success"


class Blow(Enum):
    SPLASH = "splash"
    WAVE = "wave"
    EEL = "eel"


class Coat(Enum):
    WOOL = "wool"
    OILSKIN = "oilskin"
    WAX = "wax"


class Craft(Enum):
    PUNT = "punt"
    SKIFF = "skiff"
    BARREL = "barrel"


class Tide(Enum):
    LOW = "low"
    TURNING = "turning"
    HIGH = "high"


def outcome(roll: int) -> Outcome:
    """Seven is enough, and three more are enough without a cost (rule 3)."""
    if roll < 7:
        return Outcome.FAIL
    return Outcome.COST if roll < 10 else Outcome.SUCCESS


def harm(blow: Blow, coat: Coat) -> int:
    """Each blow is twice the one before it, and each better coat keeps one heart's worth out (rule 4)."""
    return max(2 ** list(Blow).index(blow) - list(Coat).index(coat), 0)


def leagues(craft: Craft, tide: Tide) -> int:
    """A skiff rows one league more than a punt; turning water carries everybody one on, even a barrel (rule 5.1)."""
    rowed = {Craft.BARREL: 0, Craft.PUNT: 2, Craft.SKIFF: 3}[craft]
    return rowed + (tide is Tide.TURNING)


def hearts() -> int:
    """What is left after the worst single blow is two (rule 2)."""
    return harm(Blow.EEL, Coat.WOOL) + 2
