"""Where claims hold: each comparison is tried over its own variables alone, then joined with others as a column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod

from rulewright.model.answers import GAP, Answers, answers
from rulewright.model.book import Book
from rulewright.model.expression import (
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
from rulewright.model.table import Axis, Table
from rulewright.proof.kept_results import KeptResults, as_function
from rulewright.proof.truth_columns import InputSpace, TruthColumn

FEW = 200
"""Combinations that are tried as quickly as the result of an earlier proof is found."""


@dataclass(frozen=True, slots=True)
class TruthTable:
    """Where a condition holds, and where the rules leave it open; where it is open, `holds` is 0."""

    holds: TruthColumn
    open: TruthColumn


class TableNumbers:
    """The numbers of the tables that claims ask; `wrong` are the tables that disagree with the code."""

    def __init__(self, book: Book, wrong: frozenset[str] = frozenset()) -> None:
        self.book, self.wrong = book, wrong
        self._cache: dict[str, tuple[Answers, Mapping[tuple[int, ...], int]]] = {}

    def _answers(self, table: str) -> tuple[Answers, Mapping[tuple[int, ...], int]]:
        if table not in self._cache:
            table_answers = answers(self.book.tables[table])
            self._cache[table] = (table_answers, table_answers.lookup())
        return self._cache[table]

    def axes(self, table: str) -> list[str]:
        return [axis.name for axis in self.book.tables[table].axes]

    def variables(self, claim: Claim) -> list[str]:
        """The axes that a claim and the tables in it depend on."""
        inputs = (name for table in claim.tables for name in self.axes(table))
        return list(dict.fromkeys([*claim.variables, *inputs]))

    def number(self, table: str, keys: Keys) -> int | float | None:
        table_answers, owners = self._answers(table)
        return table_answers.number(owners.get(tuple(keys[axis.name] for axis in table_answers.axes), GAP))


class TruthTables:
    """The truth tables of conditions over the axes of one proof; each condition is tried once.

    Those that take time are `kept` for later proofs.
    """

    def __init__(self, axes: Sequence[Axis], tables: TableNumbers, kept: KeptResults | None = None) -> None:
        self.tables, self.kept = tables, kept
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
                make = partial(self._try_all, condition, names, axes)
                if self.kept is None or prod(len(self.keys[axis]) for axis in axes) < FEW:
                    return make()
                values = condition, names, axes, [self.keys[axis] for axis in axes], self._asked(condition)
                return self.kept.get("truth table", "", values, make, lambda _: True)

    def _try_all(self, condition: Among | Comparison, names: Sequence[str], axes: tuple[int, ...]) -> TruthTable:
        """The condition at every combination of its own variables, one by one."""
        truths = [
            self._evaluate(condition, dict(zip(names, keys, strict=True)))
            for keys in product(*(self.keys[axis] for axis in axes))
        ]
        true, open_ = (bytes(truth is wanted for truth in truths) for wanted in (True, None))
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
        own = [each.name for each in _amounts(condition) if isinstance(each, Variable)]
        return own + [axis for table in self._asked(condition) for axis in self.tables.axes(table.id)]

    def _asked(self, condition: Among | Comparison) -> list[Table]:
        names = [each.table for each in _amounts(condition) if isinstance(each, TableValue)]
        return [as_function(self.tables.book.tables[name]) for name in names]


def _amounts(condition: Among | Comparison) -> Iterator[Amount]:
    """The amounts that are compared, each part of a sum by itself."""
    waiting = [condition.left, condition.right] if isinstance(condition, Comparison) else []
    while waiting:
        amount = waiting.pop()
        yield amount
        if isinstance(amount, Sum):
            waiting += [amount.left, amount.right]
