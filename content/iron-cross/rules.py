"""Iron Cross house rules as code, written from the rules; `None` is the answer where they give none.

Distances are inches. Functions named `chance_of_…` and `…_percent` give the odds of the throws beside them.
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
    """The parts of the booklet, in the order of these rules."""

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
    """What these rules do to a part of the booklet."""

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


class Usable(Enum):
    """Whether a weapon has a use, or has it only against AFVs (rules 2.2 and 5.1.1)."""

    YES = "yes"
    NO = "no"
    AT_AFVS = "at-afvs"


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
    """Qualities that distinguish a unit (rule 2.6)."""

    VETERAN = "veteran"
    INEXPERIENCED = "inexperienced"
    ELITE = "elite"
    WEAK = "weak"
    LIGHT = "light"
    HEAVY = "heavy"


class Occasion(Enum):
    """When the quality of a unit may matter (rule 2.6)."""

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
    """Whether a quality helps or harms."""

    BETTER = "better"
    WORSE = "worse"


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
EXPERIENCES: dict[Quality | None, Experience] = {
    Quality.VETERAN: Experience.VETERAN,
    Quality.INEXPERIENCED: Experience.INEXPERIENCED,
}
MORALES: dict[Quality | None, Morale] = {Quality.ELITE: Morale.ELITE, Quality.WEAK: Morale.WEAK}
WEIGHTS: dict[Quality | None, Weight] = {Quality.LIGHT: Weight.LIGHT, Quality.HEAVY: Weight.HEAVY}


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
    """One chapter describes the troops; each later part has its own chapter (1.2)."""
    parts = list(BookletPart)
    return max(TROOP_CHAPTER, TROOP_CHAPTER + parts.index(part) - parts.index(BookletPart.DATA))


def troop_kind(troop: Troop) -> TroopKind:
    """Units on foot are infantry squads or support them; armour divides the vehicles (2.1)."""
    if troop in VEHICLES:
        return TroopKind.UNARMOURED if troop is Troop.SOFT_SKINNED else TroopKind.AFV
    return TroopKind.SQUAD if troop is Troop.INFANTRY else TroopKind.SUPPORT_SQUAD


def arms(troop: Troop) -> Arms:
    """A weapon that is neither mounted, wheeled nor a burden is light (2.1)."""
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


def use_of(weapon: WeaponType, use: WeaponUse) -> Usable:
    """Machine guns and shells do not pierce armour well, but against an AFV they have to try (2.2 and 5.1.1)."""
    if can_be_used_for(weapon, use):
        return Usable.YES
    return Usable.AT_AFVS if use is WeaponUse.AP and _counts_as_ap_at_afvs(weapon) else Usable.NO


def _counts_as_ap_at_afvs(weapon: WeaponType) -> bool:
    """Whether fire of any other kind from this weapon is AP fire when its target is an AFV (5.1.1)."""
    others = (WeaponUse.SMALL_ARMS, WeaponUse.MG, WeaponUse.HE, WeaponUse.FT)
    means = [Means(use.value) for use in others if can_be_used_for(weapon, use)]
    return any(counts_as(each, FireTarget.ENCLOSED) is Fire.AP for each in means)


def _is_machine_gun(weapon: WeaponType) -> bool:
    """Anti-aircraft guns count as such; a pintle mount against aircraft has nothing to do in this game (2.2.4.4)."""
    of_vehicles = (WeaponType.VEHICLE_MG, WeaponType.HULL_MG, WeaponType.TRANSPORT_MG, WeaponType.AA_MOUNT)
    return weapon in (WeaponType.TRIPOD_MG, WeaponType.AA_GUN, *of_vehicles)


def sustains_fire(weapon: WeaponType) -> bool | None:
    """It needs mount, crew and ammunition (2.2.2); on the towed light anti-aircraft gun the source is silent."""
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


def light_mortar_in_inches() -> int:
    """The British calibre, as near as an inch to the smaller one (2.2.1)."""
    millimetres_in_an_inch = 25.4
    return round(smaller_light_mortar() / millimetres_in_an_inch)


def he_class(calibre: float) -> HEClass:
    """Field guns, from 75 to 100 mm, are medium; smaller ones are light, larger ones heavy (2.2.5)."""
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
    """A transport is as steady as the unit it belongs to; without it, it has its own value (2.5)."""
    return value == (parent if state is TransportState.TOGETHER else separated_transport_value())


def quality_effect(occasion: Occasion, quality: Quality) -> Leaning | None:
    """A quality helps where a unit with an MM needs less because of it, and harms where it needs more (2.6).

    None where it makes no difference, as weak morale makes none to the scores for a reaction.
    """
    ordinary, own = _needs(occasion, None), _needs(occasion, quality)
    if own == ordinary:
        return None
    return Leaning.BETTER if own < ordinary else Leaning.WORSE


def _needs(occasion: Occasion, quality: Quality | None) -> int:
    """What such a unit with one MM has to reach, or lacks: lower is better for it."""
    morale, weight = MORALES.get(quality, Morale.NORMAL), WEIGHTS.get(quality, Weight.NORMAL)
    if occasion in REACTIVATIONS:
        return reactivation_score(REACTIVATIONS[occasion], weight, morale, 0, 1)
    if occasion in REACTIONS:
        return reaction_score(REACTIONS[occasion], weight, morale, 0, 1)
    if occasion is Occasion.INITIATION:
        return initiation_score(morale, 0, 1) - initiation_penalty(morale)
    return -close_combat_drm(morale, 1) if occasion is Occasion.CLOSE_COMBAT else -_brings_in(occasion, quality)


def _brings_in(occasion: Occasion, quality: Quality | None) -> int:
    """CTs that the unit adds to its company by a good throw, or MMs that it removes by one."""
    experience = EXPERIENCES.get(quality, Experience.REGULAR)
    if occasion is Occasion.TOKENS:
        return token_change(experience, token_score()) or 0
    return cmt_recovery(experience, veteran_recovery_score()) or 0


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


# Chapter 3: activating and reacting


class Purpose(Enum):
    """The purpose of a reactivation or reaction (rules 3.4 and 3.7.1)."""

    ACTION = "action"
    FALL_BACK = "fall-back"
    MORALE_TEST = "morale-test"


class FirstAction(Enum):
    """What a unit may begin with; a fall back, a morale test or a rapid move fills the whole activation (rule 3.6)."""

    WHOLE = "whole"
    NORMAL_MOVE = "normal-move"
    FIRE = "fire"
    TRANSPORT = "transport"
    BUILDING = "building"
    CLOSE_COMBAT = "close-combat"


class SecondAction(Enum):
    """What it may go on with (rule 3.6)."""

    NO_MORE = "no-more"
    WHOLE = "whole"
    NORMAL_MOVE = "normal-move"
    FIRE = "fire"
    TRANSPORT = "transport"
    BUILDING = "building"
    CLOSE_COMBAT = "close-combat"


class ReactionTo(Enum):
    """What the active player has just declared (rule 3.7.2)."""

    FIRST_TEST = "first-test"
    CHARGE = "charge"
    OTHER = "other"


class Sequence(Enum):
    """The parts of an action and of the reaction to it, in their order (rule 3.7.3)."""

    APPROACH = "approach"
    FIRST_PART = "first-part"
    WHOLE = "whole"
    SECOND_PART = "second-part"


FACES = 6
REACTIVATIONS = {
    Occasion.REACTIVATION: Purpose.ACTION,
    Occasion.REACTIVATION_FALL_BACK: Purpose.FALL_BACK,
    Occasion.REACTIVATION_MORALE: Purpose.MORALE_TEST,
}
REACTIONS = {
    Occasion.REACTION: Purpose.ACTION,
    Occasion.REACTION_FALL_BACK: Purpose.FALL_BACK,
    Occasion.REACTION_MORALE: Purpose.MORALE_TEST,
}


def tokens_for_a_unit() -> int:
    """Every unit on the table brings in a token (rule 3.1)."""
    return 1


def command_bonus() -> int:
    """A Company Command is worth two tokens more than itself (rule 3.1)."""
    return 2


def token_score() -> int:
    """Only the highest face changes the number of tokens (rule 3.1)."""
    return FACES


def command_tokens(units_left: int, command_alive: bool) -> int:
    """A token for each unit, and the bonus while somebody commands (rule 3.1)."""
    return units_left * tokens_for_a_unit() + (command_bonus() if command_alive else 0)


def token_change(experience: Experience, activation_die: int) -> int | None:
    """Experience makes for smooth work, and the lack of it for friction; ordinary units do not throw (rule 3.1)."""
    if experience is Experience.REGULAR:
        return None
    if activation_die < token_score():
        return 0
    return 1 if experience is Experience.VETERAN else -1


def sure_score() -> int:
    """A face of the die that succeeds whatever the score needed (rules 3.4 and 3.7)."""
    return FACES


def reactivation_base() -> int:
    """What a unit without any markers would have to reach (rule 3.4)."""
    return 1


def slow_reactivation() -> int:
    """The penalty on the throw of a heavy or a weak unit (rule 3.4)."""
    return -1


def reactivation_score(purpose: Purpose, weight: Weight, morale_quality: Morale, cts: int, mms: int) -> int:
    """Markers weigh on a unit, save MMs on elites; the slow and the weak throw worse, so they need more (rule 3.4)."""
    score = reactivation_base() + cts
    if morale_quality is not Morale.ELITE:
        score += mms
    if weight is Weight.HEAVY and purpose is not Purpose.MORALE_TEST:
        score -= slow_reactivation()
    if morale_quality is Morale.WEAK and purpose is not Purpose.FALL_BACK:
        score -= slow_reactivation()
    return score


def throw_succeeds(activation_die: int, needed: int) -> bool:
    """A throw reaches its score, or is a six (rules 3.4 and 3.7)."""
    return activation_die >= needed or activation_die == sure_score()


def chance_of_throw(needed: int, rethrow: bool) -> int:
    """The faces that succeed; with a rethrow a failure gets a second chance (rules 3.4, 3.5 and 3.7)."""
    good = sum(throw_succeeds(face, needed) for face in range(1, FACES + 1))
    failure = 1 - Fraction(good, FACES)
    return percent(1 - failure * failure if rethrow else 1 - failure)


def command_reach() -> int:
    """How far an officer's voice carries, in inches (rule 3.5)."""
    return 6


def may_rethrow(command_distance: float, rethrow_spent: bool) -> bool:
    """One rethrow a turn for a company, near one who commands (rule 3.5)."""
    return command_distance <= command_reach() and not rethrow_spent


def may_follow(first_action: FirstAction, second_action: SecondAction) -> bool:
    """Some things fill an activation, nothing comes after close combat, and nothing is done twice (rule 3.6)."""
    if second_action is SecondAction.NO_MORE:
        return True
    if first_action in (FirstAction.WHOLE, FirstAction.CLOSE_COMBAT):
        return False
    return second_action is not SecondAction.WHOLE and first_action.value != second_action.value


def stands_alone(first_action: FirstAction) -> bool:
    """Whether nothing may come before it in the activation, and nothing after it (rule 3.6)."""
    after = any(may_follow(first_action, then) for then in SecondAction if then is not SecondAction.NO_MORE)
    before = any(may_follow(first, SecondAction(first_action.value)) for first in FirstAction)
    return not after and not before


def reaction_base(purpose: Purpose, weight: Weight, morale_quality: Morale) -> int:
    """Light units are quicker on their feet, elites steadier in a morale test: one less (rule 3.7.1)."""
    quick = morale_quality is Morale.ELITE if purpose is Purpose.MORALE_TEST else weight is Weight.LIGHT
    return 2 if quick else 3


def mms_count(purpose: Purpose, weight: Weight, morale_quality: Morale) -> bool:
    """Elites shrug off their markers, except to fall back, when light units do (rules 3.7.1 and 7.2)."""
    if purpose is Purpose.FALL_BACK:
        return weight is not Weight.LIGHT
    return morale_quality is not Morale.ELITE


def reaction_score(purpose: Purpose, weight: Weight, morale_quality: Morale, cts: int, mms: int) -> int:
    """Every use of the unit and all that it has suffered make it slower to react (rule 3.7.1)."""
    suffered = mms if mms_count(purpose, weight, morale_quality) else 0
    return reaction_base(purpose, weight, morale_quality) + cts + suffered


def is_reaction_score(
    needed: int, purpose: Purpose, weight: Weight, morale_quality: Morale, cts: int, mms: int
) -> bool:
    """Whether this is the score that the unit has to reach (rule 3.7.1)."""
    return needed == reaction_score(purpose, weight, morale_quality, cts, mms)


def may_react(reaction_to: ReactionTo) -> bool:
    """Two things come too suddenly for a reaction (rule 3.7.2)."""
    return reaction_to is ReactionTo.OTHER


def in_sequence(sequence_step: int) -> Sequence:
    """Action and reaction take turns, part by part in their order (rule 3.7.3)."""
    return list(Sequence)[sequence_step - 1]


def next_target_distance() -> int:
    """How far fire may be switched, in inches (rule 3.7.4)."""
    return 4


def may_retarget(from_first_target: float, unmasked: bool) -> bool:
    """Fire goes on at what is near the lost target, or was hidden by it (rule 3.7.4)."""
    return from_first_target <= next_target_distance() or unmasked


def is_joined(joined_mms: int, unit_mms: int, transport_mms: int) -> bool:
    """The part that suffered more decides for both (rule 3.8)."""
    return joined_mms == max(unit_mms, transport_mms)


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
    """MMs removed in a Company Morale Test; None where only the booklet says (7.1)."""
    extra = experience is Experience.VETERAN and score == veteran_recovery_score()
    return veteran_recovery() if extra else None


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
    """The fate of a transport (rule 5.4.1)."""

    CARRIES_ON = "carries-on"
    DESTROYED = "destroyed"


class Carried(Enum):
    """The fate of the unit that a transport carries or tows (rule 5.4.1)."""

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
    kind = None if target is FireTarget.ON_FOOT else troop_kind(Troop(target.value))
    if kind is TroopKind.AFV:
        return None if means is Means.SMALL_ARMS else Fire.AP
    if means is Means.ANTI_TANK:
        return Fire.AP if kind is TroopKind.UNARMOURED else None
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


def building_arc() -> int:
    """Degrees to either side of straight out (rule 5.1.5)."""
    return int(FIRE_ARC)


def building_arc_width() -> int:
    """Degrees from one edge of the arc to the other (rule 5.1.5)."""
    return int(2 * FIRE_ARC)


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
    """One point higher is one step worse, up to destruction; the top of the die and beyond blows it up (5.4)."""
    if score >= D6:
        return Damage.EXPLOSION
    return list(Damage)[min(score - 1, _severity(Damage.DESTROYED))]


def _severity(result: Damage) -> int:
    """The results of the damage throw are in the order of their severity (5.4)."""
    return list(Damage).index(result)


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


def shaken_by_explosion(own_side: bool, range_: float) -> bool:
    """Friends near the vehicle lose heart, its enemies do not (rule 5.4)."""
    return own_side and range_ <= explosion_reach()


def carrier_fate(result: Damage) -> Carrier:
    """MMs are for the men carried, so the vehicle itself drives on or is lost (rule 5.4.1)."""
    lost = _severity(result) >= _severity(Damage.DESTROYED)
    return Carrier.DESTROYED if lost else Carrier.CARRIES_ON


def carried_fate(result: Damage) -> Carried:
    """The men bear the MMs; from a wreck they get out badly shaken, from an explosion not at all (5.4.1)."""
    if _severity(result) > _severity(Damage.DESTROYED):
        return Carried.DESTROYED
    return Carried.UP_TO_MORALE if carrier_fate(result) is Carrier.DESTROYED else Carried.MMS


def passengers_disembark(result: Damage) -> bool:
    """After a shot has gone through, the survivors get out (rule 5.4.1)."""
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


def hits_whole_building(firepower: Firepower) -> bool:
    """Unseen men are safe from all that does not shake or burn the house itself (rule 5.6)."""
    return collateral_scores(firepower) is not None or firepower is Firepower.FT


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


D6_FACES, D10_FACES = range(1, D6 + 1), range(1, D10 + 1)


def minimum_indirect_range(weapon: IndirectWeapon) -> float | None:
    """Mortars throw steeply and so come closer in than guns; all else fires at what it sees only (rule 5.8)."""
    if weapon is IndirectWeapon.OTHER:
        return None
    return 18.0 if weapon in (IndirectWeapon.LIGHT_MORTAR, IndirectWeapon.MORTAR) else 24.0


def within_indirect_range(weapon: IndirectWeapon, range_: float) -> bool:
    """Whether the weapon may fire indirectly at a marker this far away (rule 5.8)."""
    minimum = minimum_indirect_range(weapon)
    return minimum is not None and range_ >= minimum


def request_dice(attempt: RequestAttempt) -> int:
    """The second time the Spotter has the range, and takes the better of two dice (rule 5.8.1)."""
    return 1 if attempt is RequestAttempt.FIRST else 2


def later_request_dice() -> int:
    """Dice of every attempt but the first (rule 5.8.1)."""
    return request_dice(RequestAttempt.LATER)


def chance_of_request(attempt: RequestAttempt, mms: int) -> Fraction:
    """One die that reaches the score is enough; each MM on the Spotter takes one from every die (rule 5.8.1)."""
    return 1 - (1 - chance_of_hit(-mms)) ** request_dice(attempt)


def request_percent(attempt: RequestAttempt, mms: int) -> int:
    """The chance that fire is granted (rule 5.8.1)."""
    return percent(chance_of_request(attempt, mms))


def fall_of_shot(score: int, shot: IndirectShot) -> Fall:
    """The D10 shows a misfire or a perfect shot; a corrected gun strays less (rule 5.8.2)."""
    if score == min(D10_FACES):
        return Fall.FAILS
    if score == max(D10_FACES):
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
    throws = [deviation(score, shot, one, other) for score in D10_FACES for one in D6_FACES for other in D6_FACES]
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


def chance_of_shell_mm(he_class: HEClass, cover: Cover, shot: IndirectShot) -> Fraction:
    """That a shot gives an MM to a unit on whose centre the marker was put, over all it may stray (rule 5.8.3)."""
    spared = 1 - chance_of_extra_mm(cover, Firepower(f"{he_class.value}-he"))
    chance = Fraction(0)
    for inches in range(blast_limit() + 1):
        here = chance_of_landing(inches, shot) - (chance_of_landing(inches - 1, shot) if inches else 0)
        chance += here * (1 - spared ** (blast_dice(inches, he_class) or 0))
    return chance


def shell_mm_percent(he_class: HEClass, cover: Cover, shot: IndirectShot) -> int:
    """The same in percent (rule 5.8.3)."""
    return percent(chance_of_shell_mm(he_class, cover, shot))


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
    return double_six_destroys(vehicle) and direct and first_die == second_die == D6


def throws_second_die(he_class: HEClass, first_die: int) -> bool:
    """Light HE earns its second die by a six; the others have two from the start (rule 5.8.4)."""
    return he_class is not HEClass.LIGHT or first_die == D6


def building_blast_score(he_class: HEClass) -> int | None:
    """Lowest D6 that harms a unit inside, as for shells fired at it directly; None if none does (rule 5.8.5)."""
    return next((score for score in D6_FACES if collateral_mms(he_class, score)), None)


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


def first_end(score: int) -> ScreenEnd:
    """Either end is as likely as the other while nobody knows the wind (rule 5.9.2)."""
    return ScreenEnd.LEFT if score <= D6 // 2 else ScreenEnd.RIGHT


def later_end(score: int) -> Drift:
    """The wind keeps its direction but for a six (rule 5.9.2)."""
    return Drift.OTHER if score == max(D6_FACES) else Drift.SAME


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
    """The kinds of close combat, each with its own rule (rules 6.3 to 6.6)."""

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


class CloseFirer(Enum):
    """Units on foot by what they fire in close combat (rule 6.3)."""

    INFANTRY_SQUAD = "infantry-squad"
    SUPPORT_SQUAD = "support-squad"
    MG = "mg"


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
    """The fate of the unit that is overrun (rule 6.5)."""

    DESTROYED = "destroyed"
    ONE_MM = "one-mm"


class AttackFrom(Enum):
    """Where an attack on a building starts (rule 6.6)."""

    OUTSIDE = "outside"
    INSIDE = "inside"


class BuildingResult(Enum):
    """How an attack on a building ends for the attacker (rules 6.6 and 6.6.1)."""

    ESTABLISHED = "established"
    GOES_BACK = "goes-back"
    STAYS = "stays"


WITH_ENCLOSED_AFVS = (Combat.ENCLOSED, Combat.OVERRUN)


def combat_distance() -> int:
    """Inches at which enemies stop unless they fight hand to hand (rules 4.4 and 6.1)."""
    return closing_distance()


def close_combat(attacker: Attacker, target: Quarry) -> Combat | None:
    """Infantry attacks anything; armour only overruns units on foot; no other unit attacks (rule 6.1)."""
    if attacker is Attacker.INFANTRY_SQUAD:
        return _infantry_attack(target)
    on_foot = _infantry_attack(target) is Combat.INFANTRY
    return Combat.OVERRUN if attacker is Attacker.ENCLOSED_AFV and on_foot else None


def _infantry_attack(target: Quarry) -> Combat:
    """A kind of combat for each kind of vehicle, and one for buildings; all others are infantry combat."""
    if target is Quarry.IN_BUILDING:
        return Combat.BUILDING
    return next((combat for combat in Combat if combat.value == target.value), Combat.INFANTRY)


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


def may_fire_instead(opening: Opening) -> bool:
    """The action saved by a failed test may go into fire, unless the unit has fired already (rule 6.2.1)."""
    return opening is not Opening.FIRE


def fire_after_failed_test(start: float, opening: Opening) -> bool | None:
    """The same for attacks that may be made at all; None for others (rule 6.2.1)."""
    return may_fire_instead(opening) if may_start_combat(start, opening) else None


def may_fire_first(start: float) -> bool:
    """Only those who need not come closer have an action to spare for fire (rule 6.2)."""
    return start <= combat_distance()


def must_move_first(start: float) -> bool:
    """Those farther away need the other action to get there (rule 6.2)."""
    return start > combat_distance()


def initiation_penalty(morale: Morale) -> int:
    """What the reluctance of a unit takes off its throw (rule 6.2.1)."""
    return -1 if morale is Morale.WEAK else 0


def weak_initiation_penalty() -> int:
    """The same for units that have any (rule 6.2.1)."""
    return initiation_penalty(Morale.WEAK)


def initiation_base(morale: Morale) -> int:
    """The score without any counters, which is that of a reaction by a morale test (rules 3.7.1 and 6.2.1)."""
    return reaction_base(Purpose.MORALE_TEST, Weight.NORMAL, morale)


def counts_mms_for_initiation(morale: Morale) -> bool:
    """Elites do not let what has happened keep them from it, as in a reaction by a morale test (rule 6.2.1)."""
    return mms_count(Purpose.MORALE_TEST, Weight.NORMAL, morale)


def initiation_score(morale: Morale, cts: int, mms: int) -> int:
    """What the throw has to reach: every counter beside the unit makes it harder (rule 6.2.1)."""
    return initiation_base(morale) + cts + (mms if counts_mms_for_initiation(morale) else 0)


def passes_initiation(throw: int, morale: Morale, cts: int, mms: int) -> bool:
    """A six has to reach the score like any other throw (rule 6.2.1)."""
    return throw + initiation_penalty(morale) >= initiation_score(morale, cts, mms)


def chance_of_initiation(morale: Morale, cts: int, mms: int) -> Fraction:
    """Over the faces of the die (rule 6.2.1)."""
    return Fraction(sum(passes_initiation(throw, morale, cts, mms) for throw in D6_FACES), D6)


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


def close_combat_drm(morale: Morale, mms: int) -> int:
    """Elites fight on as if nothing had happened; others lose by each MM, and the weak by being weak (rule 6.3)."""
    if morale is Morale.ELITE:
        return 0
    return -mms + (weak_close_combat_penalty() if morale is Morale.WEAK else 0)


def fires_at_drm(drm: int, morale: Morale, mms: int) -> bool:
    """Whether this is the DRM at which such a unit fires (rule 6.3)."""
    return drm == close_combat_drm(morale, mms)


def chance_of_mms(firer: CloseFirer, mms: int, inflicted: int) -> Fraction:
    """That one round of fire gives at least so many MMs, where each MM on the firer takes one from its dice (6.3).

    A hit gives one MM, and each hit a throw for another.
    """
    fighter = Fighter.INFANTRY_SQUAD if firer is CloseFirer.INFANTRY_SQUAD else Fighter.SUPPORT_SQUAD
    dice = close_combat_dice(fighter) or 0
    extra = chance_of_extra_mm(Cover.OPEN, Firepower.MG if firer is CloseFirer.MG else Firepower.SMALL_ARMS)
    chance = Fraction(0)
    for number, hits in enumerate(Hits, start=1):
        enough = sum(
            (
                math.comb(number, more) * extra**more * (1 - extra) ** (number - more)
                for more in range(number + 1)
                if 1 + more >= inflicted
            ),
            Fraction(0),
        )
        chance += chance_of_hits(dice, -mms, hits) * enough
    return chance


def close_fire_percent(firer: CloseFirer, mms: int, inflicted: int) -> int:
    """The same in percent (rule 6.3)."""
    return percent(chance_of_mms(firer, mms, inflicted))


def combat_rounds(combat: Combat) -> int:
    """A fight with an enclosed AFV lasts only until it rolls on (rules 6.3 to 6.6)."""
    return 1 if combat in WITH_ENCLOSED_AFVS else 2


def fires_first(combat: Combat) -> CombatSide | None:
    """Attackers have to cover the ground; None with an enclosed AFV, where the rules are silent (6.3 to 6.6)."""
    return None if combat in WITH_ENCLOSED_AFVS else CombatSide.DEFENDERS


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
    """Who goes back; None where the rules do not say (rules 6.3 to 6.6)."""
    if combat is Combat.ENCLOSED:
        return None
    if combat is Combat.OVERRUN:
        return Aftermath.OVERRUN_OR_BACK
    on_wheels = combat in (Combat.SOFT_SKINNED, Combat.OPEN_TOPPED)
    return Aftermath.VEHICLE_MAY_GO if on_wheels else Aftermath.ATTACKERS_GO_BACK


def fights_as(combat: Combat, side: CombatSide, answered: bool, dug_in: bool) -> Cover | None:
    """At arm's length nothing shelters anybody, but those who keep their heads down and thin armour (rules 6.3 to 6.5).

    None for an enclosed AFV, against which no casualty throw is made.
    """
    if side is CombatSide.ATTACKERS:
        return None if combat is Combat.OVERRUN else Cover.OPEN
    if combat is Combat.ENCLOSED:
        return None
    if combat is Combat.OVERRUN and not answered:
        return shelter_counts_as(Shelter.DUG_IN) if dug_in else Cover.COVER
    return Cover.COVER if combat is Combat.OPEN_TOPPED else Cover.OPEN


def counts_as_in_cover(combat: Combat, side: CombatSide) -> bool:
    """Whose armour is something, if not much (rule 6.4.1)."""
    return fights_as(combat, side, answered=True, dug_in=False) is Cover.COVER


def keeps_down(answered: bool) -> bool:
    """Men who do not fight keep such cover as there is (rule 6.5)."""
    return fights_as(Combat.OVERRUN, CombatSide.DEFENDERS, answered, dug_in=False) is Cover.COVER


def retreat_distance() -> int:
    """Inches that beaten attackers go back (rule 6.3)."""
    return 6


def may_stop_in_cover(distance: float) -> bool:
    """Beaten attackers stop short in cover, but not where the fight would be on again (rule 6.3)."""
    return combat_distance() < distance < retreat_distance()


def surest_mms(hits: int) -> int:
    """Whatever the armour, a hit on it by hand shakes the crew once (rule 6.4.2)."""
    return min(1, hits)


def overrun_result(target: OverrunTarget, weight: Weight) -> OverrunResult:
    """Crews that cannot leave their weapon are crushed with it, but not by a light vehicle (rule 6.5)."""
    tied_down = target is OverrunTarget.SUPPORT_SQUAD
    return OverrunResult.DESTROYED if tied_down and weight is not Weight.LIGHT else OverrunResult.ONE_MM


def may_attack_building(attacker: Attacker) -> bool:
    """Clearing a house takes riflemen (rule 6.6)."""
    return close_combat(attacker, Quarry.IN_BUILDING) is Combat.BUILDING


def building_result(origin: AttackFrom, defenders_destroyed: bool) -> BuildingResult:
    """Those who win are in; those who fail keep what they had (rules 6.6 and 6.6.1)."""
    if defenders_destroyed:
        return BuildingResult.ESTABLISHED
    return BuildingResult.STAYS if origin is AttackFrom.INSIDE else BuildingResult.GOES_BACK


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
    """The state of a concealed sniper afterwards (rule 8.2)."""

    CONCEALED = "concealed"
    REVEALED = "revealed"


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
    """The units between firer and target (rule 8.4)."""

    FRIENDS = "friends"
    ENEMIES = "enemies"
    VEHICLE = "vehicle"


class Beyond(Enum):
    """What lies beyond the units in between (rule 8.4)."""

    VEHICLE = "vehicle"
    BUILDING = "building"
    OTHER = "other"


def observation_distance(troop: Troop, profile: Profile, cover: Cover) -> float | None:
    """Inches within which a static unit is observed; None in defences, where the source is silent (8.1).

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
    """Additional inches that a static Spotter sees (8.1)."""
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
    """Whether one enemy observes the unit; None where the source is silent on snipers and defences (8.1, 8.2)."""
    if not line_of_sight:
        return False
    if troop is Troop.SNIPER and conduct in (Conduct.NORMAL_MOVE, Conduct.FIRES):
        return None
    if conduct is not Conduct.STATIC:
        return True
    limit = observation_distance(troop, profile, cover)
    return None if limit is None else distance <= limit + static_spotter * spotter_bonus()


def sniper_state(conduct: Conduct) -> SniperState | None:
    """Haste betrays a sniper; None where a die decides with an unknown score (8.2)."""
    if conduct is Conduct.FIRES:
        return None
    return SniperState.REVEALED if conduct is Conduct.RAPID_MOVE else SniperState.CONCEALED


def belongs_to(feature: Feature, obstacle: Obstacle) -> bool:
    """Low terrain is what a man can look over, high terrain dominates the ground, the rest is medium (8.3)."""
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
    """Whether the observer sees past one piece of terrain; None where the source is silent (8.3).

    Only what is higher than the terrain looks over it.
    """
    if obstacle is Obstacle.HIGH:
        return None if viewpoint is Viewpoint.DOMINATING else False
    if obstacle is Obstacle.MEDIUM:
        return viewpoint is Viewpoint.DOMINATING and target_behind_by > shadow_of_medium_terrain()
    return beside or _over_low_terrain(viewpoint, obstacle_distance, behind)


def _over_low_terrain(viewpoint: Viewpoint, obstacle_distance: float, behind: Behind) -> bool | None:
    """From the ground a wall hides all but a showing target right behind it; from above only a quiet one (8.3)."""
    if viewpoint is Viewpoint.GROUND:
        return None if behind is Behind.SHOWING else False
    if obstacle_distance <= fully_overlooked() or behind is not Behind.LURKING:
        return True
    return None if viewpoint is Viewpoint.DOMINATING else False


def can_see_through(between: Between) -> bool | None:
    """Men do not block the view; for vehicles look along the models (8.4)."""
    return None if between is Between.VEHICLE else True


def may_fire_through(between: Between, higher: bool, gun: bool, beyond: Beyond) -> bool | None:
    """Fire goes over men's heads from above, and a gun's through enemies at a large target (8.4)."""
    if between is Between.VEHICLE:
        return None
    large = beyond in (Beyond.VEHICLE, Beyond.BUILDING)
    return higher or (between is Between.ENEMIES and gun and large)
