"""Store results of pure functions on disk, each under the digest of the values it is made from.

    store.get((html, style), make)      # the result of `make`, now or earlier for the same values

Prints, pictures, pages, answers of the rules code and read-backs are stored, for all commands, games and projects of a
user.

- The store is a folder in the user's cache folder, never in a project. It may be deleted at any time. Results that
  depend only on the installation lie with the installation (`installation.own_store`).
- A file is written under another name and then renamed, so it is never incomplete and no process waits for another. It
  begins with the digest of its key and its content; a damaged file counts as missing.
- Above `MOST_BYTES` bytes the results used longest ago are removed.
- If the folder cannot be read or written, nothing is stored; that costs only time.
- Results with findings are not stored: findings have places in the source, which are not among the values.

This module imports very little: a build with nothing to do costs little more than starting Python.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from rulewright.base.listing import digest, read_file

MOST_BYTES = 2**30
"""Bytes that the folder may hold. A game of sixty pages takes about ten million."""
TRIMMED_PART = 8
"""Trimming frees one part in `TRIMMED_PART`, so that it happens seldom."""
BLOCK = 4096
"""The fewest bytes that a file takes on disk."""
WRITTEN = "written"
"""The name of a file with one byte for each block written since the last trimming."""


class Store:
    """Results by the digests of their values; without a folder it stores nothing.

    `tool` is a digest of what every result depends on: this tool and its libraries.
    """

    def __init__(self, folder: str = "", tool: str = "", most: int = MOST_BYTES) -> None:
        self._folder, self._tool, self._most = folder, tool, most

    def get(self, values: Iterable[str | bytes], make: Callable[[], bytes]) -> bytes:
        """Return the result of `make`, stored if it was made before for the same values."""
        key = self.key(*values)
        data = self.find(key)
        if data is None:
            data = make()
            self.keep(key, data)
        return data

    def key(self, *values: str | bytes) -> str:
        """Return the key of a result. The first value names the kind of result."""
        return digest(self._tool, *values)

    def find(self, key: str) -> bytes | None:
        """Return the stored result of a key, or None."""
        if not self._folder:
            return None
        path = self._path(key)
        written_mark, _, data = (read_file(path) or b"").partition(b"\n")
        if written_mark != _mark(key, data):
            return None
        with suppress(OSError):
            os.utime(path)  # marks it as used
        return data

    def keep(self, key: str, data: bytes) -> None:
        """Store a result."""
        if self._folder:
            with suppress(OSError):
                _write(self._path(key), _mark(key, data) + b"\n" + data)
                if self._count(len(data)) > self._most // TRIMMED_PART:
                    self._trim()

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, key[:2], key)

    def _count(self, size: int) -> int:
        """Count a file in and return the bytes written since the last trimming, by all processes."""
        with open(os.path.join(self._folder, WRITTEN), "ab") as stream:
            stream.write(b"." * _blocks(size))
            return stream.tell() * BLOCK  # the file has one byte for each block

    def _trim(self) -> None:
        """Remove the results used longest ago, and in time also the unfinished files of killed processes."""
        with open(os.path.join(self._folder, WRITTEN), "wb"):  # which empties it, and so counts from 0 again
            room = self._most - self._most // TRIMMED_PART
        files = ((entry.stat(), entry.path) for entry in _files(self._folder))
        for status, path in sorted(files, key=lambda each: -each[0].st_mtime_ns):
            room -= _blocks(status.st_size) * BLOCK
            if room < 0:
                with suppress(OSError):
                    os.unlink(path)


NO_STORE = Store()
"""Stores nothing, so that every result is made again."""


def user_folder() -> str:
    """Return the cache folder of the system, or XDG_CACHE_HOME if set; empty for a user without a home."""
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
    """Write a file completely or not at all."""
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
