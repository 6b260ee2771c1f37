"""Who waits for long work is told how far it has come."""

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[str, int, int], None]
"""Is told what is being done, and how many steps of how many are; of none where nobody knows how many there are."""


def unwatched(_what: str, _done: int, _all: int) -> None:
    """Nobody waits for it."""
