"""The evidence in one rules.py for tables, claims and facts.

It depends on the code, on the functions that printed statements are held against, and on the table or claims, but not
on their places. So a process that proves a game again after an edit traces only what the edit changed.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from rulewright.model.domain import Domain
from rulewright.model.expression import Condition
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.grades.cells import Evidence, cell_evidence, weakest
from rulewright.proof.grades.claims import claim_evidence
from rulewright.proof.grades.code import CodeSyntax, parameters
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Kind, Mark, Traced
from rulewright.proof.report import Grade

MOST_CODES = 4
MOST_STATEMENTS = 512
"""What is remembered: the last few rules.py, and tables or groups of claims of all games together."""


class TracedCode:
    """The syntax of one rules.py; `rules` are the functions that printed statements are held against."""

    def __init__(self, source: str, rules: frozenset[str]) -> None:
        self.code, self.rules = CodeSyntax(source), rules

    @staticmethod
    @lru_cache(MOST_CODES)
    def of(source: str, rules: frozenset[str]) -> "TracedCode":
        return TracedCode(source, rules)

    @lru_cache(MOST_STATEMENTS)  # noqa: B019 - of the last few codes, whose tables stay here as long
    def of_table(self, table: Table) -> Mapping[int, Evidence] | None:
        """The evidence for each cell by its position; None where the code cannot be asked."""
        call, axes = table.proof, {axis.name for axis in table.axes}
        parameters_of = None if call is None else self._parameters(call, axes)
        if call is None or parameters_of is None:
            return None
        return cell_evidence(table, call, self._tracer(call.function, sums=table.policy is Policy.SUM), parameters_of)

    @lru_cache(MOST_STATEMENTS)  # noqa: B019
    def of_claims(
        self, conditions: Sequence[Condition], call: Call, domains: Sequence[tuple[str, Domain]]
    ) -> Sequence[Evidence] | None:
        """The evidence for the claims that one call proves together; None where the code cannot be asked."""
        parameters_of = self._parameters(call, dict(domains))
        if parameters_of is None:
            return None
        return claim_evidence(conditions, call, self._tracer(call.function), parameters_of, dict(domains))

    def of_fact(self, function: str) -> Evidence | None:
        """A number that is only written in the code is repeated, unless other rules of the code use it as well."""
        if function not in self.code.functions:
            return None
        return weakest([self._number(function, answer) for answer in self._tracer(function).answers(function, {})])

    def _tracer(self, function: str, *, sums: bool = False) -> Tracer:
        return Tracer(self.code, self.rules - {function}, sums=sums)

    def _parameters(self, call: Call, axes: Collection[str]) -> Mapping[str, str] | None:
        """The axis of each parameter; None for a call that cannot be bound, of which the proof says why."""
        if call.function not in self.code.functions:
            return None
        names = [each.arg for each in parameters(self.code.functions[call.function])]
        found = {
            argument.parameter or (names[at] if at < len(names) else ""): argument.axis
            for at, argument in enumerate(call.arguments)
        }
        return found if set(found) == set(names) and set(found.values()) <= set(axes) else None

    def _number(self, function: str, answer: Traced) -> Evidence:
        rules = answer.basis.sources
        if answer.kind in (Kind.COMPUTED, Kind.SCALED) or answer.basis.rules or answer.basis.handed_on:
            return Evidence(Grade.DERIVED, rules)
        shared = Mark.SHARED in answer.basis.marks or self.code.users[function] > 0
        return Evidence(Grade.RESTATED if shared else Grade.REPEATED)
