"""Gives every statement that agrees with the rules code its grade, and finds functions that only repeat their table.

The evidence depends on the code, on the functions that printed statements are compared with, and on the table or
claims, but not on their places. So it is stored, and after an edit only what the edit changed is traced.

Code that was copied from a table agrees with it whatever the rule says, and repeats its mistakes. So rules code says
*why*: a base value and what changes it, a threshold, an order, a formula. Where the rule is only arbitrary numbers, the
author waives the finding and gives that as the reason.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from rulewright.findings import Finding, Label, Severity, Span
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.expression import Condition
from rulewright.model.owners import items_below
from rulewright.model.table import Call, Policy, Table
from rulewright.model.text import Text
from rulewright.proof.claims import claim_domains
from rulewright.proof.executor import ResultCache, as_function
from rulewright.proof.grades.evidence import MOSTLY, Evidence, Literal, cell_evidence, claim_evidence, weakest
from rulewright.proof.grades.trace import CodeSyntax, Tracer, parameters
from rulewright.proof.grades.traced import Kind, Mark, Traced
from rulewright.proof.report import Grade, ProofReport, State, Statement
from rulewright.proof.statements import cited_rule, claim_groups
from rulewright.proof.truth_tables import TableNumbers

T = TypeVar("T")


class TracedCode:
    """The syntax of one rules.py; `rules` are the functions that printed statements are compared with."""

    def __init__(self, source: str, rules: frozenset[str], cache: ResultCache) -> None:
        self._source, self.rules, self._cache = source, rules, cache

    @cached_property
    def code(self) -> CodeSyntax:
        return CodeSyntax(self._source)

    def of_table(self, table: Table) -> Mapping[int, Evidence] | None:
        """The evidence for each cell by its position; None where the code cannot be asked."""
        if (call := table.proof) is None:
            return None

        def make() -> Mapping[int, Evidence] | None:
            axis_of = self._parameters(call, {axis.name for axis in table.axes})
            if axis_of is None:
                return None
            return cell_evidence(table, call, self._tracer(call.function, sums=table.policy is Policy.SUM), axis_of)

        return self._stored("cells", as_function(table), make)

    def of_claims(
        self, conditions: Sequence[Condition], call: Call, domains: Sequence[tuple[str, Domain]]
    ) -> Sequence[Evidence] | None:
        """The evidence for the claims that one call proves together; None where the code cannot be asked."""

        def make() -> Sequence[Evidence] | None:
            axis_of = self._parameters(call, dict(domains))
            if axis_of is None:
                return None
            return claim_evidence(conditions, call, self._tracer(call.function), axis_of, dict(domains))

        return self._stored("claims", (conditions, call, domains), make)

    def _stored(self, kind: str, values: object, make: Callable[[], T]) -> T:
        """The key has the whole code: what a function shares with others decides its grade."""
        asked = sorted(self.rules), values
        return self._cache.get(f"grades of {kind}", "", asked, make, lambda found: found is not None)

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


def rules_of_functions(book: Book) -> Mapping[str, Sequence[str]]:
    """The functions that tables, claims and facts are compared with, each with the numbers of their rules."""
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

    def __init__(self, book: Book, source: str, cache: ResultCache) -> None:
        self.book, self.rules = book, rules_of_functions(book)
        self.traced = TracedCode(source, frozenset(self.rules), cache)
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
        for group in claim_groups(self.book):
            if group.call is not None:
                domains = claim_domains(group, self.book, numbers)
                conditions = tuple(claim.condition for claim in group.claims)
                found = self.traced.of_claims(conditions, group.call, tuple(domains.items()))
                if found is not None:
                    yield from zip((claim.span for claim in group.claims), found, strict=True)


def _by_number(rule: str) -> tuple[list[tuple[int, str]], str]:
    """Sorts 5.10 after 5.9."""
    return [(int(part) if part.isdecimal() else -1, part) for part in rule.split(".")], rule


FEWEST_ENTRIES = 4
"""A container with fewer entries is a choice, such as the two sides of an `if`."""
FEWEST_BRANCHES = 6
"""With fewer cells there is hardly another way to write the table than case by case."""


def restated_tables(grading: Grading, source: str, file: str) -> Iterator[Finding]:
    """A finding for each function that repeats all cells of its table, or nearly all."""
    lines = source.split("\n")
    checked: set[tuple[str, str]] = set()
    for graded in grading.tables:
        pair = graded.table.id, graded.call.function
        if graded.table.policy is not Policy.SUM and pair not in checked and (literal := _repeated(graded)) is not None:
            checked.add(pair)
            yield _finding(graded, literal, lines, file)


def _repeated(graded: GradedTable) -> Literal | None:
    """The literal that has most of the cells of a table that is repeated."""
    found = [each.repeats for each in graded.evidence.values() if each.grade is Grade.REPEATED]
    literals = Counter(each for each in found if each is not None)
    if not literals or len(found) < MOSTLY * len(graded.evidence):
        return None
    literal, most = literals.most_common(1)[0]
    return literal if most >= FEWEST_ENTRIES or len(found) >= FEWEST_BRANCHES else None


def _finding(graded: GradedTable, literal: Literal, lines: list[str], file: str) -> Finding:
    call, table = graded.call, graded.table
    line = lines[literal.line - 1]
    column = len(line.encode()[: literal.column].decode(errors="ignore")) + 1
    until = literal.end_column if literal.end_line == literal.line else None
    length = len(line.encode()[literal.column : until].decode(errors="ignore"))
    label = Label(Span(file, literal.line, column, length), "these are the values that the table prints")
    message = f"{call.function}() repeats table {table.id!r}, so their agreement proves nothing"
    hint = (
        "write the reason as code: a base value and what changes it, thresholds, an order; "
        "if the numbers have no reason, waive this finding and say so"
    )
    about = f"{table.id}: {call.function}()"
    return Finding("restated-table", call.span, message, hint, (label,), Severity.WARNING, about=about)
