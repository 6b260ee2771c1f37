"""Prove a whole game: compare each printed cell, claim, fact and example with the rules code, for every input.

`prove` takes a game and the text of its rules.py and returns a `ProofReport`: all statements with their states, and
the findings. A contained process gets the rules code and the inputs, never what is printed; the comparison happens on
this side.

Some calls of every function are repeated: in the process that answered them, and in a second one, in reverse order and
with another hash seed, which changes the order of sets. This detects code that answers differently the second time.
"""

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from math import prod
from random import Random

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import tell
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import NO_STORE, Store
from rulewright.book.book import Book
from rulewright.entries.text import Target
from rulewright.proof import statements
from rulewright.proof.binding import Sample
from rulewright.proof.claims import ClaimProof, claim_domains, prove_fact, run_example
from rulewright.proof.comparison import value_text
from rulewright.proof.evaluator import Evaluator, open_evaluator
from rulewright.proof.executor import ChunkAxes, Program, ResultCache, SingleCall, ask_calls
from rulewright.proof.grades.grading import Grading, restated_tables
from rulewright.proof.process import CallOutcome, Limits, RulesProcess
from rulewright.proof.replies import RulesError, arguments_at, error_finding
from rulewright.proof.report import Outcome, ProofReport
from rulewright.proof.rules_syntax import lasting_changes
from rulewright.proof.statements import UNTRIED, add_rule_labels, claim_groups, proofs
from rulewright.proof.tables import prove_table
from rulewright.proof.truth_tables import TableNumbers

RULES_IMPURE = "rules-impure"
OTHER_SEED = "1"
"""The hash seed of the second process."""
CALLS_EACH = 3
"""Number of calls of each function that are repeated."""
IMPURE_HINT = "let it compute from its arguments alone: keep nothing between calls, and depend on the order of no set"


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
        with opened as evaluator, second_process(evaluator) as second:
            _prefetch_all(book, evaluator)
            report = _joined_report(list(_outcomes(book, evaluator)), evaluator)
            impure, jail = purity(evaluator, second)
            report = replace(report, findings=(*report.findings, *impure), jail=jail)
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


def _prefetch_all(book: Book, evaluator: Evaluator) -> None:
    """Submit every call of the book at once, in the order of the comparisons."""
    for table in book.game.tables:
        for function in table.functions():
            if function.proof is not None:
                evaluator.prefetch(function.proof, {axis.name: axis.domain for axis in function.axes})
    tables = TableNumbers(book)
    for group in claim_groups(book):
        if group.call is not None:
            evaluator.prefetch(group.call, claim_domains(group, book, tables))
    for fact in book.game.facts:
        if fact.proof is not None:
            evaluator.prefetch(fact.proof, {})


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
            identity = (each.name, each.span, each.message) if each.name == "rules-raised" else each
            findings.setdefault(identity, each if each.about else replace(each, about=f"{owner.id}: {each.message}"))
    return ProofReport(
        tuple(statement for _, outcome in outcomes for statement in outcome.statements),
        tuple(findings.values()),
        compared,
        sum(outcome.open for _, outcome in outcomes),
        evaluator.functions_used,
        ran=True,
    )


@contextmanager
def second_process(evaluator: Evaluator) -> Iterator[RulesProcess]:
    """Open a second process of the same rules code, with another hash seed.

    It starts here if the calls of this code were never repeated, and otherwise only when it is used.
    """
    program = evaluator.program
    process = RulesProcess(program.source, program.file, program.limits, OTHER_SEED)
    was_repeated = evaluator.cache.find(_repeated_key(evaluator))
    with closing(process) if was_repeated else process:  # `with process` also starts it, `closing` only ends it
        yield process


def _repeated_key(evaluator: Evaluator) -> str:
    """Return the cache key which marks that the calls of this code were repeated in an earlier proof."""
    return evaluator.cache.key("asked again", "")


def purity(evaluator: Evaluator, second: RulesProcess) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Report each function that answers differently when called again, or that changes something outside its call.

    The second item of the result are the parts of the system's jail that contained the rules code.
    """
    calls = list(_calls_to_repeat(evaluator))

    def repeat() -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        return (*_lasting_changes(evaluator.program), *_repeat_calls(calls, evaluator, second)), tuple(second.jail)

    system = platform.release()  # another kernel may have another jail
    outcome = evaluator.cache.get("purity", "", (calls, system), repeat, lambda outcome: not outcome[0])
    if not outcome[0]:  # no finding: the code is pure
        evaluator.keep_answers()
        evaluator.cache.keep(_repeated_key(evaluator), True)
    return outcome


def _lasting_changes(program: Program) -> Iterator[Finding]:
    for function, name, line, column in lasting_changes(program.source):
        message = f"{function}() changes {name}, which outlives the call"
        yield Finding(
            RULES_IMPURE, Span(program.file, line, column), message, IMPURE_HINT, about=f"{function}(): {name}"
        )


def _repeat_calls(calls: Sequence[SingleCall], evaluator: Evaluator, second: RulesProcess) -> Iterable[Finding]:
    try:
        answers = evaluator.executor.submit(ask_calls, evaluator.program, calls).result()
        second_answers = second.ask(calls[::-1])[::-1]
    except RulesError as error:  # too slow only now, or out of memory
        report = error.report
        again = replace(report, message=f"asked again, {report.message}", line=0)
        return [error_finding(again, Span(evaluator.program.file), evaluator.program.file, report.message)]
    findings: dict[str, Finding] = {}
    for (name, arguments), answer, second_answer in zip(calls, answers, second_answers, strict=True):
        if not _is_same(answer, second_answer) and name not in findings:
            passed = ", ".join(f"{parameter}={value_text(value)}" for parameter, value in arguments.items())
            message = f"{name}({passed}) {_outcome_text(answer)}, but {_outcome_text(second_answer)} in another process"
            span = evaluator.code.place(evaluator.code.functions[name])
            findings[name] = Finding(RULES_IMPURE, replace(span, length=1), message, IMPURE_HINT, about=f"{name}()")
    return findings.values()


def _calls_to_repeat(evaluator: Evaluator) -> Iterator[SingleCall]:
    """Yield the first, the last and some other calls of each function, in the widest domain of a proof."""
    random = Random(0)  # noqa: S311 - a sample, always the same
    widest: dict[str, ChunkAxes] = {}
    for function, axes in evaluator.answered_calls():
        widest[function] = max(widest.get(function, ()), axes, key=lambda each: prod(len(values) for _, values in each))
    for function, axes in widest.items():
        size = prod(len(values) for _, values in axes)
        between = (random.randrange(1, size - 1) for _ in range(CALLS_EACH - 2))
        positions = range(size) if size <= CALLS_EACH else [0, *between, size - 1]
        yield from ((function, arguments_at(axes, position)) for position in positions)


def _is_same(first: CallOutcome, second: CallOutcome) -> bool:
    """Return whether two values are the same: NaN is the same as itself, and 1 is neither True nor 1.0."""
    try:
        return (first == second and type(first[1]) is type(second[1])) or repr(first) == repr(second)
    except ValueError:  # numbers that are too long to be written
        return False


def _outcome_text(outcome: CallOutcome) -> str:
    answers, value = outcome
    return f"answers {value_text(value)}" if answers else str(value)
