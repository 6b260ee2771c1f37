"""The difference of two snapshots as frozen values, from which the later one follows: `applied`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from rulewright.editions.snapshot import KINDS, Key, Snapshot, Thing
from rulewright.editions.versions import Level, highest
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
