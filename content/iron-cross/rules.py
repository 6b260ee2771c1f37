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


# Chapter 5: direct fire


class Means(Enum):
    """What a unit fires with, as far as the kind of fire goes (rule 5.1.1)."""

    SMALL_ARMS = "small-arms"
    MG = "mg"
    ANTI_TANK = "anti-tank"
    HE = "he"
    FT = "ft"


class FireTarget(Enum):
    """What is fired at, when it is a unit (rule 5.1.1)."""

    ON_FOOT = "on-foot"
    SOFT_SKINNED = "soft-skinned"
    OPEN_TOPPED = "open-topped"
    ENCLOSED = "enclosed"


class FiredWeapon(Enum):
    """Weapons that differ in range or in to-hit dice (rules 5.1.2 and 5.2.1)."""

    SQUAD_ARMS = "squad-arms"
    SUPPORT_ARMS = "support-arms"
    SNIPER = "sniper"
    TRIPOD_MG = "tripod-mg"
    HULL_MG = "hull-mg"
    OTHER_MG = "other-mg"
    IAW = "iaw"
    GUN = "gun"
    MAN_PACK_FT = "man-pack-ft"
    VEHICLE_FT = "vehicle-ft"


class Mount(Enum):
    """What holds a weapon, or holds its crew in (rules 5.1.3 and 5.1.5)."""

    LIGHT = "light"
    CREWED = "crewed"
    PINTLE = "pintle"
    TURRET = "turret"
    FIXED = "fixed"
    BUILDING = "building"


class Exposure(Enum):
    """How much of the target the firer cannot see (rule 5.2.2)."""

    FULL = "full"
    LESSER = "lesser"
    HALF = "half"


class Hits(Enum):
    """How many to-hit dice of one throw have hit (rule 5.3)."""

    ONE = "one"
    DOUBLE = "double"


class Penetration(Enum):
    """What the penetration throw adds to the hit (rule 5.3)."""

    STOPPED = "stopped"
    SECOND_MM = "second-mm"
    DAMAGE = "damage"


class Facing(Enum):
    """The two armour values of a vehicle (rule 5.3.1)."""

    FRONT = "front"
    SIDE = "side"


class Damage(Enum):
    """What the damage throw does to a vehicle (rule 5.4)."""

    ONE_MM = "one-mm"
    TWO_MMS = "two-mms"
    SHAKEN = "shaken"
    DESTROYED = "destroyed"
    EXPLOSION = "explosion"


class Carrier(Enum):
    """What becomes of a transport (rule 5.4.1)."""

    CARRIES_ON = "carries-on"
    DESTROYED = "destroyed"


class Carried(Enum):
    """What becomes of the unit that a transport carries or tows (rule 5.4.1)."""

    MMS = "mms"
    UP_TO_MORALE = "up-to-morale"
    DESTROYED = "destroyed"


class Firepower(Enum):
    """Fire that causes casualties, by weapon and size of shell (rule 5.5)."""

    SMALL_ARMS = "small-arms"
    MG = "mg"
    FT = "ft"
    LIGHT_HE = "light-he"
    MEDIUM_HE = "medium-he"
    HEAVY_HE = "heavy-he"


class Shelter(Enum):
    """What men may stand behind or in (rules 5.5.1 and 5.6)."""

    NONE = "none"
    WALL = "wall"
    HEDGE = "hedge"
    DITCH = "ditch"
    BUILDING = "building"
    DUG_IN = "dug-in"
    PREPARED = "prepared"


class BuildingTarget(Enum):
    """What fire at a building is aimed at (rule 5.6)."""

    UNIT = "unit"
    WHOLE = "whole"


class FlameTarget(Enum):
    """What a flamethrower is turned on (rule 5.7)."""

    ON_FOOT = "on-foot"
    SOFT_SKINNED = "soft-skinned"
    OPEN_TOPPED = "open-topped"
    ENCLOSED = "enclosed"
    BUILDING = "building"


class FlameEffect(Enum):
    """What follows from the hits of a flamethrower (rule 5.7)."""

    CASUALTY = "casualty"
    DESTROYED = "destroyed"
    AS_HE = "as-he"
    ABLAZE = "ablaze"


D6, D10 = 6, 10
SHORT_RANGE = 12.0
"""Inches at which a weapon still throws its second die, and at which enemy infantry still worries a gun crew."""
FIRE_ARC = 45.0
"""Degrees to either side that a crew covers without shifting its weapon."""
TURRET_TURN = 90.0
FRONTAL_ARC = 60.0
TO_HIT = 5
DOUBLE_HIT_BONUS = 2
HALF_HIDDEN = 50


def counts_as(means: Means, target: FireTarget) -> Fire | None:
    """Armour has to be pierced, but flame gets round it; what is made to pierce is no use on men (5.1.1)."""
    if means is Means.FT:
        return Fire.FT
    if target in (FireTarget.OPEN_TOPPED, FireTarget.ENCLOSED):
        return None if means is Means.SMALL_ARMS else Fire.AP
    if means is Means.ANTI_TANK:
        return Fire.AP if target is FireTarget.SOFT_SKINNED else None
    return Fire(means.value)


def reach(weapon: FiredWeapon) -> float:
    """Anything carries across the table but flame, rockets and what is held back to its crew's defence (5.1.2)."""
    if weapon is FiredWeapon.MAN_PACK_FT:
        return 6
    if weapon in (FiredWeapon.VEHICLE_FT, FiredWeapon.IAW):
        return 8
    if weapon in (FiredWeapon.SUPPORT_ARMS, FiredWeapon.HULL_MG):
        return SHORT_RANGE
    return math.inf


def in_reach(weapon: FiredWeapon, range_: float) -> bool:
    """Whether a target is not too far away (rule 5.1.2)."""
    return range_ <= reach(weapon)


def arc_of_fire(mount: Mount) -> float:
    """Degrees to either side of dead ahead that are reached without moving to line up (rules 5.1.3 and 5.1.5)."""
    if mount is Mount.LIGHT:
        return 180
    if mount is Mount.FIXED:
        return 0
    return TURRET_TURN if mount is Mount.TURRET else FIRE_ARC


def fires_without_moving(mount: Mount, angle: float) -> bool:
    """Whether a target so far off the centre line lies in the arc of fire (rule 5.1.3)."""
    return angle <= arc_of_fire(mount)


def turret_turn() -> int:
    """Degrees beyond which turning a turret counts as movement (rules 5.1.3 and 5.2.2)."""
    return int(TURRET_TURN)


def may_fire_together(targets: int, main_gun: bool, coaxial: bool) -> bool:
    """One target, and one of the two weapons that look along the same barrel; a hull MG may join in (5.1.4)."""
    return targets <= 1 and not (main_gun and coaxial)


def building_arc() -> int:
    """Degrees to either side of straight out (rule 5.1.5)."""
    return int(FIRE_ARC)


def building_arc_width() -> int:
    """Degrees from one edge of the arc to the other (rule 5.1.5)."""
    return int(2 * FIRE_ARC)


def may_fire_out(already_fired: int) -> bool:
    """A side of a storey has room for one unit to fire (rule 5.1.5)."""
    return already_fired < 1


def moves_inside(other_side: bool, relieves: bool) -> bool:
    """Going to other windows takes time, whether they were empty or held by friends (rule 5.1.5)."""
    return other_side or relieves


def to_hit_dice(weapon: FiredWeapon, range_: float) -> int | None:
    """A second die at short range, at any for a tripod, at none for few men or a bad mount (rule 5.2.1)."""
    if not in_reach(weapon, range_):
        return None
    if weapon is FiredWeapon.TRIPOD_MG:
        return 2
    if weapon in (FiredWeapon.SUPPORT_ARMS, FiredWeapon.SNIPER, FiredWeapon.HULL_MG):
        return 1
    return 2 if range_ <= SHORT_RANGE else 1


def short_range() -> int:
    """Inches up to which most weapons throw two dice (rule 5.2.1)."""
    return int(SHORT_RANGE)


def hit_score() -> int:
    """Least modified score that hits (rule 5.2)."""
    return TO_HIT


def hits_target(score: int, drm: int) -> bool:
    """Whether one die hits (rule 5.2)."""
    return score + drm >= TO_HIT


def to_hit_drm(
    fire: Fire, mms: int, moved: bool, target_moved: bool, worried: bool, exposure: Exposure, sniper: bool
) -> int:
    """Shaken and moving men aim badly whatever they fire; a single shot also suffers from all that spoils it (5.2.2).

    Bullets come in bursts, and cover against them counts in the casualty throw instead.
    """
    drm = -mms - 2 * moved
    if fire in (Fire.AP, Fire.HE):
        hidden = list(Exposure).index(exposure)  # the more of the target is hidden, the worse
        return drm - target_moved - worried - hidden
    return drm + (sniper and fire is Fire.SMALL_ARMS)


def firer_moved(before: bool, after: bool, turret: float) -> bool:
    """Who is on the move in this activation, or has to swing round, shoots worse (rule 5.2.2)."""
    return before or after or turret > TURRET_TURN


def worried_by_infantry(enemy: float, friend: float) -> bool:
    """A gun looks to its own safety when infantry comes close and no friend stands nearer to it (5.2.2).

    `enemy` is how far the enemy infantry is from the firer, `friend` how far from friendly infantry.
    """
    return enemy <= SHORT_RANGE and friend > enemy


def worry_range() -> int:
    """Inches within which enemy infantry worries a gun (rule 5.2.2)."""
    return int(SHORT_RANGE)


def half_hidden(hidden: int, hull_down: bool) -> bool:
    """Whether as much of the target is hidden as a tank shows when it is hull-down (rule 5.2.2)."""
    return hull_down or hidden >= HALF_HIDDEN


def half_cover() -> int:
    """Percent of the target (rule 5.2.2)."""
    return HALF_HIDDEN


def chance_of_hit(drm: int) -> Fraction:
    """The chance that one D10 hits (rule 5.2)."""
    return Fraction(sum(hits_target(score, drm) for score in range(1, D10 + 1)), D10)


def chance_of_hits(dice: int, drm: int, hits: Hits) -> Fraction:
    """The chance of exactly one hit, or of a double hit, with one or two D10s (rule 5.2)."""
    hit = chance_of_hit(drm)
    if dice < 2:
        return hit if hits is Hits.ONE else Fraction(0)
    return 2 * hit * (1 - hit) if hits is Hits.ONE else hit * hit


def hit_percent_one_die(drm: int) -> int:
    """Odds of a hit with one D10 (rule 5.2)."""
    return percent(chance_of_hit(drm))


def hit_percent_two_dice(drm: int) -> int:
    """Odds of at least one hit with two D10s (rule 5.2)."""
    return percent(sum((chance_of_hits(2, drm, hits) for hits in Hits), Fraction(0)))


def double_hit_percent(drm: int) -> int:
    """Odds of a double hit with two D10s (rule 5.2)."""
    return percent(chance_of_hits(2, drm, Hits.DOUBLE))


def double_hit_bonus() -> int:
    """What a double hit adds to the penetration throw (rule 5.3)."""
    return DOUBLE_HIT_BONUS


def penetration(score: int, hits: Hits, excess: int) -> Penetration:
    """AP value and throw against the armour, which is `excess` above the AP value (rule 5.3)."""
    margin = score + DOUBLE_HIT_BONUS * (hits is Hits.DOUBLE) - excess
    if margin > 0:
        return Penetration.DAMAGE
    return Penetration.STOPPED if margin else Penetration.SECOND_MM


def least_hopeless_excess(dice: int) -> int:
    """One more than the best that a penetration throw can reach with so many to-hit dice (rule 5.3)."""
    best = D10 + (DOUBLE_HIT_BONUS if dice > 1 else 0)
    return best + 1


def hopeless_with_one_die() -> int:
    """Armour above the AP value that no hit with one to-hit die can harm (rule 5.3)."""
    return least_hopeless_excess(1)


def hopeless_with_two_dice() -> int:
    """Armour above the AP value that not even a double hit can harm (rule 5.3)."""
    return least_hopeless_excess(2)


def hit_gives_mm(dice: int, excess: int) -> bool:
    """A crew is not frightened by what cannot harm it (rule 5.3)."""
    return excess < least_hopeless_excess(dice)


def frontal_arc() -> int:
    """Degrees to either side of the front of a vehicle (rule 5.3.1)."""
    return int(FRONTAL_ARC)


def armour_facing(angle: float) -> Facing:
    """A shot that comes in at a slant to the side is as hard to get through as one at the front (rule 5.3.1)."""
    return Facing.FRONT if angle <= FRONTAL_ARC else Facing.SIDE


def chance_of_penetration(hits: Hits, excess: int, wanted: Penetration) -> Fraction:
    """The chance that the penetration throw ends so (rule 5.3)."""
    return Fraction(sum(penetration(score, hits, excess) is wanted for score in range(1, D10 + 1)), D10)


def single_second_mm_percent(excess: int) -> int:
    """Odds of a second MM, and no more, after one hit (rule 5.3)."""
    return percent(chance_of_penetration(Hits.ONE, excess, Penetration.SECOND_MM))


def single_through_percent(excess: int) -> int:
    """Odds of coming to the damage throw after one hit (rule 5.3)."""
    return percent(chance_of_penetration(Hits.ONE, excess, Penetration.DAMAGE))


def double_second_mm_percent(excess: int) -> int:
    """Odds of a second MM, and no more, after a double hit (rule 5.3)."""
    return percent(chance_of_penetration(Hits.DOUBLE, excess, Penetration.SECOND_MM))


def double_through_percent(excess: int) -> int:
    """Odds of coming to the damage throw after a double hit (rule 5.3)."""
    return percent(chance_of_penetration(Hits.DOUBLE, excess, Penetration.DAMAGE))


def damage(score: int) -> Damage:
    """The higher the worse: shaken for longer, knocked out, blown up; a big shell goes beyond the die (5.4)."""
    if score >= D6:
        return Damage.EXPLOSION
    if score >= 4:
        return Damage.DESTROYED
    return (Damage.ONE_MM, Damage.TWO_MMS, Damage.SHAKEN)[score - 1]


def heavy_he_bonus() -> int:
    """What heavy HE adds to the damage throw (rule 5.4)."""
    return 1


def least_shaken_mms() -> int:
    """MMs that a badly shaken crew gets, however low its morale value (rule 5.4)."""
    return 3


def is_shaken_by(mms: int, morale_value: int) -> bool:
    """Whether a vehicle of this morale value gets so many MMs when it is badly shaken (rule 5.4)."""
    return mms == max(least_shaken_mms(), morale_value)


def explosion_reach() -> int:
    """Inches around an exploding vehicle in which its friends are shaken (rule 5.4)."""
    return 6


def explosion_mms() -> int:
    """MMs for each of them (rule 5.4)."""
    return 1


def shaken_by_explosion(own_side: bool, range_: float) -> bool:
    """Friends near the vehicle lose heart, its enemies do not (rule 5.4)."""
    return own_side and range_ <= explosion_reach()


def carrier_fate(result: Damage) -> Carrier:
    """MMs are for the men carried, so the vehicle itself drives on or is lost (rule 5.4.1)."""
    lost = result in (Damage.DESTROYED, Damage.EXPLOSION)
    return Carrier.DESTROYED if lost else Carrier.CARRIES_ON


def carried_fate(result: Damage) -> Carried:
    """The men bear the MMs; from a wreck they get out badly shaken, from an explosion not at all (5.4.1)."""
    if result is Damage.EXPLOSION:
        return Carried.DESTROYED
    return Carried.UP_TO_MORALE if result is Damage.DESTROYED else Carried.MMS


def passengers_disembark(result: Damage) -> bool:
    """Once a shot has come through, whoever is left gets out (rule 5.4.1)."""
    return carried_fate(result) is not Carried.DESTROYED


def chance_of_damage(heavy_he: bool, *wanted: Damage) -> Fraction:
    """The chance that a damage throw ends in one of the results (rule 5.4)."""
    bonus = heavy_he_bonus() if heavy_he else 0
    return Fraction(sum(damage(score + bonus) in wanted for score in range(1, D6 + 1)), D6)


def destruction_percent(heavy_he: bool) -> int:
    """Odds that a damage throw destroys the vehicle, explosions included (rule 5.4)."""
    return percent(chance_of_damage(heavy_he, Damage.DESTROYED, Damage.EXPLOSION))


def explosion_percent(heavy_he: bool) -> int:
    """Odds that a damage throw blows the vehicle up (rule 5.4)."""
    return percent(chance_of_damage(heavy_he, Damage.EXPLOSION))


def chance_of_kill(dice: int, drm: int, excess: int, heavy_he: bool) -> Fraction:
    """The chance that one shot hits, comes through and destroys (rules 5.2 to 5.4)."""
    through = sum(
        (chance_of_hits(dice, drm, hits) * chance_of_penetration(hits, excess, Penetration.DAMAGE) for hits in Hits),
        Fraction(0),
    )
    return through * chance_of_damage(heavy_he, Damage.DESTROYED, Damage.EXPLOSION)


def kill_percent(dice: int, drm: int, excess: int) -> int:
    """Odds that one shot destroys its target outright (rules 5.2 to 5.4)."""
    return percent(chance_of_kill(dice, drm, excess, heavy_he=False))


def heavy_kill_percent(dice: int, excess: int) -> int:
    """The same for a heavy HE weapon without DRM, which adds to its damage throw (rules 5.2 to 5.4)."""
    return percent(chance_of_kill(dice, 0, excess, heavy_he=True))


def casualty_score(cover: Cover, firepower: Firepower) -> int:
    """Shells by size, bursts before single shots; cover stops bullets, defences shells too, nothing flame (5.5)."""
    if firepower is Firepower.FT:
        return 3
    shells = (Firepower.LIGHT_HE, Firepower.MEDIUM_HE, Firepower.HEAVY_HE)
    if cover is Cover.DEFENCES:
        return 5 if firepower in shells[1:] else 6
    if cover is Cover.COVER and firepower in (Firepower.SMALL_ARMS, Firepower.MG):
        return 5
    if firepower in shells:
        return 5 - shells.index(firepower)
    return 3 if firepower is Firepower.MG else 4


def gives_extra_mm(casualty_roll: int, cover: Cover, firepower: Firepower) -> bool:
    """Whether one die of a casualty throw adds an MM (rule 5.5)."""
    return casualty_roll >= casualty_score(cover, firepower)


def shelter_counts_as(shelter: Shelter) -> Cover:
    """What was made for defence is defences, and so is a building; what happens to stand there is cover (5.5.1)."""
    if shelter in (Shelter.BUILDING, Shelter.DUG_IN, Shelter.PREPARED):
        return Cover.DEFENCES
    return Cover.OPEN if shelter is Shelter.NONE else Cover.COVER


def chance_of_extra_mm(cover: Cover, firepower: Firepower) -> Fraction:
    """The chance that one die of a casualty throw adds an MM (rule 5.5)."""
    return Fraction(D6 + 1 - casualty_score(cover, firepower), D6)


def extra_mm_percent(cover: Cover, firepower: Firepower) -> int:
    """Odds that one die of a casualty throw adds an MM (rule 5.5)."""
    return percent(chance_of_extra_mm(cover, firepower))


def expected_mms(dice: int, cover: Cover, firepower: Firepower) -> float:
    """MMs that a shot without DRM inflicts on average, to one decimal place (rules 5.2 and 5.5)."""
    extra = chance_of_extra_mm(cover, firepower)
    number = {Hits.ONE: 1, Hits.DOUBLE: 2}
    average = sum((chance_of_hits(dice, 0, hits) * (1 + number[hits] * extra) for hits in Hits), Fraction(0))
    return math.floor(average * 10 + Fraction(1, 2)) / 10


def casualty_scores_inside(firepower: Firepower) -> tuple[int, int]:
    """D6 scores that add an MM; walls and windows are defences (rules 5.5.1 and 5.6)."""
    return casualty_score(shelter_counts_as(Shelter.BUILDING), firepower), D6


def target_silent(firepower: Firepower) -> BuildingTarget | None:
    """Unseen men are safe from all that does not shake or burn the house itself (rule 5.6)."""
    shakes = collateral_scores(firepower) is not None or firepower is Firepower.FT
    return BuildingTarget.WHOLE if shakes else None


def collateral_scores(firepower: Firepower) -> tuple[int, int] | None:
    """D6 scores that give another unit in the building an MM; none for what is no shell, or a small one (5.6)."""
    if firepower is Firepower.HEAVY_HE:
        return heavy_collateral(), D6
    return (medium_collateral(), D6) if firepower is Firepower.MEDIUM_HE else None


def medium_collateral() -> int:
    """Least D6 score with medium HE (rule 5.6.1)."""
    return next(score for score in range(1, D6 + 1) if collateral_mms(HEClass.MEDIUM, score))


def heavy_collateral() -> int:
    """Least D6 score with heavy HE (rule 5.6.1)."""
    return next(score for score in range(1, D6 + 1) if collateral_mms(HEClass.HEAVY, score))


def collateral_mms(he_class: HEClass, score: int) -> int:
    """The bigger the shell, the more of the house it shakes (rule 5.6.1)."""
    size = list(HEClass).index(he_class)
    return int(score > D6 - size)


def double_hit_kindles(firepower: Firepower) -> bool:
    """Only flame sets a building on fire (rule 5.7)."""
    return firepower is Firepower.FT


def flame_effect(target: FlameTarget, hits: Hits) -> FlameEffect:
    """Flame kills men; enough of it burns what is open or unarmoured, and houses (rule 5.7)."""
    if target is FlameTarget.BUILDING:
        return FlameEffect.ABLAZE if hits is Hits.DOUBLE else FlameEffect.AS_HE
    burns = target in (FlameTarget.SOFT_SKINNED, FlameTarget.OPEN_TOPPED)
    return FlameEffect.DESTROYED if burns and hits is Hits.DOUBLE else FlameEffect.CASUALTY


def fire_spreads(score: int) -> bool:
    """Whether a neighbouring building catches fire (rule 5.7.1)."""
    return score >= 5


def spreading_turns() -> int:
    """Turns for which a fire may spread (rule 5.7.1)."""
    return 2


def fire_may_spread(turns_since: int) -> bool:
    """A fire spreads in the turns after it broke out, and then has burnt down (rule 5.7.1)."""
    return 1 <= turns_since <= spreading_turns()


def spread_percent() -> int:
    """Odds that a fire has spread to a given neighbour by the time it is over (rule 5.7.1)."""
    spared = Fraction(sum(not fire_spreads(score) for score in range(1, D6 + 1)), D6)
    return percent(1 - spared ** spreading_turns())


def leaves_burning_building(ablaze: bool) -> bool:
    """Nobody stays in the flames (rule 5.7.1)."""
    return ablaze


def may_occupy(ever_burnt: bool) -> bool:
    """A burnt house is no shelter for the rest of the game (rule 5.7.1)."""
    return not ever_burnt
