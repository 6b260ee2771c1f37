"""The difference of two snapshots."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.editions.difference import Change, Difference, FieldChange, relinked
from rulewright.editions.levels import level_of
from rulewright.editions.matching import Pair, matched
from rulewright.editions.snapshot import KINDS, Key, Snapshot, Thing

NOT_COMPARED = ("proof",)
"""Fields that say something only where both snapshots know it."""


def compare(before: Snapshot, after: Snapshot) -> Difference:
    """Every thing that differs: the changed and added ones in the order of the later snapshot."""
    difference = unweighed(before, after)
    return replace(
        difference, changes=tuple(replace(each, level=level_of(each, difference)) for each in difference.changes)
    )


def unweighed(before: Snapshot, after: Snapshot) -> Difference:
    """The same, but no change has a level."""
    after = _as_known(before, after)
    pairs = matched(before, after)
    new: Mapping[Key, str] = {each.before.key: each.after.id for each in pairs if each.before.id != each.after.id}
    changes = [change for kind in KINDS for change in _of_kind(kind, before, after, pairs, new)]
    return Difference(before, after, tuple(changes))


def _as_known(before: Snapshot, after: Snapshot) -> Snapshot:
    """The later snapshot as if it knew just what both know: a run without rules code proves no claims."""
    known = [any(thing.get(name) for thing in each.things for name in NOT_COMPARED) for each in (before, after)]
    if known[0] == known[1]:
        return after
    things = (_with(thing, before.by_key.get(thing.key)) for thing in after.things)
    return replace(after, things=tuple(things))


def _with(thing: Thing, old: Thing | None) -> Thing:
    """A thing with what the earlier snapshot says of it, or does not say."""
    fields = {name: text for name, text in thing.fields.items() if name not in NOT_COMPARED}
    kept = {name: old.fields[name] for name in NOT_COMPARED if old and name in old.fields}
    return replace(thing, fields=fields | kept)


def _of_kind(
    kind: str, before: Snapshot, after: Snapshot, every: Sequence[Pair], new: Mapping[Key, str]
) -> Iterator[Change]:
    pairs = {each.after.id: each for each in every if each.after.kind == kind}
    kept = {each.before.id for each in pairs.values()}
    places = {thing.id: at for at, thing in enumerate(before.of(kind))}
    resting = _resting([(id_, places[pair.before.id]) for id_, pair in pairs.items()])
    follows: str | None = None
    for thing in after.of(kind):
        pair = pairs.get(thing.id)
        if pair is None:
            yield Change(kind, None, thing.id, tuple(_fields({}, thing.fields)), follows=follows)
        else:
            yield from _changed(pair, new, None if thing.id in resting else (follows,))
        follows = thing.id
    for thing in before.of(kind):
        if thing.id not in kept:
            yield Change(kind, thing.id, None, tuple(_fields(thing.fields, {})))


def _changed(pair: Pair, new: Mapping[Key, str], moved: tuple[str | None] | None) -> Iterator[Change]:
    old = pair.before.fields
    if new:
        old = {name: relinked(text, new) for name, text in old.items()}
    fields = tuple(_fields(old, pair.after.fields)) if old != pair.after.fields else ()
    if fields or moved or pair.before.id != pair.after.id:
        follows = moved[0] if moved else None
        kind, one, other = pair.before.kind, pair.before.id, pair.after.id
        yield Change(kind, one, other, fields, pair.match, moved is not None, follows)


def _fields(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*after, *before)):
        one, other = before.get(name, ""), after.get(name, "")
        if one != other:
            yield FieldChange(name, one, other)


def _resting(places: Iterable[tuple[str, int]]) -> set[str]:
    """The ids that keep their order: the longest rising sequence of the earlier places. All others have moved."""
    ends: list[int] = []
    tails: list[_Sequence] = []
    for id_, place in places:
        at = bisect_left(ends, place)
        tails[at : at + 1] = [_Sequence(id_, tails[at - 1] if at else None)]
        ends[at : at + 1] = [place]
    return set(tails[-1].ids()) if tails else set()


@dataclass(frozen=True, slots=True, eq=False)
class _Sequence:
    """An id, and those before it."""

    last: str
    before: "_Sequence | None"

    def ids(self) -> Iterator[str]:
        each: _Sequence | None = self
        while each is not None:
            yield each.last
            each = each.before
