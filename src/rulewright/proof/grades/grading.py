"""Gives every statement that agrees with the rules code its grade."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.diagnostics import Span
from rulewright.model.book import Book
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.grades.cells import Evidence, cell_evidence, weakest
from rulewright.proof.grades.claims import claim_evidence
from rulewright.proof.grades.code import CodeSyntax, parameters
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Kind, Mark, Traced
from rulewright.proof.report import Grade, ProofReport, State, Statement
from rulewright.proof.statements import claim_groups
from rulewright.proof.truth_tables import TableNumbers


@dataclass(frozen=True, slots=True)
class GradedTable:
    """A table, or an output of one, with the evidence for each of its cells."""

    table: Table
    call: Call
    evidence: Mapping[int, Evidence]


class Grading:
    """The evidence for every printed statement of a game whose function the rules code has."""

    def __init__(self, book: Book, source: str) -> None:
        self.book, self.code = book, CodeSyntax(source)
        tables = [function for table in book.game.tables for function in table.functions()]
        self.groups = [group for reference in book.game.references for group in claim_groups(reference.items)]
        calls = (
            *(table.proof for table in tables),
            *(head.proof for head, _ in self.groups if head is not None),
            *(fact.proof for fact in book.game.facts),
        )
        self.rules = {call.function for call in calls if call is not None}
        self.tables = [graded for table in tables if (graded := self._table(table)) is not None]

    def graded(self, report: ProofReport) -> ProofReport:
        """The report with a grade for each statement that is proved."""
        evidence = dict(self._evidence())
        return replace(report, statements=tuple(_graded(each, evidence) for each in report.statements))

    def _evidence(self) -> Iterator[tuple[Span, Evidence]]:
        for each in self.tables:
            yield from ((each.table.cases[at].span, found) for at, found in each.evidence.items())
        yield from self._claims()
        for fact in self.book.game.facts:
            if fact.proof is not None and fact.proof.function in self.code.functions:
                yield fact.span, self._fact(fact.proof)

    def _table(self, table: Table) -> GradedTable | None:
        call, axes = table.proof, {axis.name for axis in table.axes}
        parameters_of = None if call is None else self._parameters(call, axes)
        if call is None or parameters_of is None:
            return None
        tracer = self._tracer(call, sums=table.policy is Policy.SUM)
        return GradedTable(table, call, cell_evidence(table, call, tracer, parameters_of))

    def _claims(self) -> Iterator[tuple[Span, Evidence]]:
        numbers = TableNumbers(self.book)
        for head, claims in self.groups:
            if head is None or head.proof is None:
                continue
            domains = claim_domains((head, claims), self.book, numbers)
            parameters_of = self._parameters(head.proof, domains)
            if parameters_of is not None:
                only = [claim for _, claim in claims]
                found = claim_evidence(only, head.proof, self._tracer(head.proof), parameters_of, domains)
                yield from zip((claim.span for claim in only), found, strict=True)

    def _tracer(self, call: Call, *, sums: bool = False) -> Tracer:
        return Tracer(self.code, self.rules - {call.function}, sums=sums)

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

    def _fact(self, call: Call) -> Evidence:
        """A number that is only written in the code is repeated, unless other rules of the code use it as well."""
        answers = self._tracer(call).answers(call.function, {})
        return weakest([self._number(call.function, answer) for answer in answers])

    def _number(self, function: str, answer: Traced) -> Evidence:
        rules = tuple(sorted(answer.basis.rules | answer.basis.handed_on))
        if answer.kind in (Kind.COMPUTED, Kind.SCALED) or rules:
            return Evidence(Grade.DERIVED, rules)
        shared = Mark.SHARED in answer.basis.marks or self.code.users[function] > 0
        return Evidence(Grade.RESTATED if shared else Grade.REPEATED)


def _graded(statement: Statement, evidence: Mapping[Span, Evidence]) -> Statement:
    if statement.state is not State.PROVED:
        return statement
    found = evidence.get(statement.span, Evidence(Grade.DERIVED if statement.kind == "example" else Grade.RESTATED))
    return replace(statement, grade=found.grade, rules=found.rules)
