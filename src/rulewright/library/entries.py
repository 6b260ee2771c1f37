"""The entries that builds of games left for the library page, each with its addresses as that page needs them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath
from typing import Any

from rulewright.listing import read_file
from rulewright.render.web.library_entry import ENTRY, FORM


@dataclass(frozen=True, slots=True)
class EntryLink:
    """A link with its words; `details` are such as the length of a file, or the code of a language."""

    href: str
    label: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class EntryCard:
    """A card or a deck by its picture, with the sides of that in pixels, and its file."""

    link: EntryLink
    picture: str
    width: int
    height: int
    file: EntryLink | None


@dataclass(frozen=True, slots=True)
class EntryChanges:
    """What the last edition changed, and its day."""

    link: EntryLink
    day: str


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A game as the library shows it. Of one whose entry cannot be read only the id is known: it is the title then.

    `style` are declarations with its colours; `more` leads to the cards that are not shown.
    """

    id: str
    title: str
    rules: str
    language: str = ""
    subtitle: str = ""
    by: str = ""
    imprint: str = ""
    published: str = ""
    proved: str = ""
    style: str = ""
    languages: tuple[EntryLink, ...] = ()
    ways: tuple[EntryLink, ...] = ()
    cards: tuple[EntryCard, ...] = ()
    more: int = 0
    prints: tuple[EntryLink, ...] = ()
    changes: EntryChanges | None = None


def entry_of(build: Path, game: str) -> LibraryEntry:
    """That of a game in build/."""
    try:
        data = json.loads(read_file(str(build / game / "web" / ENTRY)) or b"{}")
        if data["form"] == FORM:
            return _Reader(game, data).entry()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass  # of an earlier version, or altered: the next build of the game writes it anew
    return LibraryEntry(game, game, f"{game}/web/index.html")


@dataclass(frozen=True, slots=True)
class _Reader:
    game: str
    data: Mapping[str, Any]

    def entry(self) -> LibraryEntry:
        data = self.data
        words = {name: str(data[name]) for name in WORDS}
        style = "; ".join(f"--own-{name}: {value}" for name, value in data["colours"].items())
        return LibraryEntry(
            self.game,
            rules=self._href("index.html"),
            style=style,
            languages=tuple(self._links(data["languages"])),
            ways=tuple(self._links(data["ways"])),
            cards=tuple(map(self._card, data["cards"])),
            more=int(data["more_cards"]),
            prints=tuple(self._links(data["prints"])),
            changes=self._changes(data["changes"]),
            **words,
        )

    def _changes(self, changes: list[str] | None) -> EntryChanges | None:
        if changes is None:
            return None
        href, label, day, meaning = changes
        return EntryChanges(self._link((href, label, meaning)), day)

    def _card(self, card: Mapping[str, Any]) -> EntryCard:
        picture, width, height = card["picture"]
        link = self._link((card["href"], card["label"], card["copies"]))
        file = None if card["file"] is None else self._link(card["file"])
        return EntryCard(link, self._href(picture), int(width), int(height), file)

    def _links(self, links: list[list[str]]) -> Iterator[EntryLink]:
        return map(self._link, links)

    def _link(self, link: "list[str] | tuple[str, ...]") -> EntryLink:
        href, *words = link
        return EntryLink(self._href(href), *map(str, words))

    def _href(self, href: str) -> str:
        """An address below build/ of one that the pages of the game have."""
        return normpath(f"{self.game}/web/{href}")


WORDS = ("title", "language", "subtitle", "by", "imprint", "published", "proved")
"""What an entry says in words, by the names that both have."""
