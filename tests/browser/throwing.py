"""Procedures played by the rules code with every possible fall of the dice: what the panel's odds must be."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import Any

from tests.conftest import ROOT

Situation = Mapping[str, Any]
"""What the player chose, by the names of the inputs, as the address writes it."""
Throw = Callable[[int], int]
Trace = dict[str, str]
"""What came of each step that was taken; under the empty name how it ended, or under `:output` of each output."""
Play = Callable[[ModuleType, Situation, Throw], Trace]


class _More(Exception):
    """A die is thrown beyond those that were decided."""


def rules_of(game: str) -> ModuleType:
    """The rules code of a game as a module."""
    loader = SourceFileLoader(f"rules_of_{game.replace('-', '_')}", str(ROOT / "content" / game / "rules.py"))
    module = module_from_spec(spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
    loader.exec_module(module)
    return module


def every_throw(play: Play, rules: ModuleType, situation: Situation) -> Iterator[tuple[Fraction, Trace]]:
    """What comes of each sequence of dice, with its chance."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        decided, chance = waiting.pop()
        left, faces = list(decided), 0

        def throw(of: int, left: list[int] = left) -> int:
            nonlocal faces
            if left:
                return left.pop(0)
            faces = of
            raise _More

        try:
            yield chance, play(rules, situation, throw)
        except _More:
            waiting += [((*decided, face), chance / faces) for face in range(1, faces + 1)]


def chances(play: Play, rules: ModuleType, situation: Situation) -> dict[str, dict[str, Fraction]]:
    """The chance of each result of each step."""
    found: dict[str, dict[str, Fraction]] = {}
    for chance, trace in every_throw(play, rules, situation):
        for step, result in trace.items():
            tally = found.setdefault(step, {})
            tally[result] = tally.get(result, Fraction(0)) + chance
    return found


def said(value: object) -> str:
    """A result of the code as the panel names it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "–".join(map(str, value)) if value[0] != value[1] else str(value[0])
    return "nothing" if value is None else str(getattr(value, "value", value))


def yes(situation: Situation, name: str) -> bool:
    return bool(situation[name] == "yes")


# The procedures of the games


def ap_fire(rules: ModuleType, at: Situation, throw: Throw) -> Trace:
    """Iron Cross, 5.3: to hit, through the armour, damage."""
    dice = rules.to_hit_dice(rules.FiredWeapon(at["fired-weapon"]), at["range"])
    trace: Trace = {"d10s": said(dice), "bonus": str(rules.heavy_he_bonus() if yes(at, "heavy-he") else 0)}
    if dice is None:
        del trace["bonus"]
        return {**trace, "d10s": "out of range", "": "out of range"}
    drm = rules.to_hit_drm(
        rules.Fire.AP,
        at["mms"],
        yes(at, "firer-moved"),
        yes(at, "target-moved"),
        yes(at, "worried"),
        rules.Exposure(at["exposure"]),
        False,
    )
    trace["drm"] = str(drm)
    hits = sum(rules.hits_target(throw(10), drm) for _ in range(dice))
    if not hits:
        del trace["bonus"]
        return {**trace, "hits-scored": "no hit", "": "no hit"}
    scored = rules.Hits.DOUBLE if hits == 2 else rules.Hits.ONE
    through = rules.penetration(throw(10), scored, at["excess"])
    trace |= {"hits-scored": said(scored), "penetration": said(through), "": said(through)}
    if through is not rules.Penetration.DAMAGE:
        return trace
    score = throw(6) + int(trace["bonus"])
    harm = said(rules.damage(score))
    return {**trace, "damage-score": str(score), "damage": harm, "": harm}


def casualties(rules: ModuleType, at: Situation, throw: Throw) -> Trace:
    """Iron Cross, 5.5: to hit, then a D6 for each hit."""
    dice = rules.to_hit_dice(rules.FiredWeapon(at["fired-weapon"]), at["range"])
    if dice is None:
        return {"d10s": "out of range", "": "out of range"}
    power = rules.Firepower(at["firepower"])
    fire = {"light-he": "he", "medium-he": "he", "heavy-he": "he"}.get(power.value, power.value)
    drm = rules.to_hit_drm(
        rules.Fire(fire),
        at["mms"],
        yes(at, "firer-moved"),
        yes(at, "target-moved"),
        yes(at, "worried"),
        rules.Exposure(at["exposure"]),
        yes(at, "is-sniper"),
    )
    trace = {"d10s": str(dice), "fire": fire, "drm": str(drm)}
    hits = sum(rules.hits_target(throw(10), drm) for _ in range(dice))
    if not hits:
        return {**trace, "hits": "no hit", "": "no hit"}
    cover = rules.Cover(at["cover"])
    extra = sum(rules.gives_extra_mm(throw(6), cover, power) for _ in range(hits))
    score = rules.casualty_score(cover, power)
    return {
        **trace,
        "hits": str(hits),
        "score": str(score),
        "extra": str(extra),
        "mms-caused": str(1 + extra),
        "": str(1 + extra),
    }


def reactivation(rules: ModuleType, at: Situation, throw: Throw) -> Trace:
    """Iron Cross, 3.4."""
    score = rules.reactivation_score(
        rules.Purpose(at["purpose"]),
        rules.Weight(at["weight"]),
        rules.Morale(at["morale-quality"]),
        at["cts"],
        at["mms"],
    )
    result = "succeeded" if rules.throw_succeeds(throw(6), score) else "failed"
    return {"score": str(score), "reactivated": result, "": result}


def assault(rules: ModuleType, at: Situation, throw: Throw) -> Trace:
    """The Last Hundred Yards: modifiers, one roll, and eight columns of the outcome."""
    drm = rules.assault_drm(
        at["assault-value-difference"],
        at["cohesion-difference"],
        yes(at, "both-have-combat-units"),
        rules.Site(at["site"]),
        rules.Defender(at["defender"]),
        yes(at, "uphill"),
        yes(at, "defender-concealed"),
        yes(at, "fragmented"),
        rules.Moving(at["moving"]),
        yes(at, "defender-regrouping"),
        yes(at, "heroic"),
        yes(at, "envelopment"),
        rules.Support(at["support"]),
    )
    roll = throw(10)
    total, nation = roll + drm, rules.Nationality(at["nationality"])
    outputs = {
        "urban": rules.urban_assault_casualty(total, roll),
        "attempt": rules.may_attempt_destruction(total),
        "worse": rules.worse_off(total),
        "retreat": rules.retreat_hexes(total),
        "casualty": rules.assault_casualty(total, nation),
        "disrupt": rules.assault_disrupt(total, nation),
        "check": rules.assault_check(total, nation),
        "advance": rules.advancing_side(total),
        "regrouping": rules.assault_regrouping(total, nation),
    }
    trace = {"drm": str(drm), "assault-roll": str(roll), "total": str(total)}
    return {**trace, **{f"outcome.{name}": said(value) for name, value in outputs.items()}}


def concealment(rules: ModuleType, at: Situation, throw: Throw) -> Trace:
    """ASL, 12.12: whether a unit has to roll, and what it needs."""
    prospect = said(rules.prospect(rules.Ground(at["ground"]), at["distance"], yes(at, "los")))
    ends = {"sure": "gained without a roll", "watched": "not gained", "nothing": "open"}
    if prospect in ends:
        return {"prospect": ends[prospect], "": ends[prospect]}
    drm = rules.concealment_drm(
        at["us"], at["leadership"], yes(at, "led"), at["tem"], at["hindrance"], rules.Wariness(at["wariness"])
    )
    highest = rules.highest_original_dr(drm)
    trace = {"prospect": prospect, "drm": str(drm)}
    if highest is None:
        return {**trace, "highest": "not gained", "": "not gained"}
    gained = said(throw(6) <= highest)
    return {**trace, "highest": str(highest), "concealed": gained, "": gained}
