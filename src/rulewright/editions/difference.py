"""The difference between two editions: which things are the same, and what has changed of them.

A thing is found again by its id, by its former ids and numbers, and at last by its words.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.base.messages.messages import Message, joined, tell
from rulewright.editions.edition import (
    KINDS,
    NOTHING,
    PART_OF,
    WORKS,
    Edition,
    Field,
    Key,
    Role,
    Thing,
    full_name,
    links_in,
)
from rulewright.editions.versions import Level
from rulewright.editions.word_changes import Passage, Words, excerpts, passage_changes
from rulewright.source.markup.links import LINK, target_and_shown

FIELDS = {
    "number": tell("number"),
    "title": tell("title"),
    "parent": tell("below"),
    "part": tell("part"),
    "external": tell("in another work"),
    "text": tell("text"),
    "exceptions": tell("exceptions"),
    "procedure": tell("procedure"),
    "procedure.works": tell("steps of the procedure"),
    "incomplete": tell("incomplete"),
    "notes": tell("notes"),
    "questions": tell("questions"),
    "policy": tell("policy"),
    "headings": tell("headings"),
    "note": tell("note"),
    "goal": tell("goal"),
    "total": tell("limits"),
    "open": tell("questions"),
    "outside": tell("questions"),
    "value": tell("value"),
    "unit": tell("unit"),
    "rule": tell("rule"),
    "name": tell("name"),
    "abbreviation": tell("abbreviation"),
    "also": tell("also"),
    "unexplained": tell("unexplained"),
    "items": tell("bullets"),
    "bullet": tell("bullet"),
    "holds": tell("true for"),
    "proof": tell("proof"),
    "given": tell("given"),
    "steps": tell("steps"),
    "caption": tell("caption"),
    "alt": tell("description"),
    "where": tell("where"),
    "class": tell("class"),
    "printed": tell("printed"),
    "now": tell("now"),
    "why": tell("why"),
    "width": tell("size"),
    "height": tell("size"),
    "words": tell("words"),
    "at": tell("place"),
    "rolls": tell("rolls"),
}
"""The names of fields in the languages of the tool."""
OTHERWISE = tell("in another way")
"""What readers see of fields that are not for reading: only that something has changed."""


@dataclass(frozen=True)
class FieldChange:
    """A field of a thing, before and after; one of them is empty for a new or removed field."""

    name: str
    before: Field
    after: Field

    @property
    def role(self) -> Role:
        return (self.after if self.after.source else self.before).role

    @property
    def label(self) -> Message:
        """The name of the field for readers."""
        name = "value" if self.name == "text" and self.role is Role.VALUE else self.name  # of a cell
        return FIELDS.get(name) or FIELDS.get(name.removesuffix(WORKS)) or joined((name.replace("-", " "),))

    @property
    def old(self) -> str:
        """The earlier words for readers."""
        return "" if self.is_internal else self.before.words

    @property
    def new(self) -> str:
        """The later words for readers."""
        return OTHERWISE if self.is_internal else self.after.words

    @property
    def is_internal(self) -> bool:
        """Whether the field is not for reading."""
        return self.name.endswith(WORKS)

    @property
    def excerpts(self) -> list[tuple[Words, ...]]:
        """The changed words of each passage, with a few words around them."""
        return [*excerpts(self.passages)]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The changes of sentences, word by word; empty for what is shown as before → after."""
        if self.role is not Role.PROSE or self.name in ("title", "at"):
            return ()
        return passage_changes(self.before.passages, self.after.passages)

    @property
    def reworded(self) -> bool:
        """Whether sentences have changed, and are neither new nor gone."""
        return bool(self.passages and self.before.words and self.after.words)


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that differs between two editions.

    `before` and `after` are its ids; one is None if the thing was added or removed. `guessed` says that it was found by
    its words or a former number. A `moved` thing has another place in the order. A moved or added thing `follows`
    another, or is the first.
    """

    kind: str
    before: str | None
    after: str | None
    fields: tuple[FieldChange, ...] = ()
    guessed: bool = False
    moved: bool = False
    follows: str | None = None
    level: Level = Level.NONE

    @property
    def key(self) -> Key:
        """The kind and the present id; for a removed thing, the last id."""
        return self.kind, self.after or self.before or ""

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


# The changes

PROOF = "proof"
"""The field for what the rules code says of a claim. It is compared if the rules code ran for both editions."""


def unweighed(before: Edition, after: Edition) -> Difference:
    """Return every change, without its level: of each kind changed and added things in order, then removed ones."""
    matches = matched(before, after)
    new = {(kind, old.id): id_ for (kind, id_), (old, _) in matches.items() if old.id != id_}
    is_proved = all(any(PROOF in thing.fields for thing in each.of("claim")) for each in (before, after))

    def fields(one: Mapping[str, Field], other: Mapping[str, Field]) -> tuple[FieldChange, ...]:
        names = (name for name in dict.fromkeys((*other, *one)) if is_proved or name != PROOF)
        pairs = ((name, relinked(one.get(name, NOTHING), new), other.get(name, NOTHING)) for name in names)
        return tuple(
            FieldChange(name, _named(old, before), _named(now, after))
            for name, old, now in pairs
            if old.source != now.source
        )

    def changes(kind: str) -> Iterator[Change]:
        places = {thing.id: at for at, thing in enumerate(before.of(kind))}
        stays = _in_order([(id_, places[old.id]) for (each, id_), (old, _) in matches.items() if each == kind])
        follows: str | None = None
        for thing in after.of(kind):
            if thing.key not in matches:
                yield Change(kind, None, thing.id, fields({}, thing.fields), follows=follows)
            else:
                old, guessed = matches[thing.key]
                moved = thing.id not in stays
                changed = fields(old.fields, thing.fields) if new or old.fields != thing.fields else ()
                if changed or moved or old.id != thing.id:
                    yield Change(kind, old.id, thing.id, changed, guessed, moved, follows if moved else None)
            follows = thing.id
        present = {old.key for old, _ in matches.values()}
        for thing in before.of(kind):
            if thing.key not in present:
                yield Change(kind, thing.id, None, fields(thing.fields, {}))

    return Difference(before, after, tuple(change for kind in KINDS for change in changes(kind)))


def _named(field: Field, edition: Edition) -> Field:
    """Return a field with the full names of the things that it refers to."""
    if field.role is not Role.REFERENCE:
        return field
    return replace(field, plain=" ".join(full_name(key, edition) for key in links_in(field.source)))


def _in_order(places: Iterable[tuple[str, int]]) -> set[str]:
    """Return the ids in the longest rising sequence of the earlier places; all others have moved."""
    ends: list[int] = []
    last: list[str] = []
    previous: dict[str, str | None] = {}
    for id_, place in places:
        at = bisect_left(ends, place)
        previous[id_] = last[at - 1] if at else None
        last[at : at + 1] = [id_]
        ends[at : at + 1] = [place]
    sequence: set[str] = set()
    current = last[-1] if last else None
    while current is not None:
        sequence.add(current)
        current = previous[current]
    return sequence


# The same thing in both editions

Bag = Counter[str]
WORD = re.compile(r"\w+")
ALIKE = 0.5
"""The share of common words from which two things count as one."""
FEWEST = 3
"""The fewest words of a text to compare by likeness, because any two titles may be alike."""
MAX_PAIRS = 40_000
"""The most pairs of things to compare by likeness. With more, these are two games and not two editions."""


def matched(before: Edition, after: Edition) -> dict[Key, tuple[Thing, bool]]:
    """Return what each thing of the later edition was in the earlier one, and whether that is guessed."""
    matches: dict[Key, tuple[Thing, bool]] = {}
    for kind in KINDS:
        left, right = ({thing.id: thing for thing in edition.of(kind)} for edition in (before, after))
        wholes = {old.key: id_ for (_, id_), (old, _) in matches.items()}
        matches |= {key: (old, guessed) for key, old, guessed in matched_things(left, right, wholes)}
    return {thing.key: matches[thing.key] for thing in after.things if thing.key in matches}


def matched_things(
    left: dict[str, Thing], right: dict[str, Thing], wholes: Mapping[Key, str]
) -> Iterator[tuple[Key, Thing, bool]]:
    """Yield the keys of things with what they were, and whether that is guessed by their words or former numbers.

    `left` and `right` are earlier and later things of one kind by id; `wholes` has the new ids of what parts belong to.
    """

    def pairs(ids: Iterable[tuple[str, str]], *, guessed: bool) -> Iterator[tuple[Key, Thing, bool]]:
        for one, other in ids:
            if one in left and other in right:
                yield right.pop(other).key, left.pop(one), guessed

    yield from pairs([(id_, id_) for id_ in left], guessed=False)
    former = [(id_, each.id) for each in right.values() for id_ in each.names("former-ids")]
    yield from pairs(former, guessed=False)
    by_number = {each.words("number"): each.id for each in left.values()}
    numbers = [
        (by_number.get(number, ""), each.id) for each in right.values() for number in each.names("former-numbers")
    ]
    yield from pairs(numbers, guessed=True)
    parts = [each for each in left.values() if each.whole in wholes and each.whole != each.key]
    renamed = [(each.id, wholes[each.whole] + each.id[len(each.whole[1]) :]) for each in parts]
    yield from pairs(renamed, guessed=False)
    yield from pairs(_most_alike(left.values(), right.values()), guessed=True)


def _most_alike(old: Collection[Thing], new: Collection[Thing]) -> list[tuple[str, str]]:
    """Return the pairs of ids of things that have most of their words in common, the most alike first.

    Parts stay in their table or quick reference, and errata are never alike.
    """
    if len(old) * len(new) > MAX_PAIRS:
        return []
    left, right = ([(each, _bag(each)) for each in things if each.kind != "erratum"] for things in (old, new))
    shares = [
        (alike(bag, other, 1 if one.kind == "cell" else FEWEST), one.id, two.id)
        for one, bag in left
        for two, other in right
        if one.kind not in PART_OF or one.whole == two.whole
    ]
    return [(one, other) for share, one, other in sorted(shares, key=lambda each: -each[0]) if share >= ALIKE]


def _bag(thing: Thing) -> Bag:
    """Return the words of a thing, with counts; for a claim those of its bullet, whatever the condition."""
    fields = [thing.field("bullet")] if thing.kind == "claim" else thing.fields.values()
    return Counter(word.casefold() for each in fields for word in WORD.findall(each.source))


def alike(one: Bag, other: Bag, fewest: int = FEWEST) -> float:
    """Return the share of common words of two texts, from 0 to 1; 0 for texts with fewer than `fewest` words."""
    every = (one | other).total()
    return (one & other).total() / every if min(one.total(), other.total()) >= fewest else 0.0
