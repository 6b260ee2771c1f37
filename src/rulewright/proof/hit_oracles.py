"""Oracles for hit policies that let several cases match: what a table expects, and which cases an answer refutes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.model.answers import code_value
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.proof.comparison import same_value
from rulewright.proof.results import Value
from rulewright.wording import plain

NO_CASE = -1
"""No single case is at fault: the code answers what the table does not say, or in another order."""

CaseGroup = tuple[int, ...]
"""The cases that match one combination, in the order of the table."""


@dataclass(frozen=True, slots=True)
class HitOracle(ABC):
    """One table under one policy; `empty_is_answer` says whether no match is an answer too."""

    table: Table
    empty_is_answer = False

    @abstractmethod
    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        """The cases of a group that an answer of the code refutes, or NO_CASE; empty where they agree."""

    @abstractmethod
    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:
        """For a case at fault: what the table says in words, and the answer it expects of the code."""

    def value(self, case: int) -> Value:
        return code_value(self.table, self.table.cases[case].value.plain)

    def cell_text(self, case: int, book: Book) -> str:
        return plain(self.table.cases[case].value.label, book)


class AnyOracle(HitOracle):
    """Policy any: every case that matches must have the value that the code answers."""

    __slots__ = ()

    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        return [case for case in group if not same_value(self.value(case), answer)]

    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:  # noqa: ARG002 - each case speaks for itself
        return f"prints {self.cell_text(case, book)}", self.value(case)


class ListOracle(HitOracle):
    """Policy list: the code answers a tuple of the values of all matching cases in table order, or a set of them."""

    __slots__ = ()
    empty_is_answer = True

    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        """The cases whose values the answer lacks; NO_CASE where it has others or another order, or is not a list."""
        if not isinstance(answer, (tuple, frozenset)):
            return [NO_CASE]
        values = self._case_values(group)
        missing = list(_missing_cases(values, answer))
        if missing:
            return missing
        expected = [value for _, value in values]
        if isinstance(answer, frozenset):
            return [NO_CASE] if any(not _contains(each, expected) for each in answer) else []
        return [] if len(answer) == len(expected) and all(map(same_value, expected, answer)) else [NO_CASE]

    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:
        values = self._case_values(group)
        cases = [each for each, _ in values] if case == NO_CASE else [case]
        texts = ", ".join(self.cell_text(each, book) for each in cases)
        return f"lists {texts or 'nothing'}", tuple(value for _, value in values)

    def _case_values(self, group: CaseGroup) -> list[tuple[int, Value]]:
        """The cases of a group with their values, without empty cells."""
        return [(case, value) for case in group if (value := self.value(case)) is not None]


def _contains(value: Value, values: Sequence[Value]) -> bool:
    return any(same_value(value, each) for each in values)


def _missing_cases(values: Sequence[tuple[int, Value]], answer: tuple[Value, ...] | frozenset[Value]) -> Iterator[int]:
    """The cases whose values the answer lacks; a tuple must have a value as often as the table lists it."""
    unused = [*answer]
    for case, value in values:
        position = next((position for position, each in enumerate(unused) if same_value(value, each)), None)
        if position is None:
            yield case
        elif isinstance(answer, tuple):
            del unused[position]
