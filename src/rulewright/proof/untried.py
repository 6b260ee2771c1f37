"""What is printed and was never tried: cells beyond the numbers of a proof, and claims that no combination makes true.

Of a domain without an end a proof tries a stretch, its test range. A cell is proved only if the stretch contains all
the keys for which it decides. The one exception is the open end of `17+`, of which no proof can try all: for this the
stretch must reach the first of its numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isinf

from rulewright.findings import Finding
from rulewright.model.cover import gaps
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim
from rulewright.model.keyset import Box, Interval, KeySet
from rulewright.model.precedence import region, tiers
from rulewright.model.table import Axis, Table
from rulewright.proof.report import Grade, Outcome, State, Statement
from rulewright.proof.truth_tables import TruthTables
from rulewright.translation.messages import tell

UNTRIED = "untried"

Parts = Mapping[int, KeySet]
"""The keys of one case that were not tried, by the position of their axis."""


def without_untried(table: Table, outcome: Outcome) -> Outcome:
    """The outcome of a proof of all cases of a table, in which no case with keys that were not tried is proved."""
    untried = _untried(table)
    if not untried:
        return outcome
    verdicts = tuple(
        replace(one, state=State.UNPROVED, grade=_grade(one), reason=_reason(table, untried[at]))
        if at in untried and (one.state is State.PROVED or not one.cases)
        else one
        for at, one in enumerate(outcome.statements)
    )
    return replace(outcome, statements=verdicts, findings=(*outcome.findings, *_findings(table, untried)))


def _grade(statement: Statement) -> Grade:
    """A cell that agrees for the keys that were tried is covered in part."""
    return Grade.PARTLY if statement.cases else Grade.UNPROVED


def _untried(table: Table) -> Mapping[int, Parts]:
    """The cases that decide for keys that were not tried."""
    limited = [at for at, axis in enumerate(table.axes) if axis.domain.proof_keys() != axis.domain.keys]
    untried: dict[int, dict[int, KeySet]] = {}
    for case, box in _deciding_regions(table) if limited else ():
        for at in limited:
            if left := _beyond(box[at], table.axes[at].domain.proof_keys()):
                parts = untried.setdefault(case, {})
                parts[at] = parts.get(at, KeySet()) | left
    return untried


def _deciding_regions(table: Table) -> Iterator[tuple[int, Box]]:
    """Where each case gives the answer, in regions as wide as they can be."""
    tried = tuple(axis.domain.proof_keys() for axis in table.axes)
    overriding = [box for silence in table.silences for box in silence.boxes]
    for tier in tiers(table):
        regions = [(at, box) for at in tier for box in region(table, at)]
        for at, box in regions:
            if any(keys - reached for keys, reached in zip(box, tried, strict=True)):
                yield from ((at, part) for part in gaps(box, overriding))
        overriding += [box for _, box in regions]


def _beyond(keys: KeySet, tried: KeySet) -> KeySet:
    """The keys that were not tried, but for the rest of an open end that was."""
    return KeySet.union_of(
        rest
        for interval in keys.intervals
        for rest in (KeySet((interval,)) - tried).intervals
        if not (_endless(rest) and tried & KeySet((interval,)))
    )


def _endless(interval: Interval) -> bool:
    return any(map(isinf, interval))


def _reason(table: Table, parts: Parts) -> str:
    """Why a cell is not proved: the first axis will do."""
    at, keys = next(iter(parts.items()))
    return f"it holds for {table.describe(_only(table, at, keys))}, and the proof tries only {_tried(table.axes[at])}"


def _only(table: Table, at: int, keys: KeySet) -> Box:
    return (*table.box[:at], keys, *table.box[at + 1 :])


def _tried(axis: Axis) -> str:
    return f"{axis.name} {axis.domain.describe(axis.domain.proof_keys())}"


def _findings(table: Table, untried: Mapping[int, Parts]) -> Iterator[Finding]:
    """One for each axis, at the first cell that holds for keys that were not tried."""
    for at, axis in enumerate(table.axes):
        cells = {case: parts[at] for case, parts in sorted(untried.items()) if at in parts}
        if cells:
            first, keys = next(iter(cells.items()))
            message = (
                f"this cell of table {table.id!r} holds for {table.describe(_only(table, at, keys))}"
                f"{_more(len(cells) - 1)}, and the proof tries only {_tried(axis)}"
            )
            hint = f"under domains, give {axis.domain.id!r} test-range: {_stretch(axis.domain, cells.values())}"
            about = f"{table.id}: {axis.name}"
            yield Finding(UNTRIED, table.cases[first].span, message, hint, about=about)


def _more(count: int) -> str:
    if not count:
        return ""
    return f" (and {count} more cell like it)" if count == 1 else f" (and {count} more cells like it)"


def _stretch(domain: Domain, untried: Iterable[KeySet]) -> str:
    """A test range with these keys too; of an open end the first number."""
    intervals = (interval for keys in (domain.proof_keys(), *untried) for interval in keys.intervals)
    ends = [int(end) for interval in intervals for end in interval if not isinf(end)]
    low, high = min(ends), max(ends)
    if domain.step is not None:  # what lies between two points belongs to a range from the one to the other
        low, high = low - low % 2, high + high % 2
    return f"{domain.number(low)}..{domain.number(high)}"


def without_idle_claims(
    outcome: Outcome, claims: Sequence[Claim], truths: TruthTables, axes: Sequence[Axis], owner: str
) -> Outcome:
    """The outcome of a proof of these claims, in which none is proved that no combination makes true."""
    verdicts, findings = list(outcome.statements), list(outcome.findings)
    for at, (claim, verdict) in enumerate(zip(claims, outcome.statements, strict=True)):
        truth = truths.of(claim.condition)
        if verdict.state is State.PROVED and not any(truth.holds.bits):
            verdicts[at] = replace(
                verdict, state=State.UNPROVED, reason=tell("it holds for nothing that the proof tries")
            )
            if not any(truth.open.bits):  # else it may hold where the rules leave the answer open
                findings.append(_never_holds(claim, axes, f"{owner}: {verdict.text}"))
    return replace(outcome, statements=tuple(verdicts), findings=tuple(findings))


def _never_holds(claim: Claim, axes: Iterable[Axis], about: str) -> Finding:
    tried = ", ".join(_tried(axis) for axis in axes if axis.name in claim.variables and not axis.domain.names)
    message = "this condition holds for nothing that the proof tries{what}".format(what=f": {tried}" if tried else "")
    hint = "correct it, or extend the domain or its test-range to where it holds"
    return Finding(UNTRIED, claim.span, message, hint, about=about)
