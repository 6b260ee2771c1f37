"""The difference between two editions as values, and the matching of their things."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from rulewright.editions.edition import KINDS, Edition, Field, Key, Level, Role, Thing
from rulewright.source.markup.links import LINK, target_and_shown


class Match(Enum):
    """How a thing was matched in the other edition. A match by likeness may be wrong."""

    ID = "id"
    FORMER = "former"
    LIKENESS = "likeness"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a thing, before and after; one of them is empty for a new or removed field."""

    name: str
    before: Field
    after: Field

    @property
    def role(self) -> Role:
        return (self.after if self.after.source else self.before).role


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that differs between two editions.

    `before` and `after` are its ids; one is None if the thing was added or removed. A `moved` thing has another place
    in the order. A moved or added thing `follows` another, or is the first.
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
        """The kind and the present id; for a removed thing, the last id."""
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
        """Whether the thing has a new id."""
        return not self.added and not self.removed and self.before != self.after

    def field(self, name: str) -> FieldChange | None:
        return next((each for each in self.fields if each.name == name), None)


@dataclass(frozen=True)
class Difference:
    """Two editions, and every change from one to the other."""

    before: Edition
    after: Edition
    changes: tuple[Change, ...]

    @property
    def level(self) -> Level:
        return max((change.level for change in self.changes), default=Level.NONE)

    @property
    def of_two_games(self) -> bool:
        """Whether these are two games, not two editions of one."""
        return self.before.game != self.after.game

    @cached_property
    def by_key(self) -> Mapping[Key, Change]:
        """The changes by the present ids of the things."""
        return {change.key: change for change in self.changes}


def renames(changes: Iterable[Change]) -> Mapping[Key, str]:
    """Return the new ids of the renamed things."""
    return {(each.kind, each.before): each.after for each in changes if each.renamed and each.before and each.after}


def relinked(text: Field, new: Mapping[Key, str]) -> Field:
    """Return a field with the new ids of things in its links."""

    def link(match: re.Match[str]) -> str:
        target, shown = target_and_shown(match)
        kind, _, id_ = target.partition(":")
        return f"[[{kind}:{new.get((kind, id_), id_)}{'|' if shown else ''}{shown}]]"

    return replace(text, source=LINK.sub(link, text.source)) if new and "[[" in text.source else text


# The same thing in both editions: by id, by former ids and numbers, then by likeness

Bag = Counter[str]
WORD = re.compile(r"\w+")
ALIKE = 0.5
"""The share of common words from which two things count as one."""
FEWEST = 3
"""The fewest words of a text to compare by likeness, because any two titles may be alike."""
MAX_PAIRS = 40_000
"""The most pairs of things to compare by likeness. With more, these are two games and not two editions."""
PARTS = ("cell", "claim")
"""Kinds of things that stay in their table or quick reference."""


@dataclass(frozen=True, slots=True)
class Pair:
    before: Thing
    after: Thing
    match: Match


def matched(before: Edition, after: Edition) -> tuple[Pair, ...]:
    """Return the pairs of things that both editions have, in the order of the later one."""
    pairs: dict[Key, Pair] = {}
    for kind in KINDS:
        old, new = {each.id: each for each in before.of(kind)}, {each.id: each for each in after.of(kind)}
        for pair in _matched_of_kind(kind, old, new, pairs):
            pairs[pair.before.key] = pair
    order = {thing.key: at for at, thing in enumerate(after.things)}
    return tuple(sorted(pairs.values(), key=lambda pair: order[pair.after.key]))


def _matched_of_kind(
    kind: str, old: Mapping[str, Thing], new: Mapping[str, Thing], wholes: Mapping[Key, Pair]
) -> Iterator[Pair]:
    left, right = dict(old), dict(new)

    def pairs(ids: Iterable[tuple[str, str]], match: Match) -> Iterator[Pair]:
        for one, other in ids:
            if one in left and other in right:
                yield Pair(left.pop(one), right.pop(other), match)

    yield from pairs([(id_, id_) for id_ in old], Match.ID)
    yield from pairs([(id_, each.id) for each in new.values() for id_ in each.names("former-ids")], Match.FORMER)
    if kind == "rule":
        by_number = {each.words("number"): each.id for each in left.values()}
        former = [(number, each.id) for each in right.values() for number in each.names("former-numbers")]
        yield from pairs([(by_number.get(number, ""), id_) for number, id_ in former], Match.LIKENESS)
    yield from pairs([(each.id, _id_in_renamed_whole(each, wholes)) for each in left.values()], Match.FORMER)
    if kind != "erratum":
        yield from pairs(alike_things(left.values(), right.values()), Match.LIKENESS)


def _id_in_renamed_whole(thing: Thing, wholes: Mapping[Key, Pair]) -> str:
    """Return the new id of a part of a renamed thing; empty for other things."""
    whole = wholes.get(thing.whole) if thing.whole != thing.key else None
    return whole.after.id + thing.id[len(whole.before.id) :] if whole else ""


def alike_things(old: Iterable[Thing], new: Iterable[Thing]) -> list[tuple[str, str]]:
    """Return the pairs of ids of things that have most of their words in common, the most alike first."""
    left, right = [(each, _bag(each)) for each in old], [(each, _bag(each)) for each in new]
    if len(left) * len(right) > MAX_PAIRS:
        return []
    shares = [
        (alike(bag, other, 1 if one.kind == "cell" else FEWEST), one.id, two.id)
        for one, bag in left
        for two, other in right
        if one.kind not in PARTS or one.whole == two.whole
    ]
    return [(one, other) for share, one, other in sorted(shares, key=lambda each: -each[0]) if share >= ALIKE]


def _bag(thing: Thing) -> Bag:
    """Return the words of a thing, with counts; for a claim those of its bullet, whatever the condition."""
    names = ("bullet",) if thing.kind == "claim" else tuple(thing.fields)
    return Counter(word.casefold() for name in names for word in WORD.findall(thing.field(name).source))


def alike(one: Bag, other: Bag, fewest: int = FEWEST) -> float:
    """Return the share of common words of two texts, from 0 to 1; 0 for texts with fewer than `fewest` words."""
    every = (one | other).total()
    return (one & other).total() / every if min(one.total(), other.total()) >= fewest else 0.0
