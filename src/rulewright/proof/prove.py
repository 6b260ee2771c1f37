"""Prove a whole game: compare each printed cell, claim, fact and example with the rules code, for every input.

`prove` takes a game and the text of its rules.py and returns a `ProofReport`: all statements with their states, and
the findings. A contained process gets the rules code and the inputs, never what is printed; the comparison happens on
this side.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import tell
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import NO_STORE, Store
from rulewright.book.book import Book
from rulewright.entries.calls import Call
from rulewright.entries.domains import Domain
from rulewright.entries.text import Target
from rulewright.proof import statements
from rulewright.proof.binding import Sample
from rulewright.proof.claims import ClaimProof, claim_domains, prove_fact, run_example
from rulewright.proof.evaluator import RULES_IMPURE, Evaluator, open_evaluator
from rulewright.proof.executor import Program, ResultCache
from rulewright.proof.grades.grading import Grading, restated_tables
from rulewright.proof.process import Limits
from rulewright.proof.replies import RulesError, error_finding
from rulewright.proof.report import Outcome, ProofReport
from rulewright.proof.statements import UNTRIED, add_rule_labels, claim_groups, proofs
from rulewright.proof.tables import prove_table
from rulewright.proof.truth_tables import TableNumbers


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """How to prove a game.

    - `limits` stop rules code that takes too long or too much memory.
    - `mutants` also alters everything that is proved, to see whether the proof notices.
    - `sample` searches calls with too many combinations for a proof; without it they stay unproved.
    - `executor` runs the rules code; without it, processes of this machine do.
    """

    limits: Limits = Limits()
    mutants: bool = False
    sample: Sample | None = None
    executor: Executor | None = None


def prove(
    book: Book,
    source: str | None,
    file: str,
    options: ProofOptions,
    *,
    progress: Progress = no_progress,
    store: Store = NO_STORE,
) -> ProofReport:
    """Prove a whole game; `source` is the text of its rules code, or None if there is none.

    `store` has the results of earlier proofs.
    """
    if source is None:
        return replace(
            unproved(book, tell("there is no {file}", file=file)), findings=tuple(_no_rules_code(book, file))
        )
    try:
        program = Program(source, file, options.limits)
        opened = open_evaluator(program, options.executor, progress, options.sample, store)
        with opened as evaluator:
            evaluator.prefetch(_calls(book))
            report = _joined_report(list(_outcomes(book, evaluator)), evaluator)
            evaluator.keep_answers()
            if options.mutants:
                from rulewright.proof.mutation.code_trials import mutate_code
                from rulewright.proof.mutation.mutants import mutate

                report = mutate_code(book, evaluator, mutate(book, evaluator, report))
    except RulesError as error:
        findings = tuple(error_finding(report, Span(file), file) for report in error.reports)
        return ProofReport(unproved(book, tell("the rules code could not be loaded")).statements, findings)
    grading = Grading(book, source, ResultCache(store, source))
    findings = (*add_rule_labels(report.findings, book), *restated_tables(grading, source, file))
    return replace(grading.graded(report), findings=findings)


def unproved(book: Book, reason: str) -> ProofReport:
    """Return a report for a game whose rules code does not run: every statement is unproved for the same reason."""
    result = [statement for table in book.game.tables for statement in statements.cells(book, table, reason)]
    for group in claim_groups(book):
        result += statements.claims(book, group, reason if group.call else "")
    result += [statements.fact(fact, reason) for fact in book.game.facts]
    result += [
        statements.step(book, example, step, reason)
        for example in book.game.examples
        for step in example.steps
        if step.asked is not None
    ]
    return ProofReport(tuple(result))


def _no_rules_code(book: Book, file: str) -> Iterator[Finding]:
    """Yield one finding at the first proof, if a game has proofs but no rules code."""
    steps = (step.asked for example in book.game.examples for step in example.steps if step.asked is not None)
    call = next((call for call, _ in proofs(book)), None) or next(steps, None)
    if call is not None:
        message = f"{call.function}() cannot run: there is no {file}"
        hint = "'rulewright stubs' begins it: say there what the rules say, or remove the proofs"
        yield Finding("no-rules-code", call.span, message, hint, about=file)


def _calls(book: Book) -> Iterator[tuple[Call, Mapping[str, Domain]]]:
    """Yield every call of the book with its axes, in the order of the comparisons."""
    for table in book.game.tables:
        for function in table.functions():
            if function.proof is not None:
                yield function.proof, {axis.name: axis.domain for axis in function.axes}
    tables = TableNumbers(book)
    for group in claim_groups(book):
        if group.call is not None:
            yield group.call, claim_domains(group, book, tables)
    yield from ((fact.proof, {}) for fact in book.game.facts if fact.proof is not None)


def _outcomes(book: Book, evaluator: Evaluator) -> Iterator[tuple[Target, Outcome]]:
    """Yield each table, claim group, fact and example with its outcome; claims look up only tables that agree."""
    disagreeing: set[str] = set()
    for table in book.game.tables:
        evaluator.about = f"table {table.id}"
        outcome = prove_table(table, book, evaluator)
        yield Target("table", table.id), outcome
        if any(finding.name != UNTRIED for finding in outcome.findings):
            disagreeing.add(table.id)
    tables = TableNumbers(book, frozenset(disagreeing))
    for group in claim_groups(book):
        evaluator.about = f"reference {group.reference.id}"
        yield Target("reference", group.reference.id), ClaimProof(group, book, evaluator, tables).outcome()
    for fact in book.game.facts:
        evaluator.about = f"fact {fact.id}"
        yield Target("fact", fact.id), prove_fact(fact, evaluator)
    for example in book.game.examples:
        evaluator.about = f"example {example.id}"
        yield Target("example", example.id), run_example(example, book, evaluator)


def _joined_report(outcomes: list[tuple[Target, Outcome]], evaluator: Evaluator) -> ProofReport:
    """Join the outcomes of all proofs into the report of the game."""
    compared = Counter[Target]()
    findings: dict[object, Finding] = {}  # each once; one that does not say what it is about gets its first owner
    for owner, outcome in outcomes:
        compared[owner] += outcome.compared
        for each in outcome.findings:
            # several calls may run into the same error of the code
            messages = {"rules-raised": each.message, RULES_IMPURE: ""}
            identity = (each.name, each.span, messages[each.name]) if each.name in messages else each
            findings.setdefault(identity, each if each.about else replace(each, about=f"{owner.id}: {each.message}"))
    return ProofReport(
        tuple(statement for _, outcome in outcomes for statement in outcome.statements),
        tuple(findings.values()),
        compared,
        sum(outcome.open for _, outcome in outcomes),
        evaluator.functions_used,
        ran=True,
        jail=evaluator.jail,
    )
