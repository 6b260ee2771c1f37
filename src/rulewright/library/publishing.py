"""The library page in its place: by one rename, and only where something has changed."""

import os
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from rulewright.library.entries import LibraryEntry, entry_of
from rulewright.library.state import OURS, PAGE, Library
from rulewright.publish.signals import uninterrupted
from rulewright.record import HIDDEN
from rulewright.render.typesetting.environment import asset, rendered
from rulewright.render.typesetting.web_look import SHEET, in_the_dark
from rulewright.render.web.assets import thin_script, thin_style
from rulewright.translation.catalogues import SOURCE

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
