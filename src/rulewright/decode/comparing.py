"""Conditions that compare the axes of a table, such as `score + bonus > armour`, as boxes over these axes.

The condition is tried for every combination of its axes, and keys for which all that follows is the same are joined. So
analysis, proof and print need to know nothing about comparisons.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from rulewright.decode.expressions import read_claim
from rulewright.findings import Finding, Findings
from rulewright.limits import Budget
from rulewright.model.domain import Domain
from rulewright.model.expression import Condition, holds
from rulewright.model.keyset import KeySet
from rulewright.model.table import COMPARED, Key
from rulewright.model.text import Text
from rulewright.source.nodes import Scalar

Region = Mapping[str, KeySet]


SIGN = re.compile(r"[<>=≥≤≠]|\s(?:is|in|has)\s")


def compares(scalar: Scalar) -> bool:
    """Whether a text is meant as a comparison."""
    return SIGN.search(scalar.value) is not None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition as a key, and the axes it speaks of."""

    key: Key
    axes: tuple[str, ...]


def read_comparison(
    scalar: Scalar, domains: Mapping[str, Domain], combinations: Budget, faults: Findings
) -> Comparison | None:
    """The condition at a scalar, None with a fault where it cannot be tried for every combination."""
    claim = read_claim(scalar, domains, {}, faults)
    if claim is None:
        return None
    if claim.one_way:
        faults.add(Finding("bad-key", scalar.span, "a condition has no 'if' before it", "remove it"))
        return None
    axes = {name: domains[name] for name in claim.variables}
    for name, domain in axes.items():
        if not domain.keys.finite:
            message = f"{name!r} has no end, so it cannot be compared for every value"
            faults.add(Finding("endless-domain", scalar.span, message, "give its domain two ends, such as -12..16"))
            return None
    count = int(prod(domain.keys.size for domain in axes.values()))
    if not combinations.spend(count):
        message = f"this condition compares {count:,} combinations"
        if combinations.spent > count:
            message = f"this condition compares {count:,} combinations, and all up to here {combinations.spent:,}"
        hint = f"narrow the domains: a game may compare {combinations.limit.most:,}"
        faults.add(Finding("too-many-cases", scalar.span, message, hint))
        return None
    region = tuple(_regions(claim.condition, list(axes.items()), {}))
    if not region:
        hint = "correct the comparison, or the ends of the domains"
        faults.add(Finding("outside-domain", scalar.span, f"{scalar.value} never holds", hint))
        return None
    label = Text(_typeset(scalar.value), (), scalar.span)
    return Comparison(Key(COMPARED, KeySet(), label, scalar.value, False, scalar.span, region), tuple(axes))


def _regions(condition: Condition, axes: list[tuple[str, Domain]], keys: Mapping[str, int]) -> Iterator[Region]:
    """Disjoint boxes: keys of the first axis for which all that follows is the same are one."""
    if not axes:
        if holds(condition, keys, _no_table):
            yield {}
        return
    (name, domain), rest = axes[0], axes[1:]
    alike: dict[tuple[tuple[tuple[str, KeySet], ...], ...], list[int]] = {}
    for key in domain.keys:
        below = tuple(_regions(condition, rest, {**keys, name: key}))
        if below:
            alike.setdefault(tuple(tuple(region.items()) for region in below), []).append(key)
    for regions, same in alike.items():
        yield from ({name: KeySet.of(same), **dict(region)} for region in regions)


def _no_table(table: str, _: Mapping[str, int]) -> None:
    """Conditions of a table ask no other table."""
    raise AssertionError(table)


def _typeset(written: str) -> str:
    for plain, sign in ((">=", "≥"), ("<=", "≤"), ("!=", "≠"), (" - ", " − ")):
        written = written.replace(plain, sign)
    return written
