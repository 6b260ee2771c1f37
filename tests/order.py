"""The order of tests: what takes longest comes first, and the builds of different games in different processes.

xdist deals the tests out as they stand, an equal part to each process, and later moves some to those that are done. A
slow test begun last would leave the other processors with nothing to do, and who needs a game that another process
builds has to wait for it.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

SLOWEST = (
    "tests/golden/test_golden.py",
    "tests/test_mutation.py",
    "tests/test_code_mutants.py",
    "tests/test_words.py",
    "tests/browser/test_every_page.py",
)
"""Tests that build the real games or alter them everywhere, up to a minute each; the first of them build."""


def in_order(items: Sequence[T], name: Callable[[T], str], games: Sequence[str], processes: int) -> list[T]:
    """The tests part by part, as so many processes get them."""
    slow = sorted((item for item in items if name(item).startswith(SLOWEST)), key=lambda item: _rank(name(item)))
    rest = (item for item in items if not name(item).startswith(SLOWEST))
    return list(_dealt(slow, rest, lambda item: _process(name(item), games, processes), len(items), processes))


def _rank(name: str) -> int:
    return next(at for at, begin in enumerate(SLOWEST) if name.startswith(begin))


def _process(name: str, games: Sequence[str], processes: int) -> int:
    return next((at for at, game in enumerate(games) if game in name), 0) % processes


def _dealt(slow: list[T], rest: Iterable[T], process: Callable[[T], int], count: int, processes: int) -> Iterable[T]:
    others = iter(rest)
    for at in range(processes):
        own = [item for item in slow if process(item) == at]
        yield from own
        yield from islice(others, max(0, count * (at + 1) // processes - count * at // processes - len(own)))
    yield from others
