"""What a table whose cases may hold together says, and which of them an answer of the code puts in the wrong."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.model.answers import code_value
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.proof.comparison import same_value
from rulewright.proof.results import Value
from rulewright.wording import plain

NONE = -1
"""Stands for no case: the code answers what the table does not say, or in another order."""

Group = tuple[int, ...]
"""The cases that hold together, in the order of the table."""


@dataclass(frozen=True, slots=True)
class HitOracle(ABC):
    """One table under one policy. Where no case holds, `empty_is_answer` says whether that is an answer too."""

    table: Table
    empty_is_answer = False

    @abstractmethod
    def faulty_cases(self, group: Group, got: Value) -> Sequence[int]:
        """The cases of a group at fault for an answer of the code, which may be NONE; nothing where they agree."""

    @abstractmethod
    def said(self, at: int, group: Group, book: Book) -> tuple[str, Value]:
        """What the table says in words, and what the code would have to answer, where a case is at fault."""

    def value(self, at: int) -> Value:
        return code_value(self.table, self.table.cases[at].value.plain)

    def printed(self, at: int, book: Book) -> str:
        return plain(self.table.cases[at].value.label, book)


class AnyOracle(HitOracle):
    """Policy any: every case that holds must say what the code answers."""

    __slots__ = ()

    def faulty_cases(self, group: Group, got: Value) -> Sequence[int]:
        return [at for at in group if not same_value(self.value(at), got)]

    def said(self, at: int, group: Group, book: Book) -> tuple[str, Value]:  # noqa: ARG002 - each case speaks for itself
        return f"prints {self.printed(at, book)}", self.value(at)


class Listing(HitOracle):
    """Policy list: the code answers a tuple of all that hold in the order of the table, or a set of them."""

    __slots__ = ()
    empty_is_answer = True

    def faulty_cases(self, group: Group, got: Value) -> Sequence[int]:
        """The cases whose values the answer lacks, or else NONE where it has others, another order or is no list."""
        if not isinstance(got, (tuple, frozenset)):
            return [NONE]
        told = self._told(group)
        lacking = list(_lacking(told, got))
        if lacking:
            return lacking
        wanted = [value for _, value in told]
        if isinstance(got, frozenset):
            return [NONE] if any(not _among(each, wanted) for each in got) else []
        return [] if len(got) == len(wanted) and all(map(same_value, wanted, got)) else [NONE]

    def said(self, at: int, group: Group, book: Book) -> tuple[str, Value]:
        told = self._told(group)
        values = [self.printed(each, book) for each, _ in told] if at == NONE else [self.printed(at, book)]
        return f"lists {', '.join(values) or 'nothing'}", tuple(value for _, value in told)

    def _told(self, group: Group) -> list[tuple[int, Value]]:
        """The cases of a group with their values; an empty cell adds nothing to the list."""
        return [(at, value) for at in group if (value := self.value(at)) is not None]


def _among(value: Value, values: Sequence[Value]) -> bool:
    return any(same_value(value, each) for each in values)


def _lacking(told: Sequence[tuple[int, Value]], got: tuple[Value, ...] | frozenset[Value]) -> Iterator[int]:
    """The cases whose values the code does not answer; a tuple has a value as often as it is listed."""
    left = [*got]
    for at, value in told:
        place = next((place for place, each in enumerate(left) if same_value(value, each)), None)
        if place is None:
            yield at
        elif isinstance(got, tuple):
            del left[place]
