"""Mutants of claims: a comparison flipped, a number one off, `and` for `or`, a negation, a name left out."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.model.domain import Domain
from rulewright.model.expression import (
    Among,
    Amount,
    Both,
    Comparison,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    TableValue,
    Variable,
)
from rulewright.model.keyset import KeySet
from rulewright.wording import number

FLIPPED = {">=": ">", ">": ">=", "<=": "<", "<": "<=", "=": "!=", "!=": "="}

ConditionMutant = tuple[Condition, str]
"""An altered condition, and the alteration in words."""


def condition_mutants(condition: Condition, domains: Mapping[str, Domain]) -> Iterator[ConditionMutant]:
    """The condition with each of its parts altered in turn."""
    match condition:
        case Both(left, right):
            yield Either(left, right), "'and' altered to 'or'"
            yield from ((Both(other, right), words) for other, words in condition_mutants(left, domains))
            yield from ((Both(left, other), words) for other, words in condition_mutants(right, domains))
        case Either(left, right):
            yield Both(left, right), "'or' altered to 'and'"
            yield from ((Either(other, right), words) for other, words in condition_mutants(left, domains))
            yield from ((Either(left, other), words) for other, words in condition_mutants(right, domains))
        case Not(inner):
            yield inner, "'not' left out"
            yield from ((Not(other), words) for other, words in condition_mutants(inner, domains))
        case Among():
            yield from _other_names(condition, domains[condition.name])
        case Comparison():
            yield from ((other, _alteration_text(condition, other)) for other in _other_comparisons(condition))


def _other_names(among: Among, domain: Domain) -> Iterator[ConditionMutant]:
    """The opposite condition, and each of several names left out."""
    text = f"{among.name} {'in' if among.keys.size > 1 else 'is'} {domain.describe(among.keys)}"
    yield Not(among), f"{text!r} negated"
    if domain.keys.finite and 1 < among.keys.size < domain.keys.size:
        for key in among.keys:
            yield (
                Among(among.name, among.keys - KeySet.of([key])),
                f"{domain.key_text(key)} left out of {text!r}",
            )


def _other_comparisons(one: Comparison) -> Iterator[Comparison]:
    yield Comparison(FLIPPED[one.sign], one.left, one.right)
    yield from (Comparison(one.sign, left, one.right) for left in _other_amounts(one.left))
    yield from (Comparison(one.sign, one.left, right) for right in _other_amounts(one.right))


def _other_amounts(amount: Amount) -> Iterator[Amount]:
    """Each number in it one more and one less, each plus a minus."""
    match amount:
        case Number(value):
            yield from (Number(value + 1), Number(value - 1))
        case Sum(Number(0), right, True):  # a minus sign before it, not a difference
            yield from (Sum(Number(0), other, minus=True) for other in _other_amounts(right))
        case Sum(left, right, minus):
            yield Sum(left, right, not minus)
            yield from (Sum(other, right, minus) for other in _other_amounts(left))
            yield from (Sum(left, other, minus) for other in _other_amounts(right))


def _alteration_text(one: Comparison, other: Comparison) -> str:
    return f"{_comparison_text(one)!r} altered to {_comparison_text(other)!r}"


def _comparison_text(one: Comparison) -> str:
    return f"{_amount_text(one.left)} {one.sign} {_amount_text(one.right)}"


def _amount_text(amount: Amount) -> str:
    match amount:
        case Number(value):
            return number(value)
        case Variable(name):
            return name
        case TableValue(table):
            return table
        case Sum(Number(0), right, True):
            return f"−{_amount_text(right)}"
        case Sum(left, right, minus):
            return f"{_amount_text(left)} {'−' if minus else '+'} {_amount_text(right)}"


def constants(condition: Condition) -> Iterator[int | Fraction]:
    """The numbers in a condition."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from (*constants(left), *constants(right))
        case Not(inner):
            yield from constants(inner)
        case Comparison(_, left, right):
            yield from (*_numbers(left), *_numbers(right))


def _numbers(amount: Amount) -> Iterator[int | Fraction]:
    match amount:
        case Number(value):
            yield value
        case Sum(left, right):
            yield from (*_numbers(left), *_numbers(right))
