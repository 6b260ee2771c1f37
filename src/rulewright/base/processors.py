"""How many processes may work at once, and whether this machine can start more threads."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_JOBS: ContextVar[int] = ContextVar("jobs", default=0)
"""The number of --jobs for the whole command; 0 if it was not given."""


@contextmanager
def limit_jobs(jobs: int) -> Iterator[None]:
    """Limit worker processes to `jobs` inside the block; 0 means one for each processor."""
    token = _JOBS.set(jobs)
    try:
        yield
    finally:
        _JOBS.reset(token)


def processors() -> int:
    """Return how many processes may work at once: by default the processors that this process may use."""
    if jobs := _JOBS.get():
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_room_for_threads(count: int) -> bool:
    """Return whether `count` more threads can start, by starting them: a library that cannot start one may hang."""
    end, threads = threading.Event(), list[threading.Thread]()
    try:
        for _ in range(count):
            thread = threading.Thread(target=end.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except (RuntimeError, OSError):
        return False
    finally:
        end.set()
        for thread in threads:
            thread.join()
    return True
