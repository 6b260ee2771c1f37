"""What all projects of a user share: results in the cache folder of the system, each under the digest of its values.

The folder may be deleted at any time. A file is written under another name and then renamed, so that none is half
there. It begins with the digest of its name and its content: an altered or exchanged one is made again. Above `MOST`
bytes the files that were used longest ago are removed. Where the folder cannot be written, nothing is kept.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rulewright.listing import digest, read_file

MOST = 64 * 2**20
"""Bytes that the folder may hold; the fonts of a game take some 300,000."""


def cached(values: tuple[str | bytes, ...], make: Callable[[], bytes]) -> bytes:
    """What `make` returns, or returned before for the same values."""
    folder = cache_folder()
    if not folder.is_absolute():  # a user without a home
        return make()
    path = folder / digest(*values)
    data = _read(path)
    if data is None:
        data = make()
        with suppress(OSError):
            _write(path, data)
            _trim(folder)
    return data


def cache_folder() -> Path:
    """Where the system wants such files: in XDG_CACHE_HOME wherever that is set."""
    home = os.path.expanduser("~")
    usual = {
        "win32": os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"),
        "darwin": os.path.join(home, "Library", "Caches"),
    }.get(sys.platform, os.path.join(home, ".cache"))
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    return Path(chosen if os.path.isabs(chosen) else usual, "rulewright")


def _read(path: Path) -> bytes | None:
    mark, _, data = (read_file(str(path)) or b"").partition(b"\n")
    if mark != _mark(path, data):
        return None
    with suppress(OSError):
        os.utime(path)  # used now
    return data


def _mark(path: Path, data: bytes) -> bytes:
    return digest(path.name, data).encode()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, new = tempfile.mkstemp(dir=path.parent)
    try:
        with open(number, "wb") as stream:
            stream.write(_mark(path, data) + b"\n" + data)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


def _trim(folder: Path) -> None:
    """Also removes what a killed process left of a file, when its time has come."""
    files = sorted(((entry.stat(), entry) for entry in folder.iterdir()), key=lambda each: -each[0].st_mtime_ns)
    total = 0
    for status, path in files:
        total += status.st_size
        if total > MOST:
            path.unlink(missing_ok=True)
