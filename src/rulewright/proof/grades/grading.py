"""Gives every statement that agrees with the rules code its grade."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.diagnostics import Span
from rulewright.model.book import Book, items_below
from rulewright.model.table import Call, Policy, Table
from rulewright.model.text import Text
from rulewright.proof.claims import claim_domains
from rulewright.proof.grades.cells import Evidence, cell_evidence, weakest
from rulewright.proof.grades.claims import claim_evidence
from rulewright.proof.grades.code import CodeSyntax, parameters
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Kind, Mark, Traced
from rulewright.proof.report import Grade, ProofReport, State, Statement
from rulewright.proof.rule_labels import cited_rule
from rulewright.proof.statements import claim_groups
from rulewright.proof.truth_tables import TableNumbers


def rules_of_functions(book: Book) -> Mapping[str, Sequence[str]]:
    """The functions that tables, claims and facts are held against, each with the numbers of their rules."""
    found: dict[str, dict[str, None]] = {}

    def add(call: Call | None, rule: Text | None) -> None:
        if call is not None:
            rules, owner = found.setdefault(call.function, {}), book.rule_of(rule)
            if owner is not None and owner.number:
                rules[owner.number] = None

    for table in (function for whole in book.game.tables for function in whole.functions()):
        add(table.proof, table.rule)
    for reference in book.game.references:
        for item in items_below(reference.items):
            add(item.proof, cited_rule(item, reference, book))
    for fact in book.game.facts:
        add(fact.proof, fact.rule)
    return {function: tuple(rules) for function, rules in found.items()}


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
        self.groups = [group for reference in book.game.references for group in claim_groups(reference.items)]
        self.rules = rules_of_functions(book)
        tables = (function for table in book.game.tables for function in table.functions())
        self.tables = [graded for table in tables if (graded := self._table(table)) is not None]

    def graded(self, report: ProofReport) -> ProofReport:
        """The report with a grade for each statement that is proved."""
        evidence = dict(self._evidence())
        return replace(report, statements=tuple(self._graded(each, evidence) for each in report.statements))

    def _graded(self, statement: Statement, evidence: Mapping[Span, Evidence]) -> Statement:
        if statement.state is not State.PROVED or statement.grade is None:
            return statement
        found = evidence.get(statement.span, Evidence(Grade.RESTATED))
        asked = {rule for function in found.rules for rule in self.rules[function]}
        own = self.rules.get(statement.function, ())
        return replace(statement, grade=found.grade, rules=tuple(sorted(asked.difference(own), key=_by_number)))

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
        return Tracer(self.code, self.rules.keys() - {call.function}, sums=sums)

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
        rules = answer.basis.sources
        if answer.kind in (Kind.COMPUTED, Kind.SCALED) or answer.basis.rules or answer.basis.handed_on:
            return Evidence(Grade.DERIVED, rules)
        shared = Mark.SHARED in answer.basis.marks or self.code.users[function] > 0
        return Evidence(Grade.RESTATED if shared else Grade.REPEATED)


def _by_number(rule: str) -> tuple[list[tuple[int, str]], str]:
    """Sorts 5.10 after 5.9."""
    return [(int(part) if part.isdecimal() else -1, part) for part in rule.split(".")], rule
