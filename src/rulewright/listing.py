"""The files below a folder, each by the digest of its content.

Reading is skipped only where nothing can have changed since the file was last read. Any program can set the time of a
file's content, but none that of its inode: the same stamp, the same file. A stamp is worth nothing if the file could
change again without it: soon after the last change, where the clock of the file system is coarse, and on Windows.

This module imports next to nothing, like `cache`.
"""

import os
import stat
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import BinaryIO

from rulewright.boundary import Failure
from rulewright.limits import FILES

Listing = Mapping[str, list[int | str]]
"""Files by path, each with its stamp of four numbers, and with the digest of its content."""
NO_FILES: Listing = {}

TICK = 20_000_000
"""Nanoseconds in which a file may change twice and show the same time: twice the slowest tick of Linux."""
PART = 1 << 20
"""Bytes of a file that are in memory at a time while its digest is made."""
UNREAD = [-1, -1, -1, -1]
"""No file has this stamp, so the file is read again."""


def digest(*values: str | bytes) -> str:
    """The same only for the same values in the same order."""
    from hashlib import sha256  # a build with nothing to do does not wait for this import

    total = sha256()
    for value in values:
        data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
        total.update(b"%d:" % len(data))
        total.update(data)
    return total.hexdigest()


def listing(folder: str, known: Listing = NO_FILES) -> Listing:
    """The files below a folder, without hidden ones and caches; reads only those that differ from `known`.

    A link to a file counts as the file, and a link to anything else as the name it holds.
    """
    found = list(islice(walk(folder, skip=(".", "__pycache__")), FILES.most + 1))
    if len(found) > FILES.most:
        many = f"{folder} has more than {FILES.most:,} files: if it is a link to another place, remove it"
        raise Failure(many)
    return {path: describe(entry, known.get(path)) for path, entry in found}


def walk(folder: str, skip: tuple[str, ...] = ()) -> "Iterator[tuple[str, os.DirEntry[str]]]":
    """All that is no folder, by path; links are not followed, and names that begin with `skip` are passed over."""
    folders = [(folder, "")]
    while folders:
        top, below = folders.pop()
        for entry in _entries(top):
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(skip):
                folders.append((entry.path, f"{below}{entry.name}/"))
            elif not entry.name.startswith(skip):
                yield below + entry.name, entry


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    """None where there is no folder, or none that can be read."""
    try:
        with os.scandir(folder) as entries:
            return [*entries]
    except OSError:
        return []


def describe(
    entry: "os.DirEntry[str]", known: list[int | str] | None = None, *, follow: bool = True
) -> list[int | str]:
    """The stamp and the digest of a file; with the stamp of `known` it is not read."""
    status = (_status(entry, follow=True) if follow else None) or _status(entry, follow=False)
    if status is None:  # removed a moment ago
        return [*UNREAD, ""]
    stamp = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    return known if known and known[:-1] == stamp else [*stamp, _content(entry.path, status.st_mode)]


def _status(entry: "os.DirEntry[str]", *, follow: bool) -> os.stat_result | None:
    try:
        return entry.stat(follow_symlinks=follow)
    except OSError:  # a link to nothing, or to itself
        return None


def _content(path: str, mode: int) -> str:
    """The digest of a file; empty where there is nothing to read, for a pipe would be waited for."""
    if stat.S_ISREG(mode):
        return _digest_of(path)
    try:
        return digest("link", os.readlink(path))
    except OSError:
        return ""


def _digest_of(path: str) -> str:
    """The `digest` of what a file holds, which is never in memory as a whole; empty where it cannot be read."""
    from hashlib import sha256

    try:
        with _opened(path) as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return ""
            total, size = sha256(b"%d:" % status.st_size), 0
            while part := stream.read(PART):
                total.update(part)
                size += len(part)
    except OSError:
        return ""
    if size == status.st_size:
        return total.hexdigest()
    data = read_file(path)  # it grows or shrinks now
    return "" if data is None else digest(data)


def has_linked_folders(folder: str) -> bool:
    """Whether links lead to folders, whose files a listing does not have."""
    return any(entry.is_symlink() and entry.is_dir() for _, entry in walk(folder))


def settled(files: Listing, now: int) -> Listing:
    """The files as listed at `now`, with stamps only where any later change would alter them."""
    return {path: file if _is_settled(file, now) else [*UNREAD, file[-1]] for path, file in files.items()}


def _is_settled(file: list[int | str], now: int) -> bool:
    _, written, changed, *_ = map(int, file[:-1])
    coarse = changed % 1_000_000_000 == 0
    return os.name == "posix" and not coarse and max(written, changed) + TICK < now


def contents(files: Listing) -> dict[str, int | str]:
    """The digest of each file, whenever it was written."""
    return {path: file[-1] for path, file in files.items()}


def read_file(path: str) -> bytes | None:
    """The bytes of a regular file; None where there is none that can be read."""
    try:
        with _opened(path) as stream:
            return stream.read() if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else None
    except OSError:
        return None


def _opened(path: str) -> BinaryIO:
    """Waits for no pipe."""
    return open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")


def clock() -> int:
    """Nanoseconds, to compare with the times of files."""
    return time.time_ns()
