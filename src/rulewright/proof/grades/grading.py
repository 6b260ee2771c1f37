"""Grades every statement that agrees with the rules code, and finds functions that only repeat their table.

`Grading` takes the rules code as text and returns the proof report with grades: DERIVED if the code calculates the
value, REPEATED if it has an entry for this one cell, else RESTATED (more in `grades/__init__.py`). *Evidence* is the
grade of one statement and what the code has for it. The evidence for cells comes from `cells.py`, for claims from
`claims.py`. It depends on the code, on the functions that printed statements are compared with, and on the table or
claims, but not on their places. So it is cached, and after an edit only what the edit changed is traced.

`restated_tables` reports functions that repeat their table. Code that was copied from a table agrees with it whatever
the rule says, and repeats its mistakes. So rules code should say *why*: a base value and what changes it, a threshold,
an order, a formula. If the rule is only arbitrary numbers, the author waives the finding and gives that as the reason.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.book.book import Book
from rulewright.entries.calls import Call
from rulewright.entries.claims import Claim
from rulewright.entries.domains import Domain
from rulewright.entries.table import Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.executor import ResultCache, as_function
from rulewright.proof.grades.cells import REPEATED_SHARE, cell_evidence
from rulewright.proof.grades.claims import claim_evidence
from rulewright.proof.grades.evidence import Evidence, Literal, TracedCall, weakest
from rulewright.proof.grades.trace import CodeSyntax, Tracer
from rulewright.proof.grades.traced import Mark, Traced, ValueKind
from rulewright.proof.report import Grade, ProofReport, State, Statement
from rulewright.proof.rules_syntax import parameters
from rulewright.proof.statements import claim_groups, proofs
from rulewright.proof.truth_tables import TableNumbers

T = TypeVar("T")


class Grading:
    """The evidence for every printed statement of a game whose function exists in the rules code."""

    def __init__(self, book: Book, source: str, cache: ResultCache) -> None:
        self.book, self._cache, self.rule_numbers = book, cache, rules_of_functions(book)
        self._source = source
        functions = (function for table in book.game.tables for function in table.functions())
        evidence = ((table, self._of_table(table)) for table in functions)
        self.tables = [(table, cells) for table, cells in evidence if cells is not None]
        """Tables, or outputs of tables, each with the evidence for its cells."""

    @cached_property
    def code(self) -> CodeSyntax:
        return CodeSyntax(self._source)

    def graded(self, report: ProofReport) -> ProofReport:
        """Return the report with a grade for each proved statement."""
        evidence = dict(self._evidence())
        return replace(report, statements=tuple(self._graded(each, evidence) for each in report.statements))

    def _graded(self, statement: Statement, evidence: Mapping[Span, Evidence]) -> Statement:
        if statement.state is not State.PROVED or statement.grade is None:
            return statement
        statement_evidence = evidence.get(statement.span, Evidence(Grade.RESTATED))
        used_functions = statement_evidence.rules  # of other rules, such as `cover` for `damage`
        rules = {rule for function in used_functions for rule in self.rule_numbers[function]}
        other_rules = rules.difference(self.rule_numbers.get(statement.function, ()))
        return replace(statement, grade=statement_evidence.grade, rules=tuple(sorted(other_rules, key=_rule_sort_key)))

    def _evidence(self) -> Iterator[tuple[Span, Evidence]]:
        """Yield the evidence for each cell, claim and fact with the place of the statement."""
        for table, cells in self.tables:
            yield from ((table.cases[at].span, cell) for at, cell in cells.items())
        numbers = TableNumbers(self.book)
        for group in claim_groups(self.book):
            if group.call is not None:
                domains = claim_domains(group, self.book, numbers)
                claims = self._of_claims(group.claims, group.call, domains)
                if claims is not None:
                    yield from zip((claim.span for claim in group.claims), claims, strict=True)
        for fact in self.book.game.facts:
            if fact.proof is not None and fact.proof.function in self.code.functions:
                answers = self._tracer(fact.proof.function).answers(fact.proof.function, {})
                yield fact.span, weakest([self._of_fact(fact.proof.function, answer) for answer in answers])

    def _of_table(self, table: Table) -> Mapping[int, Evidence] | None:
        """Return the evidence for each cell by its position; None if the call cannot be traced."""
        call = table.proof
        if call is None:
            return None

        def make() -> Mapping[int, Evidence] | None:
            traced_call = self._traced(call, {axis.name for axis in table.axes}, sums=table.policy is Policy.SUM)
            return None if traced_call is None else cell_evidence(table, traced_call)

        return self._stored("cells", as_function(table), make)

    def _of_claims(
        self, claims: Sequence[Claim], call: Call, domains: Mapping[str, Domain]
    ) -> Sequence[Evidence] | None:
        """Return the evidence for the claims that one call proves together; None if the call cannot be traced."""
        conditions = tuple(claim.condition for claim in claims)

        def make() -> Sequence[Evidence] | None:
            traced_call = self._traced(call, domains)
            return None if traced_call is None else claim_evidence(conditions, traced_call, domains)

        return self._stored("claims", (conditions, call, tuple(domains.items())), make)

    def _of_fact(self, function: str, answer: Traced) -> Evidence:
        """Grade an answer of a function that a fact is compared with: `return 6` repeats it, `return 2 * 3` derives it.

        A literal that other functions of the code use too is only restated.
        """
        basis = answer.basis
        is_calculated = answer.kind in (ValueKind.COMPUTED, ValueKind.SCALED)
        has_answer_of_other_rule = basis.rules or basis.passed_on
        if is_calculated or has_answer_of_other_rule:
            return Evidence(Grade.DERIVED, basis.sources)
        shared = Mark.SHARED in basis.marks or self.code.users[function] > 0
        return Evidence(Grade.RESTATED if shared else Grade.REPEATED)

    def _stored(self, kind: str, values: object, make: Callable[[], T]) -> T:
        """Return evidence from the cache, or make it."""
        inputs = sorted(self.rule_numbers), values
        return self._cache.get(f"grades of {kind}", inputs, make)

    def _tracer(self, function: str, *, sums: bool = False) -> Tracer:
        return Tracer(self.code, self.rule_numbers.keys() - {function}, sums=sums)

    def _traced(self, call: Call, axes: Collection[str], *, sums: bool = False) -> TracedCall | None:
        """Return the call with the axis of each parameter; None if it cannot be bound, which the proof reports."""
        if call.function not in self.code.functions:
            return None
        names = [each.arg for each in parameters(self.code.functions[call.function])]
        axis_of = {
            argument.parameter or (names[index] if index < len(names) else ""): argument.axis
            for index, argument in enumerate(call.arguments)
        }
        if set(axis_of) != set(names) or not set(axis_of.values()) <= set(axes):
            return None
        return TracedCall(self._tracer(call.function, sums=sums), call.function, axis_of)


def rules_of_functions(book: Book) -> Mapping[str, Sequence[str]]:
    """Return the functions that tables, claims and facts are compared with, each with the numbers of their rules."""
    rule_numbers: dict[str, dict[str, None]] = {}
    for call, text in proofs(book):
        rules, rule = rule_numbers.setdefault(call.function, {}), book.rule_of(text)
        if rule is not None and rule.number:
            rules[rule.number] = None
    return {function: tuple(rules) for function, rules in rule_numbers.items()}


def _rule_sort_key(rule: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sort key that puts rule 5.10 after 5.9."""
    return [(int(part) if part.isdecimal() else -1, part) for part in rule.split(".")], rule


FEWEST_CELLS_OF_LITERAL = 4
"""A table is reported if one literal, such as a dict, repeats this many cells; fewer are a choice, as in an `if`."""
FEWEST_CELLS = 6
"""It is also reported if several literals repeat this many; a smaller table can hardly be written but case by case."""


def restated_tables(grading: Grading, source: str, file: str) -> Iterator[Finding]:
    """Yield a finding for each function that repeats all cells of its table, or nearly all."""
    lines = source.split("\n")
    checked: set[tuple[str, str]] = set()
    for table, evidence in grading.tables:
        literal = None if table.policy is Policy.SUM else _repeated(evidence)
        if table.proof is None or literal is None or (table.id, table.proof.function) in checked:
            continue
        function = table.proof.function
        checked.add((table.id, function))
        line = lines[literal.line - 1]
        column = len(line.encode()[: literal.column].decode(errors="ignore")) + 1
        until = literal.end_column if literal.end_line == literal.line else None
        length = len(line.encode()[literal.column : until].decode(errors="ignore"))
        label = Label(Span(file, literal.line, column, length), "these are the values that the table prints")
        message = f"{function}() repeats table {table.id!r}, so their agreement proves nothing"
        hint = (
            "write the reason as code: a base value and what changes it, thresholds, an order; "
            "if the numbers have no reason, waive this finding and say so"
        )
        about = f"{table.id}: {function}()"
        yield Finding("restated-table", table.proof.span, message, hint, (label,), Severity.WARNING, about=about)


def _repeated(evidence: Mapping[int, Evidence]) -> Literal | None:
    """Return the literal, such as a dict, that has most cells of a repeated table; None if it is not repeated."""
    repeated = [each.repeats for each in evidence.values() if each.grade is Grade.REPEATED]
    literals = Counter(each for each in repeated if each is not None)
    if not literals or len(repeated) < REPEATED_SHARE * len(evidence):
        return None
    literal, most = literals.most_common(1)[0]
    return literal if most >= FEWEST_CELLS_OF_LITERAL or len(repeated) >= FEWEST_CELLS else None
