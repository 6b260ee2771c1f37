"""The library page in its place: by one rename, and only where something has changed."""

import os
from collections.abc import Sequence
from pathlib import Path

from rulewright.library.entries import LibraryEntry, entry_of
from rulewright.library.page import language_of, library_html
from rulewright.library.state import PAGE, Library
from rulewright.publish.signals import uninterrupted
from rulewright.record import HIDDEN
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import NO_WORDS, Message, in_language, tell, tell_number


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
    return in_language(line, catalogue(language_of(entries)))


def _foreign(path: str) -> Message:
    return tell(
        "{page} is no page of ours, so it stays, and no page lists the games: rename it to get one",
        page=os.path.normpath(path),
    )


def _publish(library: Library, entries: Sequence[LibraryEntry]) -> Message:
    """A page that is the same stays, with its times."""
    page, data = Path(library.path), library_html(Path(library.project), entries).encode()
    if page.exists() and page.read_bytes() == data:
        return NO_WORDS
    _replace(page, data)
    return tell_number("{page} lists {n} game", "{page} lists {n} games", len(entries), page=os.path.normpath(page))


def _replace(page: Path, data: bytes) -> None:
    new = page.parent / HIDDEN / PAGE
    with new.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    with uninterrupted():
        new.replace(page)
