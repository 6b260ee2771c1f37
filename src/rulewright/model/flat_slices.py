"""The positions of a box among combinations in flat order, row-major with the last axis fastest.

A box becomes a few slices with steps, so that code can fill millions of combinations at the speed of memory.
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
    strides = [prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
    _, outer, inner = min(_slice_counts(runs, sizes))
    below = prod(sizes[outer + 1 : inner + 1])
    others = [
        [position * strides[axis] for first, end in runs[axis] for position in range(first, end)]
        for axis in range(len(runs))
        if not outer <= axis <= inner
    ]
    for offset in map(sum, product(*others)):
        for first, end in runs[outer]:
            start = offset + first * strides[outer]
            yield slice(start, start + ((end - first) * below - 1) * strides[inner] + 1, strides[inner])


def _slice_counts(runs: Sequence[Sequence[PositionRange]], sizes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """For the axes `outer` to `inner` that one slice may span, the number of slices; all but `outer` are whole."""
    counts = [sum(end - first for first, end in each) for each in runs]
    for inner in range(len(runs)):
        outer = inner
        while outer and counts[outer] == sizes[outer]:
            outer -= 1
        yield len(runs[outer]) * prod(counts[:outer]) * prod(counts[inner + 1 :]), outer, inner


def _runs(inside: KeySet, keys: Sequence[int]) -> Iterator[PositionRange]:
    for low, high in inside.intervals:
        first, end = bisect_left(keys, low), bisect_right(keys, high)
        if first < end:
            yield first, end
