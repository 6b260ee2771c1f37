"""The proof: every printed cell, claim and fact against the rules code, for every input of its domain.

The contained process gets the rules code and the inputs, never what is printed: the comparison happens on this side.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import replace

from rulewright.findings import Finding, Span
from rulewright.model.book import Book, Target, items_below
from rulewright.progress import Progress, no_progress
from rulewright.proof import statements
from rulewright.proof.chunks import Program
from rulewright.proof.claims import claim_domains, prove_claims
from rulewright.proof.evaluator import NOTHING_KEPT, Evaluator, open_evaluator
from rulewright.proof.examples import run_example
from rulewright.proof.facts import prove_fact
from rulewright.proof.grades.grading import Grading
from rulewright.proof.kept_results import KeptResults
from rulewright.proof.process import Limits
from rulewright.proof.purity import find_impure, second_process
from rulewright.proof.report import Outcome, ProofReport, State
from rulewright.proof.restated_tables import restated_tables
from rulewright.proof.rule_labels import add_rule_labels
from rulewright.proof.rules_faults import RulesError, fault_finding
from rulewright.proof.searching import Sample
from rulewright.proof.statements import claim_groups
from rulewright.proof.tables import prove_table
from rulewright.proof.truth_tables import TableNumbers
from rulewright.proof.untried import UNTRIED
from rulewright.store import Store
from rulewright.translation.messages import tell


def prove(
    book: Book,
    source: str | None,
    file: str,
    limits: Limits,
    *,
    mutants: bool = False,
    sample: Sample | None = None,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    store: Store = NOTHING_KEPT,
) -> ProofReport:
    """Proves a whole game; `source` is the text of its rules code, None where it has none.

    The rules code runs in the processes of `RulesExecutor`, or of `executor`. With `mutants` everything that is proved
    is also altered, to see whether the proof notices. With a `sample` calls of too many combinations are searched.
    The store has the results of earlier proofs.
    """
    if source is None:
        return replace(
            unproved(book, tell("there is no {file}", file=file)), findings=tuple(_no_rules_code(book, file))
        )
    try:
        program = Program(source, file, limits)
        opened = open_evaluator(program, executor, progress, sample, store)
        with opened as evaluator, second_process(evaluator) as other:
            report = prove_with(book, evaluator)
            purity = find_impure(evaluator, other)
            report = replace(report, findings=(*report.findings, *purity.findings), jail=purity.jail)
            if mutants:
                report = _add_mutants(book, evaluator, report)
    except RulesError as error:
        findings = tuple(fault_finding(fault, Span(file), file) for fault in error.faults)
        return ProofReport(unproved(book, tell("the rules code could not be loaded")).statements, findings)
    grading = Grading(book, source, KeptResults(store, source))
    findings = (*add_rule_labels(tuple(_once(report.findings)), book), *restated_tables(grading, source, file))
    return replace(grading.graded(report), findings=findings)


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings without those that say the same of the same place: several calls may run into one fault of the code."""
    said: set[tuple[str, Span, str]] = set()
    for each in findings:
        same = (each.name, each.span, each.message)
        if each.name != "rules-raised" or same not in said:
            yield each
        said.add(same)


def _add_mutants(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    from rulewright.proof.mutation.altered_code import mutate_code
    from rulewright.proof.mutation.mutants import mutate

    return mutate_code(book, evaluator, mutate(book, evaluator, report))


def prove_with(book: Book, evaluator: Evaluator) -> ProofReport:
    """Proves a whole game with an open evaluator."""
    _prefetch_all(book, evaluator)
    return _report(list(_outcomes(book, evaluator)), evaluator)


def _prefetch_all(book: Book, evaluator: Evaluator) -> None:
    """Submits every call of the book at once, in the order of the comparisons."""
    for table in book.game.tables:
        for function in table.functions():
            if function.proof is not None:
                evaluator.prefetch(function.proof, {axis.name: axis.domain for axis in function.axes})
    tables = TableNumbers(book)
    for reference in book.game.references:
        for head, claims in claim_groups(reference.items):
            if head is not None and head.proof is not None:
                evaluator.prefetch(head.proof, claim_domains((head, claims), book, tables))
    for fact in book.game.facts:
        if fact.proof is not None:
            evaluator.prefetch(fact.proof, {})


def _no_rules_code(book: Book, file: str) -> Iterator[Finding]:
    """One finding, at the first proof of a game that has proofs and no rules code."""
    tables = (call for table in book.game.tables for call in (table.proof, *(o.proof for o in table.outputs)))
    items = (item for reference in book.game.references for item in items_below(reference.items))
    steps = (step.asked for example in book.game.examples for step in example.steps)
    calls = (*tables, *(item.proof for item in items), *(fact.proof for fact in book.game.facts), *steps)
    call = next((call for call in calls if call is not None), None)
    if call is not None:
        message = f"{call.function}() cannot run: there is no {file}"
        hint = "'rulewright stubs' begins it: say there what the rules say, or remove the proofs"
        yield Finding("no-rules-code", call.span, message, hint, about=file)


def unproved(book: Book, reason: str) -> ProofReport:
    """The report where no rules code runs: every statement is unproved for the same reason."""
    result = [statement for table in book.game.tables for statement in statements.cells(book, table, reason)]
    for reference in book.game.references:
        for head, claims in claim_groups(reference.items):
            state = State.UNPROVED if head is not None and head.proof is not None else State.STATED
            why = reason if state is State.UNPROVED else ""
            result += [statements.claim(book, reference, one, state, reason=why) for one in claims]
    result += [statements.fact(fact, State.UNPROVED, reason=reason) for fact in book.game.facts]
    result += [
        statements.step(book, example, step, State.UNPROVED, reason=reason)
        for example in book.game.examples
        for step in example.steps
        if step.asked is not None
    ]
    return ProofReport(tuple(result))


def _outcomes(book: Book, evaluator: Evaluator) -> Iterator[tuple[Target, Outcome]]:
    wrong: set[str] = set()
    for table in book.game.tables:
        evaluator.about = f"table {table.id}"
        outcome = prove_table(table, book, evaluator)
        yield Target("table", table.id), outcome
        if any(finding.name != UNTRIED for finding in outcome.findings):
            wrong.add(table.id)
    tables = TableNumbers(book, frozenset(wrong))
    for reference in book.game.references:
        evaluator.about = f"reference {reference.id}"
        for group in claim_groups(reference.items):
            yield Target("reference", reference.id), prove_claims(reference, group, book, evaluator, tables)
    for fact in book.game.facts:
        evaluator.about = f"fact {fact.id}"
        yield Target("fact", fact.id), prove_fact(fact, evaluator)
    for example in book.game.examples:
        evaluator.about = f"example {example.id}"
        yield Target("example", example.id), run_example(example, book, evaluator)


def _unique(findings: Iterable[tuple[Target, Finding]]) -> Iterator[Finding]:
    """Each finding once; a finding that does not say what it is about gets its first owner."""
    seen: set[Finding] = set()
    for owner, finding in findings:
        if finding not in seen:
            seen.add(finding)
            yield finding if finding.about else replace(finding, about=f"{owner.id}: {finding.message}")


def _report(outcomes: list[tuple[Target, Outcome]], evaluator: Evaluator) -> ProofReport:
    compared: dict[Target, int] = {}
    for owner, outcome in outcomes:
        compared[owner] = compared.get(owner, 0) + outcome.compared
    return ProofReport(
        tuple(statement for _, outcome in outcomes for statement in outcome.statements),
        tuple(_unique((owner, finding) for owner, outcome in outcomes for finding in outcome.findings)),
        compared,
        sum(outcome.open for _, outcome in outcomes),
        evaluator.functions_used,
        ran=True,
    )
