"""Other values for a cell, a fact or the result of an example's step."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rulewright.model.domain import Domain, Plain
from rulewright.model.example import Answer
from rulewright.model.table import Value

OTHER_TEXT = "something else"


def other_values(value: Value, domain: Domain | None) -> Iterator[Value]:
    """Other values for a cell: the neighbours of its value, and nothing."""
    if value.axis:
        yield replace(value, factor=value.factor + 1)
        yield replace(value, factor=-value.factor)
    else:
        yield from (replace(value, plain=other) for other in _others(value.plain, domain))
    if value.plain is not None or value.axis:
        yield replace(value, plain=None, axis="")


def _others(plain: Plain, domain: Domain | None) -> Iterator[Plain]:
    match plain:
        case None:
            yield domain.names[0].id if domain and domain.enumeration else 1 if domain else OTHER_TEXT
        case (low, high):
            yield from ((low, high + 1), (low - 1, high))
        case bool():
            yield not plain
        case str():
            names = [name.id for name in domain.names] if domain else []
            yield next((name for name in names if name != plain), OTHER_TEXT)
        case _ if plain == math.inf:
            yield from (0, 100)
        case _:
            yield from (plain + 1, plain - 1)


def other_facts(value: Plain) -> Iterator[Plain]:
    """Other values for a fact: one more, one less, and half of it."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and math.isfinite(value):
        yield from (value + 1, value - 1)
        if value:
            yield Fraction(value) / 2
    else:
        yield from _others(value, None)


def other_answers(answer: Answer) -> Iterator[Answer]:
    """Other results for a step; of several parts, each in turn."""
    if isinstance(answer, tuple):
        for at, part in enumerate(answer):
            yield from ((*answer[:at], other, *answer[at + 1 :]) for other in other_answers(part))
    elif answer is None:
        yield 1
    else:
        yield from other_facts(answer)
