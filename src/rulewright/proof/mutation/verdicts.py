"""What the proof says to an altered statement: the very comparison that proves it is made again.

The rules code is asked nothing new: its answers do not change when a print does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.cover import is_covered
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim, Condition
from rulewright.model.keyset import Box, KeySet, meet, remainder
from rulewright.model.table import Axis, Case, Policy, Table
from rulewright.proof.claims import axes_of, combine_claims, compare_claims
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.mutation.condition_mutants import constants
from rulewright.proof.tables import agrees_with_code
from rulewright.proof.truth_tables import TableNumbers, TruthTables


class Verdict(Enum):
    """What became of a mutant. One that says the same as the original is equivalent: there is nothing to notice."""

    KILLED = "caught"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


def table_verdict(original: Table, mutant: Table, evaluation: Evaluation) -> Verdict:
    """The verdict on one altered function of a table; `evaluation` holds what the code answers to the original."""
    if {axis.name for axis in mutant.axes} != {axis.name for axis in original.axes}:
        return Verdict.KILLED  # the code would be asked for axes that the print does not have, or lack some
    if not agrees_with_code(mutant, evaluation):
        return Verdict.KILLED
    if original.policy is Policy.SUM:
        return Verdict.EQUIVALENT if _tried(original, mutant) else Verdict.SURVIVED
    if _has_gap(mutant) or _contradicts_itself(original, mutant):
        return Verdict.KILLED  # by the checks of the table itself
    return Verdict.SURVIVED if _differ(original, mutant) else Verdict.EQUIVALENT


def _has_gap(table: Table) -> bool:
    if table.policy is Policy.LIST:
        return False
    said = [box for case in table.cases for box in case.boxes]
    silent = [box for silence in table.silences for box in silence.boxes]
    return not is_covered(table.box, said + silent)


def _contradicts_itself(original: Table, mutant: Table) -> bool:
    """Whether a case that is altered holds where another says something else, and no order tells which prevails."""
    if mutant.policy not in (Policy.UNIQUE, Policy.ANY):
        return False
    known = set(original.cases)
    open_ = [box for silence in mutant.silences if silence.question for box in silence.boxes]
    pairs = ((case, other) for case in mutant.cases if case not in known for other in mutant.cases)
    return any(_contrary(case, other) and remainder(_shared(case, other), open_) for case, other in pairs)


def _contrary(one: Case, other: Case) -> bool:
    """Whether they say different things, and are not the general value of one cell and its exception."""
    in_one_cell = one.keys == other.keys and one.general != other.general
    return one.value.plain != other.value.plain and not in_one_cell


def _shared(one: Case, other: Case) -> list[Box]:
    return [both for a in one.boxes for b in other.boxes if (both := meet(a, b)) is not None]


def _differ(original: Table, mutant: Table) -> bool:
    """Whether the two say different things anywhere in the whole domain, also where no proof goes."""
    changed = list(_changed(original, mutant))
    if original.policy is Policy.LIST:
        return bool(changed)
    return any(
        _said(original, owner) != _said(mutant, other)
        for region in changed
        for owner, part in split_by_owner(original, region)
        for other, _ in split_by_owner(mutant, part)
    )


def _said(table: Table, owner: int) -> object:
    """What is printed there; owners below 0 are silent each in its own way."""
    return (True, table.cases[owner].value.plain) if owner >= 0 else (False, owner)


def _changed(original: Table, mutant: Table) -> Iterator[Box]:
    """Where the cases that differ hold, in either table."""
    before = {case.span: case for case in original.cases}
    after = {case.span: case for case in mutant.cases}
    for span in before.keys() | after.keys():
        one, other = before.get(span), after.get(span)
        if one != other:
            yield from _apart(one, other)


def _apart(one: Case | None, other: Case | None) -> list[Box]:
    """Where only one of two cases holds; where either does if they have different values."""
    left = one.boxes if one else ()
    right = other.boxes if other else ()
    if one and other and one.value != other.value:
        return [*left, *right]
    return [*remainder(left, right), *remainder(right, left)]


def _tried(original: Table, mutant: Table) -> bool:
    """Whether a proof goes anywhere where the two tables of modifiers differ."""
    tried = tuple(axis.domain.proof_keys() for axis in original.axes)
    changed = list(_changed(original, mutant))
    return not changed or remainder(changed, [tried]) != remainder(changed, [])


@dataclass(frozen=True, slots=True)
class ClaimOracle:
    """The claims that one function proves together, ready to be altered one by one."""

    claims: Sequence[Claim]
    evaluation: Evaluation
    truths: TruthTables
    beyond: TruthTables
    """Also over values that no proof goes to, where a claim still says something."""

    @classmethod
    def of(cls, claims: Sequence[Claim], evaluation: Evaluation, book: Book) -> "ClaimOracle":
        axes, tables = axes_of(evaluation), TableNumbers(book)
        asked = {name for claim in claims for table in claim.tables for name in tables.axes(table)}
        numbers = [int(each) + by for claim in claims for each in constants(claim.condition) for by in range(-2, 3)]
        further = [axis if axis.name in asked else Axis(axis.name, _further(axis.domain, numbers)) for axis in axes]
        return cls(claims, evaluation, TruthTables(axes, tables), TruthTables(further, tables))

    def domains(self) -> Mapping[str, Domain]:
        return {axis: domain for _, axis, domain in self.evaluation.binding.axes}

    def verdict(self, at: int, altered: Condition) -> Verdict:
        """What becomes of claim number `at` with another condition."""
        mutants = [*self.claims[:at], replace(self.claims[at], condition=altered), *self.claims[at + 1 :]]
        if not compare_claims(mutants, self.evaluation, self.truths).agrees:
            return Verdict.KILLED
        # what one bullet no longer says another may say as well: all of them together are what a reader goes by
        unchanged = combine_claims(mutants, self.beyond) == combine_claims(self.claims, self.beyond)
        return Verdict.EQUIVALENT if unchanged else Verdict.SURVIVED


def _further(domain: Domain, numbers: Sequence[int]) -> Domain:
    """The domain proved a little further, where it goes on: as far as the numbers that a claim names."""
    tried = domain.proof_keys()
    if domain.enumeration or tried == domain.keys:
        return domain
    scale = 1 if domain.step is None else 2 / domain.step
    named = KeySet.of(int(number * scale) for number in numbers) & domain.keys
    return replace(domain, proved=tried | named)
