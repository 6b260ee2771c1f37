"""A snapshot: what a game says at one time, as plain things whose fields are texts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from rulewright.markup.links import LINK, target_and_shown
from rulewright.markup.words import words

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
