"""The notation of counters: a squad as 4-6-7 (firepower, range, morale), a leader as 8-1 (morale, leadership)."""

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, replace
from typing import Annotated, Self

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.messages.messages import all_of
from rulewright.entries.dice import read_numbers
from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key
from rulewright.entries.keyset import KeySet
from rulewright.entries.names import NAME, nearest
from rulewright.entries.numbers import interval_text, minus, signed
from rulewright.entries.roles import ONE_VALUE, Name, names_to
from rulewright.source.nodes import Mapping, Node, Scalar

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


def _fields(reader: EntryReader, name: str) -> tuple[NotationField, ...]:
    """Return the numbers of a counter; none of them, with a finding, if one is wrong."""
    pairs = list(reader.pairs_at(name))
    if not pairs and isinstance(reader.node_at(name), Mapping):
        message, hint = f"{reader.what} has no fields", "as in fields: {firepower: 0..12, morale: 0..10}"
        reader.report("missing-key", reader.place(name), message, hint)
    fields = [_field(field, bounds, reader) for field, bounds in pairs]
    valid_fields = tuple(each for each in fields if each is not None)
    return valid_fields if len(valid_fields) == len(fields) else ()


def _field(name: Scalar, bounds: Node, reader: EntryReader) -> NotationField | None:
    if not NAME.fullmatch(name.value):
        hint = "a name holds letters, digits and hyphens"
        reader.report("bad-name", name.span, f"{name.value!r} cannot name a number of a counter", hint)
        return None
    keys = read_numbers(bounds.value) if isinstance(bounds, Scalar) else None
    if not keys:
        hint = "write its bounds, such as 0..10, or -3..3 where it has a sign"
        reader.report("bad-value", bounds.span, f"{name.value!r} of a counter is a whole number", hint)
        return None
    return NotationField(name.value, keys)


FIELDS = Kind("a mapping of names to bounds", _fields, names_to(ONE_VALUE))


class Notation(NamedEntry, noun="a notation"):
    """The way to write one kind of counter, such as 4-6-7. Then `[[unit:4-6-7]]` prints as a counter."""

    title: Name = key("What the kind of counter is called", "title: Squad", default="", otherwise="its id")
    fields: Annotated[tuple[NotationField, ...], FIELDS] = key(
        "The numbers of a counter in their order, each with its bounds",
        "fields: {firepower: 0..12, range: 0..12, morale: 0..10}",
    )

    def completed(self, _: EntryReader) -> Self:
        return self if self.title else replace(self, title=self.id)

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
    def values(self) -> MappingOf[str, int]:
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


def read_unit(written: str, span: Span, notations: Iterable[Notation], findings: Findings) -> Unit | None:
    """Return the counter that `written` describes; None, with a finding, if none or several notations fit."""
    units = matching_units(written, notations)
    if len(units) != 1:
        findings.add(_bad_unit(written, span, tuple(notations), units))
        return None
    return units[0]


def _bad_unit(written: str, span: Span, notations: tuple[Notation, ...], units: list[Unit]) -> Finding:
    """Return the finding for a text that fits no notation, or several."""
    if units:
        names = all_of(unit.notation.id for unit in units)
        hint = f"narrow their fields, or write which it is: {units[0].notation.id} {units[0].written}"
        return Finding("bad-unit", span, f"the unit {written!r} fits several notations: {names}", hint)
    invalid_units = parse_units(written, notations)
    field = invalid_units[0].invalid_field if invalid_units else None
    if field is not None:
        number = invalid_units[0].values[field.name]
        message = (
            f"the unit {written!r} has {field.describe(number)}, which a {invalid_units[0].notation.id} cannot have"
        )
        return Finding("bad-unit", span, message, f"{field.words} is {field.bounds}")
    kind = written.strip().rpartition(" ")[0].strip()
    if kind and kind not in (ids := [each.id for each in notations]) and (meant := nearest(kind, ids)):
        counter = written.strip().rpartition(" ")[2]
        message = f"there is no notation {kind!r}"
        return Finding("bad-unit", span, message, f"did you mean {meant} {counter}?", unknown=kind)
    forms = "; ".join(f"{each.id}: {each.form}" for each in notations)
    hint = f"the notations are: {forms}" if forms else "declare how counters are written, with notations under game"
    message = f"no notation of this game fits the unit {written!r}"
    return Finding("bad-unit", span, message, hint, unknown=written)
