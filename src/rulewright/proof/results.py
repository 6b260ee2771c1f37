"""What a function answered for many combinations, kept as numbers: a million results are a few arrays of bytes.

Either the numbers are the results, or they are positions in a list of the results that occur.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, overload

Value: TypeAlias = "bool | int | float | str | Fraction | tuple[Value, ...] | frozenset[Value] | None"
"""An argument or a result: an enum member is its value, a list is a tuple, a set is frozen."""

Codes: TypeAlias = "array[Any]"

WHOLE = "BbHhiq"
"""Type codes of arrays of whole numbers, narrow ones first."""
FLOATING = "d"
SMALL = bytes(range(128))


@dataclass(frozen=True, slots=True, eq=False)
class Results(Sequence[Value]):
    """The results in order. Without `values` the `codes` are the results, else positions in `values`."""

    codes: Codes
    values: tuple[Value, ...] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.codes) if self.values is None else map(self.values.__getitem__, self.codes)

    @overload
    def __getitem__(self, at: int) -> Value: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Value]: ...
    def __getitem__(self, at: int | slice) -> "Value | Sequence[Value]":
        if isinstance(at, slice):
            return Results(self.codes[at], self.values)
        code: Value = self.codes[at]
        return code if self.values is None else self.values[self.codes[at]]

    def distinct(self) -> tuple[Value, ...]:
        """Every value that may be among the results, each once."""
        return tuple(dict.fromkeys(self.codes)) if self.values is None else self.values


def unpack_results(header: Mapping[str, Any], body: bytes) -> Results:
    """A batch as the worker packs it (`pack` in worker.py). LookupError, TypeError or ValueError where it is none."""
    codes = array(header["code"], body)
    if "values" not in header:
        return Results(codes)
    values = tuple(decode_value(wire) for wire in header["values"])
    if not _within(codes, len(values)):
        raise ValueError(header)
    return Results(codes, values)


def _within(codes: Codes, count: int) -> bool:
    """Whether all are positions among so many values."""
    if codes.typecode == "B":
        return not codes.tobytes().translate(None, bytes(range(min(count, 256))))
    return not codes or (min(codes) >= 0 and max(codes) < count)


def decode_value(wire: Any) -> Value:
    """The value that the worker wrote in JSON."""
    match wire:
        case {"integer": digits}:
            return int(digits, 16)
        case {"fraction": [above, below]}:
            return Fraction(int(above, 16), int(below, 16))
        case {"tuple": parts}:
            return tuple(map(decode_value, parts))
        case {"set": parts}:
            return frozenset(map(decode_value, parts))
        case None | bool() | int() | float() | str():
            return wire
    raise ValueError(wire)


def join_results(batches: Sequence[Results]) -> Results:
    """One after the other, as one."""
    if len(batches) == 1:
        return batches[0]
    codes: set[str] = {batch.codes.typecode for batch in batches}
    if all(batch.values is None for batch in batches) and (len(codes) <= 1 or FLOATING not in codes):
        return Results(_chained(_wide_enough(batches), (batch.codes for batch in batches)))
    return _numbered(batches)


def _wide_enough(batches: Sequence[Results]) -> str:
    """The narrowest type code for whole numbers that holds them all."""
    codes = {batch.codes.typecode for batch in batches}
    if codes == {"B", "b"}:
        return "b" if all(map(_small, (batch.codes for batch in batches))) else "h"
    return max(codes, key=WHOLE.find, default="B")


def _small(codes: Codes) -> bool:
    """Whether these bytes mean the same with a sign."""
    return codes.typecode == "b" or not codes.tobytes().translate(None, SMALL)


def _chained(code: str, parts: Iterable[Codes]) -> Codes:
    whole = array(code)
    for part in parts:
        if whole.itemsize == part.itemsize:
            whole.frombytes(part.tobytes())
        else:
            whole.extend(array(code, part))
    return whole


def _numbered(batches: Sequence[Results]) -> Results:
    """All batches with one list of values: each value gets a number where it is first met."""
    numbers: dict[object, int] = {}
    values: list[Value] = []
    tables: list[dict[Any, int]] = []
    for batch in batches:
        table = {}
        pairs = ((code, code) for code in batch.distinct()) if batch.values is None else enumerate(batch.values)
        for code, value in pairs:
            number = table[code] = numbers.setdefault(_exactly(value), len(values))
            if number == len(values):
                values.append(value)
        tables.append(table)
    code = "B" if len(values) <= 256 else "I"
    parts = (_renumbered(batch.codes, table, code) for batch, table in zip(batches, tables, strict=True))
    return Results(_chained(code, parts), tuple(values))


def _renumbered(codes: Codes, table: Mapping[Any, int], code: str) -> Codes:
    if all(number == old for old, number in table.items()):
        return codes
    if codes.typecode == code == "B":
        return array("B", codes.tobytes().translate(bytes(table.get(old, 0) for old in range(256))))
    return array(code, map(table.__getitem__, codes))


def _exactly(value: Value) -> object:
    """Equal for values that are equal and of one type throughout: 1 is neither True nor 1.0."""
    if isinstance(value, (tuple, frozenset)):
        return type(value), type(value)(map(_exactly, value))  # type: ignore[arg-type]
    return type(value), value
