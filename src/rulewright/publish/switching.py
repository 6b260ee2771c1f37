"""A new folder in the place of an old one: by one rename that exchanges them, where the file system can."""

import errno
import os
import sys
from pathlib import Path

RENAME_EXCHANGE = 2
AT_FDCWD = -100
UNKNOWN = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


def switch(new: Path, place: Path, old: Path) -> None:
    """Puts `new` in its place. What was there is then in `new`, or in `old`.

    By two renames there is nothing in the place for a moment; after a kill `clean_up` puts the old one back.
    """
    if not place.exists():
        new.rename(place)
    elif not exchange(new, place):
        place.rename(old)
        new.rename(place)


def exchange(one: Path, other: Path) -> bool:
    """False where the system or the file system cannot, and nothing has changed."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), str(other))
