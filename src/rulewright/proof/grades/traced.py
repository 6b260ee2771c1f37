"""Traced values: values of the rules code that know where they come from, and the operations on them.

A `Traced` value has a `Kind` (how it was computed), a `Basis` (what it and its choice depend on), and an `origin` in
the code. Operators, comparisons, built-in functions and methods take and return traced values; UNKNOWN stands for a
value that the trace cannot compute.
"""

import ast
import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Final


class Kind(Enum):
    """How a value was computed."""

    LITERAL = "written in the code"
    ENTRY = "an entry of a dict, list, string or packed number"
    INPUT = "an input as it is"
    CONDITION = "whether a condition holds"
    SCALED = "an input or a condition, times a number"
    COMPUTED = "computed"
    OPAQUE = "made by code that is not followed"


class Mark(Enum):
    """What the choice of a value needed besides equality."""

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
    """What a value depends on: inputs, marks of how it was chosen, and other rules.

    `rules` are functions that another printed statement is compared with, `handed_on` those whose answer was only
    passed on, and `numbers` those that only return a number. `listed` are the places of names in lists that matched the
    inputs.
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
        """All functions of other rules that the value depends on."""
        return tuple(sorted(self.rules | self.handed_on | self.numbers))

    def marked(self, *marks: Mark) -> "Basis":
        if self.marks.issuperset(marks):
            return self
        all_marks = self.marks.union(marks)
        return Basis(all_marks, self.inputs, self.rules, self.handed_on, self.numbers, self.listed)


NOTHING: Final = Basis()

Linear = tuple[tuple[tuple[str, Fraction], ...], Fraction]
"""A sum of inputs, each with a factor, and a number: `2 * score - 1` is `((("score", 2),), -1)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """A value with its kind and basis.

    `origin` is its place in the code: the syntax node of a literal, or the container and the key of an entry; None if
    the value is not written in the code. `terms` are the summands of a sum. The elements of containers are traced
    values too.
    """

    value: object
    kind: Kind
    basis: Basis = NOTHING
    origin: Hashable = None
    terms: "tuple[Traced, ...]" = ()
    linear: Linear | None = field(default=None)

    def under(self, basis: Basis) -> "Traced":
        """Return the same value, whose choice also depends on `basis`."""
        if basis is NOTHING:
            return self
        terms = tuple([term.under(basis) for term in self.terms])
        return Traced(self.value, self.kind, self.basis | basis, self.origin, terms, self.linear)

    @property
    def tested(self) -> Basis:
        """Return what a choice depends on that tests this value."""
        return self.basis.marked(Mark.COMPUTED) if self.kind in (Kind.COMPUTED, Kind.SCALED) else self.basis

    @property
    def known(self) -> bool:
        return plain(self) is not UNKNOWN

    @property
    def truth(self) -> bool | None:
        """The truth of the value; None if it is not known."""
        value = plain(self)
        return None if value is UNKNOWN else bool(value)


def plain(traced: Traced) -> object:
    """Return the value without its origin; UNKNOWN if any part of it is."""
    match traced.value:
        case tuple() as parts:
            inner = tuple(map(plain, parts))
            return UNKNOWN if UNKNOWN in inner else inner
        case dict() as entries:
            return tuple(entries)
        case value:
            return value


def elements(traced: Traced) -> tuple[Traced, ...] | None:
    """Return the elements of a container, keys of a dict or characters of a string; None if they are not known."""
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
    """Return an entry of a container in the code; a calculated entry stays calculated."""
    choice = entry.under(container.basis | basis)
    if entry.kind is not Kind.LITERAL or not isinstance(container.value, Sized) or len(container.value) == 1:
        return choice
    return Traced(choice.value, Kind.ENTRY, choice.basis, place_in(container, key), linear=choice.linear)


def place_in(container: Traced, key: object) -> tuple[object, ...]:
    """Return the origin of an entry: the origin of its outermost container, and the keys down to it."""
    origin = container.origin
    return (*origin, key) if isinstance(origin, tuple) else (origin, key)


def computed(*parts: Traced, value: object = UNKNOWN) -> Traced:
    """Return the result of a calculation with these parts."""
    return Traced(value, Kind.COMPUTED, joint_basis(parts))


def opaque(*parts: Traced) -> Traced:
    return Traced(UNKNOWN, Kind.OPAQUE, joint_basis(parts))


def joint_basis(parts: Iterable[Traced]) -> Basis:
    """Return the joint basis of all parts and their elements."""
    basis = NOTHING
    for part in parts:
        basis |= part.tested
        if isinstance(part.value, tuple):
            basis |= joint_basis(part.value)
    return basis


def all_of(truths: Sequence[bool | None]) -> object:
    """Return whether all hold; UNKNOWN if one is not known and none is false."""
    return False if False in truths else UNKNOWN if None in truths else True


def any_of(truths: Sequence[bool | None]) -> object:
    """Return whether one holds; UNKNOWN if one is not known and none is true."""
    return True if True in truths else UNKNOWN if None in truths else False


Environment = Mapping[str, "Traced | Lazy"]


@dataclass(slots=True, eq=False)
class Lazy:
    """An expression that is evaluated when it is needed, with the names of its definition."""

    node: object
    names: Environment
    basis: Basis
    done: Traced | None = None


OPERATORS: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Div: lambda one, other: Fraction(one) / other if not isinstance(one, float) else one / other,
    ast.Pow: lambda one, other: pow(one, other) if 0 <= other <= LARGEST_POWER else UNKNOWN,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SIMPLE = (Kind.INPUT, Kind.CONDITION)
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
MEMBERSHIP = (ast.In, ast.NotIn)
LARGEST_POWER: int = 64
LARGEST_BITS, LONGEST_TEXT = 1024, 10_000
NUMBERS = (int, float, Fraction)
DIGITS = 1000
"""Smallest number that may be a packed table, whose digits are entries."""


def applied(op: ast.AST, left: Traced, right: Traced) -> object:
    """Return the value of an operation; UNKNOWN if an operand is, or if it fails."""
    one, other = plain(left), plain(right)
    function = OPERATORS.get(type(op))
    if UNKNOWN in (one, other) or function is None:
        return UNKNOWN
    if isinstance(op, ast.operator):  # numbers, and short texts put together: nothing that takes long or grows
        if isinstance(one, str) and isinstance(other, str):
            possible = isinstance(op, ast.Add) and len(one) + len(other) <= LONGEST_TEXT
        else:
            possible = isinstance(one, NUMBERS) and isinstance(other, NUMBERS)
        if not possible:
            return UNKNOWN
    try:
        value = function(one, other)
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN
    return UNKNOWN if isinstance(value, int) and value.bit_length() > LARGEST_BITS else value


def calculation(op: ast.operator, left: Traced, right: Traced) -> Traced:
    """Return the result of arithmetic: a digit of a packed number is an entry, numbers alone make a number."""
    value, basis = applied(op, left, right), left.tested | right.tested
    if isinstance(op, (ast.RShift, ast.FloorDiv, ast.Mod, ast.BitAnd)) and _is_packed(left):
        place = right.value if isinstance(op, (ast.RShift, ast.FloorDiv)) else 0
        origin = left.origin if left.kind is Kind.ENTRY else place_in(left, place)
        return Traced(value, Kind.ENTRY, basis, origin)
    if left.kind is right.kind is Kind.LITERAL and not basis.inputs and Mark.SHARED not in basis.marks:
        return Traced(value, Kind.LITERAL, basis, left.origin, linear=_linear(op, left, right))
    if isinstance(op, ast.Mult) and Kind.LITERAL in (kinds := {left.kind, right.kind}) and kinds & {*SIMPLE}:
        return Traced(value, Kind.SCALED, left.basis | right.basis, linear=_linear(op, left, right))
    terms = (*_terms(left), *_terms(right)) if isinstance(op, (ast.Add, ast.Sub)) else ()
    return Traced(value, Kind.COMPUTED, basis, terms=terms, linear=_linear(op, left, right))


def _is_packed(number: Traced) -> bool:
    if number.kind is Kind.ENTRY:
        return isinstance(number.origin, tuple) and isinstance(number.value, int)
    return number.kind is Kind.LITERAL and isinstance(number.value, int) and number.value >= DIGITS


def _terms(part: Traced) -> tuple[Traced, ...]:
    return part.terms or (part,)


def _linear(op: ast.operator, left: Traced, right: Traced) -> Linear | None:
    one, other = linear_of(left), linear_of(right)
    if one is None or other is None:
        return None
    if isinstance(op, (ast.Add, ast.Sub)):
        return linear_sum(one, other, -1 if isinstance(op, ast.Sub) else 1)
    if isinstance(op, ast.Mult) and not (one[0] and other[0]):
        (factors_of, plus), by = (one, other[1]) if one[0] else (other, one[1])
        return tuple((name, factor * by) for name, factor in factors_of), plus * by
    return None


def linear_sum(one: Linear, other: Linear, sign: int) -> Linear:
    """Add two sums of inputs, or subtract the second from the first if `sign` is -1."""
    factors = dict(one[0])
    for name, factor in other[0]:
        factors[name] = factors.get(name, Fraction(0)) + sign * factor
    return tuple(sorted(factors.items())), one[1] + sign * other[1]


def linear_of(part: Traced) -> Linear | None:
    """Return the value as a sum of inputs and a number, or None."""
    if part.linear is not None:
        return part.linear
    value = part.value
    if part.kind in (Kind.LITERAL, Kind.ENTRY) and isinstance(value, (int, float, Fraction)):
        return ((), Fraction(value)) if abs(value) != float("inf") else None
    return None


def negative(operand: Traced) -> Traced:
    """Return the value with its sign changed."""
    if operand.kind is Kind.LITERAL and isinstance(operand.value, (int, float, Fraction)):
        return Traced(-operand.value, Kind.LITERAL, operand.basis, operand.origin)
    difference = calculation(ast.Sub(), Traced(0, Kind.LITERAL), operand)
    if operand.kind in (Kind.INPUT, Kind.CONDITION, Kind.SCALED):
        return Traced(difference.value, Kind.SCALED, operand.basis, linear=difference.linear)
    return difference if operand.terms else computed(operand, value=difference.value)


def compared(op: ast.cmpop, left: Traced, right: Traced) -> Traced:
    """Return the result of a comparison."""
    basis = left.tested | right.tested
    if isinstance(op, MEMBERSHIP):
        return _membership(op, left, right, basis)
    return Traced(
        applied(op, left, right), Kind.CONDITION, basis.marked(Mark.ORDER) if isinstance(op, ORDER) else basis
    )


def _membership(op: ast.cmpop, left: Traced, right: Traced, basis: Basis) -> Traced:
    """Return the result of `in`: for a combination of inputs the listed entry, for one input a condition."""
    parts, member = elements(right), plain(left)
    if isinstance(right.value, str) and isinstance(member, str):
        return Traced((member in right.value) is isinstance(op, ast.In), Kind.CONDITION, basis)
    if parts is None or member is UNKNOWN or not right.known:
        return Traced(UNKNOWN, Kind.CONDITION, basis)
    values = [plain(part) for part in parts]
    value = (member in values) is isinstance(op, ast.In)
    if isinstance(member, tuple) and right.origin is not None:
        return Traced(value, Kind.ENTRY, basis, place_in(right, member))
    if member in values and len(values) > 1 and right.kind is Kind.LITERAL and Mark.SHARED not in right.basis.marks:
        basis |= Basis(listed=frozenset({(right.origin, values.index(member))}))
    return Traced(value, Kind.CONDITION, basis)


LARGEST = 100_000
"""Largest number to calculate with; larger ones may take long."""
LONGEST = 256
"""Most elements of a container that a trace goes through."""
CONVERSIONS: Mapping[str, Callable[[object], object]] = {"int": int, "float": float, "str": str, "bool": bool}  # type: ignore[dict-item]
CONTAINERS = frozenset({"tuple", "list", "set", "frozenset", "dict", "sorted", "reversed", "iter", "MappingProxyType"})
ARITHMETIC: Mapping[str, Callable[..., object]] = {
    "min": min,
    "max": max,
    "sum": sum,
    "abs": abs,
    "round": round,
    "len": len,
    "Fraction": Fraction,
    "pow": pow,
    "floor": math.floor,
    "ceil": math.ceil,
    "comb": math.comb,
    "divmod": divmod,
    "prod": math.prod,
}
SEARCHES: Mapping[str, Callable[..., int]] = {
    "bisect": bisect_right,
    "bisect_right": bisect_right,
    "bisect_left": bisect_left,
}
MODULES = frozenset({"math", "bisect", "fractions", "operator", "statistics", "itertools", "functools"})
TEXT_METHODS = frozenset({"upper", "lower", "title", "capitalize", "replace", "strip", "removeprefix", "removesuffix"})


def call_builtin(name: str, arguments: Sequence[Traced]) -> Traced:
    """Call a function that the rules code does not define."""
    if name in CONVERSIONS and len(arguments) == 1:
        return _converted(CONVERSIONS[name], arguments[0])
    if name in CONTAINERS and len(arguments) <= 1:
        return arguments[0] if arguments and elements(arguments[0]) is not None else opaque(*arguments)
    if name in SEARCHES:
        position = _applied(SEARCHES[name], arguments)
        return Traced(position.value, Kind.CONDITION, joint_basis(tuple(arguments)).marked(Mark.ORDER))
    if name in ARITHMETIC:
        varying = [each for each in arguments if each.kind is not Kind.LITERAL]
        terms = varying[0].terms if name in ("min", "max") and len(varying) == 1 else ()
        return replace(_applied(ARITHMETIC[name], arguments), terms=terms)
    return _over_elements(name, arguments)


def _over_elements(name: str, arguments: Sequence[Traced]) -> Traced:
    inner = [elements(each) for each in arguments]
    match name, inner:
        case "next", [(first, *_), *_]:
            return first.under(arguments[0].basis)
        case "next", [(), None]:
            return arguments[1].under(arguments[0].basis)
        case "any" | "all", [tuple() as parts]:
            truths = [part.truth for part in parts]
            value = UNKNOWN if None in truths else (any if name == "any" else all)(truths)
            return computed(arguments[0], value=value)
        case "range", _:
            numbers = [number for each in arguments if isinstance(number := plain(each), int)]
            if len(numbers) == len(arguments) and len(numbers) in (1, 2):
                values = range(*numbers)[:LONGEST]
                basis = joint_basis(tuple(arguments))
                return Traced(tuple(Traced(number, Kind.COMPUTED, basis) for number in values), Kind.COMPUTED, basis)
        case "enumerate", [tuple() as parts, *_]:
            pairs = (Traced((Traced(at, Kind.COMPUTED), part), Kind.COMPUTED) for at, part in enumerate(parts))
            return Traced(tuple(pairs), arguments[0].kind, arguments[0].basis)
        case "zip", [tuple(), *_] if None not in inner:
            rows = zip(*(parts for parts in inner if parts is not None), strict=False)
            return Traced(tuple(Traced(row, Kind.LITERAL) for row in rows), Kind.LITERAL, joint_basis(tuple(arguments)))
    return opaque(*arguments)


def _converted(convert: Callable[[object], object], argument: Traced) -> Traced:
    """Convert with int, str and the like, which keep the kind and origin of a value."""
    value = plain(argument)
    try:
        result = UNKNOWN if value is UNKNOWN else convert(value)
    except (TypeError, ValueError, OverflowError):
        result = UNKNOWN
    return Traced(result, argument.kind, argument.basis, argument.origin)


def _applied(function: Callable[..., object], arguments: Sequence[Traced]) -> Traced:
    values = [plain(each) for each in arguments]
    if UNKNOWN in values or any(isinstance(value, int) and abs(value) > LARGEST for value in values):
        return computed(*arguments)
    try:
        return computed(*arguments, value=_limited(function(*values)))
    except (TypeError, ValueError, ArithmeticError):
        return computed(*arguments)


def _limited(value: object) -> object:
    """Return the value, or UNKNOWN if it is too large; the parts of a pair are calculated values too."""
    if isinstance(value, tuple):
        return tuple(Traced(_limited(part), Kind.COMPUTED) for part in value)
    return UNKNOWN if isinstance(value, int) and value.bit_length() > LARGEST_BITS else value


def call_method(owner: Traced, name: str, arguments: Sequence[Traced]) -> Traced:
    """Call a method of a container or a string."""
    match owner.value, name, arguments:
        case dict() as entries, "get", [key, *default]:
            return entry_at(owner, key) or (default[0] if default else Traced(None, Kind.LITERAL)).under(key.tested)
        case dict() as entries, "items", []:
            pairs = tuple(Traced((Traced(key, Kind.LITERAL), each), Kind.LITERAL) for key, each in entries.items())
            return Traced(pairs, Kind.LITERAL, owner.basis)
        case dict() as entries, "values", []:
            return Traced(tuple(entries.values()), Kind.LITERAL, owner.basis)
        case dict(), "keys", []:
            return Traced(elements(owner), Kind.LITERAL, owner.basis)
        case tuple() as parts, "index", [key] if key.known:
            position = next((at for at, part in enumerate(parts) if plain(part) == plain(key)), None)
            if position is not None:
                return computed(key, value=position)
        case str() as text, "index", [key] if isinstance(plain(key), str) and str(plain(key)) in text:
            return computed(key, value=text.index(str(plain(key))))
        case str() as text, method, _ if method in TEXT_METHODS:
            values = [plain(each) for each in arguments]
            if all(isinstance(value, str) for value in values):
                try:
                    result = getattr(text, method)(*values)
                except TypeError:
                    result = UNKNOWN
                return Traced(result, owner.kind, owner.basis, owner.origin)
        case str() as text, "split", [] | [Traced(value=str())] if not arguments or plain(arguments[0]):
            pieces = text.split(str(plain(arguments[0])) if arguments else None)
            return Traced(tuple(Traced(piece, Kind.LITERAL) for piece in pieces), owner.kind, owner.basis, owner.origin)
    return opaque(owner, *arguments)


def entry_at(container: Traced, key: Traced) -> Traced | None:
    """Return the entry of a container at a key; None if it has none."""
    plain_key, basis = plain(key), key.tested
    match container.value:
        case dict() as entries if plain_key is not UNKNOWN:
            entry = entries.get(plain_key)
            return None if entry is None else entry_of(container, plain_key, entry, basis)
        case tuple() as parts if isinstance(plain_key, int) and -len(parts) <= plain_key < len(parts):
            if container.origin is None:  # an order, not a list that the author wrote
                return Traced(parts[plain_key].value, Kind.COMPUTED, basis | parts[plain_key].basis)
            return entry_of(container, plain_key % len(parts), parts[plain_key], basis)
        case (str() | bytes()) as text if isinstance(plain_key, int) and -len(text) <= plain_key < len(text):
            return entry_of(container, plain_key % len(text), Traced(text[plain_key], Kind.LITERAL), basis)
    return Traced(UNKNOWN, Kind.OPAQUE, container.basis | basis)
