"""The proof: every printed cell, claim and fact against the rules code, for every input of its domain.

The code is asked for its results and never told what is printed; the comparison is made here, in both
directions: what the table says the code must answer, and where the table is silent it must answer None.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.answers import GAP, OUTSIDE, QUESTION, Answers, answers, describe
from rulewright.model.book import Book, Target
from rulewright.model.domain import Domain, Plain
from rulewright.model.expression import Claim, Keys, Undecided, holds
from rulewright.model.game import Fact, Item, Reference
from rulewright.model.table import Axis, Call, Case, Silence, Table
from rulewright.proof.binding import Binding, Code, bind
from rulewright.proof.process import Limits, RulesError, RulesFault, RulesProcess, Value, as_test
from rulewright.proof.report import FunctionSource, ProofReport, State, Statement, Undecidable
from rulewright.wording import number, plain


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one proof came to: its statements and what was found wrong."""

    statements: list[Statement]
    findings: list[Diagnostic]
    open: int = 0


def prove(book: Book, source: str | None, file: str, limits: Limits) -> ProofReport:
    """Proves a whole game; `source` is the text of its rules code, None where it has none."""
    if source is None:
        return unproved(book, f"there is no {file}")
    with RulesProcess(source, file, limits) as process:
        try:
            code = Code(process.functions, file)
        except RulesError as error:
            report = unproved(book, "the rules code could not be loaded")
            findings = tuple(_finding(fault, Span(file), file) for fault in error.faults)
            return ProofReport(report.statements, findings)
        return _Prover(book, code, process, source).report()


def unproved(book: Book, reason: str) -> ProofReport:
    """The report where no rules code runs: every statement stands unproved for the same reason."""
    statements = [
        *(s for table in book.game.tables for s in _cells(book, table, State.UNPROVED, reason=reason)),
        *(s for reference in book.game.references for s in _claims(book, reference, reason)),
        *(_fact(fact, State.UNPROVED, reason=reason) for fact in book.game.facts),
    ]
    return ProofReport(tuple(statements))


class _Prover:
    def __init__(self, book: Book, code: Code, process: RulesProcess, source: str) -> None:
        self.book, self.code, self.process = book, code, process
        self.lines = source.split("\n")
        self.domains = {domain.id: domain for domain in book.game.domains}
        self.tables = _TableNumbers(book)
        self.used: dict[str, FunctionSource] = {}

    def report(self) -> ProofReport:
        outcomes: list[tuple[Target, _Outcome]] = []
        for table in self.book.game.tables:
            outcomes.append((Target("table", table.id), self.table(table)))
        for reference in self.book.game.references:
            owner = Target("reference", reference.id)
            outcomes.extend((owner, outcome) for outcome in self.reference(reference))
        for fact in self.book.game.facts:
            outcomes.append((Target("fact", fact.id), self.fact(fact)))
        return ProofReport(
            tuple(statement for _, outcome in outcomes for statement in outcome.statements),
            tuple(dict.fromkeys(finding for _, outcome in outcomes for finding in outcome.findings)),
            tuple(Undecidable(owner, outcome.open) for owner, outcome in outcomes if outcome.open),
            self.used,
            ran=True,
        )

    def _bind(self, call: Call, domains: Mapping[str, Domain]) -> Binding | list[Diagnostic]:
        bound = bind(call, domains, self.code)
        if isinstance(bound, Binding):
            function = bound.function
            text = "\n".join(self.lines[function.line - 1 : function.end_line])
            self.used[function.name] = FunctionSource(
                function.name, function.docstring, self.code.file, function.line, text
            )
        return bound

    def _evaluate(self, bound: Binding) -> list[Value] | list[Diagnostic]:
        try:
            return self.process.evaluate(bound.function.name, bound.ranges())
        except RulesError as error:
            return [_finding(fault, bound.call.span, self.code.file) for fault in error.faults]

    def table(self, table: Table) -> _Outcome:
        """One table: each cell is proved if every combination it decides agrees."""
        if table.proof is None:
            return _Outcome(list(_cells(self.book, table, State.UNPROVED, reason="the table names no proof")), [])
        bound = self._bind(table.proof, {axis.name: axis.domain for axis in table.axes})
        results = bound if isinstance(bound, list) else self._evaluate(bound)
        if isinstance(bound, list) or (results and isinstance(results[0], Diagnostic)):
            found = [d for d in results if isinstance(d, Diagnostic)]
            reason = found[0].message
            return _Outcome(list(_cells(self.book, table, State.UNPROVED, reason=reason)), found)
        return self._compare(table, bound, results)

    def _compare(self, table: Table, bound: Binding, results: Sequence[object]) -> _Outcome:
        said = answers(table, bound.order)
        expected = [_plain_of(table, said.value(owner)) for owner in said.owners]
        counts: dict[int, int] = {}
        wrong: dict[int, list[int]] = {}
        for index, (owner, want, got) in enumerate(zip(said.owners, expected, results, strict=True)):
            counts[owner] = counts.get(owner, 0) + 1
            if owner not in (QUESTION, GAP) and not _same(want, got):
                wrong.setdefault(owner, []).append(index)
        findings = [self._disagreement(table, bound, said, indices, expected, results) for indices in wrong.values()]
        statements = [
            _cell(
                self.book, table, case,
                State.FAILED if at in wrong else State.PROVED if counts.get(at) else State.UNPROVED,
                bound.function.name, counts.get(at, 0),
                "" if counts.get(at) else "no combination that was tried comes to this cell",
            )
            for at, case in enumerate(table.cases)
        ]  # fmt: skip
        return _Outcome(statements, findings, counts.get(QUESTION, 0))

    def _disagreement(
        self, table: Table, bound: Binding, said: Answers, indices: Sequence[int],
        expected: Sequence[Plain], results: Sequence[object],
    ) -> Diagnostic:  # fmt: skip
        """One finding for each cell, with its first counterexample."""
        first = indices[0]
        owner, at = said.owners[first], said.at(first)
        place: Case | Silence
        if owner == OUTSIDE:
            place = _silence_at(table, at)
            claimed = f"table {table.id!r} says nothing"
        else:
            place = table.cases[owner]
            claimed = f"table {table.id!r} prints {plain(place.value.label, self.book)}"
        answer = _result(results[first])
        others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
        message = f"{claimed} for {describe(at, said.axes)}{others}, {bound.function.name}() answers {answer}"
        return self._finding(message, place.span, bound, at, expected[first])

    def _finding(self, message: str, span: Span, bound: Binding, at: Mapping[str, int], expected: Value) -> Diagnostic:
        function = bound.function
        says = function.docstring.partition("\n")[0]
        label = Label(self.code.place(function), f"the code says: {says}" if says else "the code")
        test = as_test(function, bound.arguments(at), expected)
        return Diagnostic("disagreement", span, message, "correct whichever is wrong", (label,), example=test)

    def fact(self, fact: Fact) -> _Outcome:
        if fact.proof is None:
            return _Outcome([_fact(fact, State.UNPROVED, reason="the fact names no proof")], [])
        bound = self._bind(fact.proof, {})
        results = bound if isinstance(bound, list) else self._evaluate(bound)
        if isinstance(bound, list) or isinstance(results[0], Diagnostic):
            found = [d for d in results if isinstance(d, Diagnostic)]
            return _Outcome([_fact(fact, State.UNPROVED, reason=found[0].message)], found)
        if _same(fact.value, results[0]):
            return _Outcome([_fact(fact, State.PROVED, bound.function.name, 1)], [])
        message = f"the fact {fact.id!r} is {number(fact.value)}, {bound.function.name}() answers {_result(results[0])}"
        return _Outcome([_fact(fact, State.FAILED, bound.function.name, 1)],
                        [self._finding(message, fact.span, bound, {}, fact.value)])  # fmt: skip

    def reference(self, reference: Reference) -> Iterator[_Outcome]:
        for head, claims in _claim_groups(reference.items):
            yield self._claim_group(reference, head, claims)

    def _claim_group(self, reference: Reference, head: Item | None, claims: list[tuple[Item, Claim]]) -> _Outcome:
        """The claims that one function proves together: one of them holds exactly where it answers True."""
        owner = Target("reference", reference.id)

        def state(state: State, function: str = "", cases: int = 0, reason: str = "") -> list[Statement]:
            return [
                Statement("claim", owner, plain(item.text, self.book), claim.span, state, function, cases, reason)
                for item, claim in claims
            ]

        if head is None or head.proof is None:
            return _Outcome(state(State.UNPROVED, reason="the claim names no proof"), [])
        wanted = [argument.axis for argument in head.proof.arguments]
        needed = [name for _, claim in claims for name in self.tables.variables(claim)]
        names = dict.fromkeys([*(name for name in wanted if name in self.domains), *needed])
        bound = self._bind(head.proof, {name: self.domains[name] for name in names})
        results = bound if isinstance(bound, list) else self._evaluate(bound)
        if isinstance(bound, list) or (results and isinstance(results[0], Diagnostic)):
            found = [d for d in results if isinstance(d, Diagnostic)]
            return _Outcome(state(State.UNPROVED, reason=found[0].message), found)
        findings, undecided = self._compare_claims(head, claims, bound, results)
        failed = {finding.span for finding in findings}
        statements = [
            Statement(s.kind, s.owner, s.text, s.span, State.FAILED if s.span in failed or head.text.span in failed
                      else State.PROVED, s.function, s.cases)
            for s in state(State.PROVED, bound.function.name, len(results) - undecided)
        ]  # fmt: skip
        return _Outcome(statements, findings, undecided)

    def _compare_claims(
        self, head: Item, claims: list[tuple[Item, Claim]], bound: Binding, results: Sequence[object]
    ) -> tuple[list[Diagnostic], int]:
        axes = tuple(Axis(axis, domain) for _, axis, domain in bound.axes)
        keys = [tuple(axis.domain.enumerated()) for axis in axes]
        truths = [self.tables.truth(claim, [axis.name for axis in axes], self.domains) for _, claim in claims]
        findings: dict[Span, Diagnostic] = {}
        undecided = 0
        for combination, result in zip(product(*keys), results, strict=True):
            verdicts = [truth(combination) for truth in truths]
            if None in verdicts:
                undecided += 1
                continue
            if any(verdicts) == result:
                continue
            at = dict(zip((axis.name for axis in axes), combination, strict=True))
            where = describe(at, axes)
            if result:
                span, message = (
                    head.text.span,
                    f"{bound.function.name}() answers yes for {where}, where the card's conditions do not hold",
                )
            else:
                _, claim = claims[verdicts.index(True)]
                span, message = (
                    claim.span,
                    f"this condition holds for {where}, {bound.function.name}() answers {_result(result)}",
                )
            if span not in findings:
                findings[span] = self._finding(message, span, bound, at, not result)
        return list(findings.values()), undecided


Truth = Callable[[tuple[int, ...]], bool | None]
"""Whether a claim holds at a combination of keys; None where the rules leave it open."""


class _TableNumbers:
    """What the tables of a game answer where claims ask them; each table is laid out once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.known: dict[str, tuple[Answers, Mapping[tuple[int, ...], int]]] = {}

    def _answers(self, table: str) -> tuple[Answers, Mapping[tuple[int, ...], int]]:
        if table not in self.known:
            laid_out = answers(self.book.tables[table])
            self.known[table] = (laid_out, laid_out.lookup())
        return self.known[table]

    def variables(self, claim: Claim) -> list[str]:
        """The axes a claim depends on, those of the tables it asks included."""
        inputs = (axis.name for table in claim.tables for axis in self.book.tables[table].axes)
        return list(dict.fromkeys([*claim.variables, *inputs]))

    def number(self, table: str, keys: Keys) -> int | float | None:
        laid_out, owners = self._answers(table)
        return laid_out.number(owners[tuple(keys[axis.name] for axis in laid_out.axes)])

    def truth(self, claim: Claim, order: Sequence[str], domains: Mapping[str, Domain]) -> Truth:
        """The claim worked out once for each combination of its own variables."""
        names = self.variables(claim)
        places = [order.index(name) for name in names]
        known: dict[tuple[int, ...], bool | None] = {}
        for own in product(*(domains[name].enumerated() for name in names)):
            try:
                known[own] = holds(claim.condition, dict(zip(names, own, strict=True)), self.number)
            except Undecided:
                known[own] = None
        return lambda combination: known[tuple(combination[place] for place in places)]


def _claim_groups(items: Sequence[Item]) -> Iterator[tuple[Item | None, list[tuple[Item, Claim]]]]:
    """Claims by the bullet whose proof covers them: their own, or that of the bullet they stand under."""
    for item in items:
        if item.claim is not None:
            yield (item if item.proof else None), [(item, item.claim)]
            yield from _claim_groups(item.items)
        elif item.proof is not None:
            alternatives = [(below, below.claim) for below in item.items if below.claim and not below.proof]
            yield item, alternatives
            yield from _claim_groups([below for below in item.items if below.proof or not below.claim])
        else:
            yield from _claim_groups(item.items)


def _same(want: object, got: object) -> bool:
    """Equal, and of one kind: True is not 1."""
    return want == got and isinstance(want, bool) == isinstance(got, bool)


def _plain_of(table: Table, value: Plain) -> Plain:
    """A printed value as rules code gives it."""
    if table.gives is not None and table.gives.boolean and value is not None:
        return value == "yes"
    return value


def _result(value: object) -> str:
    """What a function answered, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, (int, float, str)) else repr(value)


def _silence_at(table: Table, at: Mapping[str, int]) -> Silence:
    return next(
        silence
        for silence in table.silences
        for box in silence.boxes
        if all(at[axis.name] in keys for axis, keys in zip(table.axes, box, strict=True))
    )


def _finding(fault: RulesFault, call: Span, file: str) -> Diagnostic:
    """A fault of the rules code at its own line, with the place that asked for it."""
    if not fault.line:
        return Diagnostic(fault.name, call, fault.message, fault.hint)
    labels = (Label(call, "asked for here"),) if call.line else ()
    return Diagnostic(fault.name, Span(file, fault.line, fault.column or 1), fault.message, fault.hint, labels)


def _cells(book: Book, table: Table, state: State, reason: str) -> Iterator[Statement]:
    return (_cell(book, table, case, state, "", 0, reason) for case in table.cases)


def _cell(book: Book, table: Table, case: Case, state: State, function: str, cases: int, reason: str) -> Statement:
    text = plain(case.value.label, book)
    return Statement("cell", Target("table", table.id), text, case.span, state, function, cases, reason)


def _claims(book: Book, reference: Reference, reason: str) -> Iterator[Statement]:
    owner = Target("reference", reference.id)
    for _, claims in _claim_groups(reference.items):
        for item, claim in claims:
            yield Statement("claim", owner, plain(item.text, book), claim.span, State.UNPROVED, reason=reason)


def _fact(fact: Fact, state: State, function: str = "", cases: int = 0, reason: str = "") -> Statement:
    return Statement("fact", Target("fact", fact.id), number(fact.value), fact.span, state, function, cases, reason)
