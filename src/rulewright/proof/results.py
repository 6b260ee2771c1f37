"""The results of a function for many combinations as numbers, so that a million results are a few arrays of bytes.

The numbers are the results, or positions in a list of the distinct results.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, overload

Value: TypeAlias = "bool | int | float | str | Fraction | tuple[Value, ...] | frozenset[Value] | None"
"""An argument or a result: an enum member as its value, a list as a tuple, a set as a frozenset."""

Codes: TypeAlias = "array[Any]"

WHOLE = "BbHhiq"
"""Type codes of arrays of whole numbers, narrow ones first."""
FLOATING = "d"
LONGEST_HEX = 760
"""Digits of the longest whole number that the worker sends; Python writes only thousands in decimal."""
SEVEN_BITS = bytes(range(128))


@dataclass(frozen=True, slots=True, eq=False)
class Results(Sequence[Value]):
    """The results in order. Without `values` the `codes` are the results; with them, positions in `values`."""

    codes: Codes
    values: tuple[Value, ...] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.codes) if self.values is None else map(self.values.__getitem__, self.codes)

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value]: ...
    def __getitem__(self, index: int | slice) -> "Value | Sequence[Value]":
        if isinstance(index, slice):
            return Results(self.codes[index], self.values)
        code: Value = self.codes[index]
        return code if self.values is None else self.values[self.codes[index]]

    def distinct_values(self) -> tuple[Value, ...]:
        """Every value that may be among the results, once."""
        return tuple(dict.fromkeys(self.codes)) if self.values is None else self.values


def single_result(value: Value) -> Results:
    return Results(array("B", [0]), (value,))


def unpack_results(header: Mapping[str, Any], body: bytes) -> Results:
    """A batch that the worker packed (`pack` in worker.py); LookupError, TypeError or ValueError if it is malformed."""
    codes = array(header["code"], body)
    if "values" not in header:
        return Results(codes)
    values = tuple(decode_value(wire) for wire in header["values"])
    if not _are_positions(codes, len(values)):
        raise ValueError(header)
    return Results(codes, values)


def _are_positions(codes: Codes, count: int) -> bool:
    """Whether all codes are positions in a list of so many values."""
    if codes.typecode == "B":
        return not codes.tobytes().translate(None, bytes(range(min(count, 256))))
    return not codes or (min(codes) >= 0 and max(codes) < count)


def decode_value(wire: Any) -> Value:
    """The value that the worker wrote in JSON."""
    match wire:
        case {"integer": digits}:
            return _integer(digits)
        case {"fraction": [above, below]}:
            return Fraction(_integer(above), _integer(below))
        case {"tuple": parts}:
            return tuple(map(decode_value, parts))
        case {"set": parts}:
            return frozenset(map(decode_value, parts))
        case str():
            wire.encode()  # UnicodeEncodeError is a ValueError
            return wire
        case None | bool() | int() | float():
            return wire
    raise ValueError(wire)


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_HEX:
        raise ValueError(digits)
    return int(digits, 16)


def join_results(batches: Sequence[Results]) -> Results:
    """The batches one after the other, as one."""
    if len(batches) == 1:
        return batches[0]
    codes: set[str] = {batch.codes.typecode for batch in batches}
    if all(batch.values is None for batch in batches) and (len(codes) <= 1 or FLOATING not in codes):
        return Results(_concatenate(_wide_enough(batches), (batch.codes for batch in batches)))
    return _join_numbered(batches)


def _wide_enough(batches: Sequence[Results]) -> str:
    """The narrowest type code for whole numbers that holds them all."""
    codes = {batch.codes.typecode for batch in batches}
    if codes == {"B", "b"}:
        return "b" if all(map(_same_signed, (batch.codes for batch in batches))) else "h"
    return max(codes, key=WHOLE.find, default="B")


def _same_signed(codes: Codes) -> bool:
    """Whether these bytes are the same numbers as signed bytes."""
    return codes.typecode == "b" or not codes.tobytes().translate(None, SEVEN_BITS)


def _concatenate(code: str, parts: Iterable[Codes]) -> Codes:
    joined = array(code)
    for part in parts:
        if joined.itemsize == part.itemsize:
            joined.frombytes(part.tobytes())
        else:
            joined.extend(array(code, part))
    return joined


def _join_numbered(batches: Sequence[Results]) -> Results:
    """The batches joined with one list of values; each value gets its number where it first occurs."""
    numbers: dict[object, int] = {}
    values: list[Value] = []
    tables: list[dict[Any, int]] = []
    for batch in batches:
        table = {}
        pairs = ((code, code) for code in batch.distinct_values()) if batch.values is None else enumerate(batch.values)
        for code, value in pairs:
            number = table[code] = numbers.setdefault(_typed_key(value), len(values))
            if number == len(values):
                values.append(value)
        tables.append(table)
    code = "B" if len(values) <= 256 else "I"
    parts = (_renumber(batch.codes, table, code) for batch, table in zip(batches, tables, strict=True))
    return Results(_concatenate(code, parts), tuple(values))


def _renumber(codes: Codes, table: Mapping[Any, int], code: str) -> Codes:
    if all(number == old for old, number in table.items()):
        return codes
    if codes.typecode == code == "B":
        return array("B", codes.tobytes().translate(bytes(table.get(old, 0) for old in range(256))))
    return array(code, map(table.__getitem__, codes))


def _typed_key(value: Value) -> object:
    """Equal only for equal values of the same types throughout: 1 is neither True nor 1.0."""
    if isinstance(value, (tuple, frozenset)):
        return type(value), type(value)(map(_typed_key, value))  # type: ignore[arg-type]
    return type(value), value
