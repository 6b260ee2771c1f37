"""List the files below a folder with a digest of each.

A file is not read again while its stamp (size, times, inode) is the same. Programs can set a file's modification time
but not its change time, so the stamp is reliable, except just after a change, where the file system's clock is coarse,
and on Windows: there the stamp is not used.

Like `cache`, this module imports very little.
"""

import os
import stat
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import BinaryIO

from rulewright.base.boundary import Failure
from rulewright.base.limits import FILES

File = list[int | str]
"""A file in a listing: size, modification time, change time and inode, which are its stamp, then its digest.

It is a list because records and stores keep it as JSON.
"""
Listing = Mapping[str, File]
"""Files by path."""
NO_FILES: Listing = {}

TICK = 20_000_000
"""Nanoseconds in which two changes of a file can have the same time: twice the slowest tick of Linux."""
CHUNK = 1 << 20
"""Bytes of a file held in memory while its digest is made."""
UNREAD = [-1, -1, -1, -1]
"""No file has this stamp, so the file is read again."""


def digest(*values: str | bytes) -> str:
    """Return a SHA-256 digest of the values in this order."""
    from hashlib import sha256  # a build with nothing to do does not wait for this import

    hasher = sha256()
    for value in values:
        data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
        hasher.update(b"%d:" % len(data))  # so that `ab`, `c` differs from `a`, `bc`
        hasher.update(data)
    return hasher.hexdigest()


def listing(folder: str, earlier: Listing = NO_FILES) -> Listing:
    """List the files below a folder, except hidden ones and caches; read only those with other stamps than `earlier`.

    A link to a file counts as that file; any other link counts as the name it holds.
    """
    entries = dict(islice(walk(folder, skip=(".", "__pycache__")), FILES.most + 1))
    if len(entries) > FILES.most:
        raise Failure(f"{folder} has more than {FILES.most:,} files: if it is a link to another place, remove it")
    return {path: describe(entry, earlier.get(path)) for path, entry in entries.items()}


def walk(folder: str, skip: tuple[str, ...] = ()) -> "Iterator[tuple[str, os.DirEntry[str]]]":
    """Yield everything but folders, with its path; follow no links, and skip names that begin with `skip`."""
    folders = [(folder, "")]  # each with the beginning of the paths of its files
    while folders:
        top, prefix = folders.pop()
        for entry in _entries(top):
            if entry.name.startswith(skip):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append((entry.path, f"{prefix}{entry.name}/"))
            else:
                yield prefix + entry.name, entry


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder; none if it is missing or cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [*entries]
    except OSError:
        return []


def describe(entry: "os.DirEntry[str]", earlier: File | None = None, *, follow: bool = True) -> File:
    """Return the stamp and the digest of a file; it is not read if it has the same stamp as `earlier`."""
    status = (_status(entry, follow=True) if follow else None) or _status(entry, follow=False)
    if status is None:  # removed a moment ago
        return [*UNREAD, ""]
    stamp = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    return earlier if earlier and earlier[:-1] == stamp else [*stamp, _content(entry.path, status.st_mode)]


def _status(entry: "os.DirEntry[str]", *, follow: bool) -> os.stat_result | None:
    try:
        return entry.stat(follow_symlinks=follow)
    except OSError:  # a link to nothing, or to itself
        return None


def _content(path: str, mode: int) -> str:
    """Return the digest of a file or link; empty for anything else, as reading a pipe would block."""
    if stat.S_ISREG(mode):
        return _digest_of(path)
    try:
        return digest("link", os.readlink(path))
    except OSError:
        return ""


def _digest_of(path: str) -> str:
    """Return the `digest` of a file without holding it in memory; empty if it cannot be read."""
    from hashlib import sha256

    try:
        with _opened(path) as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return ""
            hasher, size = sha256(b"%d:" % status.st_size), 0
            while chunk := stream.read(CHUNK):
                hasher.update(chunk)
                size += len(chunk)
    except OSError:
        return ""
    if size == status.st_size:
        return hasher.hexdigest()
    data = read_file(path)  # it is growing or shrinking
    return "" if data is None else digest(data)


def has_linked_folders(folder: str) -> bool:
    """Return whether links lead to folders, whose files a listing leaves out."""
    return any(entry.is_symlink() and entry.is_dir() for _, entry in walk(folder))


def settled(files: Listing, now: int) -> Listing:
    """Drop the stamps that a later change might not alter, from files listed at `now`."""
    return {path: file if _is_settled(file, now) else [*UNREAD, file[-1]] for path, file in files.items()}


def _is_settled(file: File, now: int) -> bool:
    _size, modified, changed, _inode = map(int, file[:-1])
    has_whole_seconds = changed % 1_000_000_000 == 0  # the file system may not store parts of seconds
    return os.name == "posix" and not has_whole_seconds and max(modified, changed) + TICK < now


def contents(files: Listing) -> dict[str, int | str]:
    """Return the digest of each file."""
    return {path: file[-1] for path, file in files.items()}


def read_file(path: str) -> bytes | None:
    """Return the bytes of a regular file, or None if it cannot be read."""
    try:
        with _opened(path) as stream:
            return stream.read() if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else None
    except OSError:
        return None


def _opened(path: str) -> BinaryIO:
    """Open a file without waiting for a pipe."""
    return open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")


def clock() -> int:
    """Return nanoseconds, to compare with the times of files."""
    return time.time_ns()
