"""Where conditions draw a line between numbers: `at least 5` and `more than 4` draw the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from rulewright.model.domain import Domain
from rulewright.model.expression import Amount, Both, Comparison, Condition, Either, Not, Number, Sum, Variable
from rulewright.model.keyset import KeySet

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""A comparison read from right to left."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A number that a condition names, without its sign, and whether its line is just above it or just below it.

    `whole` says that only whole numbers occur, so that the next one has the same line on its other side.
    """

    value: Fraction
    above: bool
    whole: bool = True

    def agrees(self, value: Fraction, above: bool | None) -> bool:
        """Whether a text that says a number with a line above or below it, or without one, means this limit."""
        if above is None:
            return value == self.value
        if above is self.above:
            return value == self.value
        return self.whole and value == self.value + (1 if self.above else -1)


def limits_of(condition: Condition) -> Iterator[Limit]:
    """The limits in a condition; equality has a line on both sides."""
    return (limit for _, limit in limits_by_variable(condition))


def limits_by_variable(condition: Condition) -> Iterator[tuple[str, Limit]]:
    """The limits in a condition, each with the variable that is compared, or with no name."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from (*limits_by_variable(left), *limits_by_variable(right))
        case Not(inner):
            yield from limits_by_variable(inner)
        case Comparison(sign, left, right):
            for amount, side, other in ((right, sign, left), (left, FLIPPED.get(sign, sign), right)):
                name = other.name if isinstance(other, Variable) else ""
                signs = side if isinstance(amount, Number) and name else "="  # in a sum only its size is clear
                yield from ((name, limit) for value in _numbers(amount) for limit in _sides(value, signs))


def _sides(value: Fraction, sign: str) -> Iterator[Limit]:
    if sign in ("=", "!=", "<=", ">"):
        yield Limit(value, above=True)
    if sign in ("=", "!=", ">=", "<"):
        yield Limit(value, above=False)


def _numbers(amount: Amount) -> Iterator[Fraction]:
    match amount:
        case Number(value):
            yield abs(Fraction(value))
        case Sum(left, right):
            yield from (*_numbers(left), *_numbers(right))


def limits_of_keys(keys: KeySet, domain: Domain) -> Iterator[Limit]:
    """The limits of a key of a table: both ends of each stretch."""
    scale = Fraction(1) if domain.step is None else domain.step / 2
    for low, high in keys.intervals:
        for end, above in ((low, False), (high, True)):
            if end not in (inf, -inf):
                point = int(end)
                between = domain.step is not None and point % 2 == 1  # up to the next point, without it
                at = point + (1 if above else -1) if between else point
                yield Limit(abs(at * scale), above is not between, whole=domain.step is None)
