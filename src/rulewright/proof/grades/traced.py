"""Traced values: values of the rules code that know where they come from, and the operations on them.

A `Traced` value has a `ValueKind` (how the code gets it), a `Basis` (what it and its choice depend on), and an `origin`
in the code. For `{1: 4, 2: 3}[reach]` and a reach of 2, it is the value 3 of the kind ENTRY; its basis is the input
`reach`, and its origin is the dict and the key 2. For `5 - reach` it is the value 3 of the kind COMPUTED.

`trace.py` makes these values; from kind, basis and origin of an answer, the grading decides whether the code derives a
printed value or only repeats it. Operators, comparisons, built-in functions and methods take and return traced values;
UNKNOWN stands for a value that the trace cannot compute. A *packed number* is a table written as one number, whose
digits are the entries: `4321 // 10 % 10` is the entry 2.
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


class ValueKind(Enum):
    """How the rules code gets a value."""

    LITERAL = "written in the code"
    ENTRY = "an entry of a dict, list, string or packed number"
    INPUT = "an input as it is"
    CONDITION = "whether a condition holds"
    SCALED = "an input or a condition, times a number"
    COMPUTED = "computed"
    OPAQUE = "made by code that is not followed"


class Mark(Enum):
    """What the choice of a value needed besides equality. A SHARED value is not a copy of one printed cell."""

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
    """An enum of the rules code, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Basis:
    """What a value depends on: inputs, marks of how it was chosen, and other rules.

    `rules`, `passed_on` and `numbers` name functions that other printed statements are compared with. A value that uses
    the answer of `rules` is derived: `1 + damage(reach)`. The answer of `passed_on` is returned as it is: `return
    damage(reach)`. `numbers` answer the same for all inputs: `most_hits()`. `listed` are the entries of lists in the
    code that equal an input, such as the 4 in `reach in (2, 4)`: if an entry serves one cell, it repeats this cell.
    """

    marks: frozenset[Mark] = frozenset()
    inputs: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    passed_on: frozenset[str] = frozenset()
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
            self.passed_on | other.passed_on,
            self.numbers | other.numbers,
            self.listed | other.listed,
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """All functions of other rules that the value depends on."""
        return tuple(sorted(self.rules | self.passed_on | self.numbers))

    def marked(self, *marks: Mark) -> "Basis":
        """Return the same basis with these marks too."""
        if self.marks.issuperset(marks):
            return self
        all_marks = self.marks.union(marks)
        return Basis(all_marks, self.inputs, self.rules, self.passed_on, self.numbers, self.listed)


NOTHING: Final = Basis()

Linear = tuple[tuple[tuple[str, Fraction], ...], Fraction]
"""A sum of inputs, each with a factor, and a number: `2 * score - 1` is `((("score", 2),), -1)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """A value with its kind and basis.

    `origin` is its place in the code: the syntax node of a literal, or the container and the key of an entry; None if
    the value is not written in the code. `terms` are the summands of a sum. The elements of containers are traced
    values too. `shifted` is the entry to which this value adds a number, with the number.
    """

    value: object
    kind: ValueKind
    basis: Basis = NOTHING
    origin: Hashable = None
    terms: "tuple[Traced, ...]" = ()
    linear: Linear | None = field(default=None)
    shifted: "tuple[Traced, Fraction] | None" = None

    def depending_on(self, basis: Basis) -> "Traced":
        """Return the same value, whose choice also depends on `basis`."""
        if basis is NOTHING:
            return self
        terms = tuple([term.depending_on(basis) for term in self.terms])
        return Traced(self.value, self.kind, self.basis | basis, self.origin, terms, self.linear, self.shifted)

    @property
    def test_basis(self) -> Basis:
        """What the outcome of a test of this value depends on: its basis, marked if the value is calculated."""
        return self.basis.marked(Mark.COMPUTED) if self.kind in (ValueKind.COMPUTED, ValueKind.SCALED) else self.basis

    @property
    def is_known(self) -> bool:
        """Whether the trace knows the value with all its parts."""
        return value_of(self) is not UNKNOWN

    @property
    def truth(self) -> bool | None:
        """The truth of the value; None if it is not known."""
        value = value_of(self)
        return None if value is UNKNOWN else bool(value)


def value_of(traced: Traced) -> object:
    """Return the value without its origin; UNKNOWN if any part of it is."""
    match traced.value:
        case tuple() as parts:
            inner = tuple(map(value_of, parts))
            return UNKNOWN if UNKNOWN in inner else inner
        case dict() as entries:
            return tuple(entries)
        case value:
            return value


def elements(traced: Traced) -> tuple[Traced, ...] | None:
    """Return the elements of a container, keys of a dict or characters of a string; None if they are not known."""
    match traced.value:
        case tuple() as parts if traced.origin is None:  # made while the code runs, such as `range(3)`
            return parts
        case tuple() as parts:
            return tuple(entry_of(traced, at, part) for at, part in enumerate(parts))
        case dict() as entries:
            return tuple(Traced(key, ValueKind.LITERAL, traced.basis) for key in entries)
        case str() as text:
            return tuple(entry_of(traced, at, Traced(sign, ValueKind.LITERAL)) for at, sign in enumerate(text))
    return None


def entry_of(container: Traced, key: object, entry: Traced, basis: Basis = NOTHING) -> Traced:
    """Return an entry of a container in the code; a calculated entry stays calculated."""
    choice = entry.depending_on(container.basis | basis)
    if entry.kind is not ValueKind.LITERAL or not isinstance(container.value, Sized) or len(container.value) == 1:
        return choice
    return Traced(choice.value, ValueKind.ENTRY, choice.basis, place_in(container, key), linear=choice.linear)


def place_in(container: Traced, key: object) -> tuple[object, ...]:
    """Return the origin of an entry: that of its outermost container, and the keys down to it: `(dict, 2, 0)`."""
    origin = container.origin
    return (*origin, key) if isinstance(origin, tuple) else (origin, key)


def computed(*parts: Traced, value: object = UNKNOWN) -> Traced:
    """Return the result of a calculation with these parts."""
    return Traced(value, ValueKind.COMPUTED, joint_basis(parts))


def opaque(*parts: Traced) -> Traced:
    """Return the unknown result of code that is not followed and that uses these parts."""
    return Traced(UNKNOWN, ValueKind.OPAQUE, joint_basis(parts))


def joint_basis(parts: Iterable[Traced]) -> Basis:
    """Return the joint basis of all parts and their elements."""
    basis = NOTHING
    for part in parts:
        basis |= part.test_basis
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
"""The values of local names."""


@dataclass(slots=True, eq=False)
class Lazy:
    """An expression that is evaluated when its name is first used, such as an argument that only one branch reads.

    `node` is its syntax, `names` the local names where it stands, and `basis` what the tests before it depend on.
    `result` is its value once it is evaluated.
    """

    node: object
    names: Environment
    basis: Basis
    result: Traced | None = None


OPERATORS: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Div: lambda left, right: left / right if isinstance(left, float) else Fraction(left) / right,  # exact
    ast.Pow: lambda base, power: pow(base, power) if 0 <= power <= LARGEST_POWER else UNKNOWN,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SCALABLE = {ValueKind.INPUT, ValueKind.CONDITION}
"""Kinds that become SCALED when they are multiplied by a number."""
ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
MEMBERSHIP = (ast.In, ast.NotIn)
LARGEST_POWER: int = 64
LARGEST_BITS, LONGEST_TEXT = 1024, 10_000
"""Limits of results, so that no operation of an author takes long: bits of a number and characters of a text."""
NUMBERS = (int, float, Fraction)
SMALLEST_PACKED = 1000
"""Smallest number that may be a packed number."""


def applied(op: ast.AST, left: Traced, right: Traced) -> object:
    """Return the value of an operation; UNKNOWN if an operand is UNKNOWN, or if it fails."""
    left_value, right_value = value_of(left), value_of(right)
    function = OPERATORS.get(type(op))
    if UNKNOWN in (left_value, right_value) or function is None:
        return UNKNOWN
    if isinstance(op, ast.operator):  # numbers, and short texts put together: nothing that takes long or grows
        if isinstance(left_value, str) and isinstance(right_value, str):
            possible = isinstance(op, ast.Add) and len(left_value) + len(right_value) <= LONGEST_TEXT
        else:
            possible = isinstance(left_value, NUMBERS) and isinstance(right_value, NUMBERS)
        if not possible:
            return UNKNOWN
    try:
        value = function(left_value, right_value)
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN
    return UNKNOWN if isinstance(value, int) and value.bit_length() > LARGEST_BITS else value


def calculation(op: ast.operator, left: Traced, right: Traced) -> Traced:
    """Return the result of arithmetic: a digit of a packed number is an entry, numbers alone make a number."""
    value, basis = applied(op, left, right), left.test_basis | right.test_basis
    if isinstance(op, (ast.RShift, ast.FloorDiv, ast.Mod, ast.BitAnd)) and _is_packed(left):
        # `4321 // 10` is the entry at place 10; `% 10` takes an entry of it and keeps the origin
        place = right.value if isinstance(op, (ast.RShift, ast.FloorDiv)) else 0
        origin = left.origin if left.kind is ValueKind.ENTRY else place_in(left, place)
        return Traced(value, ValueKind.ENTRY, basis, origin)
    shifted = _shifted_entry(op, left, right)
    if shifted is not None and not shifted[1]:
        return shifted[0].depending_on(basis)  # the numbers cancel each other: this is still the entry
    both_literal = left.kind is right.kind is ValueKind.LITERAL
    if both_literal and not basis.inputs and Mark.SHARED not in basis.marks:
        return Traced(value, ValueKind.LITERAL, basis, left.origin, linear=_linear(op, left, right))
    kinds = {left.kind, right.kind}
    if isinstance(op, ast.Mult) and ValueKind.LITERAL in kinds and kinds & SCALABLE:
        return Traced(value, ValueKind.SCALED, left.basis | right.basis, linear=_linear(op, left, right))
    terms = (*_terms(left), *_terms(right)) if isinstance(op, (ast.Add, ast.Sub)) else ()
    return Traced(value, ValueKind.COMPUTED, basis, terms=terms, linear=_linear(op, left, right), shifted=shifted)


def _shifted_entry(op: ast.operator, left: Traced, right: Traced) -> tuple[Traced, Fraction] | None:
    """Return the entry to which an operation adds a number, with the number; None for another operation.

    To multiply or divide by 1 adds 0. A number that is added only under a condition does not count.
    """
    if isinstance(op, (ast.Add, ast.Mult)) and left.kind is ValueKind.LITERAL:
        left, right = right, left
    entry, offset = left.shifted or (left, Fraction(0))
    if entry.kind is not ValueKind.ENTRY or right.kind is not ValueKind.LITERAL or right.basis != NOTHING:
        return None
    if not isinstance(right.value, (int, float, Fraction)) or not math.isfinite(right.value):
        return None
    number = Fraction(right.value)
    if isinstance(op, (ast.Add, ast.Sub)):
        return entry, offset + (number if isinstance(op, ast.Add) else -number)
    return (entry, offset) if isinstance(op, (ast.Mult, ast.Div, ast.FloorDiv)) and number == 1 else None


def _is_packed(number: Traced) -> bool:
    """Return whether the number may be a packed table, or an entry that is taken apart further."""
    if number.kind is ValueKind.ENTRY:
        return isinstance(number.origin, tuple) and isinstance(number.value, int)
    return number.kind is ValueKind.LITERAL and isinstance(number.value, int) and number.value >= SMALLEST_PACKED


def _terms(part: Traced) -> tuple[Traced, ...]:
    """Return the summands of a sum; any other value is its only summand."""
    return part.terms or (part,)


def _linear(op: ast.operator, left: Traced, right: Traced) -> Linear | None:
    """Return the result of arithmetic as a sum of inputs; None if it is not one, as for `score * score`."""
    left_sum, right_sum = linear_of(left), linear_of(right)
    if left_sum is None or right_sum is None:
        return None
    if isinstance(op, (ast.Add, ast.Sub)):
        return linear_sum(left_sum, right_sum, -1 if isinstance(op, ast.Sub) else 1)
    (left_factors, left_number), (right_factors, right_number) = left_sum, right_sum
    both_vary = bool(left_factors and right_factors)
    if isinstance(op, ast.Mult) and not both_vary:
        multiplier = right_number if left_factors else left_number
        factors, number = left_sum if left_factors else right_sum
        return tuple((name, factor * multiplier) for name, factor in factors), number * multiplier
    return None


def linear_sum(left: Linear, right: Linear, sign: int) -> Linear:
    """Add two sums of inputs, or subtract the second from the first if `sign` is -1."""
    (left_factors, left_number), (right_factors, right_number) = left, right
    factors = dict(left_factors)
    for name, factor in right_factors:
        factors[name] = factors.get(name, Fraction(0)) + sign * factor
    return tuple(sorted(factors.items())), left_number + sign * right_number


def linear_of(part: Traced) -> Linear | None:
    """Return the value as a sum of inputs and a number, or None."""
    if part.linear is not None:
        return part.linear
    value = part.value
    if part.kind in (ValueKind.LITERAL, ValueKind.ENTRY) and isinstance(value, (int, float, Fraction)):
        return ((), Fraction(value)) if abs(value) != float("inf") else None
    return None


def negative(operand: Traced) -> Traced:
    """Return the value with its sign changed."""
    if operand.kind is ValueKind.LITERAL and isinstance(operand.value, (int, float, Fraction)):
        return Traced(-operand.value, ValueKind.LITERAL, operand.basis, operand.origin)
    difference = calculation(ast.Sub(), Traced(0, ValueKind.LITERAL), operand)
    if operand.kind in (ValueKind.INPUT, ValueKind.CONDITION, ValueKind.SCALED):
        return Traced(difference.value, ValueKind.SCALED, operand.basis, linear=difference.linear)
    return difference if operand.terms else computed(operand, value=difference.value)


def compared(op: ast.cmpop, left: Traced, right: Traced) -> Traced:
    """Return the result of a comparison."""
    basis = left.test_basis | right.test_basis
    if isinstance(op, MEMBERSHIP):
        return _membership(op, left, right, basis)
    if isinstance(op, ORDERING):
        basis = basis.marked(Mark.ORDER)
    return Traced(applied(op, left, right), ValueKind.CONDITION, basis)


def _membership(op: ast.cmpop, left: Traced, right: Traced, basis: Basis) -> Traced:
    """Return the result of `in`: for a combination of inputs the listed entry, for one input a condition."""
    parts, member = elements(right), value_of(left)
    if isinstance(right.value, str) and isinstance(member, str):
        return Traced((member in right.value) is isinstance(op, ast.In), ValueKind.CONDITION, basis)
    if parts is None or member is UNKNOWN or not right.is_known:
        return Traced(UNKNOWN, ValueKind.CONDITION, basis)
    values = [value_of(part) for part in parts]
    value = (member in values) is isinstance(op, ast.In)
    if isinstance(member, tuple) and right.origin is not None:
        return Traced(value, ValueKind.ENTRY, basis, place_in(right, member))
    is_own_list = right.kind is ValueKind.LITERAL and Mark.SHARED not in right.basis.marks
    if is_own_list and member in values and len(values) > 1:
        basis |= Basis(listed=frozenset({(right.origin, values.index(member))}))
    return Traced(value, ValueKind.CONDITION, basis)


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
UNCHANGING = frozenset({"min", "max", "abs", "round", "floor", "ceil", "Fraction"})
"""Functions that may return an argument as it is. An entry that passes through them stays an entry."""
SEARCHES: Mapping[str, Callable[..., int]] = {
    "bisect": bisect_right,
    "bisect_right": bisect_right,
    "bisect_left": bisect_left,
}
MODULES = frozenset({"math", "bisect", "fractions", "operator", "statistics", "itertools", "functools"})
"""Modules whose functions the trace calls by their plain names: `math.floor(x)` is `floor(x)`."""
TEXT_METHODS = frozenset({"upper", "lower", "title", "capitalize", "replace", "strip", "removeprefix", "removesuffix"})


def call_builtin(name: str, arguments: Sequence[Traced]) -> Traced:
    """Call a function that the rules code does not define."""
    if name in CONVERSIONS and len(arguments) == 1:
        return _converted(CONVERSIONS[name], arguments[0])
    if name in CONTAINERS and len(arguments) <= 1:
        return arguments[0] if arguments and elements(arguments[0]) is not None else opaque(*arguments)
    if name in SEARCHES:
        position = _applied(SEARCHES[name], arguments)
        return Traced(position.value, ValueKind.CONDITION, joint_basis(tuple(arguments)).marked(Mark.ORDER))
    if name in ARITHMETIC:
        varying = [each for each in arguments if each.kind is not ValueKind.LITERAL]
        # `max(0, a + b)` keeps the terms a and b: the limit is no calculation with them
        terms = varying[0].terms if name in ("min", "max") and len(varying) == 1 else ()
        result = _applied(ARITHMETIC[name], arguments)
        if name in UNCHANGING and [each.kind for each in varying] == [ValueKind.ENTRY]:
            entry = varying[0]
            if result.value == value_of(entry):  # the limit does not apply, or there is nothing to round
                return entry.depending_on(joint_basis(arguments))
        return replace(result, terms=terms)
    return _over_elements(name, arguments)


def _over_elements(name: str, arguments: Sequence[Traced]) -> Traced:
    """Call a built-in function that goes through its arguments."""
    inner = [elements(each) for each in arguments]
    match name, inner:
        case "next", [(first, *_), *_]:
            return first.depending_on(arguments[0].basis)
        case "next", [(), None]:
            return arguments[1].depending_on(arguments[0].basis)
        case "any" | "all", [tuple() as parts]:
            truths = [part.truth for part in parts]
            value = UNKNOWN if None in truths else (any if name == "any" else all)(truths)
            return computed(arguments[0], value=value)
        case "range", _:
            numbers = [number for each in arguments if isinstance(number := value_of(each), int)]
            if len(numbers) == len(arguments) and len(numbers) in (1, 2):
                values = range(*numbers)[:LONGEST]
                basis = joint_basis(tuple(arguments))
                return Traced(
                    tuple(Traced(number, ValueKind.COMPUTED, basis) for number in values), ValueKind.COMPUTED, basis
                )
        case "enumerate", [tuple() as parts, *_]:
            pairs = (
                Traced((Traced(at, ValueKind.COMPUTED), part), ValueKind.COMPUTED) for at, part in enumerate(parts)
            )
            return Traced(tuple(pairs), arguments[0].kind, arguments[0].basis)
        case "zip", [tuple(), *_] if None not in inner:
            rows = zip(*(parts for parts in inner if parts is not None), strict=False)
            return Traced(
                tuple(Traced(row, ValueKind.LITERAL) for row in rows), ValueKind.LITERAL, joint_basis(tuple(arguments))
            )
    return opaque(*arguments)


def _converted(convert: Callable[[object], object], argument: Traced) -> Traced:
    """Convert with int, str and the like, which keep the kind and origin of a value."""
    value = value_of(argument)
    try:
        result = UNKNOWN if value is UNKNOWN else convert(value)
    except (TypeError, ValueError, OverflowError):
        result = UNKNOWN
    return Traced(result, argument.kind, argument.basis, argument.origin)


def _applied(function: Callable[..., object], arguments: Sequence[Traced]) -> Traced:
    """Return the result of a function of plain values; unknown if it fails or an argument is unknown or too large."""
    values = [value_of(each) for each in arguments]
    if UNKNOWN in values or any(isinstance(value, int) and abs(value) > LARGEST for value in values):
        return computed(*arguments)
    try:
        return computed(*arguments, value=_limited(function(*values)))
    except (TypeError, ValueError, ArithmeticError):
        return computed(*arguments)


def _limited(value: object) -> object:
    """Return the value, or UNKNOWN if it is too large; the parts of a pair are calculated values too."""
    if isinstance(value, tuple):
        return tuple(Traced(_limited(part), ValueKind.COMPUTED) for part in value)
    return UNKNOWN if isinstance(value, int) and value.bit_length() > LARGEST_BITS else value


def call_method(owner: Traced, name: str, arguments: Sequence[Traced]) -> Traced:
    """Call a method of a container or a string."""
    match owner.value, name, arguments:
        case dict() as entries, "get", [key, *default]:
            return entry_at(owner, key) or (default[0] if default else Traced(None, ValueKind.LITERAL)).depending_on(
                key.test_basis
            )
        case dict() as entries, "items", []:
            pairs = tuple(
                Traced((Traced(key, ValueKind.LITERAL), each), ValueKind.LITERAL) for key, each in entries.items()
            )
            return Traced(pairs, ValueKind.LITERAL, owner.basis)
        case dict() as entries, "values", []:
            return Traced(tuple(entries.values()), ValueKind.LITERAL, owner.basis)
        case dict(), "keys", []:
            return Traced(elements(owner), ValueKind.LITERAL, owner.basis)
        case tuple() as parts, "index", [key] if key.is_known:
            position = next((at for at, part in enumerate(parts) if value_of(part) == value_of(key)), None)
            if position is not None:
                return computed(key, value=position)
        case str() as text, "index", [key] if isinstance(value_of(key), str) and str(value_of(key)) in text:
            return computed(key, value=text.index(str(value_of(key))))
        case str() as text, method, _ if method in TEXT_METHODS:
            values = [value_of(each) for each in arguments]
            if all(isinstance(value, str) for value in values):
                try:
                    result = getattr(text, method)(*values)
                except TypeError:
                    result = UNKNOWN
                return Traced(result, owner.kind, owner.basis, owner.origin)
        case str() as text, "split", [] | [Traced(value=str())] if not arguments or value_of(arguments[0]):
            pieces = text.split(str(value_of(arguments[0])) if arguments else None)
            return Traced(
                tuple(Traced(piece, ValueKind.LITERAL) for piece in pieces), owner.kind, owner.basis, owner.origin
            )
    return opaque(owner, *arguments)


def entry_at(container: Traced, key: Traced) -> Traced | None:
    """Return the entry of a container at a key; None if it has none."""
    plain_key, basis = value_of(key), key.test_basis
    match container.value:
        case dict() as entries if plain_key is not UNKNOWN:
            entry = entries.get(plain_key)
            return None if entry is None else entry_of(container, plain_key, entry, basis)
        case tuple() as parts if isinstance(plain_key, int) and -len(parts) <= plain_key < len(parts):
            if container.origin is None:  # an order, not a list that the author wrote
                return Traced(parts[plain_key].value, ValueKind.COMPUTED, basis | parts[plain_key].basis)
            return entry_of(container, plain_key % len(parts), parts[plain_key], basis)
        case (str() | bytes()) as text if isinstance(plain_key, int) and -len(text) <= plain_key < len(text):
            return entry_of(container, plain_key % len(text), Traced(text[plain_key], ValueKind.LITERAL), basis)
    return Traced(UNKNOWN, ValueKind.OPAQUE, container.basis | basis)
