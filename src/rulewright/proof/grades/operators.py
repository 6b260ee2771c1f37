"""Arithmetic and comparisons on traced values."""

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction

from rulewright.proof.grades.traced import (
    UNKNOWN,
    Basis,
    Kind,
    Linear,
    Mark,
    Traced,
    computed,
    elements,
    place_in,
    plain,
)

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
"""A number so large may be packed: its digits are entries."""


def applied(op: ast.AST, left: Traced, right: Traced) -> object:
    """The value of an operation; UNKNOWN if an operand is, or if it fails."""
    one, other = plain(left), plain(right)
    function = OPERATORS.get(type(op))
    if UNKNOWN in (one, other) or function is None:
        return UNKNOWN
    if isinstance(op, ast.operator) and not _can_be_calculated(op, one, other):
        return UNKNOWN
    try:
        value = function(one, other)
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN
    return UNKNOWN if isinstance(value, int) and value.bit_length() > LARGEST_BITS else value


def _can_be_calculated(op: ast.operator, one: object, other: object) -> bool:
    """Numbers, and short texts put together: nothing that takes long or grows."""
    if isinstance(one, str) and isinstance(other, str):
        return isinstance(op, ast.Add) and len(one) + len(other) <= LONGEST_TEXT
    return isinstance(one, NUMBERS) and isinstance(other, NUMBERS)


def calculation(op: ast.operator, left: Traced, right: Traced) -> Traced:
    """The result of arithmetic: a digit of a packed number is an entry, numbers alone are a number."""
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
        sign = -1 if isinstance(op, ast.Sub) else 1
        factors = dict(one[0])
        for name, factor in other[0]:
            factors[name] = factors.get(name, Fraction(0)) + sign * factor
        return tuple(sorted(factors.items())), one[1] + sign * other[1]
    if isinstance(op, ast.Mult) and not (one[0] and other[0]):
        (factors_of, plus), by = (one, other[1]) if one[0] else (other, one[1])
        return tuple((name, factor * by) for name, factor in factors_of), plus * by
    return None


def linear_of(part: Traced) -> Linear | None:
    """The value as a sum of inputs and a number, if it is one."""
    if part.linear is not None:
        return part.linear
    value = part.value
    if part.kind in (Kind.LITERAL, Kind.ENTRY) and isinstance(value, (int, float, Fraction)):
        return ((), Fraction(value)) if abs(value) != float("inf") else None
    return None


def negative(operand: Traced) -> Traced:
    """The value with its sign changed."""
    if operand.kind is Kind.LITERAL and isinstance(operand.value, (int, float, Fraction)):
        return Traced(-operand.value, Kind.LITERAL, operand.basis, operand.origin)
    made = calculation(ast.Sub(), Traced(0, Kind.LITERAL), operand)
    if operand.kind in (Kind.INPUT, Kind.CONDITION, Kind.SCALED):
        return Traced(made.value, Kind.SCALED, operand.basis, linear=made.linear)
    return made if operand.terms else computed(operand, value=made.value)


def compared(op: ast.cmpop, left: Traced, right: Traced) -> Traced:
    """Whether a comparison holds."""
    basis = left.tested | right.tested
    if isinstance(op, ORDER):
        basis = basis.marked(Mark.ORDER)
    if isinstance(op, MEMBERSHIP):
        return _membership(op, left, right)
    value = applied(op, left, right)
    if value is UNKNOWN and isinstance(op, (ast.Is, ast.IsNot)):
        return Traced(UNKNOWN, Kind.CONDITION, basis)
    return Traced(value, Kind.CONDITION, basis)


def _membership(op: ast.cmpop, left: Traced, right: Traced) -> Traced:
    """A combination of several inputs that is listed is an entry; one input in a list is a condition."""
    parts, sought = elements(right), plain(left)
    if isinstance(right.value, str) and isinstance(sought, str):
        return Traced((sought in right.value) is isinstance(op, ast.In), Kind.CONDITION, left.tested | right.tested)
    if parts is None or sought is UNKNOWN or not right.known:
        return Traced(UNKNOWN, Kind.CONDITION, left.tested | right.tested)
    values = [plain(part) for part in parts]
    value = (sought in values) is isinstance(op, ast.In)
    if isinstance(sought, tuple) and right.origin is not None:
        return Traced(value, Kind.ENTRY, left.tested | right.tested, place_in(right, sought))
    basis = left.tested | right.tested
    if sought in values and len(values) > 1 and right.kind is Kind.LITERAL and Mark.SHARED not in right.basis.marks:
        basis |= Basis(listed=frozenset({(right.origin, values.index(sought))}))
    return Traced(value, Kind.CONDITION, basis)
