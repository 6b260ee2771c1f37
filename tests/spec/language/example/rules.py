from enum import Enum
from fractions import Fraction


class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"


class Weapon(Enum):
    RIFLE = "rifle"
    MORTAR = "mortar"


class Effect(Enum):
    HIT = "hit"
    MISS = "miss"


def score(cover: Cover, weapon: Weapon) -> int:
    """A mortar hits on 4 or more anywhere; a rifle needs 3, and 2 more in a wood (4.1)."""
    return 4 if weapon is Weapon.MORTAR else 5 if cover is Cover.WOOD else 3


def hidden(cover: Cover) -> bool:
    """A unit in a wood is hidden (4)."""
    return cover is Cover.WOOD


def step_back() -> int:
    """A unit that fails its test moves back two hexes (4.1)."""
    return 2


def firepower(cover: Cover) -> list[tuple[int | Fraction, str]]:
    """Six dice, and half of them at a wood (4.1)."""
    return [(6, "dice"), (Fraction(1, 2), "in a wood")] if cover is Cover.WOOD else [(6, "dice")]


def effect(score: int) -> Effect:
    """A score of 4 or more hits (4.1)."""
    return Effect.HIT if score >= 4 else Effect.MISS
