"""A snapshot: what a game says at one time, as plain things whose fields are texts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from rulewright.markup.links import LINK, target_and_shown
from rulewright.markup.words import words
from rulewright.translation.messages import tell

RULE, TABLE, CELL, FACT, TERM = "rule", "table", "cell", "fact", "term"
REFERENCE, CLAIM, EXAMPLE, FIGURE, ERRATUM, CARD = "reference", "claim", "example", "figure", "erratum", "card"
KINDS = (RULE, TABLE, CELL, FACT, TERM, REFERENCE, CLAIM, EXAMPLE, FIGURE, ERRATUM, CARD)
"""Every kind of thing, in the order of snapshots and of differences."""
NAMED_BY = {
    RULE: ("number", "title"),
    TABLE: ("title",),
    REFERENCE: ("title",),
    FACT: ("value",),
    CELL: ("text",),
}
"""The fields whose first value a link to a thing prints, where its author gave it no words."""

PART_OF = {CELL: TABLE, CLAIM: REFERENCE}
"""Things with ids such as `damage-throw(6-7)` are parts of another: of the table damage-throw."""

PARAGRAPH = re.compile(r"\n{2,}|\n(?= *(?:[-*]|\d{1,9}[.)])[ \t])")
"""What divides a text into paragraphs and bullets."""
LINE = re.compile(r"\n")

Group = TypeVar("Group")
Key = tuple[str, str]
"""The kind and the id of a thing."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything that changes by itself: a rule, a cell, a card. Empty fields are left out; texts have links by id."""

    kind: str
    id: str
    fields: Mapping[str, str]

    @property
    def key(self) -> Key:
        return self.kind, self.id

    @property
    def whole(self) -> Key:
        """What it is a part of; else itself."""
        return whole_of(self.key)

    def get(self, field: str) -> str:
        return self.fields.get(field, "")

    def links(self) -> Iterator[Key]:
        """Everything that its texts name."""
        return (link for text in self.fields.values() for link in links_in(text))


@dataclass(frozen=True)
class Snapshot:
    """What a game says: things by kind, each kind in the order of print. `edition` is empty for the current source.

    `date` is that of the recording, in ISO form, or empty.
    """

    game: str
    title: str
    language: str
    things: tuple[Thing, ...]
    edition: str = ""
    date: str = ""

    @cached_property
    def by_key(self) -> Mapping[Key, Thing]:
        return {thing.key: thing for thing in self.things}

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[Thing, ...]]:
        return _grouped(self.things, lambda thing: thing.kind)

    @cached_property
    def _by_whole(self) -> Mapping[Key, tuple[Thing, ...]]:
        return _grouped((thing for thing in self.things if thing.kind in PART_OF), lambda thing: thing.whole)

    def of(self, kind: str) -> tuple[Thing, ...]:
        """The things of a kind, in order."""
        return self._by_kind.get(kind, ())

    def parts_of(self, whole: Key) -> tuple[Thing, ...]:
        """The cells of a table or the claims of a quick reference, in order."""
        return self._by_whole.get(whole, ())

    def find(self, key: Key) -> Thing | None:
        return self.by_key.get(key)

    def words(self, text: str) -> str:
        """A recorded text as it printed: links as words, no markup."""
        return words(text, self._shown, blocks=_is_list(text))

    def passages(self, text: str, divider: re.Pattern[str]) -> tuple[str, ...]:
        """The words of each part between dividers."""
        blocks = _is_list(text)
        parts = (words(each.strip(), self._shown, blocks=blocks) for each in divider.split(text))
        return tuple(filter(None, parts))

    def name(self, key: Key) -> str:
        """What a link to a thing prints; its id where there is no such thing."""
        thing = self.find(key)
        found = (thing.get(field) for field in NAMED_BY.get(key[0], ())) if thing else ()
        return next(filter(None, found), key[1])

    def _shown(self, target: str, shown: str) -> str:
        kind, _, id_ = target.partition(":")
        return shown or self.name((kind, id_))


def _grouped(things: Iterable[Thing], group: Callable[[Thing], Group]) -> Mapping[Group, tuple[Thing, ...]]:
    groups = dict[Group, list[Thing]]()
    for thing in things:
        groups.setdefault(group(thing), []).append(thing)
    return {name: tuple(each) for name, each in groups.items()}


def whole_of(key: Key) -> Key:
    """The thing that a cell or a claim is a part of; of others the thing itself."""
    kind, id_ = key
    return (PART_OF[kind], id_.partition("(")[0]) if kind in PART_OF else key


def _is_list(text: str) -> bool:
    return "\n" in text or text.startswith("- ")


def links_in(text: str) -> Iterator[Key]:
    """The things that a recorded text names."""
    for match in LINK.finditer(text) if "[[" in text else ():
        kind, _, id_ = target_and_shown(match)[0].partition(":")
        yield kind, id_


def link_to(key: Key) -> str:
    """A field that names a thing."""
    return f"[[{':'.join(key)}]]"


# Numbers of editions

NUMBER = re.compile(r"(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?(?:\.(0|[1-9]\d{0,5}))?")


class Level(IntEnum):
    """How much a change means: wording, a rule or a value, or a reference that no longer leads where it did."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


LEVELS = {
    Level.NONE: tell("none"),
    Level.PATCH: tell("wording"),
    Level.MINOR: tell("a rule or a value"),
    Level.MAJOR: tell("a broken reference"),
}
"""What each level is called."""


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The number of an edition: `1.1` is before `1.1.1`, and the same as `1.1.0`."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" if self.patch else f"{self.major}.{self.minor}"

    def raised(self, level: Level) -> "Version":
        """The next number after changes of this level."""
        match level:
            case Level.MAJOR:
                return Version(self.major + 1)
            case Level.MINOR:
                return Version(self.major, self.minor + 1)
            case Level.PATCH:
                return Version(self.major, self.minor, self.patch + 1)
        return self


def read_version(text: str) -> Version | None:
    """The number that a text is: one to three figures with dots between them; None for any other text."""
    found = NUMBER.fullmatch(text.strip())
    return Version(*(int(figures or 0) for figures in found.groups())) if found else None


def highest(levels: Iterable[Level]) -> Level:
    """The most that any of some changes means."""
    return max(levels, default=Level.NONE)


# The names of things for readers

COUNT = re.compile(r"(\d{1,9}) of (\d{1,9}) \(")
LONGEST = 70
"""Characters of a sentence that stands for a claim."""


def full_name(key: Key, snapshot: Snapshot) -> str:
    """`4.2 Hits`, `Damage throw: 6–7`, or the id of what has no other name."""
    thing = snapshot.by_key.get(key)
    if thing is None:
        return key[1]
    match thing.kind:
        case "rule":
            return f"{thing.get('number')} {thing.get('title')}".strip() or thing.id
        case "cell":
            return f"{full_name(thing.whole, snapshot)}: {thing.get('at') or thing.id}"
        case "fact":
            return _fact(thing, snapshot)
        case "term":
            return thing.get("name")
        case "claim":
            return shortened(snapshot.words(thing.get("bullet")))
        case "erratum":
            return ": ".join(filter(None, (_where(thing, snapshot), shortened(snapshot.words(thing.get("now"))))))
    return thing.get("title") or thing.id


def _fact(fact: Thing, snapshot: Snapshot) -> str:
    """A fact has no title: `5.3 Armour penetration: hopeless with one die`."""
    rule = (full_name(key, snapshot) for key in links_in(fact.get("rule")))
    return ": ".join((*rule, fact.id.replace("-", " ")))


def _where(erratum: Thing, snapshot: Snapshot) -> str:
    return " ".join(full_name(key, snapshot) for key in links_in(erratum.get("where")))


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def described(before: str, after: str) -> tuple[str, str]:
    """How often a claim is true; where that stays the same, that others are the cases."""
    one, other = (_count(text) for text in (before, after))
    return (one, tell("{count}, but different ones", count=other)) if one == other else (one, other)


def _count(text: str) -> str:
    """`1,206 of 30,720`, from what a claim records."""
    found = COUNT.match(text)
    return tell("{some:,} of {every:,}", some=int(found[1]), every=int(found[2])) if found else text
