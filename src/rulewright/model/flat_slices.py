"""Where a box lies among combinations that are laid out flat, row-major with the last axis fastest.

A box is given as a few slices with steps, so that millions of combinations are filled at the speed of memory.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from rulewright.model.keyset import KeySet

PositionRange = tuple[int, int]
"""Neighbouring positions on one axis: the first, and the one after the last."""


def flat_slices(box: Sequence[KeySet], keys: Sequence[Sequence[int]]) -> Iterator[slice]:
    """The flat positions of a box; `keys` are those of each axis in rising order."""
    runs = [list(_runs(inside, each)) for inside, each in zip(box, keys, strict=True)]
    sizes = [len(each) for each in keys]
    if not all(runs):
        return
    if not runs:
        yield slice(0, 1)
        return
    strides = [prod(sizes[at + 1 :]) for at in range(len(sizes))]
    _, top, along = min(_spans(runs, sizes))
    below = prod(sizes[top + 1 : along + 1])
    others = [
        [position * strides[at] for first, end in runs[at] for position in range(first, end)]
        for at in range(len(runs))
        if not top <= at <= along
    ]
    for offset in map(sum, product(*others)):
        for first, end in runs[top]:
            start = offset + first * strides[top]
            yield slice(start, start + ((end - first) * below - 1) * strides[along] + 1, strides[along])


def _spans(runs: Sequence[Sequence[PositionRange]], sizes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """How many slices it takes, if each runs over the axes `top` to `along`; all but the first of these are whole."""
    counts = [sum(end - first for first, end in each) for each in runs]
    for along in range(len(runs)):
        top = along
        while top and counts[top] == sizes[top]:
            top -= 1
        yield len(runs[top]) * prod(counts[:top]) * prod(counts[along + 1 :]), top, along


def _runs(inside: KeySet, keys: Sequence[int]) -> Iterator[PositionRange]:
    for low, high in inside.intervals:
        first, end = bisect_left(keys, low), bisect_right(keys, high)
        if first < end:
            yield first, end
