"""Gives every statement that agrees with the rules code its grade."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.findings import Span
from rulewright.model.book import Book, items_below
from rulewright.model.table import Call, Table
from rulewright.model.text import Text
from rulewright.proof.claims import claim_domains
from rulewright.proof.grades.cells import Evidence
from rulewright.proof.grades.traced_code import TracedCode
from rulewright.proof.kept_results import KeptResults
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

    def __init__(self, book: Book, source: str, kept: KeptResults) -> None:
        self.book, self.rules = book, rules_of_functions(book)
        self.traced = TracedCode(source, frozenset(self.rules), kept)
        self.groups = [group for reference in book.game.references for group in claim_groups(reference.items)]
        tables = (function for table in book.game.tables for function in table.functions())
        found = ((table, table.proof, self.traced.of_table(table)) for table in tables)
        self.tables = [
            GradedTable(table, call, evidence)
            for table, call, evidence in found
            if call is not None and evidence is not None
        ]

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
            if fact.proof is not None and (found := self.traced.of_fact(fact.proof.function)) is not None:
                yield fact.span, found

    def _claims(self) -> Iterator[tuple[Span, Evidence]]:
        numbers = TableNumbers(self.book)
        for head, claims in self.groups:
            if head is not None and head.proof is not None:
                domains = claim_domains((head, claims), self.book, numbers)
                conditions = tuple(claim.condition for _, claim in claims)
                found = self.traced.of_claims(conditions, head.proof, tuple(domains.items()))
                if found is not None:
                    yield from zip((claim.span for _, claim in claims), found, strict=True)


def _by_number(rule: str) -> tuple[list[tuple[int, str]], str]:
    """Sorts 5.10 after 5.9."""
    return [(int(part) if part.isdecimal() else -1, part) for part in rule.split(".")], rule
