"""The rules of Salvo as code."""

from enum import Enum


class Posture(Enum):
    MOVING = "moving"
    SMOKE = "smoke"
    ENGAGED = "engaged"
    DOCKED = "docked"


class Damage(Enum):
    SUNK = "sunk"
    ABLAZE = "ablaze"
    HOLED = "holed"
    UNHURT = "unhurt"


class Order(Enum):
    REPORT = "report"
    REPAIR = "repair"
    FIRE = "fire"
    SAIL = "sail"


def gunnery(posture: frozenset[Posture]) -> int:
    """Whoever is shot at aims badly, and smoke blinds both sides; the worse of the two counts (rule 2)."""
    return min(-2 * (Posture.ENGAGED in posture), -(Posture.SMOKE in posture))


def penetration(score: int, calibre: float) -> int:
    """Each class of gun goes deeper than the one below; only small guns gain nothing from a good hit (rule 2)."""
    kind = (calibre > 7.5) + (calibre >= 28)
    return 1 + kind + (score >= 5 and kind > 0)


def damage(roll: int, posture: frozenset[Posture]) -> Damage:
    """A ship at a quay sinks a point sooner, one in a fight may burn (rule 3)."""
    if roll >= (8 if Posture.DOCKED in posture else 9):
        return Damage.SUNK
    if roll >= 6 and Posture.ENGAGED in posture:
        return Damage.ABLAZE
    return Damage.HOLED if roll >= 3 else Damage.UNHURT


def mishap(chance: int) -> Damage:
    """One in twenty each for the worst and for the best, three for a fire (rule 3)."""
    if chance <= 5:
        return Damage.SUNK
    if chance <= 20:
        return Damage.ABLAZE
    return Damage.HOLED if chance <= 95 else Damage.UNHURT


def orders(posture: frozenset[Posture], state: Damage, crew: bool) -> tuple[Order, ...] | None:
    """What does not concern the fight comes first, and sailing last (rule 4)."""
    if state is Damage.SUNK:
        return None
    given = []
    if not posture:
        given.append(Order.REPORT)
    if state in (Damage.HOLED, Damage.ABLAZE) or Posture.DOCKED in posture:
        given.append(Order.REPAIR)
    if Posture.ENGAGED in posture and crew:
        given.append(Order.FIRE)
    if Posture.MOVING in posture:
        given.append(Order.SAIL)
    return tuple(given)
