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


# Chapter 5: indirect fire and smoke (rules 5.8 and 5.9)


class IndirectWeapon(Enum):
    """Weapons by whether and how they fire at what their crews cannot see (rule 5.8)."""

    LIGHT_MORTAR = "light-mortar"
    MORTAR = "mortar"
    INFANTRY_GUN = "infantry-gun"
    HOWITZER = "howitzer"
    OTHER = "other"


class RequestAttempt(Enum):
    """A Spotter's attempts at one spot in one turn (rule 5.8.1)."""

    FIRST = "first"
    LATER = "later"


class IndirectShot(Enum):
    """Shots at one target marker (rule 5.8.2)."""

    FIRST = "first"
    LATER = "later"


class Fall(Enum):
    """Where a shot comes down (rule 5.8.2)."""

    FAILS = "fails"
    DIE = "die"
    DIFFERENCE = "difference"
    DIRECT = "direct"


class Struck(Enum):
    """Vehicles by what keeps shells out (rule 5.8.4)."""

    ENCLOSED = "enclosed"
    OPEN_TOPPED = "open-topped"
    SOFT_SKINNED = "soft-skinned"


class StruckAs(Enum):
    """What a vehicle counts as in the casualty throw for a shell (rule 5.8.4)."""

    OPEN = "open"
    DEFENCES = "defences"
    AS_IT_STANDS = "as-it-stands"


class ScreenEnd(Enum):
    """The ends of a smoke screen (rule 5.9.2)."""

    LEFT = "left"
    RIGHT = "right"


class Drift(Enum):
    """The end that the smoke goes from, beside the one it went from before (rule 5.9.2)."""

    SAME = "same"
    OTHER = "other"


D6 = range(1, 7)
D10 = range(1, 11)
REQUEST_SCORE = 5
"""The score that hits, which a request has to reach as well (rule 5.2.1)."""


def minimum_indirect_range(weapon: IndirectWeapon) -> float | None:
    """Mortars throw steeply and so come closer in than guns; all else fires at what it sees only (rule 5.8)."""
    if weapon in (IndirectWeapon.LIGHT_MORTAR, IndirectWeapon.MORTAR):
        return 18.0
    return 24.0 if weapon in (IndirectWeapon.INFANTRY_GUN, IndirectWeapon.HOWITZER) else None


def within_indirect_range(weapon: IndirectWeapon, range_: float) -> bool:
    """Whether the weapon may fire indirectly at a marker this far away (rule 5.8)."""
    minimum = minimum_indirect_range(weapon)
    return minimum is not None and range_ >= minimum


def may_place_marker(placed: int, company_commands: int) -> bool:
    """Each Company Command has the guns for one marker a turn (rule 5.8.1)."""
    return placed < company_commands


def may_use_marker(company_commands: int, own: bool) -> bool:
    """Companies side by side do not fire for each other (rule 5.8.1)."""
    return own or company_commands == 1


def marker_expires(idle_turns: int) -> bool:
    """A marker that nobody calls for through a whole turn is forgotten (rule 5.8.1)."""
    return idle_turns >= 1


def request_dice(attempt: RequestAttempt) -> int:
    """The second time the Spotter has the range, and takes the better of two dice (rule 5.8.1)."""
    return 1 if attempt is RequestAttempt.FIRST else 2


def later_request_dice() -> int:
    """Dice of every attempt but the first (rule 5.8.1)."""
    return request_dice(RequestAttempt.LATER)


def chance_of_request(attempt: RequestAttempt, mms: int) -> Fraction:
    """One die that reaches the score is enough; each MM on the Spotter takes one from every die (rule 5.8.1)."""
    one = Fraction(sum(score - mms >= REQUEST_SCORE for score in D10), len(D10))
    return 1 - (1 - one) ** request_dice(attempt)


def request_percent(attempt: RequestAttempt, mms: int) -> int:
    """The chance that fire is granted (rule 5.8.1)."""
    return percent(chance_of_request(attempt, mms))


def fall_of_shot(score: int, shot: IndirectShot) -> Fall:
    """The D10 tells a misfire and a perfect shot; a gun that has been corrected strays less (rule 5.8.2)."""
    if score == min(D10):
        return Fall.FAILS
    if score == max(D10):
        return Fall.DIRECT
    return Fall.DIE if shot is IndirectShot.FIRST else Fall.DIFFERENCE


def deviation(score: int, shot: IndirectShot, first_die: int, second_die: int) -> int | None:
    """Inches between the target marker and where the shot lands; None for one that fails (rule 5.8.2)."""
    fall = fall_of_shot(score, shot)
    if fall is Fall.FAILS:
        return None
    if fall is Fall.DIRECT:
        return 0
    return first_die if fall is Fall.DIE else abs(first_die - second_die)


def chance_of_landing(within: int, shot: IndirectShot) -> Fraction:
    """That a shot comes down so many inches from its marker, or fewer, over all throws of the dice (rule 5.8.2)."""
    throws = [deviation(score, shot, one, other) for score in D10 for one in D6 for other in D6]
    return Fraction(sum(strayed is not None and strayed <= within for strayed in throws), len(throws))


def landing_percent(within: int, shot: IndirectShot) -> int:
    """The chance that a shot lands so near (rule 5.8.2)."""
    return percent(chance_of_landing(within, shot))


def blast_dice(distance: float, he_class: HEClass) -> int | None:
    """D6s against a unit; None where the blast does not reach it (rule 5.8.3).

    Each class of HE reaches one inch farther than the one below it, and loses a die with every inch; none has
    more than two.
    """
    reach = list(HEClass).index(he_class) + 1
    beyond = max(0, math.ceil(distance) - 1)
    return min(2, reach - beyond) if beyond < reach else None


def blast_limit() -> int:
    """Inches at which the largest shells are still felt (rule 5.8.3)."""
    return max(inches for inches in range(10) if blast_dice(inches, HEClass.HEAVY))


def direct_hit_distance() -> int:
    """Inches from the centre of a vehicle within which a shot has hit it (rule 5.8.4)."""
    return 1


def aimed_deviation() -> int:
    """Inches that a shot may stray and still hit the vehicle its marker was put on (rule 5.8.4)."""
    return 1


def is_direct_hit(distance: float, aimed: bool, strayed: int) -> bool:
    """A vehicle is hit by a shot close to its centre, or by one aimed at it that strayed little (rule 5.8.4)."""
    return distance <= direct_hit_distance() or (aimed and strayed <= aimed_deviation())


def needs_direct_hit(vehicle: Struck) -> bool:
    """Armour keeps out all splinters; canvas does not (rule 5.8.4)."""
    return vehicle is not Struck.SOFT_SKINNED


def struck_as(vehicle: Struck) -> StruckAs:
    """A roof is as good as a dugout; a crew without one sits in the open (rule 5.8.4)."""
    if vehicle is Struck.SOFT_SKINNED:
        return StruckAs.AS_IT_STANDS
    return StruckAs.DEFENCES if vehicle is Struck.ENCLOSED else StruckAs.OPEN


def double_six_destroys(vehicle: Struck) -> bool:
    """A shell can only drop into a vehicle that has no roof of steel (rule 5.8.4)."""
    return vehicle is not Struck.ENCLOSED


def destroyed_by_shell(vehicle: Struck, direct: bool, first_die: int, second_die: int) -> bool:
    """Two sixes with a direct hit; light HE throws its second die only after a first six (rule 5.8.4)."""
    return double_six_destroys(vehicle) and direct and first_die == second_die == max(D6)


def throws_second_die(he_class: HEClass, first_die: int) -> bool:
    """Light HE earns its second die by a six; the others have two from the start (rule 5.8.4)."""
    return he_class is not HEClass.LIGHT or first_die == max(D6)


def building_blast_score(he_class: HEClass) -> int | None:
    """Lowest D6 that harms a unit in the building; None for light HE, which bursts on the roof (rule 5.8.5)."""
    if he_class is HEClass.LIGHT:
        return None
    return 5 if he_class is HEClass.HEAVY else 6


def joins_indirect_fire(command: bool, moved: bool, fired: bool) -> bool:
    """A light mortar fires at a marker if its squad has a radio and does nothing else (rule 5.8.6)."""
    return command and not moved and not fired


def light_mortar_reach() -> int:
    """Inches that a target of direct fire by a light mortar has to be beyond (rule 5.8.6)."""
    return 6


def light_mortar_fires_directly(range_: float, moved: bool, fired: bool) -> bool:
    """A mortar cannot be laid on what is too near, and takes the whole squad to serve (rule 5.8.6)."""
    return range_ > light_mortar_reach() and not moved and not fired


def overshoot_gap() -> int:
    """Inches from the target at which friends are safe below the path of the bombs (rule 5.8.6)."""
    return 3


def may_overshoot(gap: float) -> bool:
    """Whether bombs may pass over friends at this distance from the target (rule 5.8.6)."""
    return gap >= overshoot_gap()


def puff_width() -> int:
    """Inches from side to side of a puff (rule 5.9)."""
    return 2


def screen_gap() -> int:
    """Inches within which indirect smoke drifts up to a screen (rule 5.9.1)."""
    return puff_width()


def extends_screen(gap: float) -> bool:
    """Smoke that lands no farther than the width of a puff from a screen becomes part of it (rule 5.9.1)."""
    return gap <= screen_gap()


def puffs_removed(puffs: int) -> int:
    """Smoke thins by one puff a turn, so one that stands alone is gone (rule 5.9.2)."""
    return min(1, puffs)


def end_is_thrown_for(puffs: int) -> bool:
    """A puff that stands alone has no ends to choose from (rule 5.9.2)."""
    return puffs > 1


def first_end(score: int) -> ScreenEnd:
    """Either end is as likely as the other while nobody knows the wind (rule 5.9.2)."""
    return ScreenEnd.LEFT if score <= len(D6) // 2 else ScreenEnd.RIGHT


def later_end(score: int) -> Drift:
    """The wind keeps its direction but for a six (rule 5.9.2)."""
    return Drift.OTHER if score == max(D6) else Drift.SAME


# Chapter 6: close combat


class Attacker(Enum):
    """Who might start a close combat (rule 6.1)."""

    INFANTRY_SQUAD = "infantry-squad"
    SUPPORT_SQUAD = "support-squad"
    ENCLOSED_AFV = "enclosed-afv"
    OTHER_VEHICLE = "other-vehicle"


class Quarry(Enum):
    """Whom a close combat might be started against (rule 6.1)."""

    INFANTRY_SQUAD = "infantry-squad"
    SUPPORT_SQUAD = "support-squad"
    SOFT_SKINNED = "soft-skinned"
    OPEN_TOPPED = "open-topped"
    ENCLOSED = "enclosed"
    IN_BUILDING = "in-building"


class Combat(Enum):
    """The kinds of close combat, each with a rule of its own (rules 6.3 to 6.6)."""

    INFANTRY = "infantry"
    SOFT_SKINNED = "soft-skinned"
    OPEN_TOPPED = "open-topped"
    ENCLOSED = "enclosed"
    OVERRUN = "overrun"
    BUILDING = "building"


class Opening(Enum):
    """What the attacker does in its activation before it closes (rule 6.2)."""

    CHARGE = "charge"
    FIRE = "fire"
    MOVE = "move"


class Response(Enum):
    """What a reaction to the attack may consist of (rule 6.2)."""

    NONE = "none"
    ONE_ACTION = "one-action"


class Fighter(Enum):
    """Who fires in a close combat (rules 6.3 to 6.5)."""

    INFANTRY_SQUAD = "infantry-squad"
    SUPPORT_SQUAD = "support-squad"
    PASSENGERS = "passengers"
    OVERRUNNING_MG = "overrunning-mg"
    ATTACKED_MG = "attacked-mg"


class CombatSide(Enum):
    """The sides of a close combat (chapter 6)."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"


class AttackThrow(Enum):
    """The throw that follows a hit by the attackers (chapter 6)."""

    CASUALTY = "casualty"
    PENETRATION = "penetration"


class Aftermath(Enum):
    """What may end a close combat that the defenders survive (chapter 6)."""

    ATTACKERS_GO_BACK = "attackers-go-back"
    VEHICLE_MAY_GO = "vehicle-may-go"
    OVERRUN_OR_BACK = "overrun-or-back"


class OverrunTarget(Enum):
    """Units that an enclosed AFV may drive over (rule 6.5)."""

    INFANTRY_SQUAD = "infantry-squad"
    SNIPER = "sniper"
    SUPPORT_SQUAD = "support-squad"


class OverrunResult(Enum):
    """What becomes of the unit driven through (rule 6.5)."""

    DESTROYED = "destroyed"
    ONE_MM = "one-mm"


class AfvWeapon(Enum):
    """Weapons of an enclosed AFV (rules 6.4.2 and 6.5)."""

    MAIN_GUN = "main-gun"
    TURRET_MG = "turret-mg"
    HULL_MG = "hull-mg"


class AttackFrom(Enum):
    """Where an attack on a building starts (rule 6.6)."""

    OUTSIDE = "outside"
    INSIDE = "inside"


class Garrison(Enum):
    """Where the defenders of a building are (rule 6.6)."""

    GROUND_FLOOR = "ground-floor"
    UPSTAIRS = "upstairs"


class BuildingResult(Enum):
    """How an attack on a building ends for the attacker (rules 6.6 and 6.6.1)."""

    ESTABLISHED = "established"
    GOES_BACK = "goes-back"
    STAYS = "stays"


def combat_distance() -> int:
    """Inches at which enemies stop unless they fight hand to hand (rule 6.1)."""
    return 3


def close_combat(attacker: Attacker, target: Quarry) -> Combat | None:
    """Infantry fights anything; armour only drives over those on foot; nobody else attacks (rule 6.1)."""
    if attacker is Attacker.INFANTRY_SQUAD:
        return _infantry_attack(target)
    on_foot = target in (Quarry.INFANTRY_SQUAD, Quarry.SUPPORT_SQUAD)
    return Combat.OVERRUN if attacker is Attacker.ENCLOSED_AFV and on_foot else None


def _infantry_attack(target: Quarry) -> Combat:
    if target is Quarry.IN_BUILDING:
        return Combat.BUILDING
    vehicles = {combat.value: combat for combat in (Combat.SOFT_SKINNED, Combat.OPEN_TOPPED, Combat.ENCLOSED)}
    return vehicles.get(target.value, Combat.INFANTRY)


def may_attack(attacker: Attacker, target: Quarry) -> bool:
    """Whether this unit may start a close combat against that one (rule 6.1)."""
    return close_combat(attacker, target) is not None


def may_start_combat(start: float, opening: Opening) -> bool | None:
    """Combat takes one of two actions, so the other gets the unit there, or is fire if it is there (rule 6.2).

    None below the distance, where only those who share a building are.
    """
    if start < combat_distance():
        return None
    if start > combat_distance():
        return opening is Opening.MOVE
    return True


def reaction_to_attack(start: float, opening: Opening) -> Response | None:
    """A charge out of the blue gives the enemy no time; anything before it does (rule 6.2)."""
    if not may_start_combat(start, opening):
        return None
    return Response.NONE if opening is Opening.CHARGE else Response.ONE_ACTION


def fire_after_failed_test(start: float, opening: Opening) -> bool | None:
    """The action saved may go into fire, unless the unit has fired already (rule 6.2.1)."""
    return opening is not Opening.FIRE if may_start_combat(start, opening) else None


def may_fire_first(start: float) -> bool:
    """Only those who need not come closer have an action to spare for fire (rule 6.2)."""
    return start <= combat_distance()


def must_move_first(start: float) -> bool:
    """Those farther away need the other action to get there (rule 6.2)."""
    return start > combat_distance()


def enemy_may_react(opening: Opening, passed: bool) -> bool:
    """Only a charge that comes off at once is too quick for a reaction (rules 3.7.2 and 6.2)."""
    return not (opening is Opening.CHARGE and passed)


def initiation_penalty(morale: Morale) -> int:
    """What the reluctance of a unit takes off its throw (rule 6.2.1)."""
    return -1 if morale is Morale.WEAK else 0


def weak_initiation_penalty() -> int:
    """The same for units that have any (rule 6.2.1)."""
    return initiation_penalty(Morale.WEAK)


def initiation_score(morale: Morale, cts: int, mms: int) -> int:
    """What the throw has to reach: as for a reaction by a morale test, where elites count no MMs (rule 6.2.1)."""
    return 2 + cts if morale is Morale.ELITE else 3 + cts + mms


def passes_initiation(throw: int, morale: Morale, cts: int, mms: int) -> bool:
    """A six has to reach the score like any other throw (rule 6.2.1)."""
    return throw + initiation_penalty(morale) >= initiation_score(morale, cts, mms)


def chance_of_initiation(morale: Morale, cts: int, mms: int) -> Fraction:
    """Over the faces of the die (rule 6.2.1)."""
    return Fraction(sum(passes_initiation(throw, morale, cts, mms) for throw in D6), len(D6))


def initiation_percent(morale: Morale, counters: int) -> int:
    """The chance by the sum of all CTs and MMs that count for the unit, which is all that matters (rule 6.2.1)."""
    return percent(chance_of_initiation(morale, counters, 0))


def close_combat_dice(fighter: Fighter) -> int | None:
    """A squad brings all its men to bear, any other crew or weapon half as much (rules 6.3 to 6.5).

    None for the MGs of a vehicle that is attacked, of which the rules say nothing.
    """
    if fighter is Fighter.ATTACKED_MG:
        return None
    return 2 if fighter is Fighter.INFANTRY_SQUAD else 1


def weak_close_combat_penalty() -> int:
    """What weak morale takes from each die of the to-hit throw (rule 6.3)."""
    return -1


def counts_mms_when_firing(morale: Morale) -> bool:
    """Elites fight on as if nothing had happened to them (rule 6.3)."""
    return morale is not Morale.ELITE


def counts_mms_for_destruction(morale: Morale) -> bool:
    """But elites die like anybody else (rule 6.3)."""
    return morale in Morale


def combat_rounds(combat: Combat) -> int:
    """Nobody fights an enclosed AFV for longer than it takes it to roll on (chapter 6)."""
    return 1 if combat in (Combat.ENCLOSED, Combat.OVERRUN) else 2


def most_combat_rounds() -> int:
    """Rounds between units on foot (rule 6.3)."""
    return combat_rounds(Combat.INFANTRY)


def defenders_test(combat: Combat) -> bool:
    """Men who see a tank roll up to them have to find the nerve to answer (rule 6.5)."""
    return combat is Combat.OVERRUN


def attack_throw(combat: Combat) -> AttackThrow:
    """Only a hull that is closed all around has to be pierced (rule 6.4.2)."""
    return AttackThrow.PENETRATION if combat is Combat.ENCLOSED else AttackThrow.CASUALTY


def aftermath(combat: Combat) -> Aftermath | None:
    """Who leaves the field; None where the rules do not tell (chapter 6)."""
    if combat is Combat.ENCLOSED:
        return None
    if combat is Combat.OVERRUN:
        return Aftermath.OVERRUN_OR_BACK
    on_wheels = combat in (Combat.SOFT_SKINNED, Combat.OPEN_TOPPED)
    return Aftermath.VEHICLE_MAY_GO if on_wheels else Aftermath.ATTACKERS_GO_BACK


def fights_as(combat: Combat, side: CombatSide, answered: bool, dug_in: bool) -> Cover | None:
    """At arm's length nothing shelters anybody, but those who keep their heads down and thin armour (chapter 6).

    None for an enclosed AFV, against which no casualty throw is made.
    """
    if side is CombatSide.ATTACKERS:
        return None if combat is Combat.OVERRUN else Cover.OPEN
    if combat is Combat.ENCLOSED:
        return None
    if combat is Combat.OVERRUN and not answered:
        return Cover.DEFENCES if dug_in else Cover.COVER
    return Cover.COVER if combat is Combat.OPEN_TOPPED else Cover.OPEN


def retreat_distance() -> int:
    """Inches that beaten attackers go back (rule 6.3)."""
    return 6


def may_stop_in_cover(distance: float) -> bool:
    """Beaten attackers stop short in cover, but not where the fight would be on again (rule 6.3)."""
    return combat_distance() < distance < retreat_distance()


def surest_mms(hits: int) -> int:
    """Whatever the armour, a hit on it by hand shakes the crew once (rule 6.4.2)."""
    return min(1, hits)


def afv_may_use(weapon: AfvWeapon) -> bool:
    """The main gun is of no use at arm's length (rules 6.4.2 and 6.5)."""
    return weapon is not AfvWeapon.MAIN_GUN


def overrun_result(target: OverrunTarget, weight: Weight) -> OverrunResult:
    """Crews that cannot leave their weapon are crushed with it, but not by a light vehicle (rule 6.5)."""
    tied_down = target is OverrunTarget.SUPPORT_SQUAD
    return OverrunResult.DESTROYED if tied_down and weight is not Weight.LIGHT else OverrunResult.ONE_MM


def must_defend(garrison: Garrison, has_fired: bool) -> bool:
    """Whoever fired from the ground floor on that side is at the windows that are rushed (rule 6.6)."""
    return garrison is Garrison.GROUND_FLOOR and has_fired


def walks_in(garrison: Garrison, passed: bool) -> bool:
    """With everybody upstairs there is no fight at the door, though it takes courage to find out (rule 6.6)."""
    return garrison is Garrison.UPSTAIRS and passed


def building_result(origin: AttackFrom, defenders_destroyed: bool) -> BuildingResult:
    """Those who win are in; those who fail keep what they had (rules 6.6 and 6.6.1)."""
    if defenders_destroyed:
        return BuildingResult.ESTABLISHED
    return BuildingResult.STAYS if origin is AttackFrom.INSIDE else BuildingResult.GOES_BACK


def may_fire_out(contested: bool) -> bool:
    """With the enemy in the next room nobody looks out of the window (rule 6.6.1)."""
    return not contested
