"""Values of the rules code, each with where it comes from."""

from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Final


class Kind(Enum):
    """How a value came about."""

    LITERAL = "written in the code"
    ENTRY = "an entry of a dict, list, string or packed number"
    INPUT = "an input as it is"
    CONDITION = "whether a condition holds"
    SCALED = "an input or a condition, times a number"
    COMPUTED = "computed"
    OPAQUE = "made by code that is not followed"


class Mark(Enum):
    """What the choice of a value needed beside equality."""

    ORDER = "a comparison by order"
    COMPUTED = "something computed"
    SHARED = "a number that several rules use"


class Unknown:
    """A value that the trace does not know."""


UNKNOWN: Final = Unknown()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum of the rules code."""

    enum: str
    name: str


@dataclass(frozen=True, slots=True)
class EnumClass:
    name: str


@dataclass(frozen=True, slots=True)
class Basis:
    """What a value depends on: its inputs, what its choice needed, and the other rules that it asked.

    `rules` are functions that another printed statement is held against; `handed_on` are those whose answer was just
    handed on, and `numbers` those that only give a number. `listed` are the places of the names in lists that the
    inputs were found at.
    """

    marks: frozenset[Mark] = frozenset()
    inputs: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    handed_on: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    listed: frozenset[Hashable] = frozenset()

    def __or__(self, other: "Basis") -> "Basis":
        if other is NOTHING or self == other:
            return self
        if self is NOTHING:
            return other
        return Basis(
            self.marks | other.marks,
            self.inputs | other.inputs,
            self.rules | other.rules,
            self.handed_on | other.handed_on,
            self.numbers | other.numbers,
            self.listed | other.listed,
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """All functions of other rules that it depends on."""
        return tuple(sorted(self.rules | self.handed_on | self.numbers))

    def marked(self, *marks: Mark) -> "Basis":
        if self.marks.issuperset(marks):
            return self
        all_marks = self.marks.union(marks)
        return Basis(all_marks, self.inputs, self.rules, self.handed_on, self.numbers, self.listed)


NOTHING: Final = Basis()

Linear = tuple[tuple[tuple[str, Fraction], ...], Fraction]
"""A sum of inputs, each with its factor, and a number."""


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """A value with its kind and basis.

    `origin` is the place in the code where it is written: that of a literal, or the container with the position of an
    entry. `terms` are the summands of a sum. The elements of containers are traced values too.
    """

    value: object
    kind: Kind
    basis: Basis = NOTHING
    origin: Hashable = None
    terms: "tuple[Traced, ...]" = ()
    linear: Linear | None = field(default=None)

    def under(self, basis: Basis) -> "Traced":
        """The same value, chosen by something."""
        if basis is NOTHING:
            return self
        terms = tuple([term.under(basis) for term in self.terms])
        return Traced(self.value, self.kind, self.basis | basis, self.origin, terms, self.linear)

    @property
    def tested(self) -> Basis:
        """What a choice depends on that asks for this value."""
        return self.basis.marked(Mark.COMPUTED) if self.kind in (Kind.COMPUTED, Kind.SCALED) else self.basis

    @property
    def known(self) -> bool:
        return plain(self) is not UNKNOWN

    @property
    def truth(self) -> bool | None:
        """None where it is not known."""
        value = plain(self)
        return None if value is UNKNOWN else bool(value)


def plain(traced: Traced) -> object:
    """The value without its origin; UNKNOWN if any part of it is."""
    match traced.value:
        case tuple() as parts:
            inner = tuple(map(plain, parts))
            return UNKNOWN if UNKNOWN in inner else inner
        case dict() as entries:
            return tuple(entries)
        case value:
            return value


def elements(traced: Traced) -> tuple[Traced, ...] | None:
    """The elements of a container, the keys of a dict or the characters of a string; None if they are not known."""
    match traced.value:
        case tuple() as parts if traced.origin is None:
            return parts
        case tuple() as parts:
            return tuple(entry_of(traced, at, part) for at, part in enumerate(parts))
        case dict() as entries:
            return tuple(Traced(key, Kind.LITERAL, traced.basis) for key in entries)
        case str() as text:
            return tuple(entry_of(traced, at, Traced(sign, Kind.LITERAL)) for at, sign in enumerate(text))
    return None


def entry_of(container: Traced, key: object, entry: Traced, basis: Basis = NOTHING) -> Traced:
    """An entry of a container that is written in the code; what is calculated there stays calculated."""
    found = entry.under(container.basis | basis)
    if entry.kind is not Kind.LITERAL or not isinstance(container.value, Sized) or len(container.value) == 1:
        return found
    return Traced(found.value, Kind.ENTRY, found.basis, place_in(container, key), linear=found.linear)


def place_in(container: Traced, key: object) -> tuple[object, ...]:
    """The origin of an entry: that of its outermost container, and the keys down to it."""
    origin = container.origin
    return (*origin, key) if isinstance(origin, tuple) else (origin, key)


def computed(*parts: Traced, value: object = UNKNOWN) -> Traced:
    """The result of a calculation with some values."""
    return Traced(value, Kind.COMPUTED, together(parts))


def opaque(*parts: Traced) -> Traced:
    return Traced(UNKNOWN, Kind.OPAQUE, together(parts))


def together(parts: Iterable[Traced]) -> Basis:
    """The basis of all parts, and of what is in them."""
    basis = NOTHING
    for part in parts:
        basis |= part.tested
        if isinstance(part.value, tuple):
            basis |= together(part.value)
    return basis


def all_of(truths: Sequence[bool | None]) -> object:
    """Whether all hold; UNKNOWN where one is not known and none is false."""
    return False if False in truths else UNKNOWN if None in truths else True


def any_of(truths: Sequence[bool | None]) -> object:
    """Whether one holds; UNKNOWN where one is not known and none is true."""
    return True if True in truths else UNKNOWN if None in truths else False


Environment = Mapping[str, "Traced | Lazy"]


@dataclass(slots=True, eq=False)
class Lazy:
    """An expression that is evaluated where something needs it, with the names as they were."""

    node: object
    names: Environment
    basis: Basis
    done: Traced | None = None
