"""Where claims hold: each comparison is worked out over its own variables alone, then joined as a column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

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
from rulewright.model.table import Axis
from rulewright.proof.truth_columns import InputSpace, TruthColumn


@dataclass(frozen=True, slots=True)
class TruthTable:
    """Where a condition holds, and where the rules leave it open; it holds nowhere where it is open."""

    holds: TruthColumn
    open: TruthColumn


class TableNumbers:
    """What the tables of a game answer where claims ask them; each is laid out once. `wrong` disagree with the code."""

    def __init__(self, book: Book, wrong: frozenset[str] = frozenset()) -> None:
        self.book, self.wrong = book, wrong
        self.known: dict[str, tuple[Answers, Mapping[tuple[int, ...], int]]] = {}

    def _answers(self, table: str) -> tuple[Answers, Mapping[tuple[int, ...], int]]:
        if table not in self.known:
            laid_out = answers(self.book.tables[table])
            self.known[table] = (laid_out, laid_out.lookup())
        return self.known[table]

    def axes(self, table: str) -> list[str]:
        return [axis.name for axis in self.book.tables[table].axes]

    def variables(self, claim: Claim) -> list[str]:
        """The axes a claim depends on, those of the tables it asks included."""
        inputs = (name for table in claim.tables for name in self.axes(table))
        return list(dict.fromkeys([*claim.variables, *inputs]))

    def number(self, table: str, keys: Keys) -> int | float | None:
        laid_out, owners = self._answers(table)
        return laid_out.number(owners.get(tuple(keys[axis.name] for axis in laid_out.axes), GAP))


class TruthTables:
    """The truth of conditions over the axes of one proof; parts that conditions share are worked out once."""

    def __init__(self, axes: Sequence[Axis], tables: TableNumbers) -> None:
        self.tables = tables
        self.places = {axis.name: at for at, axis in enumerate(axes)}
        self.keys = [tuple(axis.domain.proof_keys()) for axis in axes]
        self.space = InputSpace(tuple(map(len, self.keys)))
        self.known: dict[Condition, TruthTable] = {}

    def of(self, condition: Condition) -> TruthTable:
        if condition not in self.known:
            self.known[condition] = self._worked_out(condition)
        return self.known[condition]

    def _worked_out(self, condition: Condition) -> TruthTable:
        space = self.space
        match condition:
            case Not(inner):
                found = self.of(inner)
                return TruthTable(space.invert(space.either(found.holds, found.open)), found.open)
            case Both(left, right):
                one, other = self.of(left), self.of(right)
                # what is false already asks no further
                open_ = space.either(one.open, space.both(one.holds, other.open))
                return TruthTable(space.both(one.holds, other.holds), open_)
            case Either(left, right):
                one, other = self.of(left), self.of(right)
                decided = space.invert(space.either(one.holds, one.open))
                open_ = space.either(one.open, space.both(decided, other.open))
                return TruthTable(space.either(one.holds, space.both(decided, other.holds)), open_)
            case Among() | Comparison():
                return self._tried(condition)

    def _tried(self, condition: Among | Comparison) -> TruthTable:
        """The condition for every combination of its own variables, one by one."""
        places = sorted({self.places[name] for name in self._variables(condition)})
        names = {at: name for name, at in self.places.items()}
        found, open_ = bytearray(), bytearray()
        for keys in product(*(self.keys[place] for place in places)):
            truth = self._at(condition, {names[place]: key for place, key in zip(places, keys, strict=True)})
            found.append(truth is True)
            open_.append(truth is None)
        asked = tuple(places)
        undecided = TruthColumn(asked, bytes(open_)) if any(open_) else self.space.constant(truth=False)
        return TruthTable(TruthColumn(asked, bytes(found)), undecided)

    def _at(self, condition: Condition, keys: Keys) -> bool | None:
        try:
            return holds(condition, keys, self.tables.number)
        except Undecided:
            return None

    def _variables(self, condition: Among | Comparison) -> list[str]:
        if isinstance(condition, Among):
            return [condition.name]
        return [*self._asked(condition.left), *self._asked(condition.right)]

    def _asked(self, amount: Amount) -> list[str]:
        match amount:
            case Variable(name):
                return [name]
            case TableValue(table):
                return self.tables.axes(table)
            case Sum(left, right):
                return [*self._asked(left), *self._asked(right)]
        return []
