"""Truth values of all combinations: a byte for each, 0 or 1, row-major with the last axis fastest.

A column covers only the axes that it depends on, and expands to more when it is joined with others. Joining takes whole
columns at once, as large whole numbers whose bytes do not carry into one another.
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
    """The truth values over some axes; `axes` are their positions in the space, rising."""

    axes: tuple[int, ...]
    bits: bytes


@dataclass(frozen=True, slots=True)
class InputSpace:
    """The axes of all combinations, by their sizes."""

    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.sizes)

    def constant(self, truth: bool) -> TruthColumn:
        return TruthColumn((), bytes([truth]))

    def invert(self, column: TruthColumn) -> TruthColumn:
        return TruthColumn(column.axes, column.bits.translate(bytes([1, 0]) + bytes(254)))

    def both(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._join(one, other, and_)

    def either(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._join(one, other, or_)

    def count_true(self, column: TruthColumn) -> int:
        """How many of all combinations are true."""
        return column.bits.count(1) * (self.count // len(column.bits)) if column.bits else 0

    def _join(self, one: TruthColumn, other: TruthColumn, join: Callable[[int, int], int]) -> TruthColumn:
        axes = tuple(sorted({*one.axes, *other.axes}))
        left, right = self.expand(one, axes), self.expand(other, axes)
        return TruthColumn(axes, to_bytes(join(to_number(left), to_number(right)), len(left)))

    def region(self, boxes: Iterable[Iterable[bytes | None]]) -> TruthColumn:
        """Where any of the boxes holds; a box has the truth values of each axis, or None for the whole axis."""
        result = self.constant(truth=False)
        for box in boxes:
            inside = self.constant(truth=True)
            for axis, truth in enumerate(box):
                inside = inside if truth is None else self.both(inside, TruthColumn((axis,), truth))
            result = self.either(result, inside)
        return result

    def expand_all(self, column: TruthColumn) -> bytes:
        """The bits over every axis."""
        return self.expand(column, range(len(self.sizes)))

    def expand(self, column: TruthColumn, axes: Sequence[int]) -> bytes:
        """The bits over `axes`, repeated along those that the column does not depend on."""
        bits, below = column.bits, 1
        for axis in reversed(axes):
            if axis not in column.axes:
                bits = _repeat(bits, below, self.sizes[axis])
            below *= self.sizes[axis]
        return bits


def _repeat(bits: bytes, below: int, times: int) -> bytes:
    """Each run of `below` bits, repeated so many times."""
    if len(bits) // below <= below * times:
        return b"".join([bits[index : index + below] * times for index in range(0, len(bits), below)])
    result = bytearray(len(bits) * times)
    for index in range(times):
        for offset in range(below):
            result[index * below + offset :: below * times] = bits[offset::below]
    return bytes(result)


def to_number(bits: bytes, width: int = 1) -> int:
    """The bytes as one number, each `width` bytes wide: adding or joining such numbers works place by place."""
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
    """The width in bytes of numbers up to this one."""
    return next(width for width in CODES if most < 1 << 8 * width)


def to_array(number: int, count: int, width: int) -> "array[int]":
    """The value at each place of such a number."""
    result = array(CODES[width], number.to_bytes(count * width, BYTES))
    if sys.byteorder != BYTES:
        result.byteswap()
    return result
