"""The notation of counters: a squad as 4-6-7 (firepower, range, morale), a leader as 8-1 (morale, leadership)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.entries.keyset import KeySet
from rulewright.entries.numbers import minus
from rulewright.findings import Span
from rulewright.model.domain import interval_text, signed

HYPHENS = str.maketrans("−–", "--")


@dataclass(frozen=True, slots=True)
class NotationField:
    """One number of a counter. If it can be negative, the hyphen before it is its sign."""

    name: str
    keys: KeySet

    @property
    def signed(self) -> bool:
        return self.keys.ends[0] < 0

    @property
    def words(self) -> str:
        return self.name.replace("-", " ").replace("_", " ")

    @property
    def bounds(self) -> str:
        return ", ".join(interval_text(low, high) for low, high in self.keys.intervals)

    def describe(self, number: int) -> str:
        return f"{self.words} {signed(number) if self.signed else minus(number)}"


@dataclass(frozen=True, slots=True)
class Notation:
    """The numbers on one kind of counter, in the order in which they are written."""

    id: str
    title: str
    fields: tuple[NotationField, ...]
    span: Span = field(compare=False)

    def numbers(self, written: str) -> tuple[int, ...] | None:
        """Read the numbers of a counter, without checking bounds. None if the text has another form."""
        parts = (self._part(at, each) for at, each in enumerate(self.fields))
        match = re.fullmatch("".join(parts), written.translate(HYPHENS))
        return tuple(map(int, match.groups())) if match else None

    @staticmethod
    def _part(at: int, each: NotationField) -> str:
        if each.signed:
            return r"([-+]\d{1,4})" if at else r"([-+]?\d{1,4})"
        return r"-(\d{1,4})" if at else r"(\d{1,4})"

    @property
    def form(self) -> str:
        """The form of a counter for a hint, such as `morale±leadership`."""
        signs = ("" if at == 0 else "±" if each.signed else "-" for at, each in enumerate(self.fields))
        return "".join(sign + each.words for sign, each in zip(signs, self.fields, strict=True))


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter: its printed text and its numbers."""

    notation: Notation
    written: str
    numbers: tuple[int, ...]

    @property
    def values(self) -> Mapping[str, int]:
        return {each.name: number for each, number in zip(self.notation.fields, self.numbers, strict=True)}

    @property
    def description(self) -> str:
        """A description such as `Squad 4-6-7: firepower 4, range 6, morale 7`."""
        parts = (each.describe(number) for each, number in zip(self.notation.fields, self.numbers, strict=True))
        return f"{self.notation.title} {self.written}: {', '.join(parts)}"

    @property
    def invalid_field(self) -> NotationField | None:
        """The first field whose number is out of bounds, or None."""
        pairs = zip(self.notation.fields, self.numbers, strict=True)
        return next((each for each, number in pairs if number not in each.keys), None)


def parse_units(written: str, notations: Iterable[Notation]) -> list[Unit]:
    """Read a text as a counter of each notation that it fits, without checking bounds.

    `squad 4-6-7` names its notation, for games where several notations fit the numbers.
    """
    kind, _, rest = written.strip().rpartition(" ")
    numbers_of = ((each, each.numbers(rest)) for each in notations if kind.strip() in ("", each.id))
    return [Unit(each, rest.translate(HYPHENS), numbers) for each, numbers in numbers_of if numbers is not None]


def matching_units(written: str, notations: Iterable[Notation]) -> list[Unit]:
    """Return the counters that a text can mean, with numbers in bounds. A correct text matches exactly one."""
    return [unit for unit in parse_units(written, notations) if unit.invalid_field is None]
