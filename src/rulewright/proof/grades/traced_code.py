"""The evidence in one rules.py for tables, claims and facts.

It depends on the code, on the functions that printed statements are held against, and on the table or claims, but not
on their places. So it is kept, and after an edit only what the edit changed is traced.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeVar

from rulewright.model.domain import Domain
from rulewright.model.expression import Condition
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.grades.cells import Evidence, cell_evidence, weakest
from rulewright.proof.grades.claims import claim_evidence
from rulewright.proof.grades.code import CodeSyntax, parameters
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Kind, Mark, Traced
from rulewright.proof.kept_results import KeptResults, as_function
from rulewright.proof.report import Grade

T = TypeVar("T")


class TracedCode:
    """The syntax of one rules.py; `rules` are the functions that printed statements are held against."""

    def __init__(self, source: str, rules: frozenset[str], kept: KeptResults) -> None:
        self._source, self.rules, self._kept = source, rules, kept

    @cached_property
    def code(self) -> CodeSyntax:
        return CodeSyntax(self._source)

    def of_table(self, table: Table) -> Mapping[int, Evidence] | None:
        """The evidence for each cell by its position; None where the code cannot be asked."""
        if (call := table.proof) is None:
            return None
        return self._known("cells", as_function(table), partial(self._of_table, table, call))

    def of_claims(
        self, conditions: Sequence[Condition], call: Call, domains: Sequence[tuple[str, Domain]]
    ) -> Sequence[Evidence] | None:
        """The evidence for the claims that one call proves together; None where the code cannot be asked."""
        make = partial(self._of_claims, conditions, call, domains)
        return self._known("claims", (conditions, call, domains), make)

    def _known(self, kind: str, values: object, make: Callable[[], T]) -> T:
        """Anything in the code may count here: what a function shares with others makes its grade."""
        asked = sorted(self.rules), values
        return self._kept.get(f"grades of {kind}", "", asked, make, lambda found: found is not None)

    def _of_table(self, table: Table, call: Call) -> Mapping[int, Evidence] | None:
        parameters_of = self._parameters(call, {axis.name for axis in table.axes})
        if parameters_of is None:
            return None
        return cell_evidence(table, call, self._tracer(call.function, sums=table.policy is Policy.SUM), parameters_of)

    def _of_claims(
        self, conditions: Sequence[Condition], call: Call, domains: Sequence[tuple[str, Domain]]
    ) -> Sequence[Evidence] | None:
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
