"""The library page in its place: by one rename, and only where something has changed."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath
from typing import Any

from markupsafe import Markup

from rulewright.library import OURS, PAGE, Library
from rulewright.listing import read_file
from rulewright.publish import uninterrupted
from rulewright.record import HIDDEN
from rulewright.render.typesetting.environment import asset, rendered
from rulewright.render.typesetting.web_look import SHEET, in_the_dark
from rulewright.render.web.assets import thin_script, thin_style
from rulewright.render.web.overview import ENTRY, FORM
from rulewright.translation.catalogues import SOURCE

# The entries that builds of games left for the library page, each with its addresses as that page needs them


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


# The entries become a page

STYLES = (f"web/{SHEET}", "web/cards.css", "library/library.css")
SCRIPT = "library/library.js"


def library_html(project: Path, entries: Sequence[LibraryEntry]) -> str:
    """In the language of the games, if they have the same; else in English."""
    language = language_of(entries)
    values = {"entries": entries, "code": language, "ours": Markup(OURS.decode())}  # noqa: S704 - ours
    own = {"style": _style(project), "script": _script(project), "web": _web(entries)}
    return rendered(project, "library/index.html.j2", language, **values, **own) + "\n"


def language_of(entries: Sequence[LibraryEntry]) -> str:
    found = {entry.language for entry in entries if entry.language}
    return found.pop() if len(found) == 1 else SOURCE


def _web(entries: Sequence[LibraryEntry]) -> str:
    """The folder of pages whose fonts and switch of colours this one has too; empty where none is known."""
    return next((f"{entry.id}/web/" for entry in entries if entry.language), "")


def _style(project: Path) -> Markup:
    """That of the pages in their usual look; its own end would end it too early."""
    sheets = [thin_style(asset(project, name)) for name in STYLES]
    dark = in_the_dark(thin_style(asset(project, "web/dark.css")))
    return Markup("".join((*sheets, dark)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own


def _script(project: Path) -> Markup:
    return Markup(thin_script(asset(project, SCRIPT)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own


def publish_library(library: Library) -> str:
    """Makes the page, or removes one that is out of place; returns what is to be said, in the language of the page.

    The caller has `sole_access`. Raises OSError, and leaves the page as it was, if the new one cannot be written.
    """
    if library.is_fresh:
        return ""
    if library.is_stale:
        Path(library.path).unlink()
        return ""
    entries = [entry_of(Path(library.folder), game) for game in library.games]
    line = _foreign(library.path) if library.is_foreign else _publish(library, entries)
    library.save_state()
    return line


def _foreign(path: str) -> str:
    return (
        f"{os.path.normpath(path)} is no page of ours, so it stays, and no page lists the games: rename it to get one"
    )


def _publish(library: Library, entries: Sequence[LibraryEntry]) -> str:
    """A page that is the same stays, with its times."""
    page, data = Path(library.path), library_html(Path(library.project), entries).encode()
    if page.exists() and page.read_bytes() == data:
        return ""
    _replace(page, data)
    return ("{page} lists {n} game" if len(entries) == 1 else "{page} lists {n} games").format(
        n=len(entries), page=os.path.normpath(page)
    )


def _replace(page: Path, data: bytes) -> None:
    new = page.parent / HIDDEN / PAGE
    with new.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    with uninterrupted():
        new.replace(page)
