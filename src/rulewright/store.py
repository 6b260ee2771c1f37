"""One store for all results: each is a pure function of values, and kept under the digest of just these.

    store.get((html, style), make)      # what `make` returns, now or for the same values before

A print, a picture, a page, an answer of the rules code or a read-back names what it is made from. As long as that is
the same, it is used again: by every command, game and project of a user. A value that was made anew and is the same has
the same digest, so what is made from it is not made again.

- It is a folder in the user's cache folder, never in a project: `check` writes nothing there. It may be deleted at any
  time, as a whole or in part; then everything is made again. What follows from the installation alone is kept with it
  (`installation.own_store`).
- A file is written under another name and then renamed, so that none is half there, and no process waits for another.
  It begins with the digest of its name and its content: a torn, altered or exchanged file is as good as none.
- Above `MOST` bytes the results that were used longest ago are removed.
- Where the folder cannot be read or written, nothing is kept, and nobody is told: it costs only time.
- What has findings is not kept. They are at places in the source, which are none of the values.

This module imports next to nothing: a build with nothing to do costs little more than starting Python.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from rulewright.listing import digest, read_file

MOST = 2**30
"""Bytes that the folder may hold. A game of sixty pages takes some ten million."""
ROOM = 8
"""One part in so many is free after results were removed, so that they are removed seldom."""
BLOCK = 4096
"""Bytes that a file takes on disk at least."""
WRITTEN = "written"
"""A file as long as the blocks that were written since results were removed last."""


class Store:
    """Results by the digests of their values; without a folder it keeps nothing.

    `tool` stands for what every result depends on beside its own values.
    """

    def __init__(self, folder: str = "", tool: str = "", most: int = MOST) -> None:
        self._folder, self._tool, self._most = folder, tool, most

    def get(self, values: Iterable[str | bytes], make: Callable[[], bytes]) -> bytes:
        """What `make` returns, now or for the same values before."""
        key = self.key(*values)
        data = self.find(key)
        if data is None:
            data = make()
            self.keep(key, data)
        return data

    def key(self, *values: str | bytes) -> str:
        """Stands for a result of these values. The first says what kind of result it is."""
        return digest(self._tool, *values)

    def find(self, key: str) -> bytes | None:
        """The result of this key, if it is kept."""
        if not self._folder:
            return None
        path = self._path(key)
        mark, _, data = (read_file(path) or b"").partition(b"\n")
        if mark != _mark(key, data):
            return None
        with suppress(OSError):
            os.utime(path)  # used now
        return data

    def keep(self, key: str, data: bytes) -> None:
        """Keeps a result for later."""
        if self._folder:
            with suppress(OSError):
                _write(self._path(key), _mark(key, data) + b"\n" + data)
                if self._count(len(data)) > self._most // ROOM:
                    self._trim()

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, key[:2], key)

    def _count(self, size: int) -> int:
        """Bytes written since results were removed last, by all processes."""
        with open(os.path.join(self._folder, WRITTEN), "ab") as stream:
            stream.write(b"." * _blocks(size))
            return stream.tell() * BLOCK

    def _trim(self) -> None:
        """Also removes what a killed process left of a file, when its time has come."""
        with open(os.path.join(self._folder, WRITTEN), "wb"):
            room = self._most - self._most // ROOM
        files = ((entry.stat(), entry.path) for entry in _files(self._folder))
        for status, path in sorted(files, key=lambda each: -each[0].st_mtime_ns):
            room -= _blocks(status.st_size) * BLOCK
            if room < 0:
                with suppress(OSError):
                    os.unlink(path)


def user_folder() -> str:
    """Where the system wants such files, and XDG_CACHE_HOME wherever that is set; empty for a user without a home."""
    home = os.path.expanduser("~")
    usual = {
        "win32": os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"),
        "darwin": os.path.join(home, "Library", "Caches"),
    }.get(sys.platform, os.path.join(home, ".cache"))
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    folder = os.path.join(chosen if os.path.isabs(chosen) else usual, "rulewright")
    return folder if os.path.isabs(folder) else ""


def _mark(key: str, data: bytes) -> bytes:
    return digest(key, data).encode()


def _blocks(size: int) -> int:
    return 1 + size // BLOCK


def _write(path: str, data: bytes) -> None:
    """Whole or not at all, whatever ends the process."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    new = f"{path}.{os.urandom(4).hex()}"
    try:
        with open(new, "xb") as stream:
            stream.write(data)
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise


def _files(folder: str) -> "Iterator[os.DirEntry[str]]":
    with os.scandir(folder) as parts:
        for part in parts:
            if part.is_dir(follow_symlinks=False):
                with os.scandir(part.path) as entries:
                    yield from (entry for entry in entries if entry.is_file(follow_symlinks=False))
