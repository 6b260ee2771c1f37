"""Truth tables of the conditions of claims: for which combinations of inputs a condition holds.

`TruthTables` takes the axes of a proof, and returns a `TruthTable` for a condition. With the axis `roll` of 1 to 4,
`roll > 2` has the column 0, 0, 1, 1. A column holds one byte, 0 or 1, for each combination, in row-major order. It
covers only the axes that it depends on and is expanded when it is joined with others. Each comparison is tried over
its own variables alone. Columns are joined as large integers, whose bytes do not carry into one another, so one
operation joins all combinations.

Conditions are those of claims: a `Comparison` of two amounts, or `Among`, a variable that has one of some values;
joined by `Not`, `Both` and `Either`.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from operator import and_, or_
from typing import Literal

from rulewright.book.book import Book
from rulewright.entries.claims import (
    Among,
    Amount,
    Both,
    Claim,
    Comparison,
    Condition,
    Either,
    Keys,
    Not,
    Sum,
    TableValue,
    Undecided,
    Variable,
    holds,
)
from rulewright.entries.domains import Axis
from rulewright.entries.table import Table
from rulewright.proof.executor import ResultCache, as_function
from rulewright.tables.answers import GAP, Answers, answers

BYTE_ORDER: Literal["little"] = "little"
SWAP_0_AND_1 = bytes([1, 0]) + bytes(254)  # `translate` needs an entry for each of the 256 bytes


@dataclass(frozen=True, slots=True)
class TruthColumn:
    """Truth values (0 or 1) of each combination of some axes; `axes` are their positions in the space, rising."""

    axes: tuple[int, ...]
    truths: bytes


@dataclass(frozen=True, slots=True)
class InputSpace:
    """All combinations of the keys of some axes, to join columns over them; `sizes` are the numbers of keys."""

    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.sizes)

    def constant(self, truth: bool) -> TruthColumn:
        return TruthColumn((), bytes([truth]))

    def invert(self, column: TruthColumn) -> TruthColumn:
        return TruthColumn(column.axes, column.truths.translate(SWAP_0_AND_1))

    def both(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._join(one, other, and_)

    def either(self, one: TruthColumn, other: TruthColumn) -> TruthColumn:
        return self._join(one, other, or_)

    def count_true(self, column: TruthColumn) -> int:
        """Count the combinations that are true; one truth stands for all values of the axes that the column lacks."""
        return column.truths.count(1) * (self.count // len(column.truths)) if column.truths else 0

    def _join(self, one: TruthColumn, other: TruthColumn, operation: Callable[[int, int], int]) -> TruthColumn:
        axes = tuple(sorted({*one.axes, *other.axes}))
        left, right = self.expand(one, axes), self.expand(other, axes)
        return TruthColumn(axes, operation(to_number(left), to_number(right)).to_bytes(len(left), BYTE_ORDER))

    def region(self, boxes: Iterable[Iterable[bytes | None]]) -> TruthColumn:
        """Return the combinations in any of the boxes; a box has the truths of each axis, None for all keys."""
        result = self.constant(truth=False)
        for box in boxes:
            inside = self.constant(truth=True)
            for axis, truth in enumerate(box):
                inside = inside if truth is None else self.both(inside, TruthColumn((axis,), truth))
            result = self.either(result, inside)
        return result

    def expand_all(self, column: TruthColumn) -> bytes:
        """Return the bytes over every axis."""
        return self.expand(column, range(len(self.sizes)))

    def expand(self, column: TruthColumn, axes: Sequence[int]) -> bytes:
        """Return the bytes over `axes`, repeated along axes that the column does not depend on.

        The innermost axis is the last. The column 0, 1 of an axis is 0, 0, 1, 1 with an axis of 2 keys after it, and 0,
        1, 0, 1 with one before it.
        """
        truths, run = column.truths, 1  # a run has the truths for one key of `axis`: all keys of the axes after it
        for axis in reversed(axes):
            if axis not in column.axes:
                truths = _repeat_runs(truths, run, self.sizes[axis])
            run *= self.sizes[axis]
        return truths


def _repeat_runs(truths: bytes, run: int, times: int) -> bytes:
    """Repeat each run of `run` bytes: with runs of 2, `abcd` becomes `ababcdcd` for 2 times."""
    runs = len(truths) // run
    if runs <= run * times:  # faster run by run
        return b"".join([truths[index : index + run] * times for index in range(0, len(truths), run)])
    result = bytearray(len(truths) * times)  # many short runs: the same byte of all runs is copied at once
    for copy in range(times):
        for offset in range(run):
            result[copy * run + offset :: run * times] = truths[offset::run]
    return bytes(result)


def to_number(bits: bytes, width: int = 1) -> int:
    """Return the bytes as one integer, each `width` bytes wide: 1, 0, 1 of width 2 is 0x000100000001.

    Adding or joining such integers works place by place.
    """
    if width > 1:
        wide = bytearray(len(bits) * width)
        wide[::width] = bits
        bits = bytes(wide)
    return int.from_bytes(bits, BYTE_ORDER)


TYPE_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Type codes of arrays by the width of their numbers in bytes."""


def width_for(most: int) -> int:
    """Return the width in bytes for numbers up to `most`."""
    return next(width for width in TYPE_CODES if most < 1 << 8 * width)


def to_array(number: int, count: int, width: int) -> "array[int]":
    """Return the value at each place of such an integer."""
    result = array(TYPE_CODES[width], number.to_bytes(count * width, BYTE_ORDER))
    if sys.byteorder != BYTE_ORDER:
        result.byteswap()
    return result


FEWEST_CACHED = 200
"""Number of combinations below which trying them is as quick as reading the cache."""


@dataclass(frozen=True, slots=True)
class TruthTable:
    """Where a condition holds; `open`: where a table in it leaves open what holds. There `holds` is 0."""

    holds: TruthColumn
    open: TruthColumn


class TableNumbers:
    """The numbers of the tables that claims look up; `wrong` are the tables that disagree with the code."""

    def __init__(self, book: Book, wrong: frozenset[str] = frozenset()) -> None:
        self.book, self.wrong = book, wrong
        self._cache: dict[str, tuple[Answers, Mapping[tuple[int, ...], int]]] = {}

    def axes(self, table: str) -> list[str]:
        return [axis.name for axis in self.book.tables[table].axes]

    def variables(self, claim: Claim) -> list[str]:
        """Return the axes that a claim and the tables in it depend on."""
        inputs = (name for table in claim.tables for name in self.axes(table))
        return list(dict.fromkeys([*claim.variables, *inputs]))

    def number(self, table: str, keys: Keys) -> int | float | None:
        if table not in self._cache:
            printed = answers(self.book.tables[table])
            self._cache[table] = printed, printed.lookup()
        table_answers, owners = self._cache[table]
        return table_answers.number(owners.get(tuple(keys[axis.name] for axis in table_answers.axes), GAP))


class TruthTables:
    """The truth tables of conditions over the axes of one proof; each condition is tried once.

    The cache keeps tables that take long for later proofs.
    """

    def __init__(self, axes: Sequence[Axis], tables: TableNumbers, cache: ResultCache | None = None) -> None:
        self.tables, self.cache = tables, cache
        self.positions = {axis.name: position for position, axis in enumerate(axes)}
        self.keys = [tuple(axis.domain.proof_keys()) for axis in axes]
        self.space = InputSpace(tuple(map(len, self.keys)))
        self._cache: dict[Condition, TruthTable] = {}

    def of(self, condition: Condition) -> TruthTable:
        if condition not in self._cache:
            self._cache[condition] = self._compute(condition)
        return self._cache[condition]

    def _compute(self, condition: Condition) -> TruthTable:
        space = self.space
        match condition:
            case Not(inner):
                table = self.of(inner)
                return TruthTable(space.invert(space.either(table.holds, table.open)), table.open)
            case Both(left, right):
                one, other = self.of(left), self.of(right)
                # where the left side is false, the right side is not asked
                open_ = space.either(one.open, space.both(one.holds, other.open))
                return TruthTable(space.both(one.holds, other.holds), open_)
            case Either(left, right):
                one, other = self.of(left), self.of(right)
                decided = space.invert(space.either(one.holds, one.open))
                open_ = space.either(one.open, space.both(decided, other.open))
                return TruthTable(space.either(one.holds, space.both(decided, other.holds)), open_)
            case Among() | Comparison():
                names = sorted(set(self._variables(condition)), key=self.positions.__getitem__)
                axes = tuple(self.positions[name] for name in names)
                try_all = partial(self._try_all, condition, names, axes)
                if self.cache is None or prod(len(self.keys[axis]) for axis in axes) < FEWEST_CACHED:
                    return try_all()
                values = condition, names, axes, [self.keys[axis] for axis in axes], self._tables_in(condition)
                return self.cache.get("truth table", values, try_all)

    def _try_all(self, condition: Among | Comparison, names: Sequence[str], axes: tuple[int, ...]) -> TruthTable:
        """Try the condition at every combination of its own variables."""
        truths = [
            self._evaluate(condition, dict(zip(names, keys, strict=True)))
            for keys in product(*(self.keys[axis] for axis in axes))
        ]
        true, open_ = (bytes(truth is truth_value for truth in truths) for truth_value in (True, None))
        undecided = TruthColumn(axes, open_) if any(open_) else self.space.constant(truth=False)
        return TruthTable(TruthColumn(axes, true), undecided)

    def _evaluate(self, condition: Condition, keys: Keys) -> bool | None:
        try:
            return holds(condition, keys, self.tables.number)
        except Undecided:
            return None

    def _variables(self, condition: Among | Comparison) -> list[str]:
        if isinstance(condition, Among):
            return [condition.name]
        variables = [each.name for each in _amounts(condition) if isinstance(each, Variable)]
        return variables + [axis for table in self._tables_in(condition) for axis in self.tables.axes(table.id)]

    def _tables_in(self, condition: Among | Comparison) -> list[Table]:
        names = [each.table for each in _amounts(condition) if isinstance(each, TableValue)]
        return [as_function(self.tables.book.tables[name]) for name in names]


def _amounts(condition: Among | Comparison) -> Iterator[Amount]:
    """Yield the amounts that are compared, each part of a sum separately."""
    waiting = [condition.left, condition.right] if isinstance(condition, Comparison) else []  # an `Among` has none
    while waiting:
        amount = waiting.pop()
        yield amount
        if isinstance(amount, Sum):
            waiting += [amount.left, amount.right]
