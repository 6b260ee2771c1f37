"""The library page in its place: by one rename, and only where something has changed."""

import os
from collections.abc import Sequence
from pathlib import Path

from rulewright.library.entries import LibraryEntry, entry_of
from rulewright.library.page import library_html
from rulewright.library.state import PAGE, Library
from rulewright.publish.signals import uninterrupted
from rulewright.record import HIDDEN


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
