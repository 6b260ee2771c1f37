"""How many processes may work at once, and whether this machine has room for threads.

The user's number holds for the whole command, so it is kept here: it says nothing of what is made, only how fast.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_WANTED: ContextVar[int] = ContextVar("jobs", default=0)
"""What the user asked for; 0 if nothing."""


@contextmanager
def at_most(jobs: int) -> Iterator[None]:
    """No more processes at once than so many, in all that is done meanwhile; 0 for as many as there are processors."""
    before = _WANTED.set(jobs)
    try:
        yield
    finally:
        _WANTED.reset(before)


def processors() -> int:
    """How many processes may work at once: as many as the user says, by default as this process may use processors."""
    if wanted := _WANTED.get():
        return wanted
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_room_for_threads(count: int) -> bool:
    """Whether so many can start beside those that run. Libraries that cannot start one abort, or wait for ever."""
    enough, threads = threading.Event(), list[threading.Thread]()
    try:
        for _ in range(count):
            thread = threading.Thread(target=enough.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except (RuntimeError, OSError):
        return False
    finally:
        enough.set()
        for thread in threads:
            thread.join()
    return True
