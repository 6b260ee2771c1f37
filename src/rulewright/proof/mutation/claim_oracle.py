"""The verdict on a mutant of a claim, from the comparison that proves the claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim, Condition
from rulewright.model.keyset import KeySet
from rulewright.model.table import Axis
from rulewright.proof.claims import axes_of, both_hold, combine_claims, compare_claims
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.mutation.condition_mutants import constants
from rulewright.proof.mutation.verdicts import Verdict
from rulewright.proof.truth_tables import TableNumbers, TruthTables


@dataclass(frozen=True, slots=True)
class ClaimOracle:
    """The claims that one function proves together, with its answers; judges mutants of each claim.

    `wider` also has values that the proof does not reach, where a claim still says something.
    """

    claims: Sequence[Claim]
    evaluation: Evaluation
    truths: TruthTables
    wider: TruthTables

    @classmethod
    def of(cls, claims: Sequence[Claim], evaluation: Evaluation, book: Book) -> "ClaimOracle":
        axes, tables = axes_of(evaluation), TableNumbers(book)
        table_axes = {name for claim in claims for table in claim.tables for name in tables.axes(table)}
        numbers = [
            int(each) + offset for claim in claims for each in constants(claim.condition) for offset in range(-2, 3)
        ]
        wider_axes = [
            axis if axis.name in table_axes else Axis(axis.name, _widen(axis.domain, numbers)) for axis in axes
        ]
        return cls(claims, evaluation, TruthTables(axes, tables), TruthTables(wider_axes, tables))

    def domains(self) -> Mapping[str, Domain]:
        return {axis: domain for _, axis, domain in self.evaluation.binding.axes}

    def verdict(self, position: int, condition: Condition) -> Verdict:
        """The verdict on the claim at a position with another condition."""
        mutants = [
            *self.claims[:position],
            replace(self.claims[position], condition=condition),
            *self.claims[position + 1 :],
        ]
        if not compare_claims(mutants, self.evaluation, self.truths).agrees:
            return Verdict.KILLED
        if all(claim.one_way for claim in mutants) and self._says_less(mutants):
            return Verdict.EQUIVALENT
        # readers take all bullets together, so another bullet may say what this one no longer says
        unchanged = combine_claims(mutants, self.wider) == combine_claims(self.claims, self.wider)
        return Verdict.EQUIVALENT if unchanged else Verdict.SURVIVED

    def _says_less(self, mutants: Sequence[Claim]) -> bool:
        """Whether mutants of claims that only say "if" hold nowhere else: what is left of them is still true."""
        altered, whole = (combine_claims(each, self.wider)[0] for each in (mutants, self.claims))
        return both_hold(altered, whole) == altered


def _widen(domain: Domain, numbers: Sequence[int]) -> Domain:
    """The domain with a wider test range, up to the numbers that a claim names."""
    proof_keys = domain.proof_keys()
    if domain.enumeration or proof_keys == domain.keys:
        return domain
    scale = 1 if domain.step is None else 2 / domain.step
    named = KeySet.of(int(number * scale) for number in numbers) & domain.keys
    return replace(domain, test_range=proof_keys | named)
