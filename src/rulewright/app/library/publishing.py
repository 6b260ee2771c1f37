"""Write the library page: by one rename, and only where something has changed.

In: the entries that the builds of the games left as JSON beside their pages. Out: build/index.html, with links to each
game, its cards and its printed files. It is one file with its style and script in it, and takes its fonts and colour
switch from the first game.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath
from typing import Any

from markupsafe import Markup

from rulewright.app.library import PAGE, PAGE_MARK, Library
from rulewright.app.publish import uninterrupted, write_to_disk
from rulewright.base.findings import counted
from rulewright.base.listing import read_file
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE
from rulewright.base.record import HIDDEN
from rulewright.entries.web_look import page_colour
from rulewright.html.environment import asset, rendered
from rulewright.html.fonts import filled
from rulewright.html.web_look import SHEET, in_the_dark
from rulewright.outputs.web.assets import thin_script, thin_style
from rulewright.outputs.web.overview import ENTRY, FORM


def publish_library(library: Library) -> str:
    """Write the page, or remove one that is out of place. Return the line to print, or an empty text.

    The caller has `sole_access`. Raise OSError, and leave the page as it was, if the new one cannot be written.
    """
    if library.is_fresh:
        return ""
    page, path = Path(library.path), os.path.normpath(library.path)
    if library.is_stale:
        page.unlink()
        return ""
    line = ""
    if library.is_foreign:
        line = f"{path} was not made by a build, so it stays: rename it to get a page that lists all games"
    else:
        entries = [entry_of(Path(library.folder), game) for game in library.games]
        data = library_html(Path(library.project), entries).encode()
        if not page.exists() or page.read_bytes() != data:  # a page that is the same keeps its times
            new = page.parent / HIDDEN / PAGE
            write_to_disk(new, data)
            with uninterrupted():
                new.replace(page)
            line = f"{path} lists {counted(len(entries), 'game')}"
    library.save_record()
    return line


# The entries that builds of games left for the library page, with their addresses relative to that page


@dataclass(frozen=True, slots=True)
class EntryLink:
    """A link with its text; `details` is the length of a file, or the code of a language."""

    href: str
    label: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class EntryCard:
    """A card or a deck: its file, and its picture with width and height in pixels."""

    link: EntryLink
    picture: str
    width: int
    height: int
    file: EntryLink | None


@dataclass(frozen=True, slots=True)
class EntryChanges:
    """The changes of the last edition, and its date."""

    link: EntryLink
    day: str


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A game as the library shows it. If its entry cannot be read, the title is the id and all else is empty.

    - `rules`: the address of its rulebook; `lookups`: links to other pages that players look up, such as the glossary.
    - `by`, `imprint`, `published`, `proved`: lines about its authors, publisher, edition and proof.
    - `style`: CSS declarations of its colours.
    - `more_cards`: the number of cards that are not shown; `prints`: the files to print.
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
    lookups: tuple[EntryLink, ...] = ()
    cards: tuple[EntryCard, ...] = ()
    more_cards: int = 0
    prints: tuple[EntryLink, ...] = ()
    changes: EntryChanges | None = None


TEXTS = ("title", "language", "subtitle", "by", "imprint", "published", "proved")
"""The texts of an entry, by the names that the file and `LibraryEntry` both use."""


def entry_of(build: Path, game: str) -> LibraryEntry:
    """Return the entry of a game in the folder `build`; one with only the id if there is no valid file."""
    try:
        data = json.loads(read_file(str(build / game / "web" / ENTRY)) or b"{}")
        if data["form"] == FORM:
            return _read_entry(game, data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass  # from an earlier version, or edited by hand: the next build of the game writes it anew
    return LibraryEntry(game, game, f"{game}/web/index.html")


def _read_entry(game: str, data: Mapping[str, Any]) -> LibraryEntry:
    """Return the entry in the JSON of a game. An exception of any kind means that the JSON is not of this form."""

    def address(href: str) -> str:
        """Return an address relative to build/ for one relative to the pages of the game."""
        return normpath(f"{game}/web/{href}")

    def link(href: str, *texts: str) -> EntryLink:
        return EntryLink(address(href), *map(str, texts))

    def links(key: str) -> tuple[EntryLink, ...]:
        return tuple(link(*each) for each in data[key])

    def card(values: Mapping[str, Any]) -> EntryCard:
        picture, width, height = values["picture"]
        file = None if values["file"] is None else link(*values["file"])
        card_link = link(values["href"], values["label"], values["copies"])
        return EntryCard(card_link, address(picture), int(width), int(height), file)

    changes = None
    if data["changes"] is not None:
        href, label, day, meaning = data["changes"]
        changes = EntryChanges(link(href, label, meaning), day)
    return LibraryEntry(
        game,
        rules=address("index.html"),
        style="; ".join(f"--own-{name}: {value}" for name, value in data["colours"].items()),
        languages=links("languages"),
        lookups=links("ways"),
        cards=tuple(map(card, data["cards"])),
        more_cards=int(data["more_cards"]),
        prints=links("prints"),
        changes=changes,
        **{name: str(data[name]) for name in TEXTS},
    )


# The page

STYLES = (f"web/{SHEET}", "web/cards.css", "library/library.css")
SCRIPT = "library/library.js"
ACCENTS = tuple((name, dark) for name in ("accent", "accent-line") for dark in (False, True))
"""The colours of pages that the page shows beside those of games, in the light and in the dark."""


def library_html(project: Path, entries: Sequence[LibraryEntry]) -> str:
    """Return the page, in the language of the games if they share one, else in English."""
    languages = {entry.language for entry in entries if entry.language}
    language = languages.pop() if len(languages) == 1 else SOURCE_LANGUAGE
    accents = {f"{name}-in-the-{'dark' if dark else 'light'}": page_colour(name, dark=dark) for name, dark in ACCENTS}
    sheets = [filled(thin_style(asset(project, name)), accents) for name in STYLES]
    dark = in_the_dark(thin_style(asset(project, "web/dark.css")))
    values = {
        "entries": entries,
        "code": language,
        "ours": Markup(PAGE_MARK.decode()),  # noqa: S704 - the line by which a build knows its own page
        "style": _inline("".join((*sheets, dark))),
        "script": _inline(thin_script(asset(project, SCRIPT))),
        # The page uses the fonts and the colour switch of the first game that has some.
        "web": next((f"{entry.id}/web/" for entry in entries if entry.language), ""),
    }
    return rendered(project, "library/index.html.j2", language, **values) + "\n"


def _inline(text: str) -> Markup:
    """Return a style sheet or a script for use inside the page: a closing tag in its text is escaped."""
    return Markup(text.replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own
