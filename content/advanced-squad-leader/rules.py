"""Concealment in Advanced Squad Leader as code, written from chapter 12 as far as its source goes.

Distances are hexes. `None` is the answer where the source gives none. A `Working` is a calculation as its reader
would write it: each number with what it is, to be added up or multiplied.
"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from itertools import product

Working = tuple[tuple[int | Fraction, str], ...]


class Enemy(Enum):
    """The state of an enemy ground unit that looks (rule 12.1)."""

    GOOD_ORDER = "good-order"
    UNBROKEN = "unbroken"
    DUMMY = "dummy"
    BROKEN = "broken"
    EMPTY_VEHICLE = "empty-vehicle"


class Ground(Enum):
    """Terrain by how well it hides (rules 12.12 and 12.14)."""

    OPEN_GROUND = "open-ground"
    OTHER_GROUND = "other-ground"
    CONCEALMENT_TERRAIN = "concealment-terrain"


class Feature(Enum):
    """What there is in a hex (rule 12.12)."""

    WOODS = "woods"
    RUBBLE = "rubble"
    BUILDING = "building"
    BRUSH = "brush"
    GRAIN = "grain"
    MARSH = "marsh"
    ORCHARD = "orchard"
    GRAVEYARD = "graveyard"
    OPEN = "open"


class Deed(Enum):
    """What a concealed Infantry unit does (rule 12.14)."""

    FIRE = "fire"
    OTHER_MOVE = "other-move"
    ASSAULT_MOVE = "assault-move"
    ADVANCE = "advance"
    CLOSE_IN = "close-in"


class LargeDeed(Enum):
    """What a concealed vehicle, animal or Gun does (rule 12.2)."""

    MOVES = "moves"
    STAYS = "stays"


class AttackResult(Enum):
    """The worst that an attack does to a unit (rule 12.13)."""

    NONE = "none"
    PTC = "ptc"
    MC = "mc"
    WORSE = "worse"


class Case(Enum):
    """The cases of the Concealment Table (rule 12.121)."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"
    E = "e"
    F = "f"
    G = "g"
    H = "h"
    I = "i"  # noqa: E741
    J = "j"
    K = "k"
    NA = "na"


class Prospect(Enum):
    """What a unit may hope for (rule 12.121)."""

    SURE = "sure"
    BY_DR = "by-dr"
    WATCHED = "watched"


class Verdict(Enum):
    """The effect of a case on a "?" (rule 12.121)."""

    LOST = "lost"
    KEPT = "kept"
    GAINED = "gained"
    ROLL = "roll"
    DENIED = "denied"


class Reach(Enum):
    """The ranges at which a case can apply (rule 12.121)."""

    WITHIN = "within"
    BEYOND = "beyond"
    ANY_RANGE = "any-range"


class Placing(Enum):
    """When a "?" may be placed (rule 12.12)."""

    SET_UP = "set-up"
    AFTER_SET_UP = "after-set-up"
    ENTERING = "entering"
    END_OF_TURN = "end-of-turn"
    OTHER = "other"


class Shape(Enum):
    """The state of one's own unit (rule 12.12)."""

    GOOD_ORDER = "good-order"
    BERSERK = "berserk"
    BROKEN = "broken"
    OTHER = "other"


class Person(Enum):
    """Units on foot by their size (rule 12.122)."""

    SQUAD = "squad"
    HS = "hs"
    LEADER = "leader"
    HERO = "hero"


class Wariness(Enum):
    """How well a unit takes care not to be seen (rule 12.122)."""

    STEALTHY = "stealthy"
    ORDINARY = "ordinary"
    LAX = "lax"


class Attack(Enum):
    """What may be aimed at a concealed unit (rule 12.13)."""

    FIRE = "fire"
    CC = "cc"
    ORDNANCE = "ordnance"
    RESIDUAL = "residual"
    OBA = "oba"
    SNIPER = "sniper"
    MINEFIELD = "minefield"


class FireEffect(Enum):
    """What concealment does to an attack (rule 12.13)."""

    HALVED = "halved"
    TO_HIT = "to-hit"
    NONE = "none"


class HiddenThing(Enum):
    """What may always set up hidden (rules 12.33 and 12.34)."""

    FORTIFICATION = "fortification"
    GUN = "gun"


class Passed(Enum):
    """How the combined PAATC went (rule 12.41)."""

    PASSED = "passed"
    FAILED = "failed"
    GIVEN_UP = "given-up"


SIGHTING_RANGE = 16
HALF = Fraction(1, 2)
DIE = range(1, 7)


def sighting_range() -> int:
    """The greatest range at which the enemy notices a unit in the open or on the move (12.14)."""
    return SIGHTING_RANGE


def far_range() -> int:
    """The shortest range at which he does not (12.12)."""
    return SIGHTING_RANGE + 1


# Who looks, and where


def takes_concealment(enemy: Enemy) -> bool | None:
    """Only an enemy in Good Order reports what it sees; on an empty vehicle the source is silent (12.1)."""
    return None if enemy is Enemy.EMPTY_VEHICLE else enemy is Enemy.GOOD_ORDER


def denies_concealment(enemy: Enemy) -> bool:
    """A unit that an unbroken enemy may be watching does not dare to vanish; a Dummy may be such an enemy (12.1)."""
    return enemy not in (Enemy.BROKEN, Enemy.EMPTY_VEHICLE)


def ground(feature: Feature) -> Ground:
    """Plants, buildings and rubble hide men; the stones of a graveyard only break up the open (12.12, 12.14)."""
    if feature is Feature.OPEN:
        return Ground.OPEN_GROUND
    return Ground.OTHER_GROUND if feature is Feature.GRAVEYARD else Ground.CONCEALMENT_TERRAIN


# Loss


def _near(distance: int) -> bool:
    return distance <= sighting_range()


def seen(distance: int, los: bool, enemy: Enemy) -> bool | None:
    """Whether this enemy notices what the unit does: near, in LOS and in Good Order (12.14)."""
    return takes_concealment(enemy) if los and _near(distance) else False


def gives_itself_away(deed: Deed, ground: Ground) -> bool | None:
    """Muzzle flash and hurry show, and in the open all movement; on advances there the source is silent (12.14)."""
    if deed is Deed.FIRE:
        return True
    if deed in (Deed.OTHER_MOVE, Deed.ASSAULT_MOVE):
        return deed is Deed.OTHER_MOVE or ground is Ground.OPEN_GROUND
    return None if ground is Ground.OPEN_GROUND else False


def loses_concealment(deed: Deed, ground: Ground, distance: int, los: bool, enemy: Enemy) -> bool | None:
    """It needs an act that shows and an enemy who sees it (12.14)."""
    shows, watched = gives_itself_away(deed, ground), seen(distance, los, enemy)
    if shows is False or watched is False:
        return False
    return None if shows is None or watched is None else True


def loses_when_seen(deed: Deed, ground: Ground, distance: int) -> bool | None:
    """The same in LOS of an enemy in Good Order (12.14)."""
    return loses_concealment(deed, ground, distance, True, Enemy.GOOD_ORDER)


def keeps_concealment(deed: Deed, ground: Ground, distance: int, los: bool, enemy: Enemy) -> bool:
    """Acts that never cost Infantry its "?" (12.14)."""
    return loses_concealment(deed, ground, distance, los, enemy) is False


def loses_by_attack(result: AttackResult) -> bool:
    """Men who take cover under fire show themselves (12.13)."""
    return result is not AttackResult.NONE


def _cases_of_loss(deed: Deed, ground: Ground, distance: int) -> tuple[Case, ...]:
    """The possible cases of an act in LOS of an enemy in Good Order, as far as the examples show (12.14).

    They show A for movement elsewhere than in the open, the same out of range for E, and B for fire and for
    Assault Movement in the open; for any other movement in the open A and B fit both.
    """
    if deed is Deed.OTHER_MOVE and ground is not Ground.OPEN_GROUND:
        return (Case.A,) if _near(distance) else (Case.E,)
    if not _near(distance) or not gives_itself_away(deed, ground):
        return ()
    return (Case.A, Case.B) if deed is Deed.OTHER_MOVE else (Case.B,)


def loss_case(deed: Deed, ground: Ground, distance: int, los: bool, enemy: Enemy) -> Case | None:
    """The case that decides, if only one is possible and the enemy counts (12.14)."""
    cases = _cases_of_loss(deed, ground, distance) if los and takes_concealment(enemy) else ()
    return cases[0] if len(cases) == 1 else None


def loss_case_seen(deed: Deed, ground: Ground, distance: int) -> Case | None:
    """The case in LOS of an enemy in Good Order (12.14)."""
    return loss_case(deed, ground, distance, True, Enemy.GOOD_ORDER)


def attack_case(result: AttackResult) -> Case | None:
    """A morale check, passed or not, costs a unit its "?" by Case A; other results have no known case (12.13)."""
    return Case.A if result is AttackResult.MC else None


# Vehicles, animals and Guns


def large_loses_concealment(deed: LargeDeed, ground: Ground, distance: int, los: bool, enemy: Enemy) -> bool | None:
    """Their size shows at any range unless something hides them, and any movement shows near by (12.2)."""
    shows = ground is not Ground.CONCEALMENT_TERRAIN or (deed is LargeDeed.MOVES and _near(distance))
    return takes_concealment(enemy) if los and shows else False


def _cases_of_large_loss(deed: LargeDeed, ground: Ground, distance: int) -> tuple[Case, ...]:
    """Movement nearby is B or D, a place outside Concealment Terrain is H, and some acts are all three (12.2)."""
    moving = (Case.B, Case.D) if deed is LargeDeed.MOVES and _near(distance) else ()
    return moving if ground is Ground.CONCEALMENT_TERRAIN else (*moving, Case.H)


def large_loses_when_seen(deed: LargeDeed, ground: Ground, distance: int) -> bool | None:
    """The same in LOS of an enemy in Good Order (12.2)."""
    return large_loses_concealment(deed, ground, distance, True, Enemy.GOOD_ORDER)


def large_loss_case(deed: LargeDeed, ground: Ground, distance: int) -> Case | None:
    """The case in LOS of an enemy in Good Order, if only one is possible (12.2)."""
    cases = _cases_of_large_loss(deed, ground, distance)
    return cases[0] if len(cases) == 1 else None


# Gain


def prospect(ground: Ground, distance: int, los: bool) -> Prospect | None:
    """No unit vanishes in view of an enemy; out of view it does so surely in cover, and by luck in the open (12.121).

    Distance and LOS are those of the enemy ground unit, unbroken or Dummy, that is worst for the unit.
    """
    if los and _near(distance):
        return Prospect.WATCHED
    if ground is Ground.CONCEALMENT_TERRAIN:
        return Prospect.SURE
    return Prospect.BY_DR if ground is Ground.OPEN_GROUND and not los and _near(distance) else None


def gain_case(ground: Ground, distance: int, los: bool) -> Case | None:
    """The case of that prospect (12.121)."""
    hope = prospect(ground, distance, los)
    if hope is Prospect.WATCHED:
        return Case.NA
    if hope is None:
        return None
    return Case.J if hope is Prospect.SURE else Case.K


def gain_case_against(ground: Ground, distance: int, los: bool, enemy: Enemy) -> Case | None:
    """The case with one enemy nearby, who may not count (12.121)."""
    if denies_concealment(enemy):
        return gain_case(ground, distance, los)
    return Case.J if ground is Ground.CONCEALMENT_TERRAIN else None


def may_try_to_gain(placing: Placing, shape: Shape, concealed: bool) -> bool:
    """In play only Infantry in Good Order, at the end of its own turn (12.12)."""
    return placing is Placing.END_OF_TURN and shape is Shape.GOOD_ORDER and not concealed


def may_receive_extra_counter(placing: Placing, distance: int, los: bool, concealed: bool) -> bool:
    """After set-up, a unit that no unbroken enemy can have noticed may start concealed (12.12)."""
    return placing is Placing.AFTER_SET_UP and not concealed and not (los and _near(distance))


def verdict(case: Case) -> Verdict | None:
    """The effect on the "?", found by trying everything that a unit may do (12.121)."""
    hopes = {hope for hope, found, _ in _gains() if found is case}
    if hopes:
        return _verdict_of_gain(hopes.pop())
    lost = {loses for loses, cases, _ in _losses() if case in cases}
    if len(lost) != 1:
        return None
    return Verdict.LOST if lost.pop() else Verdict.KEPT


def _verdict_of_gain(hope: Prospect | None) -> Verdict:
    if hope is Prospect.WATCHED:
        return Verdict.DENIED
    return Verdict.GAINED if hope is Prospect.SURE else Verdict.ROLL


def case_reach(case: Case) -> Reach | None:
    """The ranges at which a case can apply, found in the same way; neither for an unknown case (12.121)."""
    near = {_near(distance) for _, cases, distance in _losses() if case in cases}
    near |= {_near(distance) for _, found, distance in _gains() if found is case}
    if len(near) == 2:
        return Reach.ANY_RANGE
    return (Reach.WITHIN if near.pop() else Reach.BEYOND) if near else None


def _losses() -> Iterator[tuple[bool | None, tuple[Case, ...], int]]:
    """All that may happen in LOS of an enemy in Good Order: is a "?" lost, by which cases, at what range."""
    ranges = (sighting_range(), far_range())
    for deed, where, distance in product(Deed, Ground, ranges):
        lost = loses_concealment(deed, where, distance, True, Enemy.GOOD_ORDER)
        yield lost, _cases_of_loss(deed, where, distance), distance
    for large, where, distance in product(LargeDeed, Ground, ranges):
        lost = large_loses_concealment(large, where, distance, True, Enemy.GOOD_ORDER)
        yield lost, _cases_of_large_loss(large, where, distance), distance


def _gains() -> Iterator[tuple[Prospect | None, Case | None, int]]:
    """All in which a unit may hope for a "?", likewise."""
    for where, distance, los in product(Ground, (sighting_range(), far_range()), (True, False)):
        yield prospect(where, distance, los), gain_case(where, distance, los), distance


# The Concealment dr


def us_number(person: Person) -> int:
    """A single man counts least, and each larger unit one more (12.122)."""
    sizes = (Person.HERO, Person.HS, Person.SQUAD)
    return 1 if person is Person.LEADER else 1 + sizes.index(person)


def highest_concealment_dr() -> int:
    """The highest Final dr by which a unit gains its "?" (12.122)."""
    return 5


def lax_drm() -> int:
    """Careless men are easily seen (12.122)."""
    return 1


def stealthy_drm() -> int:
    """Careful men are not (12.122)."""
    return -lax_drm()


def _care(wariness: Wariness) -> int:
    if wariness is Wariness.ORDINARY:
        return 0
    return lax_drm() if wariness is Wariness.LAX else stealthy_drm()


def concealment_drm(us: int, leadership: int, led: bool, tem: int, hindrance: int, wariness: Wariness) -> int:
    """Many men are hard to hide; a leader finds them places, and the terrain has some (12.122)."""
    return us + (leadership if led else 0) + _care(wariness) - tem - hindrance


def concealment_dr(
    dr: int, person: Person, leadership: int, led: bool, tem: int, hindrance: int, wariness: Wariness
) -> Working:
    """The Final dr as a sum, without zeros (12.122)."""
    parts = (
        (us_number(person), "US#"),
        (leadership if led else 0, "Leadership"),
        (-tem, "TEM"),
        (-hindrance, "Hindrance"),
        (_care(wariness), wariness.value.capitalize()),
    )
    return ((dr, "dr"), *(part for part in parts if part[0]))


def gains_by_dr(final_dr: int) -> bool:
    """Whether a Final dr is low enough (12.122)."""
    return final_dr <= highest_concealment_dr()


def highest_original_dr_of(
    person: Person, leadership: int, led: bool, tem: int, hindrance: int, wariness: Wariness
) -> int | None:
    """The highest score of the die that gains a unit its "?" (12.122)."""
    return highest_original_dr(concealment_drm(us_number(person), leadership, led, tem, hindrance, wariness))


def highest_original_dr(drm: int) -> int | None:
    """The highest score of the die that gains a "?" with a total drm; none if even a one is too much (12.122)."""
    good = [dr for dr in DIE if gains_by_dr(dr + drm)]
    return max(good, default=None)


# Attacks on concealed units


def effect_on_attack(attack: Attack) -> FireEffect:
    """Aim suffers from an unseen target; attacks without aim do not (12.13)."""
    if attack in (Attack.RESIDUAL, Attack.OBA, Attack.SNIPER, Attack.MINEFIELD):
        return FireEffect.NONE
    return FireEffect.TO_HIT if attack is Attack.ORDNANCE else FireEffect.HALVED


def is_spared(attack: Attack) -> bool:
    """Whether concealment is no help against an attack (12.13)."""
    return effect_on_attack(attack) is FireEffect.NONE


def fire_strength(firepower: int, attack: Attack, concealed: bool, long_range: bool) -> Working:
    """Firepower, and a half for each reason why the attack is weakened (12.13)."""
    halves = ((long_range, "Long Range"), (concealed and effect_on_attack(attack) is FireEffect.HALVED, "concealed"))
    return ((firepower, "FP"), *((HALF, why) for applies, why in halves if applies))


def directed_fire_strength(firepower: int, infantry: bool, long_range: bool) -> Working:
    """Mandatory Fire Direction treats Infantry, and nothing else, as concealed, whether it is or not (9.4, 12.14)."""
    fire = fire_strength(firepower, Attack.FIRE, False, long_range)
    return (*fire, (HALF, "treated as concealed")) if infantry else fire


def concealed_to_hit_drm() -> int:
    """What makes an unseen target harder to hit (12.13)."""
    return 2


def to_hit_number(basic: int, tem: int, concealed: bool) -> Working:
    """A DRM to the roll lowers the number that hits; the number is returned as a sum (12.13)."""
    parts = ((-tem, "TEM"), (-concealed_to_hit_drm() if concealed else 0, "concealed target"))
    return ((basic, "Basic To Hit Number"), *(part for part in parts if part[0]))


def hits(final_dr: int, basic: int, tem: int, concealed: bool) -> bool | None:
    """Whether ordnance hits; the examples do not show a DR of just the number (12.13)."""
    number = sum(part for part, _ in to_hit_number(basic, tem, concealed))
    return None if final_dr == number else final_dr < number


def final_ift_dr(dr: int, tem: int) -> Working:
    """What the terrain adds to the roll for the effect (12.13)."""
    return ((dr, "DR"), (tem, "TEM"))


# Searching


def search_drm(stealthy: int, extra_half_squads: int, leadership: int, lax: int, cx: int) -> int:
    """Each unit that is careful, each half squad beyond the first and the leader help (12.152)."""
    return leadership + lax_drm() * (lax + cx) + stealthy_drm() * stealthy - extra_half_squads


def extra_half_squads(half_squads: int) -> int:
    """The half squads beyond the first (12.152)."""
    return half_squads - 1


def half_squads(person: Person) -> int | None:
    """A squad counts as two half squads; leaders and heroes are not counted in them (12.154)."""
    if person is Person.HS:
        return 1
    return 2 if person is Person.SQUAD else None


def search_casualty_drm(stealthy: int, extra_half_squads: int, leadership: int, accompanied: bool, lax: int) -> int:
    """What makes hidden defenders dangerous to those who come looking for them (12.154)."""
    led = leadership if accompanied else 0
    return led + lax_drm() * lax + stealthy_drm() * stealthy - extra_half_squads


def search_casualty_drm_of(leadership: int, half_squads: int) -> Working:
    """The drm of ordinary defenders with a leader among them, as it adds up (12.154)."""
    return ((leadership, "leader"), (-extra_half_squads(half_squads), "extra HS"))


def search_casualty_roll(dr: int, leadership: int, half_squads: int) -> Working:
    """Their Final dr (12.154)."""
    return ((dr, "dr"), *search_casualty_drm_of(leadership, half_squads))


def search_casualty_dr() -> int:
    """The highest Final dr that costs the searchers something: a three with a drm of minus two (12.153)."""
    return 1


def causes_search_casualty(final_dr: int) -> bool:
    """Whether a searching squad is reduced (12.154)."""
    return final_dr <= search_casualty_dr()


def highest_search_casualty_dr(drm: int) -> int | None:
    """The highest score of the die that does it with a total drm (12.154)."""
    good = [dr for dr in DIE if causes_search_casualty(dr + drm)]
    return max(good, default=None)


# Hidden units


def hidden_revealed(thing: HiddenThing, ground: Ground, distance: int, los: bool, enemy: Enemy) -> bool | None:
    """Whether enemy LOS reveals it; on a Gun in Concealment Terrain the source is silent (12.33, 12.34)."""
    if ground is Ground.CONCEALMENT_TERRAIN and thing is HiddenThing.GUN:
        return None
    near_enough = ground is not Ground.CONCEALMENT_TERRAIN or _near(distance)
    return takes_concealment(enemy) if los and near_enough else False


def hidden_revealed_seen(thing: HiddenThing, ground: Ground, distance: int) -> bool | None:
    """The same in LOS of an enemy in Good Order (12.33, 12.34)."""
    return hidden_revealed(thing, ground, distance, True, Enemy.GOOD_ORDER)


def gun_may_set_up_hidden(ground: Ground, los: bool) -> bool:
    """Where nothing hides it, an Emplaced Gun must not be seen as it sets up (12.34)."""
    return ground is Ground.CONCEALMENT_TERRAIN or not los


# Overruns


def dummy_morale() -> int:
    """The Morale Level of a stack of Dummies (12.41)."""
    return 7


def paatc_morale(dummy: bool, morale: int) -> int:
    """The Morale Level used; `morale` is the lowest of all who take the check (12.41)."""
    return dummy_morale() if dummy else morale


def stays_concealed(passed: Passed) -> bool:
    """Only nerve keeps a unit hidden before a tank (12.41)."""
    return passed is Passed.PASSED


def is_pinned(passed: Passed) -> bool:
    """Those who fail are revealed and pinned too (12.41)."""
    return passed is Passed.FAILED


def overrun_attack(passed: Passed) -> FireEffect:
    """Units still concealed are overrun as Area Fire (12.41)."""
    return FireEffect.HALVED if stays_concealed(passed) else FireEffect.NONE
