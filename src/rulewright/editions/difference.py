"""The difference of two snapshots as frozen values, from which the later one follows: `applied`."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from rulewright.editions.snapshot import CELL, CLAIM, ERRATUM, KINDS, RULE, Key, Level, Snapshot, Thing, highest
from rulewright.markup.links import LINK, target_and_shown


class Match(Enum):
    """How a thing of the earlier snapshot was found again: what does not say so by itself may be wrong."""

    ID = "id"
    FORMER = "former"
    LIKENESS = "likeness"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a thing, before and after; one of them is empty where the field is new or gone."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that differs between two editions.

    `before` and `after` are its ids; one is None where it was added or removed.

    `moved` things have another place in the order; those and added ones stand after the thing `follows`, or first.
    """

    kind: str
    before: str | None
    after: str | None
    fields: tuple[FieldChange, ...] = ()
    match: Match = Match.ID
    moved: bool = False
    follows: str | None = None
    level: Level = Level.NONE

    @property
    def key(self) -> Key:
        """The kind and the present id; of what was removed, the last."""
        id_ = self.after if self.after is not None else self.before
        assert id_ is not None
        return self.kind, id_

    @property
    def added(self) -> bool:
        return self.before is None

    @property
    def removed(self) -> bool:
        return self.after is None

    @property
    def renamed(self) -> bool:
        """Whether its id is another."""
        return not self.added and not self.removed and self.before != self.after

    def field(self, name: str) -> FieldChange | None:
        return next((each for each in self.fields if each.name == name), None)


@dataclass(frozen=True)
class Difference:
    """Every change from one snapshot to another, and both."""

    before: Snapshot
    after: Snapshot
    changes: tuple[Change, ...]

    @property
    def level(self) -> Level:
        return highest(change.level for change in self.changes)

    @property
    def of_two_games(self) -> bool:
        """Whether it goes from one game to another, and not from edition to edition."""
        return self.before.game != self.after.game

    @cached_property
    def by_key(self) -> Mapping[Key, Change]:
        """The changes by the things' present ids."""
        return {change.key: change for change in self.changes}


def renames(changes: Iterable[Change]) -> Mapping[Key, str]:
    """The new ids of things that have another."""
    return {(each.kind, each.before): each.after for each in changes if each.renamed and each.before and each.after}


def relinked(text: str, new: Mapping[Key, str]) -> str:
    """A recorded text whose links name things by their new ids."""

    def link(match: re.Match[str]) -> str:
        target, shown = target_and_shown(match)
        kind, _, id_ = target.partition(":")
        return f"[[{kind}:{new.get((kind, id_), id_)}{'|' if shown else ''}{shown}]]"

    return LINK.sub(link, text) if new and "[[" in text else text


def applied(changes: Iterable[Change], before: Snapshot) -> tuple[Thing, ...]:
    """The things of the later snapshot, from those of the earlier one and the changes."""
    listed = tuple(changes)
    new = renames(listed)
    return tuple(
        thing for kind in KINDS for thing in _of_kind([e for e in listed if e.kind == kind], before, kind, new)
    )


def _of_kind(changes: list[Change], before: Snapshot, kind: str, new: Mapping[Key, str]) -> Iterator[Thing]:
    by_old = {change.before: change for change in changes if change.before is not None}
    things, order = dict[str, Thing](), list[str]()
    for thing in before.of(kind):
        change = by_old.get(thing.id, Change(kind, thing.id, thing.id))
        if change.after is not None:
            fields = {name: relinked(text, new) for name, text in thing.fields.items()}
            things[change.after] = _changed(kind, change.after, fields, change)
            order += [] if change.moved else [change.after]
    for change in changes:
        if change.after is not None and (change.added or change.moved):
            things.setdefault(change.after, _changed(kind, change.after, {}, change))
            order.insert(0 if change.follows is None else order.index(change.follows) + 1, change.after)
    return (things[id_] for id_ in order)


def _changed(kind: str, id_: str, fields: Mapping[str, str], change: Change) -> Thing:
    now = dict(fields) | {each.name: each.after for each in change.fields}
    return Thing(kind, id_, {name: text for name, text in now.items() if text})


# Which thing of one snapshot is which of another

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
        for pair in _matching_of_kind(kind, old, new, found):
            found[pair.before.key] = pair
    order = {thing.key: at for at, thing in enumerate(after.things)}
    return tuple(sorted(found.values(), key=lambda pair: order[pair.after.key]))


def _matching_of_kind(
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
