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
class Column:
    """`axes` are positions among all axes, rising."""

    axes: tuple[int, ...]
    bits: bytes


@dataclass(frozen=True, slots=True)
class Space:
    """All axes that columns may stand over, by their sizes."""

    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.sizes)

    def everywhere(self, truth: bool) -> Column:
        return Column((), bytes([truth]))

    def invert(self, column: Column) -> Column:
        return Column(column.axes, column.bits.translate(bytes([1, 0]) + bytes(254)))

    def both(self, one: Column, other: Column) -> Column:
        return self._joined(one, other, and_)

    def either(self, one: Column, other: Column) -> Column:
        return self._joined(one, other, or_)

    def held(self, column: Column) -> int:
        """In how many of all combinations it is true."""
        return column.bits.count(1) * (self.count // len(column.bits)) if column.bits else 0

    def _joined(self, one: Column, other: Column, join: Callable[[int, int], int]) -> Column:
        axes = tuple(sorted({*one.axes, *other.axes}))
        left, right = self.spread(one, axes), self.spread(other, axes)
        return Column(axes, bytes_of(join(number_of(left), number_of(right)), len(left)))

    def region(self, boxes: Iterable[Iterable[bytes | None]]) -> Column:
        """Where any of the boxes holds: each has the truth for every key of an axis, None where all of them will do."""
        found = self.everywhere(truth=False)
        for box in boxes:
            inside = self.everywhere(truth=True)
            for axis, truth in enumerate(box):
                inside = inside if truth is None else self.both(inside, Column((axis,), truth))
            found = self.either(found, inside)
        return found

    def over_all(self, column: Column) -> bytes:
        """The column over every axis."""
        return self.spread(column, range(len(self.sizes)))

    def spread(self, column: Column, axes: Sequence[int]) -> bytes:
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


def number_of(bits: bytes, width: int = 1) -> int:
    """The bytes as one number, each `width` bytes wide: adding or joining such numbers does so place by place."""
    if width > 1:
        wide = bytearray(len(bits) * width)
        wide[::width] = bits
        bits = bytes(wide)
    return int.from_bytes(bits, BYTES)


def bytes_of(number: int, count: int) -> bytes:
    return number.to_bytes(count, BYTES)


CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Type codes of arrays by the width of their numbers in bytes."""


def width_for(most: int) -> int:
    """How many bytes numbers up to this one need."""
    return next(width for width in CODES if most < 1 << 8 * width)


def places_of(number: int, count: int, width: int) -> "array[int]":
    """What stands at each place of such a number."""
    found = array(CODES[width], number.to_bytes(count * width, BYTES))
    if sys.byteorder != BYTES:
        found.byteswap()
    return found
