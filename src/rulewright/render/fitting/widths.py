"""Columns made as wide as it takes for the tallest to be as low as can be, in steps of a twelfth of an equal share."""

from collections.abc import Generator, Sequence
from math import gcd

STEPS = 12
"""Steps of width that each column has when all are equal."""
NARROWEST = 3

Ratio = tuple[int, ...]
Search = Generator[Ratio, Sequence[float], Ratio]
"""Asks for the heights of the columns at a ratio, and ends with the best one."""


def widths(begin: Ratio) -> Search:
    """The ratio at which the tallest column is lowest; of those that are equal, the first that was met.

    The search begins at a ratio: with equal shares where nothing is known.

    A wider column is never the higher for it, so it is enough to give the tallest one step at a time, taken from the
    column that stays the lowest without it, as long as that helps.
    """
    known: dict[Ratio, Sequence[float]] = {}

    def heights(ratio: Ratio) -> Generator[Ratio, Sequence[float], Sequence[float]]:
        if ratio not in known:
            known[ratio] = yield ratio
        return known[ratio]

    columns = len(begin)
    ratio = tuple(share * columns * STEPS // sum(begin) for share in begin)
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
    """Near to where all are as high: a text keeps its area. In whole steps that add up to the same."""
    areas = [min(share * height, 1e9) for share, height in zip(ratio, heights, strict=True)]
    whole = sum(ratio)
    shares = [max(NARROWEST, round(whole * area / (sum(areas) or 1))) for area in areas]
    while sum(shares) != whole:
        step = 1 if sum(shares) < whole else -1
        shares[shares.index(min(shares) if step > 0 else max(shares))] += step
    return tuple(shares)
