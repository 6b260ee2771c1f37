"""The processors of this machine, and whether it has room for threads."""

import os
import threading


def processors() -> int:
    """How many processors this process may use."""
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
