"""The type of the callbacks with which long steps report their progress: `progress("Cards", 3, 60)`."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the current work, the steps done, and the number of steps; 0 if that is unknown."""


def no_progress(_work: str, _done: int, _total: int) -> None:
    """Show no progress."""
