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


# Chapters 1 and 2: the booklet, troops and weapons


class BookletPart(Enum):
    """What the booklet has, and what a player would look for in it, in the order in which it is told here."""

    COMPOSITION = "composition"
    SPECIAL_RULES = "special-rules"
    DATA = "data"
    ACTIVATION = "activation"
    MOVING = "moving"
    FIRING = "firing"
    CLOSE_COMBAT = "close-combat"
    MORALE = "morale"
    OBSERVATION = "observation"


class Standing(Enum):
    """What becomes of a part of the booklet."""

    REPLACED = "replaced"
    RETOLD = "retold"
    EXTENDED = "extended"
    MOSTLY_NEW = "mostly-new"
    NEW = "new"


class Troop(Enum):
    """The types of troops, support squads by their weapon (rule 2.1)."""

    INFANTRY = "infantry"
    MORTAR = "mortar"
    TRIPOD_MG = "tripod-mg"
    FLAMETHROWER = "flamethrower"
    AT_GUN = "at-gun"
    INFANTRY_GUN = "infantry-gun"
    AA_GUN = "aa-gun"
    SNIPER = "sniper"
    OP = "op"
    SOFT_SKINNED = "soft-skinned"
    OPEN_TOPPED = "open-topped"
    ENCLOSED = "enclosed"


class TroopKind(Enum):
    """The kinds of unit (rule 2.1)."""

    SQUAD = "squad"
    SUPPORT_SQUAD = "support-squad"
    UNARMOURED = "unarmoured"
    AFV = "afv"


class Arms(Enum):
    """The four families of weapons (rule 2.2)."""

    LIGHT = "light"
    PORTABLE = "portable"
    WHEELED = "wheeled"
    MOUNTED = "mounted"


class WeaponType(Enum):
    """Weapons that differ in what they can be used for (rule 2.2)."""

    LIGHT_ARMS = "light-arms"
    IAW = "iaw"
    LIGHT_MORTAR = "light-mortar"
    MORTAR = "mortar"
    TRIPOD_MG = "tripod-mg"
    MAN_PACK_FT = "man-pack-ft"
    AT_GUN = "at-gun"
    INFANTRY_GUN = "infantry-gun"
    AA_GUN = "aa-gun"
    VEHICLE_GUN = "vehicle-gun"
    VEHICLE_MG = "vehicle-mg"
    HULL_MG = "hull-mg"
    TRANSPORT_MG = "transport-mg"
    AA_MOUNT = "aa-mount"
    PINTLE_AA = "pintle-aa"
    VEHICLE_FT = "vehicle-ft"


class WeaponUse(Enum):
    """What a weapon can be used for: the kinds of direct fire, and indirect fire (rule 2.2)."""

    SMALL_ARMS = "small-arms"
    MG = "mg"
    AP = "ap"
    HE = "he"
    INDIRECT = "indirect"
    FT = "ft"


class MGCrew(Enum):
    """Who is there to man the machine gun of a transport (rule 2.2.4.3)."""

    ABOARD = "aboard"
    BESIDE = "beside"
    NOBODY = "nobody"


class TransportModel(Enum):
    """Models of transports by their size (rule 2.4)."""

    SMALL_TRANSPORT = "small-transport"
    PERSONNEL_CARRIER = "personnel-carrier"
    MEDIUM_TRUCK = "medium-truck"
    LARGE_TRUCK = "large-truck"
    TOW = "tow"


class TransportState(Enum):
    """Whether a transport has the unit that it belongs to (rule 2.5)."""

    TOGETHER = "together"
    APART = "apart"


class Quality(Enum):
    """What may set a unit apart (rule 2.6)."""

    VETERAN = "veteran"
    INEXPERIENCED = "inexperienced"
    ELITE = "elite"
    WEAK = "weak"
    LIGHT = "light"
    HEAVY = "heavy"


class Occasion(Enum):
    """When the quality of a unit may tell (rule 2.6)."""

    TOKENS = "tokens"
    REACTIVATION = "reactivation"
    REACTIVATION_FALL_BACK = "reactivation-fall-back"
    REACTIVATION_MORALE = "reactivation-morale"
    REACTION = "reaction"
    REACTION_FALL_BACK = "reaction-fall-back"
    REACTION_MORALE = "reaction-morale"
    INITIATION = "initiation"
    CLOSE_COMBAT = "close-combat"
    RECOVERY = "recovery"


class Leaning(Enum):
    """For whom a quality tells."""

    BETTER = "better"
    WORSE = "worse"


class GunSize(Enum):
    """Whether a weapon is as big as those of the field artillery (rule 2.6.3)."""

    FIELD = "field"
    SMALLER = "smaller"


class SpotterUnit(Enum):
    """Units by what makes them Spotters (rule 2.8)."""

    COMPANY = "company"
    OP = "op"
    PLATOON = "platoon"
    RECONNAISSANCE = "reconnaissance"
    OTHER = "other"


class Spotting(Enum):
    """How regularly units of a type are Spotters (rule 2.8)."""

    ALWAYS = "always"
    OFTEN = "often"
    SOMETIMES = "sometimes"
    NEVER = "never"


TROOP_CHAPTER = 2
PORTABLE_WEAPONS = (Troop.MORTAR, Troop.TRIPOD_MG, Troop.FLAMETHROWER)
WHEELED_WEAPONS = (Troop.AT_GUN, Troop.INFANTRY_GUN, Troop.AA_GUN)
VEHICLES = (Troop.SOFT_SKINNED, Troop.OPEN_TOPPED, Troop.ENCLOSED)


def standing(part: BookletPart) -> Standing:
    """The booklet has no close combat and next to nothing on observation; firing and the lists are rebuilt (1.2)."""
    if part is BookletPart.CLOSE_COMBAT:
        return Standing.NEW
    if part is BookletPart.OBSERVATION:
        return Standing.MOSTLY_NEW
    if part in (BookletPart.COMPOSITION, BookletPart.SPECIAL_RULES, BookletPart.FIRING):
        return Standing.REPLACED
    return Standing.RETOLD if part is BookletPart.ACTIVATION else Standing.EXTENDED


def chapter(part: BookletPart) -> int:
    """All that describes troops comes together in one chapter; each later part has one of its own (1.2)."""
    parts = list(BookletPart)
    return max(TROOP_CHAPTER, TROOP_CHAPTER + parts.index(part) - parts.index(BookletPart.DATA))


def troop_kind(troop: Troop) -> TroopKind:
    """Whoever is on foot is an infantry squad or supports one; armour parts the vehicles (2.1)."""
    if troop in VEHICLES:
        return TroopKind.UNARMOURED if troop is Troop.SOFT_SKINNED else TroopKind.AFV
    return TroopKind.SQUAD if troop is Troop.INFANTRY else TroopKind.SUPPORT_SQUAD


def arms(troop: Troop) -> Arms:
    """What is neither mounted, wheeled nor a burden is a light weapon (2.1)."""
    if troop in VEHICLES:
        return Arms.MOUNTED
    if troop in WHEELED_WEAPONS:
        return Arms.WHEELED
    return Arms.PORTABLE if troop in PORTABLE_WEAPONS else Arms.LIGHT


def can_be_used_for(weapon: WeaponType, use: WeaponUse) -> bool:
    """Whether a weapon has this use, with somebody to serve it (2.2)."""
    if use is WeaponUse.MG:
        return _is_machine_gun(weapon)
    if use is WeaponUse.AP:
        return weapon is WeaponType.IAW or _lays_on_targets(weapon) or weapon is WeaponType.AT_GUN
    if use is WeaponUse.HE:
        return weapon is WeaponType.LIGHT_MORTAR or _lays_on_targets(weapon)
    if use is WeaponUse.INDIRECT:
        return weapon in (WeaponType.LIGHT_MORTAR, WeaponType.MORTAR, WeaponType.INFANTRY_GUN)
    if use is WeaponUse.FT:
        return weapon in (WeaponType.MAN_PACK_FT, WeaponType.VEHICLE_FT)
    return weapon is WeaponType.LIGHT_ARMS


def _is_machine_gun(weapon: WeaponType) -> bool:
    """Anti-aircraft guns count as such; a pintle mount against aircraft has nothing to do in this game (2.2.4.4)."""
    of_vehicles = (WeaponType.VEHICLE_MG, WeaponType.HULL_MG, WeaponType.TRANSPORT_MG, WeaponType.AA_MOUNT)
    return weapon in (WeaponType.TRIPOD_MG, WeaponType.AA_GUN, *of_vehicles)


def sustains_fire(weapon: WeaponType) -> bool | None:
    """It takes the mount, the crew and the ammunition (2.2.2); of the towed light anti-aircraft gun it is not said."""
    if weapon is WeaponType.AA_GUN:
        return None
    return weapon in (WeaponType.TRIPOD_MG, WeaponType.AA_MOUNT)


def _lays_on_targets(weapon: WeaponType) -> bool:
    """Guns with shot and shell: those of vehicles, and infantry guns; wheeled anti-tank guns have shot only (2.2.3)."""
    return weapon in (WeaponType.VEHICLE_GUN, WeaponType.INFANTRY_GUN)


def has_no_use(weapon: WeaponType) -> bool:
    """Whether the game never lets a weapon fire (2.2.4.4)."""
    return not any(can_be_used_for(weapon, use) for use in WeaponUse)


def extra_light_weapons() -> int:
    """How many special light weapons a squad may carry (2.2.1)."""
    return 1


def squad_may_carry(extra: int) -> bool:
    """A squad has hands for so many special weapons beside its own (2.2.1)."""
    return extra <= extra_light_weapons()


def smaller_light_mortar() -> int:
    """Millimetres of the smaller calibre of light mortars (2.2.1)."""
    return 50


def larger_light_mortar() -> int:
    """Millimetres of the larger calibre of light mortars (2.2.1)."""
    return 60


def light_mortar_in_inches() -> int:
    """The British calibre, as near as an inch to the smaller one (2.2.1)."""
    millimetres_in_an_inch = 25.4
    return round(smaller_light_mortar() / millimetres_in_an_inch)


def he_class(calibre: float) -> HEClass:
    """Field guns, from 75 to 100 mm, are the middle; what is smaller is light, what is larger heavy (2.2.5)."""
    if calibre < 75:
        return HEClass.LIGHT
    return HEClass.MEDIUM if calibre <= 100 else HEClass.HEAVY


def transport_mg_manned(crew: MGCrew) -> bool:
    """Somebody aboard or beside the vehicle can serve its gun (2.2.4.3)."""
    return crew is not MGCrew.NOBODY


def men_scale() -> int:
    """Actual men for each model man; weapons likewise (2.4)."""
    return 2


def vehicles_in_model(model: TransportModel) -> int:
    """Vehicles stand for one, but those that go with men or weapons have their scale (2.4)."""
    return men_scale() if model in (TransportModel.SMALL_TRANSPORT, TransportModel.TOW) else 1


def squads_carried(model: TransportModel) -> int | None:
    """The room in all the vehicles of one model; a tow has room for its weapon only (2.4)."""
    if model is TransportModel.TOW:
        return None
    room = Fraction(2) if model is TransportModel.LARGE_TRUCK else Fraction(1)
    if model is TransportModel.SMALL_TRANSPORT:
        room = Fraction(1, 2)
    return int(room * vehicles_in_model(model))


def separated_transport_value() -> int:
    """The morale value of a transport without its unit (2.5)."""
    return 2


def transport_has_value(state: TransportState, parent: int, value: int) -> bool:
    """A transport is as steady as the unit it belongs to, and without it has a value of its own (2.5)."""
    return value == (parent if state is TransportState.TOGETHER else separated_transport_value())


def quality_effect(occasion: Occasion, quality: Quality) -> Leaning | None:
    """Each quality tells on the occasions that its rule names; None where it makes no difference (2.6)."""
    helps = {
        Quality.VETERAN: occasion in (Occasion.TOKENS, Occasion.RECOVERY),
        Quality.ELITE: _shakes(occasion) and occasion is not Occasion.REACTION_FALL_BACK,
        Quality.LIGHT: occasion in (Occasion.REACTION, Occasion.REACTION_FALL_BACK),
    }
    hinders = {
        Quality.INEXPERIENCED: occasion is Occasion.TOKENS,
        Quality.WEAK: _shakes(occasion) and occasion is not Occasion.REACTIVATION_FALL_BACK,
        Quality.HEAVY: occasion in (Occasion.REACTIVATION, Occasion.REACTIVATION_FALL_BACK),
    }
    if helps.get(quality):
        return Leaning.BETTER
    return Leaning.WORSE if hinders.get(quality) else None


def _shakes(occasion: Occasion) -> bool:
    """Whether it is a throw on which MMs weigh, which elites ignore and weak morale feels (2.6.2)."""
    return occasion not in (Occasion.TOKENS, Occasion.RECOVERY)


def usually_heavy(troop: Troop, gun_size: GunSize) -> bool:
    """Fuel tanks and big guns take time to get going (2.6.3)."""
    return troop is Troop.FLAMETHROWER or gun_size is GunSize.FIELD


def light_and_elite(scout: bool) -> bool:
    """Both qualities together make up the booklet's scout (2.6.3)."""
    return scout


def spotting(unit: SpotterUnit) -> Spotting:
    """Directing fire is what an OP is for, and a Company Command always can; others depend on their list (2.8)."""
    if unit in (SpotterUnit.COMPANY, SpotterUnit.OP):
        return Spotting.ALWAYS
    if unit is SpotterUnit.OTHER:
        return Spotting.NEVER
    return Spotting.OFTEN if unit is SpotterUnit.RECONNAISSANCE else Spotting.SOMETIMES


def is_spotter(unit: SpotterUnit, radio: bool, appointed: bool) -> bool:
    """Without a radio nobody can (2.8)."""
    status = spotting(unit)
    may = status is Spotting.ALWAYS or (status is not Spotting.NEVER and appointed)
    return radio and may


# Chapters 4 and 7: moving, and the Company Morale Test


class BookletSpeed(Enum):
    """What the booklet calls the speed of a vehicle (rule 4.1)."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Speed(Enum):
    """The speed classes of vehicles, fastest first (rule 4.1)."""

    FAST = "fast"
    MEDIUM = "medium"
    SLOW = "slow"


class FallBackOn(Enum):
    """What makes a unit fall back (rule 7.2)."""

    OWN = "own"
    REACTION = "reaction"


def speed(booklet: BookletSpeed) -> Speed:
    """The lighter the faster (4.1)."""
    return list(Speed)[list(BookletSpeed).index(booklet)]


def light_mortar_holds_squad(troop: Troop, light_mortar: bool) -> bool:
    """An infantry squad that sets up its light mortar stays where it is (4.2, 5.8.6)."""
    return troop is Troop.INFANTRY and light_mortar


def may_move_and_fire(troop: Troop, light_mortar: bool) -> bool:
    """Support weapons take time to set up; squads and vehicles fire on the move (4.2)."""
    if light_mortar_holds_squad(troop, light_mortar):
        return False
    return troop_kind(troop) is not TroopKind.SUPPORT_SQUAD


def longest_side_of_building() -> int:
    """Inches up to which a model is one building (4.3)."""
    return 5


def is_one_building(longest_side: float) -> bool:
    """A model no longer than that stands for one house in life (4.3)."""
    return longest_side <= longest_side_of_building()


def may_enter_building(troop: Troop) -> bool:
    """Nothing on wheels or tracks goes through a door (4.3)."""
    return troop not in VEHICLES and troop not in WHEELED_WEAPONS


def may_fire_from_building(troop: Troop, light_mortar: bool) -> bool | None:
    """A ceiling is in the way of mortar bombs; None for troops that cannot be inside (4.3)."""
    if not may_enter_building(troop):
        return None
    return troop is not Troop.MORTAR and not light_mortar_holds_squad(troop, light_mortar)


def closing_distance() -> int:
    """Inches that units keep from the enemy unless they attack him (4.4)."""
    return 3


def may_pass_enemy(troop: Troop) -> bool:
    """Only armour all round lets a unit go past an enemy so near (4.4)."""
    return troop is Troop.ENCLOSED


def may_come_within(troop: Troop, distance: float, contact: bool, close_combat: bool) -> bool:
    """Whether a unit may be this near to an enemy in the open field (4.4)."""
    return distance >= closing_distance() or close_combat or (may_pass_enemy(troop) and not contact)


def veteran_recovery_score() -> int:
    """The score at which veterans do better (7.1)."""
    return 5


def veteran_recovery() -> int:
    """MMs that a veteran removes by it (7.1)."""
    return 2


def cmt_recovery(experience: Experience, score: int) -> int | None:
    """MMs removed in a Company Morale Test; None where the booklet alone tells (7.1)."""
    extra = experience is Experience.VETERAN and score == veteran_recovery_score()
    return veteran_recovery() if extra else None


def ignores_mms_for_fall_back(morale: Morale, on: FallBackOn) -> bool:
    """Elites fall back in good order when they choose to, not when the enemy makes them (7.2)."""
    return morale is Morale.ELITE and on is FallBackOn.OWN


# Chapter 8: observation


class Profile(Enum):
    """How much of a vehicle there is to see (rule 8.1)."""

    LOW = "low"
    HIGH = "high"


class Conduct(Enum):
    """What a unit does that may give it away (rules 8.1 and 8.2)."""

    STATIC = "static"
    NORMAL_MOVE = "normal-move"
    RAPID_MOVE = "rapid-move"
    FIRES = "fires"


class SniperState(Enum):
    """What becomes of a concealed sniper (rule 8.2)."""

    CONCEALED = "concealed"
    REVEALED = "revealed"


class SmallBuild(Enum):
    """Vehicles by what could make them small (rule 8.1)."""

    RECONNAISSANCE = "reconnaissance"
    SMALL_TRANSPORT = "small-transport"
    LOW_AFV = "low-afv"
    OTHER = "other"


class Obstacle(Enum):
    """Terrain by its height (rule 8.3)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Feature(Enum):
    """What stands on the table (rule 8.3)."""

    WALL = "wall"
    HEDGE = "hedge"
    BUILDING = "building"
    TREES = "trees"
    LOW_HILL = "low-hill"
    STEEP_HILL = "steep-hill"
    TOWER = "tower"


class Viewpoint(Enum):
    """How high the observer stands (rule 8.3)."""

    GROUND = "ground"
    RAISED = "raised"
    DOMINATING = "dominating"


class Behind(Enum):
    """The target behind terrain: away from it, hidden close behind it, or close and showing (rule 8.3.2)."""

    AWAY = "away"
    LURKING = "lurking"
    SHOWING = "showing"


class Between(Enum):
    """Whom fire would have to pass (rule 8.4)."""

    FRIENDS = "friends"
    ENEMIES = "enemies"
    VEHICLE = "vehicle"


class Beyond(Enum):
    """What lies beyond the units in between (rule 8.4)."""

    VEHICLE = "vehicle"
    BUILDING = "building"
    OTHER = "other"


def observation_distance(troop: Troop, profile: Profile, cover: Cover) -> float | None:
    """Inches within which a static unit is observed; None in defences, of which nothing is said (8.1).

    In the open only men on foot without a big weapon can be overlooked.
    """
    if cover is Cover.DEFENCES:
        return None
    in_open = cover is Cover.OPEN
    if troop is Troop.SNIPER:
        return 4 if in_open else 1
    if troop in (Troop.INFANTRY, Troop.FLAMETHROWER, Troop.OP):
        return 24 if in_open else 6
    if in_open:
        return math.inf
    return 24 if troop in VEHICLES and profile is Profile.HIGH else 12


def spotter_bonus() -> int:
    """Inches farther that a static Spotter sees (8.1)."""
    return 6


def is_observed(
    line_of_sight: bool,
    conduct: Conduct,
    troop: Troop,
    profile: Profile,
    cover: Cover,
    distance: float,
    static_spotter: bool,
) -> bool | None:
    """Whether one enemy observes the unit; None for what is not said of snipers and defences (8.1, 8.2)."""
    if not line_of_sight:
        return False
    if troop is Troop.SNIPER and conduct in (Conduct.NORMAL_MOVE, Conduct.FIRES):
        return None
    if conduct is not Conduct.STATIC:
        return True
    limit = observation_distance(troop, profile, cover)
    return None if limit is None else distance <= limit + static_spotter * spotter_bonus()


def counts_as_small(build: SmallBuild) -> bool:
    """What scouts, carries little or lies low is small (8.1)."""
    return build is not SmallBuild.OTHER


def dummies_for_each_sniper() -> int:
    """Markers without a sniper for each with one (8.2)."""
    return 1


def sniper_state(conduct: Conduct) -> SniperState | None:
    """Haste betrays a sniper; None where a die decides whose score is not known (8.2)."""
    if conduct is Conduct.FIRES:
        return None
    return SniperState.REVEALED if conduct is Conduct.RAPID_MOVE else SniperState.CONCEALED


def belongs_to(feature: Feature, obstacle: Obstacle) -> bool:
    """What a man can look over is low, what dominates the ground high, and the rest between them (8.3)."""
    if feature in (Feature.WALL, Feature.HEDGE):
        return obstacle is Obstacle.LOW
    dominates = feature in (Feature.STEEP_HILL, Feature.TOWER)
    return obstacle is (Obstacle.HIGH if dominates else Obstacle.MEDIUM)


def fully_overlooked() -> int:
    """Inches from a raised observer within which low terrain hides nothing (8.3.2)."""
    return 6


def shadow_of_medium_terrain() -> int:
    """Inches behind medium terrain that even high ground does not show (8.3.3)."""
    return 12


def line_of_sight(
    obstacle: Obstacle,
    viewpoint: Viewpoint,
    beside: bool,
    obstacle_distance: float,
    behind: Behind,
    target_behind_by: float,
) -> bool | None:
    """Whether the observer sees past one piece of terrain; None where that is not said (8.3).

    Only what is higher than the terrain looks over it.
    """
    if obstacle is Obstacle.HIGH:
        return None if viewpoint is Viewpoint.DOMINATING else False
    if obstacle is Obstacle.MEDIUM:
        return viewpoint is Viewpoint.DOMINATING and target_behind_by > shadow_of_medium_terrain()
    return beside or _over_low_terrain(viewpoint, obstacle_distance, behind)


def _over_low_terrain(viewpoint: Viewpoint, obstacle_distance: float, behind: Behind) -> bool | None:
    """From the ground a wall hides all but what stands up right behind it; from above only who keeps down (8.3)."""
    if viewpoint is Viewpoint.GROUND:
        return None if behind is Behind.SHOWING else False
    if obstacle_distance <= fully_overlooked() or behind is not Behind.LURKING:
        return True
    return None if viewpoint is Viewpoint.DOMINATING else False


def can_see_through(between: Between) -> bool | None:
    """Men do not block the view; of vehicles the models themselves must be asked (8.4)."""
    return None if between is Between.VEHICLE else True


def may_fire_through(between: Between, higher: bool, gun: bool, beyond: Beyond) -> bool | None:
    """Fire goes over men's heads from above, and a gun's through enemies at a large target (8.4)."""
    if between is Between.VEHICLE:
        return None
    large = beyond in (Beyond.VEHICLE, Beyond.BUILDING)
    return higher or (between is Between.ENEMIES and gun and large)


def least_oversize_of_models() -> int:
    """How many times too large for the ground the models are, at least (8.4)."""
    return 5


def greatest_oversize_of_models() -> int:
    """How many times too large for the ground the models are, at most (8.4)."""
    return 6
