"""Truths over combinations: a byte, 0 or 1, for each, row-major with the last axis fastest.

A column stands over the axes it depends on, and is spread over more only where it meets others. Whole columns are
joined at once: as one large whole number, whose bytes do not touch one another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from operator import and_, or_

BYTES = "little"


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

    def _joined(self, one: Column, other: Column, join: Callable[[int, int], int]) -> Column:
        axes = tuple(sorted({*one.axes, *other.axes}))
        left, right = self.spread(one, axes), self.spread(other, axes)
        return Column(axes, bytes_of(join(number_of(left), number_of(right)), len(left)))

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


def number_of(bits: bytes) -> int:
    """The bytes as one number: adding or joining such numbers does so byte by byte."""
    return int.from_bytes(bits, BYTES)


def bytes_of(number: int, count: int) -> bytes:
    return number.to_bytes(count, BYTES)
