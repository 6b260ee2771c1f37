"""The Last Hundred Yards: when units lose their Concealment, and when Hidden units are found.

Written from the rules. `None` is the answer where the rules give none.
"""

import math
from enum import Enum


class Unit(Enum):
    """Kinds of unit, as far as being seen goes."""

    LATW = "latw"
    TOWED_GUN = "towed-gun"
    OTHER = "other"
    VEHICLE = "vehicle"


class Nationality(Enum):
    """Nationalities with rules of their own on the cards."""

    JAPANESE = "japanese"
    RUSSIAN = "russian"
    OTHER = "other"


class Light(Enum):
    """When the turn is played."""

    DAY = "day"
    NIGHT = "night"


class Terrain(Enum):
    """What the unit that may be seen stands in."""

    OPEN = "open"
    COVER = "cover"


class Occasion(Enum):
    """What may give a concealed unit away."""

    FIRE = "fire"
    MANEUVER = "maneuver"
    END = "end"


class Observer(Enum):
    """The enemy who looks."""

    COMBAT = "combat"
    OTHER = "other"


class Event(Enum):
    """What may happen to a concealed unit."""

    RETREAT = "retreat"
    REMAIN = "remain"
    DISRUPTED = "disrupted"
    SHOCKED = "shocked"
    CASUALTY = "casualty"
    ATTACKED = "attacked"


class Moment(Enum):
    """When a hidden unit may come to light."""

    ACTION = "action"
    FIRE_RESOLUTION = "fire-resolution"
    CALL_FOR_REACTION = "call-for-reaction"
    OTHER = "other"


class Attack(Enum):
    """The marker of an attack on a hex."""

    SADRM = "sadrm"
    MDRM = "mdrm"
    NONE = "none"


ADJACENT = 1
CLEAR_VIEW = 8
"""Hexes at which movement or muzzle flash is noticed when nothing is in the way."""


def practised_at_hiding(nationality: Nationality) -> bool:
    """Japanese and Russian units are harder to spot than others."""
    return nationality in (Nationality.JAPANESE, Nationality.RUSSIAN)


def loses_concealment(unit: Unit, event: Event, ffar: int, cohesion: int) -> bool:
    """Fire must match the best cohesion in the hex, and spares vehicles; all else tells at once (4.3.1)."""
    if event is Event.ATTACKED:
        return unit is not Unit.VEHICLE and ffar >= cohesion
    return True


def sighting_distance(
    unit: Unit, light: Light, occasion: Occasion, terrain: Terrain, nationality: Nationality
) -> int | float | None:
    """Farthest enemy, in hexes, who sees the unit on this occasion (4.3)."""
    in_cover = terrain is Terrain.COVER
    if unit is Unit.VEHICLE:
        if occasion is Occasion.END:
            return ADJACENT
        return CLEAR_VIEW if in_cover else math.inf  # cover hides a vehicle no better than open ground hides men
    if occasion is Occasion.END or light is Light.NIGHT:
        return None
    if not in_cover:
        return CLEAR_VIEW
    if occasion is Occasion.FIRE:
        return 2
    return _maneuver_in_cover(unit, nationality)


def _maneuver_in_cover(unit: Unit, nationality: Nationality) -> int | None:
    """Men in cover are seen at three hexes; two things shorten that, and how they combine is not said."""
    practised, weapon_team = practised_at_hiding(nationality), unit is Unit.LATW
    if practised and weapon_team:
        return None
    return ADJACENT if weapon_team else 3 - practised


def seen_in_the_act(
    los: bool, distance: int, unit: Unit, light: Light, occasion: Occasion, terrain: Terrain, nationality: Nationality
) -> bool:
    """Whether an enemy at this distance in hexes takes the unit's Concealment away (4.3)."""
    limit = sighting_distance(unit, light, occasion, terrain, nationality)
    return los and limit is not None and distance <= limit


def may_always_set_up_hidden(unit: Unit, loaded: bool) -> bool:
    """A gun hides only off its vehicle (20.9)."""
    return unit is Unit.LATW or (unit is Unit.TOWED_GUN and not loaded)


def reveal_distance(
    observer: Observer, light: Light, unit: Unit, terrain: Terrain, nationality: Nationality
) -> int | None:
    """Farthest enemy, in hexes, who finds a hidden unit after a Call for Reaction (20.9.2.a).

    The dark outweighs everything, and a vehicle in the open hides from nobody.
    """
    if light is Light.NIGHT:
        return ADJACENT
    if unit is Unit.VEHICLE and terrain is Terrain.OPEN:
        return 10
    if observer is not Observer.COMBAT:
        return None
    small = unit in (Unit.LATW, Unit.TOWED_GUN) or practised_at_hiding(nationality)
    return 3 - small


def revealed(
    moment: Moment,
    attack: Attack,
    los: bool,
    distance: int,
    observer: Observer,
    light: Light,
    unit: Unit,
    terrain: Terrain,
    nationality: Nationality,
) -> bool:
    """Whether a hidden unit comes to light at this moment (20.9.2)."""
    if moment is Moment.ACTION:
        return True
    if moment is Moment.FIRE_RESOLUTION:
        return attack is not Attack.NONE
    if moment is Moment.CALL_FOR_REACTION:
        limit = reveal_distance(observer, light, unit, terrain, nationality)
        return los and limit is not None and distance <= limit
    return False


def step_back() -> int:
    """Hexes that units go back after running into hidden enemies (20.9.2.b)."""
    return ADJACENT


def may_feint(unit: Unit, road_bonus: bool) -> bool:
    """Men who hurried along the road are in no state to feint (20.9.2.b)."""
    return unit is Unit.VEHICLE or not road_bonus
