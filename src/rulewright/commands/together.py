"""One text of the results of several games: a bug on one of them does not hide the others."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from rulewright.boundary import Apart

T = TypeVar("T")


def written_together(apart: Apart, games: Mapping[str, T], write: Callable[[Mapping[str, T]], str]) -> str:
    """What is written of all games; where that fails, of those with which it does not."""
    try:
        return write(games)
    except Exception:
        return write({game: result for game, result in games.items() if _is_written(apart, game, result, write)})


def _is_written(apart: Apart, game: str, result: T, write: Callable[[Mapping[str, T]], str]) -> bool:
    with apart.of(game):
        write({game: result})
        return True
    return False
