"""Progress callbacks."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the current work, the steps done, and the steps in all; 0 in all if nobody knows."""


def no_progress(_what: str, _done: int, _all: int) -> None:
    """Shows no progress."""
