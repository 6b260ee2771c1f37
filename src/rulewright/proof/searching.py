"""A search where a domain has too many combinations to try: parts of it, drawn at random and the same for one seed.

A part has some keys of each axis, and all their combinations. The first has the ends of every axis, where rules go
wrong most often. What agrees in every part was searched, not proved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random

from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.proof.report import Grade, Outcome, State, Statement

ROUNDS = 16
"""Parts of one search: few enough that each has several keys of most axes."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How many combinations a search tries of each call, and the seed of its choice."""

    cases: int
    seed: int = 0


def parts(domains: Mapping[str, Domain], sample: Sample, about: str) -> Iterator[Mapping[str, KeySet]]:
    """The keys of each axis that are tried together."""
    chance = Random(f"{sample.seed} {about}")  # noqa: S311 - a search, no secret
    rounds = min(ROUNDS, sample.cases)
    for number in range(rounds):
        sizes = _sizes([int(each.proof_keys().size) for each in domains.values()], sample.cases // rounds, chance)
        yield {
            name: _drawn(domain.proof_keys(), size, chance, ends=not number)
            for (name, domain), size in zip(domains.items(), sizes, strict=True)
        }


def _sizes(most: Sequence[int], cases: int, chance: Random) -> list[int]:
    """How many keys of each axis make so many combinations, or nearly."""
    sizes = [1] * len(most)
    while True:
        free = cases // prod(sizes)
        growing = [at for at, size in enumerate(sizes) if size < most[at] and (size + 1) * free >= 2 * size]
        growing = [at for at in growing if prod(sizes) // sizes[at] * (sizes[at] + 1) <= cases]
        if not growing:
            return sizes
        sizes[chance.choice(growing)] += 1


def _drawn(keys: KeySet, count: int, chance: Random, *, ends: bool) -> KeySet:
    """So many of the keys; with `ends` the first and the last come before others."""
    size = int(keys.size)
    places = chance.sample(range(size), count)
    if ends:
        places = list(dict.fromkeys([0, size - 1, *places]))[:count]
    return KeySet.of(_key(keys, place) for place in sorted(places))


def _key(keys: KeySet, place: int) -> int:
    for low, high in keys.intervals:
        if place <= high - low:
            return int(low) + place
        place -= int(high - low) + 1
    raise IndexError(place)


def limited(domain: Domain, keys: KeySet | None) -> Domain:
    """The domain, of which a proof tries only these keys, if any are given."""
    return domain if keys is None else replace(domain, test_range=keys)


def search_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """What the parts of a search found: the first counterexample for each place, and nothing that is proved."""
    findings = {finding.span: finding for outcome in reversed(outcomes) for finding in reversed(outcome.findings)}
    return Outcome(
        tuple(_searched(each) for each in zip(*(outcome.statements for outcome in outcomes), strict=True)),
        tuple(findings.values()),
        sum(outcome.compared for outcome in outcomes),
        sum(outcome.open for outcome in outcomes),
    )


def _searched(verdicts: Sequence[Statement]) -> Statement:
    cases = sum(verdict.cases for verdict in verdicts)
    failed = next((verdict for verdict in verdicts if verdict.state is State.FAILED), None)
    if failed is not None:
        return replace(failed, cases=cases, tried=())
    if any(verdict.state is State.PROVED for verdict in verdicts):
        return replace(verdicts[0], state=State.SEARCHED, grade=Grade.SEARCHED, cases=cases, reason="", tried=())
    return replace(verdicts[0], cases=cases, tried=())
