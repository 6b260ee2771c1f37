"""Claims of bullets: small expressions over the domains of a game that a proof evaluates at every combination.

Claims have only comparisons, `and`, `or`, `not` and sums. The name of a table stands for its value at the combination.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rulewright.base.findings import Span
from rulewright.entries.keyset import KeySet

Keys = Mapping[str, int]
"""The key of each variable at one combination."""


class Undecided(Exception):
    """Raised if a claim needs a table value that the rules leave open."""


TableLookup = Callable[[str, Keys], int | float | None]
"""Return a table's number at a combination, or None if the table says nothing. Raise Undecided at an open question."""

COMPARE: Mapping[str, Callable[[float | Fraction, float | Fraction], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Number:
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Variable:
    """The number of a domain's value: `scale` times its key. `scale` differs from 1 only for measures."""

    name: str
    scale: int | Fraction = 1


@dataclass(frozen=True, slots=True)
class TableValue:
    table: str


@dataclass(frozen=True, slots=True)
class Sum:
    left: "Amount"
    right: "Amount"
    minus: bool


Amount = Number | Variable | TableValue | Sum


@dataclass(frozen=True, slots=True)
class Comparison:
    sign: str
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Among:
    """The variable's key is in the set."""

    name: str
    keys: KeySet


@dataclass(frozen=True, slots=True)
class Not:
    inner: "Condition"


@dataclass(frozen=True, slots=True)
class Both:
    left: "Condition"
    right: "Condition"


@dataclass(frozen=True, slots=True)
class Either:
    left: "Condition"
    right: "Condition"


Condition = Comparison | Among | Not | Both | Either


@dataclass(frozen=True, slots=True)
class Claim:
    """A condition with its text, its variables and its tables.

    A `one_way` claim only says what is true if the condition is ("a 1 always passes"), not what is true otherwise.
    """

    condition: Condition
    variables: tuple[str, ...]
    tables: tuple[str, ...]
    text: str
    span: Span
    one_way: bool = False


def holds(condition: Condition, keys: Keys, table: TableLookup) -> bool:
    """Whether the condition is true at one combination. A comparison with a missing table value is false."""
    match condition:
        case Among(name, among):
            return keys[name] in among
        case Comparison(sign, left, right):
            one, other = _amount(left, keys, table), _amount(right, keys, table)
            return one is not None and other is not None and COMPARE[sign](one, other)
        case Not(inner):
            return not holds(inner, keys, table)
        case Both(first, second):
            return holds(first, keys, table) and holds(second, keys, table)
        case Either(first, second):
            return holds(first, keys, table) or holds(second, keys, table)


def _amount(amount: Amount, keys: Keys, table: TableLookup) -> int | float | Fraction | None:
    match amount:
        case Number(value):
            return value
        case Variable(name, scale):
            return keys[name] * scale
        case TableValue(name):
            return table(name, keys)
        case Sum(left, right, minus):
            one, other = _amount(left, keys, table), _amount(right, keys, table)
            if one is None or other is None:
                return None
            return one - other if minus else one + other
