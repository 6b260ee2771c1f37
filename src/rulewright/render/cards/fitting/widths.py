"""Finds the widths of columns at which the tallest is lowest, in steps of a twelfth of an equal share."""

from collections.abc import Generator, Sequence
from math import gcd

STEPS = 12
"""Steps of width of each column when all are equal."""
NARROWEST = 3
ENOUGH = 1e9
"""The area of a column that is too narrow for its content, in steps times pixels."""

Ratio = tuple[int, ...]
Search = Generator[Ratio, Sequence[float], Ratio]
"""Yields a ratio, gets the heights of the columns at it, and returns the best ratio."""


def widths(begin: Ratio) -> Search:
    """The ratio at which the tallest column is lowest; of equals the first. `begin` is equal shares if none is known.

    A wider column is never higher, so it is enough to give the tallest one step at a time, from the column that stays
    the lowest without it, as long as that helps.
    """
    known: dict[Ratio, Sequence[float]] = {}

    def heights(ratio: Ratio) -> Generator[Ratio, Sequence[float], Sequence[float]]:
        if ratio not in known:
            known[ratio] = yield ratio
        return known[ratio]

    columns = len(begin)
    ratio = _in_steps(begin)
    ratio = _guess(ratio, (yield from heights(ratio)))
    yield from heights(ratio)
    tried: set[Ratio] = set()
    while ratio not in tried:
        tried.add(ratio)
        now = yield from heights(ratio)
        tall = max(range(columns), key=now.__getitem__)
        for donor in sorted(range(columns), key=now.__getitem__):
            moved = _moved(ratio, donor, tall)
            if donor == tall or moved[donor] < NARROWEST:
                continue
            then = yield from heights(moved)
            if then[donor] < now[tall]:
                ratio = moved
                break
    best = min(known, key=lambda each: max(known[each]))
    return tuple(share // gcd(*best) for share in best)


def _moved(ratio: Ratio, donor: int, receiver: int) -> Ratio:
    """The ratio with one step taken from one column and given to another."""
    return tuple(share - (at == donor) + (at == receiver) for at, share in enumerate(ratio))


def _guess(ratio: Ratio, heights: Sequence[float]) -> Ratio:
    """A ratio at which all are about as high: a text keeps its area."""
    return _in_steps([min(share * height, ENOUGH) for share, height in zip(ratio, heights, strict=True)])


def _in_steps(shares: Sequence[float]) -> Ratio:
    """Shares in whole steps, always the same number in all, and none too narrow."""
    whole = STEPS * len(shares)
    steps = [max(NARROWEST, round(whole * share / (sum(shares) or 1))) for share in shares]
    while sum(steps) != whole:
        more = sum(steps) < whole
        steps[steps.index(min(steps) if more else max(steps))] += 1 if more else -1
    return tuple(steps)
