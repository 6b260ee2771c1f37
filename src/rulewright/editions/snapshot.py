"""A snapshot: what a game says at one time, as plain things with text fields. Also the numbers of editions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

from rulewright.base.messages.messages import tell
from rulewright.book.kinds import KINDS as KINDS_OF_ENTRIES
from rulewright.book.kinds import OTHER_KINDS
from rulewright.entries.entry import Key as DeclaredKey
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE
from rulewright.source.markup.links import LINK, target_and_shown
from rulewright.source.markup.words import words

NOT_RECORDED = (SOURCE, OURS, KEYWORDS)
"""The keys that say nothing of how a game is played."""
DECLARED: Mapping[str, Mapping[str, DeclaredKey[Any]]] = {
    kind.name: {name: key for name, key in kind.entry.declared.items() if key not in NOT_RECORDED}
    for kind in KINDS_OF_ENTRIES
    if kind.entry and (kind.is_remark or kind in OTHER_KINDS)
}
"""The kinds of entries that are recorded key by key, with these keys."""
KINDS = ("rule", "table", "cell", "fact", "term", "reference", "claim", "example", "figure", *DECLARED, "card")
"""Every kind of thing, in the order of snapshots and of differences."""
NAMED_BY = {
    "rule": ("number", "title"),
    "fact": ("value",),
    "cell": ("text",),
}
"""The fields that name a thing, by kind, where it is not the title; links print the first that is not empty."""
PART_OF = {"cell": "table", "claim": "reference"}
"""Parts of another thing have ids such as `damage-throw(6-7)`: a cell of the table damage-throw."""
PARAGRAPH = re.compile(r"\n{2,}|\n(?= *(?:[-*]|\d{1,9}[.)])[ \t])")
"""The gap between two paragraphs or bullets."""
LINE = re.compile(r"\n")
Group = TypeVar("Group")
Key = tuple[str, str]
"""The kind and the id of a thing."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that a snapshot records: a rule, a cell, a card. Empty fields are left out; links in texts have ids."""

    kind: str
    id: str
    fields: Mapping[str, str]

    @property
    def key(self) -> Key:
        return self.kind, self.id

    @property
    def whole(self) -> Key:
        """The key of the thing that it is a part of, or its own."""
        return whole_of(self.key)

    def get(self, field: str) -> str:
        return self.fields.get(field, "")

    def links(self) -> Iterator[Key]:
        """Yield the keys of all things that its texts link to."""
        return (link for text in self.fields.values() for link in links_in(text))


@dataclass(frozen=True)
class Snapshot:
    """What a game says: things by kind, each kind in the order of print.

    `edition` and `date`, the day of recording in ISO form, are empty for the current source.
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
        """Return the things of a kind, in order."""
        return self._by_kind.get(kind, ())

    def parts_of(self, whole: Key) -> tuple[Thing, ...]:
        """Return the cells of a table or the claims of a quick reference, in order."""
        return self._by_whole.get(whole, ())

    def find(self, key: Key) -> Thing | None:
        return self.by_key.get(key)

    def words(self, text: str) -> str:
        """Return a recorded text as it printed: links as words, no markup."""
        return words(text, self._shown, blocks=_is_list(text))

    def passages(self, text: str, divider: re.Pattern[str]) -> tuple[str, ...]:
        """Return the words of each part between dividers."""
        blocks = _is_list(text)
        parts = (words(each.strip(), self._shown, blocks=blocks) for each in divider.split(text))
        return tuple(filter(None, parts))

    def name(self, key: Key) -> str:
        """Return the words that a link to a thing prints; its id if there is no such thing."""
        thing = self.find(key)
        names = (thing.get(field) for field in NAMED_BY.get(key[0], ("title",))) if thing else ()
        return next(filter(None, names), key[1])

    def _shown(self, target: str, shown: str) -> str:
        kind, _, id_ = target.partition(":")
        return shown or self.name((kind, id_))


def _grouped(things: Iterable[Thing], group: Callable[[Thing], Group]) -> Mapping[Group, tuple[Thing, ...]]:
    groups = dict[Group, list[Thing]]()
    for thing in things:
        groups.setdefault(group(thing), []).append(thing)
    return {name: tuple(each) for name, each in groups.items()}


def whole_of(key: Key) -> Key:
    """Return the key of the thing that a cell or a claim is a part of; for others their own key."""
    kind, id_ = key
    return (PART_OF[kind], id_.partition("(")[0]) if kind in PART_OF else key


def _is_list(text: str) -> bool:
    return "\n" in text or text.startswith("- ")


def links_in(text: str) -> Iterator[Key]:
    """Yield the keys of the things that a recorded text links to."""
    for match in LINK.finditer(text) if "[[" in text else ():
        kind, _, id_ = target_and_shown(match)[0].partition(":")
        yield kind, id_


def link_to(key: Key) -> str:
    """Return the text of a field that refers to a thing."""
    return f"[[{':'.join(key)}]]"


# Numbers of editions

NUMBER = re.compile(r"(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?(?:\.(0|[1-9]\d{0,5}))?")


class Level(IntEnum):
    """How much a change means: wording, a rule or a value, or a broken reference."""

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
    """The number of an edition. `1.1` comes before `1.1.1`, and equals `1.1.0`."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" if self.patch else f"{self.major}.{self.minor}"

    def raised(self, level: Level) -> "Version":
        """Return the next number after changes of this level."""
        match level:
            case Level.MAJOR:
                return Version(self.major + 1)
            case Level.MINOR:
                return Version(self.major, self.minor + 1)
            case Level.PATCH:
                return Version(self.major, self.minor, self.patch + 1)
        return self


def read_version(text: str) -> Version | None:
    """Return the number of an edition: one to three numbers with dots between them; None for any other text."""
    match = NUMBER.fullmatch(text.strip())
    return Version(*(int(figures or 0) for figures in match.groups())) if match else None


# The names of things for readers

COUNT = re.compile(r"(\d{1,9}) of (\d{1,9}) \(")
LONGEST = 70
"""The most characters of a sentence that is shown as a name."""


def full_name(key: Key, snapshot: Snapshot) -> str:
    """Return the name of a thing: `4.2 Hits`, `Damage throw: 6–7`, or its id if it has no other name."""
    thing = snapshot.by_key.get(key)
    if thing is None:
        return key[1]
    match thing.kind:
        case "rule":
            return f"{thing.get('number')} {thing.get('title')}".strip() or thing.id
        case "cell":
            return f"{full_name(thing.whole, snapshot)}: {thing.get('at') or thing.id}"
        case "fact":
            return ": ".join((*_names(thing.get("rule"), snapshot), thing.id.replace("-", " ")))
        case "term":
            return thing.get("name")
        case "claim":
            return shortened(snapshot.words(thing.get("bullet")))
        case "erratum":
            where = " ".join(_names(thing.get("where"), snapshot))
            return ": ".join(filter(None, (where, shortened(snapshot.words(thing.get("now"))))))
        case kind if kind in DECLARED:
            return shortened(snapshot.words(thing.get("title") or thing.get("question")))
    return thing.get("title") or thing.id


def _names(field: str, snapshot: Snapshot) -> list[str]:
    return [full_name(key, snapshot) for key in links_in(field)]


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def described(before: str, after: str) -> tuple[str, str]:
    """Return how often a claim was and is true; if the counts are equal, say that the cases differ."""
    one, other = (_count(text) for text in (before, after))
    return (one, tell("{count}, but different ones", count=other)) if one == other else (one, other)


def _count(text: str) -> str:
    """Return the count in the field `holds` of a claim: `1,206 of 30,720`."""
    match = COUNT.match(text)
    return tell("{some:,} of {every:,}", some=int(match[1]), every=int(match[2])) if match else text
