"""One process at a time publishes in a project; others wait, and say so.

The system frees the lock when its holder ends, however it ends. The file stays: it could not be removed without a race.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 0.1
"""Seconds between two attempts where a process cannot sleep until the lock is free."""


@contextmanager
def held_lock(path: Path) -> Iterator[None]:
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        if not _take_or_refuse(file):
            _say("another build of this project is running; this one waits for it to end")
            _wait(file)
        yield
    finally:
        os.close(file)


def _take_or_refuse(file: int) -> bool:
    """False while another process has the lock."""
    try:
        return _take(file)
    except OSError as error:
        why = error.strerror or ""
        _say(f"this file system has no locks ({why}); do not start two builds of this project at once")
        return True


def _say(text: str) -> None:
    print(f"rulewright: {text}", file=sys.stderr, flush=True)


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _wait(file: int) -> None:
        while not _take(file):
            time.sleep(PATIENCE)

else:
    import fcntl

    def _take(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
