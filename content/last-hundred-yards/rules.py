"""The Last Hundred Yards: Concealment and Hidden units, and what fire does to those it hits.

Written from the rules. `None` is the answer where the rules give none.
"""

import math
from enum import Enum


class Unit(Enum):
    """Kinds of unit that differ in how easily the enemy sees them."""

    LATW = "latw"
    TOWED_GUN = "towed-gun"
    OTHER = "other"
    VEHICLE = "vehicle"


class Nationality(Enum):
    """Nationalities with their own rules on the cards."""

    GERMAN = "german"
    JAPANESE = "japanese"
    RUSSIAN = "russian"
    OTHER = "other"


class Light(Enum):
    """When the turn is played."""

    DAY = "day"
    NIGHT = "night"


class Terrain(Enum):
    """The terrain of the unit that may be seen."""

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
    """When a hidden unit may be revealed."""

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
    """Fire must match the best cohesion in the hex, and spares vehicles; all else counts at once (4.3.1)."""
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
    """Men in cover are seen at three hexes; two things shorten that, and the card does not say how they combine."""
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
    """Whether a hidden unit is revealed at this moment (20.9.2)."""
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
    """The number that a leader's example takes off the result against a unit of his platoon (13)."""
    return -1


def final_fire_attack_result(result: int, helped: bool) -> int:
    """The FFAR: the result that counts, and a leader's help (13)."""
    return result + leader_help() if helped else result


def is_final(ffar: int, result: int, helped: bool) -> bool:
    """Whether this is the FFAR of the result (13)."""
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
    """The sight of it shakes all units except vehicles and those that stand fast anyway (13.1.6)."""
    return fire_tells(ffar, cohesion) and unit is not Unit.VEHICLE and not _stands_fast(nationality)


def least_mfa_mv() -> int:
    """The MFA MV from which a hit in the hex is a danger to vehicles (13.1.7)."""
    return 2


def strikes_vehicles(roll: int, mfa_mv: int) -> bool:
    """The highest roll, in an attack that is heavy enough (13.1.7)."""
    return roll == HIGHEST_ROLL and mfa_mv >= least_mfa_mv()


def roll_of_ten_effect(roll: int, mfa_mv: int, afv: bool) -> Effect | None:
    """The fate of the vehicle that chance picks: armour saves it, but not its crew's nerves (13.1.7)."""
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


def causes_collateral_damage(roll: int, mfa_mv: int, atv: int) -> bool:
    """Whether a vehicle's destruction harms what is near it: by a roll of 10, or with an ATV at all (13.3.6).

    An attack that has no MFA MV counts as one of 0.
    """
    return strikes_vehicles(roll, mfa_mv) or _explodes(atv)


def thrown_into(disorder: Disorder, nationality: Nationality) -> bool:
    """Those who stand fast lose only their order of march (13.3.7)."""
    return disorder is (Disorder.REGROUPING if _stands_fast(nationality) else Disorder.DISRUPTED)


def bystander_suffers(on_foot: bool, disrupted: bool, disorder: Disorder, nationality: Nationality) -> bool:
    """Who can be the bystander, and what happens to him (13.3.7)."""
    return on_foot and not disrupted and thrown_into(disorder, nationality)


# Assault (the assault card: 10.5.2.2, 14.0, 14.3.1-14.3.3)


class Side(Enum):
    """The side that a line of the outcome names."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    BOTH = "both"


class Struck(Enum):
    """The combat units of the worse side that a result strikes."""

    ALL = "all"
    BEST = "best"
    OTHERS = "others"
    DISRUPTED = "disrupted"
    UNDISRUPTED = "undisrupted"
    DISRUPT_FIRST = "disrupt-first"


class Regrouped(Enum):
    """Which units receive Regrouping after the assault."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    UNDISRUPTED = "undisrupted"


class Beset(Enum):
    """Kinds of defending unit that may be lost without a fight."""

    TOWED_GUN = "towed-gun"
    CARRIER = "carrier"
    FV = "fv"
    AFV = "afv"
    LATW = "latw"
    OTHER = "other"


class Counted(Enum):
    """The kinds of unit that a side brings to an assault, each with its limit."""

    STEP = "step"
    LEADER = "leader"
    LATW = "latw"
    FT = "ft"
    VEHICLE = "vehicle"


class Site(Enum):
    """Where the defenders are; an IP, a Wall and a Rural Building shelter them equally."""

    URBAN = "urban"
    SHELTERED = "sheltered"
    FP = "fp"
    OTHER = "other"


class Defender(Enum):
    """The defending unit that a modifier looks at; a vehicle is one that is a combat unit."""

    COMBAT = "combat"
    LEADER = "leader"
    TOWED_GUN = "towed-gun"
    ON_FOOT = "on-foot"
    VEHICLE = "vehicle"


class Moving(Enum):
    """Whose vehicle is in motion."""

    NOBODY = "nobody"
    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    BOTH = "both"


class Support(Enum):
    """The weapon that supports the attackers."""

    NONE = "none"
    LATW = "latw"
    FT = "ft"


class Friend(Enum):
    """The unit that tries to destroy a vehicle."""

    SQUAD = "squad"
    SECTION = "section"
    MG = "mg"
    FP = "fp"
    OTHER = "other"


class Prey(Enum):
    """The vehicle that is to be destroyed."""

    CARRIER = "carrier"
    AFV = "afv"
    OTHER = "other"


class Going(Enum):
    """The terrain on the way of a retreat."""

    RIVER = "river"
    MARSH = "marsh"
    JUNGLE = "jungle"
    URBAN = "urban"
    SUNKEN_ROAD = "sunken-road"
    OTHER = "other"


class Activity(Enum):
    """What a unit that is Regrouping may wish to do."""

    SMALL_ARMS = "small-arms"
    RECOVER = "recover"
    WITHDRAW = "withdraw"
    OTHER = "other"


MOST_ADVANCES = 1
LEAST_TO_DESTROY = 10
SHORT_RETREAT, LONG_RETREAT, HAMPERED_RETREAT = 2, 4, 3


def reach_on_foot() -> int:
    """Hexes from which men on foot assault (10.5.2.2)."""
    return 2


def reach_of_heroes() -> int:
    """A Heroic unit dares one hex more (10.5.2.2)."""
    return reach_on_foot() + 1


def reach_of_vehicles() -> int:
    """Hexes from which vehicles assault (10.5.2.2)."""
    return 3


def within_assault_reach(vehicular: bool, heroic: bool, distance: int) -> bool:
    """Whether a unit so many hexes away may assault (10.5.2.2)."""
    if vehicular:
        return distance <= reach_of_vehicles()
    return distance <= (reach_of_heroes() if heroic else reach_on_foot())


def heroic_markers_kept(markers: int) -> int:
    """One marker of each nationality stays, if it has any (14.0)."""
    return min(markers, 1)


def overrun(beset: Beset, beset_shocked: bool, armour_attacks: bool, attacker_shocked: bool) -> bool:
    """Guns, soft vehicles and stunned crews are lost to an AFV whose crew has its wits (14.0)."""
    if beset is Beset.AFV and not beset_shocked:
        return False
    return beset not in (Beset.LATW, Beset.OTHER) and armour_attacks and not attacker_shocked


def gives_way_at_once(edge: int) -> Side | None:
    """Who retreats without a fight; at equal strength chance decides (14.0).

    `edge` is the attackers' Cohesion or ATV less that of the defenders.
    """
    if edge == 0:
        return None
    return Side.ATTACKERS if edge < 0 else Side.DEFENDERS


def most_steps() -> int:
    """Steps of non-vehicular combat units that count for one side (14.0)."""
    return 4


def most_of_a_kind() -> int:
    """One leader, LATW, FT and vehicle each counts (14.0)."""
    return 1


def counted(kind: Counted, number: int) -> bool:
    """Whether all of so many count in the assault (14.0)."""
    return number <= (most_steps() if kind is Counted.STEP else most_of_a_kind())


def assault_drm(
    value_difference: int,
    cohesion_difference: int,
    both_have_combat_units: bool,
    site: Site,
    defender: Defender,
    uphill: bool,
    concealed: bool,
    fragmented: bool,
    moving: Moving,
    regrouping: bool,
    heroic: bool,
    envelopment: bool,
    support: Support,
) -> int:
    """The final modifier: what helps the attackers adds, what helps the defenders takes away (14.0)."""
    drm = value_difference + regrouping + 2 * envelopment - uphill - fragmented
    if both_have_combat_units:
        drm += _within(3, cohesion_difference)
    if defender in (Defender.COMBAT, Defender.LEADER) and site is Site.URBAN:
        drm -= 2
    if site is Site.SHELTERED and defender is not Defender.VEHICLE:
        drm -= 1
    if concealed and defender in (Defender.COMBAT, Defender.VEHICLE):
        drm -= 1
    # A vehicle in motion fights less well, whichever side it is on.
    drm += (moving in (Moving.DEFENDERS, Moving.BOTH)) - (moving in (Moving.ATTACKERS, Moving.BOTH))
    if heroic and site is Site.FP:
        drm += 1
    if defender is Defender.TOWED_GUN or site in (Site.FP, Site.URBAN):
        drm += {Support.NONE: 0, Support.LATW: 1, Support.FT: 2}[support]
    return _within(4, drm)


def _within(bound: int, number: int) -> int:
    return max(-bound, min(bound, number))


def worse_off(total: int) -> Side:
    """Above the middle of the die the defenders do worse, below it the attackers (14.0)."""
    return Side.DEFENDERS if total > 5 else Side.ATTACKERS


def better_off(total: int) -> Side:
    """The other side."""
    return Side.ATTACKERS if worse_off(total) is Side.DEFENDERS else Side.DEFENDERS


def _margin(number: int) -> int:
    """How far a die or a total lies from the middle, which is between 5 and 6."""
    return number - 5 if number > 5 else 6 - number


def _beaten(total: int) -> bool:
    """Whether more is lost than the ground."""
    return _margin(total) >= 5


def _crushed(total: int) -> bool:
    """The extremes: defenders only at the highest total, attackers at the two lowest."""
    return _margin(total) >= (9 if worse_off(total) is Side.DEFENDERS else 8)


def urban_assault_casualty(total: int, roll: int) -> Side | None:
    """A near thing in a town costs the attackers, and the defenders too if they lose it (14.3.1).

    The die itself must lie next to the middle, on the side on which the total fell.
    """
    if _beaten(total) or _margin(roll) > 2 or worse_off(roll) is not worse_off(total):
        return None
    return Side.BOTH if worse_off(total) is Side.DEFENDERS else Side.ATTACKERS


def may_attempt_destruction(total: int) -> Side:
    """A crushed side has no unit left to attack a vehicle (14.3.2)."""
    return better_off(total) if _crushed(total) else Side.BOTH


def retreat_hexes(total: int) -> tuple[int, int]:
    """Fewest and most hexes of the retreat (14.3.3)."""
    return (LONG_RETREAT if _crushed(total) else SHORT_RETREAT), LONG_RETREAT


def assault_casualty(total: int, nationality: Nationality) -> Struck | None:
    """Who of the beaten side takes a Casualty: the broken or all, and of stubborn troops the best unit (14.0)."""
    if not _beaten(total):
        return None
    if _stands_fast(nationality):
        return Struck.BEST
    return Struck.ALL if _crushed(total) else Struck.DISRUPTED


def assault_disrupt(total: int, nationality: Nationality) -> Struck | None:
    """Who of the beaten side Disrupts; stubborn troops go to Regrouping instead (14.0)."""
    if not _beaten(total) or _stands_fast(nationality):
        return None
    return Struck.ALL if _crushed(total) else Struck.UNDISRUPTED


def assault_check(total: int, nationality: Nationality) -> Struck | None:
    """Who of the worse side checks Cohesion: the units that have not already paid in full (14.0)."""
    stubborn = _stands_fast(nationality)
    if _crushed(total):
        return Struck.OTHERS if stubborn else None
    if _beaten(total):
        return Struck.DISRUPT_FIRST
    return Struck.BEST if stubborn else Struck.ALL


def advancing_side(total: int) -> Side | None:
    """Only a crushed enemy leaves the way open (14.0)."""
    return better_off(total) if _crushed(total) else None


def assault_regrouping(total: int, nationality: Nationality) -> Regrouped | None:
    """Who goes to Regrouping: after a close fight units that kept their order, else beaten stubborn troops (14.0)."""
    if not _beaten(total):
        return Regrouped.UNDISRUPTED
    return Regrouped(worse_off(total).value) if _stands_fast(nationality) else None


def destruction_score() -> int:
    """Least modified roll that destroys the vehicle (14.3.2)."""
    return LEAST_TO_DESTROY


def vehicle_destroyed(attempt: int) -> bool:
    """Whether the modified roll of an attempt succeeds (14.3.2)."""
    return attempt >= LEAST_TO_DESTROY


def attempt_drm(
    friend: Friend, reduced: bool, nationality: Nationality, late: bool, atv: int, heroic: bool, av: int
) -> int:
    """What the friendly unit adds: numbers, weapons that pierce armour, and nerve (14.3.2).

    A Squad is one at full strength; `late` is after September 1943, when the Germans had better means.
    """
    full_squad = friend is Friend.SQUAD and not reduced
    late_german = nationality is Nationality.GERMAN and late
    stubborn = _stands_fast(nationality)
    strong_enough = (
        full_squad
        or friend is Friend.FP
        or (late_german and friend in (Friend.MG, Friend.SECTION))
        or (stubborn and friend in (Friend.SQUAD, Friend.SECTION))
    )
    armed = atv >= 0 or (late_german and (full_squad or friend is Friend.FP))
    bold = heroic or av > 2 or (stubborn and full_squad)
    return 2 * strong_enough + armed + bold


def prey_drm(prey: Prey, escorted: bool, near_cover: bool, shocked: bool, hedgerows: bool, in_motion: bool) -> int:
    """What makes the vehicle easier or harder to reach (14.3.2)."""
    armoured = prey is Prey.AFV
    stalked = near_cover and not escorted
    helpless = prey is Prey.CARRIER or (armoured and shocked)
    return 3 * stalked + 2 * helpless + (armoured and hedgerows) - in_motion


def hampered_retreat() -> int:
    """Most hexes of a retreat over bad ground or in the dark (14.3.3)."""
    return HAMPERED_RETREAT


def most_retreat_hexes(going: Going, light: Light) -> int:
    """Most hexes that a retreat may cover (14.3.3)."""
    hampered = going is not Going.OTHER or light is Light.NIGHT
    return HAMPERED_RETREAT if hampered else LONG_RETREAT


def most_advances() -> int:
    """How often a unit advances in a turn (14.0)."""
    return MOST_ADVANCES


def may_advance(advances: int) -> bool:
    """Whether a unit that has advanced so often this turn may do so again (14.0)."""
    return advances < MOST_ADVANCES


def may_do_while_regrouping(activity: Activity, distance: int) -> bool:
    """A unit that regroups shoots at neighbours only, recovers, or goes back (14.0)."""
    if activity is Activity.SMALL_ARMS:
        return distance == ADJACENT
    return activity in (Activity.RECOVER, Activity.WITHDRAW)
