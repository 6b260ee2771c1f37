"""Truths over combinations: a byte, 0 or 1, for each, row-major with the last axis fastest.

A column stands over the axes it depends on, and is spread over more only where it meets others. Whole columns are
joined at once: as one large whole number, whose bytes do not touch one another.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from operator import and_, or_
from typing import Literal

BYTES: Literal["little"] = "little"


@dataclass(frozen=True, slots=True)
class TruthColumn:
    """`axes` are positions among all axes, rising."""

    axes: tuple[int, ...]
    bits: bytes


@dataclass(frozen=True, slots=True)
class InputSpace:
    """All axes that columns may stand over, by their sizes."""

    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.sizes)

    def constant(self, truth: bool) -> TruthColumn:
        return TruthColumn((), bytes([truth]))

    def invert(self, column: TruthColumn) -> TruthColumn:
        return TruthColumn(column.axes, column.bits.translate(bytes([1, 0]) + bytes(254)))

    def both(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._joined(one, other, and_)

    def either(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._joined(one, other, or_)

    def count_true(self, column: TruthColumn) -> int:
        """In how many of all combinations it is true."""
        return column.bits.count(1) * (self.count // len(column.bits)) if column.bits else 0

    def _joined(self, one: TruthColumn, other: TruthColumn, join: Callable[[int, int], int]) -> TruthColumn:
        axes = tuple(sorted({*one.axes, *other.axes}))
        left, right = self.spread(one, axes), self.spread(other, axes)
        return TruthColumn(axes, to_bytes(join(to_number(left), to_number(right)), len(left)))

    def region(self, boxes: Iterable[Iterable[bytes | None]]) -> TruthColumn:
        """Where any of the boxes holds: each has the truth for every key of an axis, None where all of them will do."""
        found = self.constant(truth=False)
        for box in boxes:
            inside = self.constant(truth=True)
            for axis, truth in enumerate(box):
                inside = inside if truth is None else self.both(inside, TruthColumn((axis,), truth))
            found = self.either(found, inside)
        return found

    def expand_all(self, column: TruthColumn) -> bytes:
        """The column over every axis."""
        return self.spread(column, range(len(self.sizes)))

    def spread(self, column: TruthColumn, axes: Sequence[int]) -> bytes:
        """The bits repeated along those of `axes` that the column does not depend on, the innermost first."""
        bits, below = column.bits, 1
        for axis in reversed(axes):
            if axis not in column.axes:
                bits = _repeated(bits, below, self.sizes[axis])
            below *= self.sizes[axis]
        return bits


def _repeated(bits: bytes, below: int, times: int) -> bytes:
    """Each stretch of `below` bits so many times over."""
    if len(bits) // below <= below * times:
        return b"".join([bits[at : at + below] * times for at in range(0, len(bits), below)])
    found = bytearray(len(bits) * times)
    for at in range(times):
        for place in range(below):
            found[at * below + place :: below * times] = bits[place::below]
    return bytes(found)


def to_number(bits: bytes, width: int = 1) -> int:
    """The bytes as one number, each `width` bytes wide: adding or joining such numbers does so place by place."""
    if width > 1:
        wide = bytearray(len(bits) * width)
        wide[::width] = bits
        bits = bytes(wide)
    return int.from_bytes(bits, BYTES)


def to_bytes(number: int, count: int) -> bytes:
    return number.to_bytes(count, BYTES)


CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Type codes of arrays by the width of their numbers in bytes."""


def width_for(most: int) -> int:
    """How many bytes numbers up to this one need."""
    return next(width for width in CODES if most < 1 << 8 * width)


def to_array(number: int, count: int, width: int) -> "array[int]":
    """What stands at each place of such a number."""
    found = array(CODES[width], number.to_bytes(count * width, BYTES))
    if sys.byteorder != BYTES:
        found.byteswap()
    return found
