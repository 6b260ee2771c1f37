"""Which thing of one snapshot is which of another: by id, by former ids and numbers, then by likeness."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.editions.difference import Match
from rulewright.editions.snapshot import CELL, CLAIM, ERRATUM, KINDS, RULE, Key, Snapshot, Thing

Bag = Counter[str]
WORD = re.compile(r"\w+")
ALIKE = 0.5
"""The share of their words that two things must have in common to be taken for one."""
FEWEST = 3
"""Words that both must have: a title alone may be like any other."""
PAIRS = 40_000
"""Pairs of things that are compared; where more are left, two games are compared, not two editions."""
PARTS = (CELL, CLAIM)
"""Kinds that stay in the same whole; a cell may have next to no words."""


@dataclass(frozen=True, slots=True)
class Pair:
    before: Thing
    after: Thing
    match: Match


def matched(before: Snapshot, after: Snapshot) -> tuple[Pair, ...]:
    """The things that both snapshots have, in the order of the later one."""
    found: dict[Key, Pair] = {}
    for kind in KINDS:
        old, new = {each.id: each for each in before.of(kind)}, {each.id: each for each in after.of(kind)}
        for pair in _of_kind(kind, old, new, found):
            found[pair.before.key] = pair
    order = {thing.key: at for at, thing in enumerate(after.things)}
    return tuple(sorted(found.values(), key=lambda pair: order[pair.after.key]))


def _of_kind(
    kind: str, old: Mapping[str, Thing], new: Mapping[str, Thing], found: Mapping[Key, Pair]
) -> Iterator[Pair]:
    left, right = dict(old), dict(new)

    def pairs(ids: Iterable[tuple[str, str]], match: Match) -> Iterator[Pair]:
        for one, other in ids:
            if one in left and other in right:
                yield Pair(left.pop(one), right.pop(other), match)

    yield from pairs([(id_, id_) for id_ in old], Match.ID)
    yield from pairs([(id_, each.id) for each in new.values() for id_ in each.get("former-ids").split()], Match.FORMER)
    if kind == RULE:
        by_number = {each.get("number"): each.id for each in left.values()}
        former = [(number, each.id) for each in right.values() for number in each.get("former-numbers").split()]
        yield from pairs([(by_number.get(number, ""), id_) for number, id_ in former], Match.LIKENESS)
    yield from pairs([(each.id, _in_renamed(each, found)) for each in left.values()], Match.FORMER)
    if kind != ERRATUM:
        yield from pairs(_alike(left.values(), right.values()), Match.LIKENESS)


def _in_renamed(thing: Thing, found: Mapping[Key, Pair]) -> str:
    """The id of a part of something with a new id."""
    whole = found.get(thing.whole) if thing.whole != thing.key else None
    return whole.after.id + thing.id[len(whole.before.id) :] if whole else ""


def _alike(old: Iterable[Thing], new: Iterable[Thing]) -> list[tuple[str, str]]:
    """The ids of things that have most of their words in common, the most alike first."""
    left, right = [(each, _bag(each)) for each in old], [(each, _bag(each)) for each in new]
    if len(left) * len(right) > PAIRS:
        return []
    pairs = ((one, bag, two, other) for one, bag in left for two, other in right if _may(one, two))
    compared = (
        (alike(bag, other, 1 if one.kind == CELL else FEWEST), one.id, two.id) for one, bag, two, other in pairs
    )
    return [(one, other) for share, one, other in sorted(compared, key=lambda each: -each[0]) if share >= ALIKE]


def _may(one: Thing, other: Thing) -> bool:
    """Whether they may be one: a cell stays in its table, a claim in its quick reference."""
    return one.kind not in PARTS or one.whole == other.whole


def _fewest(thing: Thing) -> int:
    return 1 if thing.kind == CELL else FEWEST


def _bag(thing: Thing) -> Bag:
    """Its words. A claim is that of its bullet, whatever the condition."""
    names = ("bullet",) if thing.kind == CLAIM else tuple(thing.fields)
    return Counter(word.casefold() for name in names for word in WORD.findall(thing.get(name)))


def alike(one: Bag, other: Bag, fewest: int = FEWEST) -> float:
    """The share of words that two texts have in common, from 0 to 1; 0 for texts of few words."""
    every = (one | other).total()
    return (one & other).total() / every if min(one.total(), other.total()) >= fewest else 0.0
