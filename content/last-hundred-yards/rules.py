"""The Last Hundred Yards: Concealment and Hidden units, and what fire does to those it hits.

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


# Fire: Small Arms, Mortar, Anti-Tank (chapter 13)


class Drm(Enum):
    """The kinds of fire attack that are rolled for."""

    SADRM = "sadrm"
    MDRM = "mdrm"
    ATDRM = "atdrm"


class Scope(Enum):
    """What one roll for an attack counts against."""

    HEX = "hex"
    NATIONALITY = "nationality"
    VEHICLE = "vehicle"


class Leader(Enum):
    """The leader of a unit's own platoon, as far as the unit is stacked with him."""

    UNDISRUPTED = "undisrupted"
    DISRUPTED = "disrupted"
    ABSENT = "absent"


class Effect(Enum):
    """What fire does to the unit or vehicle it strikes."""

    DISRUPTED = "disrupted"
    CASUALTY = "casualty"
    SHOCKED = "shocked"
    DESTROYED = "destroyed"


class Disorder(Enum):
    """The states that a unit near a destroyed vehicle may be thrown into."""

    DISRUPTED = "disrupted"
    REGROUPING = "regrouping"


class Aim(Enum):
    """What a unit would like to do next."""

    RECOVER = "recover"
    OTHER = "other"


class Target(Enum):
    """What may be destroyed."""

    FP = "fp"
    VEHICLE = "vehicle"


class Whereabouts(Enum):
    """Where a rider was when the vehicle was destroyed."""

    ABOARD = "aboard"
    OFF_MARKED = "off-marked"
    OFF_UNMARKED = "off-unmarked"


class Shot(Enum):
    """What destroyed a vehicle."""

    MG = "mg"
    OTHER = "other"


HIGHEST_ROLL = 10
"""The best that a die of ten faces can show."""


def counts_for(drm: Drm, scope: Scope) -> bool:
    """Shells fall on everybody in a hex, bullets fly at one side's men, and a gun is laid on one vehicle (13)."""
    widest = {Drm.MDRM: Scope.HEX, Drm.SADRM: Scope.NATIONALITY}
    return scope is widest.get(drm, Scope.VEHICLE)


def is_highest(result: int, one: int, other: int) -> bool:
    """Of two attacks on the same target only the better one counts (13)."""
    return result == max(one, other)


def passed_over(attack: Attack, rnp: bool) -> bool:
    """Shells take no aim at units that another carries (13.1.3)."""
    return attack is Attack.MDRM and rnp


def target_priority(attack: Attack, rnp: bool, combat: bool, disrupted: bool, concealed: bool) -> int | None:
    """How soon a unit is selected as the target, 1 first; None for a unit that cannot be (13.1.3).

    Fire goes where danger comes from: fighters before others, those in order before the disrupted, those in
    plain view before the concealed.
    """
    if attack is Attack.NONE or passed_over(attack, rnp):
        return None
    if not combat:
        return 4
    if disrupted:
        return 3
    return 1 + concealed


def selected_before(rank: int, rival_rank: int, cohesion: int, rival_cohesion: int) -> bool:
    """Whether the unit is the target rather than its rival: priority first, then the better Cohesion (13.1.3)."""
    return (rank, -cohesion) < (rival_rank, -rival_cohesion)


def wins_tie(assault_value: int, rival_assault_value: int, sav: int, rival_sav: int) -> bool:
    """Whether a tied unit is the target: the better Assault Value, then the better SAV; else chance (13.1.3)."""
    return (assault_value, sav) > (rival_assault_value, rival_sav)


def leader_help() -> int:
    """What a leader's example takes off the result against a unit of his platoon (13.1)."""
    return -1


def leader_helps(leader: Leader, leader_cohesion: int, cohesion: int) -> bool:
    """A leader in good order steadies those of his platoon who are shakier than he is (13.1)."""
    return leader is Leader.UNDISRUPTED and leader_cohesion > cohesion


def final_fire_attack_result(result: int, helped: bool) -> int:
    """The FFAR: the result that counts, and a leader's help (13.1)."""
    return result + leader_help() if helped else result


def is_final(ffar: int, result: int, helped: bool) -> bool:
    """Whether this is the FFAR that the result comes to (13.1)."""
    return ffar == final_fire_attack_result(result, helped)


def fire_reveals(unit: Unit, concealed: bool, ffar: int, cohesion: int) -> bool:
    """Fire that matches Cohesion takes the Concealment of those who have any, but not of vehicles (4.3.1.1.e)."""
    return concealed and loses_concealment(unit, Event.ATTACKED, ffar, cohesion)


def fire_tells(ffar: int, cohesion: int) -> bool:
    """Fire does harm only where it exceeds Cohesion (13.1.5)."""
    return ffar > cohesion


def casualty_threshold() -> int:
    """The fire that costs any unit a step, however ready it is to give way (13.1.5)."""
    return 10


def fire_effect(nationality: Nationality, heroic: bool, ffar: int, cohesion: int) -> Effect | None:
    """Units give way and are disrupted; those that hold their ground pay with a casualty (13.1.5)."""
    if not fire_tells(ffar, cohesion):
        return None
    stands = heroic or _stands_fast(nationality) or ffar >= casualty_threshold()
    return Effect.CASUALTY if stands else Effect.DISRUPTED


def _stands_fast(nationality: Nationality) -> bool:
    """Japanese and Russian units do not give way as others do."""
    return nationality in (Nationality.JAPANESE, Nationality.RUSSIAN)


def riders_unload(rider: bool, ffar: int, cohesion: int) -> bool:
    """A rider that is hurt gets off, and so do those beside it (13.1.6)."""
    return rider and fire_tells(ffar, cohesion)


def fire_checks_cohesion(unit: Unit, nationality: Nationality, ffar: int, cohesion: int) -> bool:
    """The sight of it shakes all units but vehicles and those who stand fast anyway (13.1.6)."""
    return fire_tells(ffar, cohesion) and unit is not Unit.VEHICLE and not _stands_fast(nationality)


def least_mfa_mv() -> int:
    """The MFA MV from which a hit in the hex is a danger to vehicles (13.1.7)."""
    return 2


def strikes_vehicles(roll: int, mfa_mv: int) -> bool:
    """The highest roll, in an attack that is heavy enough (13.1.7)."""
    return roll == HIGHEST_ROLL and mfa_mv >= least_mfa_mv()


def roll_of_ten_effect(roll: int, mfa_mv: int, afv: bool) -> Effect | None:
    """What becomes of the vehicle that chance picks: armour saves it, though not its crew's nerves (13.1.7)."""
    if not strikes_vehicles(roll, mfa_mv):
        return None
    return Effect.SHOCKED if afv else Effect.DESTROYED


def highest_miss() -> int:
    """The roll up to which an Anti-Tank shot misses, whatever its modifiers (13)."""
    return 2


def anti_tank_misses(roll: int) -> bool:
    """A roll so low is ignored (13)."""
    return roll <= highest_miss()


def near_miss() -> int:
    """How far short of the armour the highest roll still shakes the crew (13)."""
    return 2


def anti_tank_effect(roll: int, ffar: int, armour: int, afv: bool) -> Effect | None:
    """A shot through the armour destroys; one that just fails to get through shocks the crew of an AFV (13)."""
    if anti_tank_misses(roll):
        return None
    if ffar > armour:
        return Effect.DESTROYED
    short_by = armour - ffar
    felt_inside = short_by <= (near_miss() if roll == HIGHEST_ROLL else 0)
    return Effect.SHOCKED if afv and felt_inside else None


def destroyed_with_collateral(roll: int, ffar: int, armour: int, afv: bool, atv: int) -> bool:
    """Whether an Anti-Tank shot destroys its vehicle and harms what is near it as well (13.3.6)."""
    return anti_tank_effect(roll, ffar, armour, afv) is Effect.DESTROYED and _explodes(atv)


def _explodes(atv: int) -> bool:
    """Any ATV at all makes the destruction violent."""
    return atv > 0


def shocked_may(aim: Aim) -> bool:
    """A shocked crew is busy coming to its senses (13.3.5)."""
    return aim is Aim.RECOVER


def shocked_anew(shocked: bool) -> bool:
    """Whether a Shock changes anything: those who are shocked already cannot be more so (13.3.5)."""
    return not shocked


def leaves_ip(target: Target) -> bool:
    """Of a work of defence some shelter is left; of a vehicle none (13.3.6)."""
    return target is Target.FP


def causes_collateral_damage(roll: int, mfa_mv: int, atv: int) -> bool:
    """Whether a vehicle's destruction harms what is near it: by a roll of 10, or with an ATV at all (13.3.6).

    An attack that has no MFA MV counts as one of 0.
    """
    return strikes_vehicles(roll, mfa_mv) or _explodes(atv)


def towed_gun_destroyed(shot: Shot) -> bool:
    """A gun shares the end of the vehicle that tows it, unless mere bullets brought that about (13.3.7)."""
    return shot is not Shot.MG


def shares_the_fate(whereabouts: Whereabouts) -> bool:
    """Getting off a vehicle under fire comes too late (13.3.7)."""
    return whereabouts is not Whereabouts.OFF_UNMARKED


def thrown_into(disorder: Disorder, nationality: Nationality) -> bool:
    """Those who stand fast lose only their order of march (13.3.7)."""
    return disorder is (Disorder.REGROUPING if _stands_fast(nationality) else Disorder.DISRUPTED)


def bystanders() -> int:
    """Units on foot that a destroyed vehicle disorders (13.3.7)."""
    return 1


def bystanders_exposed(terrain: Terrain, ip: bool, assault: bool) -> bool:
    """Nothing stands between them and the blast, and no fight at close quarters keeps them down (13.3.7)."""
    return terrain is Terrain.OPEN and not ip and not assault


def bystander_suffers(on_foot: bool, disrupted: bool, disorder: Disorder, nationality: Nationality) -> bool:
    """Who can be the bystander, and what becomes of him (13.3.7)."""
    return on_foot and not disrupted and thrown_into(disorder, nationality)
