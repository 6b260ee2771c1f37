"""Waiting for what another process, thread or browser does in its own time."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 60
"""Seconds: a busy machine is slow to start processes."""


def until(found: Callable[[], Found | None], promised: Callable[[], object] = lambda: "it did not come") -> Found:
    """What `found` gives as soon as that is true or not empty. If it never is, what `promised` gives is told."""
    end = time.monotonic() + PATIENCE
    while not (answer := found()):
        assert time.monotonic() < end, promised()
        time.sleep(0.02)
    return answer
