"""Tries mutants of the rules code, and finds those that no proof notices.

`mutate_code` takes the proof report of a game and returns it with counts of mutants, and a finding for each place of
the code that can change unnoticed. `code_proofs` lists the proofs that agree, each with the question that it asks a
function: for example, the answers of `damage` for all ranges. `Trials` sends each mutant to one contained process,
which returns only answers that differ from the original (`try_mutant` in worker.py), and asks the proofs whether they
still agree.
"""

import ast
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from math import prod

from rulewright.base.findings import Finding, Severity, Span
from rulewright.base.messages.messages import any_of
from rulewright.book.book import Book
from rulewright.entries.examples import Example
from rulewright.entries.table import Policy, Table
from rulewright.proof.claims import answer_step, axes_of, claim_domains, compare_claims, shown_answer
from rulewright.proof.comparison import same_value
from rulewright.proof.evaluator import MOST_RUNS, Evaluation, Evaluator, Refusal
from rulewright.proof.mutation.code_mutants import CodeMutant, Reach, code_mutants
from rulewright.proof.process import RulesProcess, axes_to_wire
from rulewright.proof.replies import (
    Axes,
    Diagram,
    Results,
    RulesError,
    Value,
    join_results,
    single_result,
    unpack_results,
)
from rulewright.proof.report import CodeMutantCounts, ProofReport, State
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.tables import agrees_with_code
from rulewright.proof.truth_tables import TableNumbers, TruthTables

UNNOTICED_CODE = "unnoticed-code"

HINT = "print what it decides, extend test-range (under domains) so that a proof tries it, or remove it"

EXACT = (Policy.UNIQUE, Policy.FIRST, Policy.PRIORITY, Policy.SUM)
"""Hit policies under which each combination has one answer."""

MOST_CASES = 2_000_000
"""Most combinations of a proof whose mutants are tried one by one."""

THINNED_SIZE, LARGEST_WHOLE_QUESTION = 4_000, 20_000
"""If a proof has more than LARGEST_WHOLE_QUESTION combinations, about THINNED_SIZE of them are asked first."""

SECONDS = 60.0
"""Time limit for the original, even on a busy machine; a mutant gets ten times what that took, and a little more."""

FROM_THE_START = (-1, -1)
"""Numbers of a question and a call: the worker goes on after these."""


class CodeVerdict(Enum):
    """The result of trying a mutant.

    UNASKED means that no proof depends on the statement; UNTRIED, that there are too many combinations to compare.
    """

    NOTICED = "noticed"
    UNNOTICED = "unnoticed"
    UNASKED = "unasked"
    UNTRIED = "untried"


@dataclass(frozen=True, slots=True)
class CodeProof:
    """One proof: its question to a function, the answers, and a test whether it agrees with other answers.

    With too many combinations to try one by one, `answers` is None, and `diagram` holds the answers if partial
    evaluation succeeded. Different answers for which `surely_noticed` is true need no comparison.
    """

    function: str
    axes: Axes
    answers: Results | None
    agrees: Callable[[Results | Diagram], bool]
    diagram: Diagram | None = None
    surely_noticed: Callable[[Results], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Question:
    """One call of a function over its domain, or a part of it, and the proofs that it serves.

    `answers` are those of the original; None for a part, whose answers only show what is surely noticed.
    """

    function: str
    axes: Axes
    answers: Results | None
    proofs: tuple[CodeProof, ...]

    @property
    def size(self) -> int:
        """The number of combinations."""
        return prod(len(values) for _, values in self.axes)

    def notices(self, first: int, batch: Results) -> bool:
        """Return whether a proof disagrees when this batch replaces the original answers from number `first` on."""
        surely_noticed = any(proof.surely_noticed(batch) for proof in self.proofs)
        if self.answers is None or surely_noticed:
            return surely_noticed
        parts = [self.answers[:first], batch, self.answers[first + len(batch) :]]
        changed = join_results([part for part in parts if isinstance(part, Results) and len(part)])
        return not all(proof.agrees(changed) for proof in self.proofs)


def mutate_code(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    """Return the report with counts of code mutants, and a finding for each place that goes unnoticed."""
    start = time.monotonic()
    program = evaluator.program
    proofs = list(code_proofs(book, evaluator, report))
    with RulesProcess(program.source, program.file, replace(program.limits, seconds=SECONDS)) as process:
        trials = Trials(program.source, proofs, process, evaluator)
        tried = list(trials.run())
    counts = CodeMutantCounts(
        sum(verdict is CodeVerdict.NOTICED for mutant, verdict in tried if mutant.after),
        sum(verdict in (CodeVerdict.UNNOTICED, CodeVerdict.UNASKED) for mutant, verdict in tried if mutant.after),
        time.monotonic() - start,
    )
    findings = tuple(_findings(tried, program.file))
    return replace(report, findings=(*report.findings, *findings), code_mutants=counts)


def code_proofs(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[CodeProof]:
    """Yield every proof of the book that agrees."""
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        for function in table.functions():
            yield from _table_proofs(function, evaluator)
    tables = TableNumbers(book)
    for group in claim_groups(book):
        if group.claims and all(claim.span in proved for claim in group.claims):
            yield from _claim_proofs(group, book, evaluator, tables)
    for fact in book.game.facts:
        if fact.proof is not None and fact.span in proved:
            evaluation = evaluator.evaluate(fact.proof, {})
            if isinstance(evaluation, Evaluation):
                yield _proof(evaluation, partial(_answers_fact, fact.value))
    for example in book.game.examples:
        yield from _step_proofs(example, evaluator, proved)


def _proof(
    evaluation: Evaluation,
    agrees: Callable[[Evaluation], bool],
    surely_noticed: Callable[[Results], bool] = lambda _: False,
) -> CodeProof:
    """Return the proof of an evaluated call; `agrees` compares what is printed with other answers of the call."""
    function, ranges = evaluation.function.name, evaluation.binding.ranges()
    answered_agrees = lambda answered: agrees(replace(evaluation, answers=answered))  # noqa: E731
    if isinstance(evaluation.answers, Diagram) or evaluation.cases > MOST_CASES:
        diagram = evaluation.answers if isinstance(evaluation.answers, Diagram) else None
        return CodeProof(function, ranges, None, answered_agrees, diagram)
    return CodeProof(function, ranges, evaluation.results, answered_agrees, None, surely_noticed)


def _answers_fact(value: Value, evaluation: Evaluation) -> bool:
    """Return whether the only answer is the value of a fact."""
    return same_value(value, evaluation.results[0])


def _table_proofs(table: Table, evaluator: Evaluator) -> Iterator[CodeProof]:
    """Yield the proof of a table, if it agrees. Any other answer is noticed if each combination has one answer."""
    if table.proof is None:
        return
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, wide=table.policy is Policy.SUM)
    if isinstance(evaluation, Evaluation) and agrees_with_code(table, evaluation):
        exact = table.policy in EXACT and not any(silence.question for silence in table.silences)
        yield _proof(evaluation, partial(agrees_with_code, table), surely_noticed=lambda _: exact)


def _claim_proofs(group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers) -> Iterator[CodeProof]:
    """Yield the proof of a group of claims. Another truth value is noticed if the claims leave no combination open."""
    if (call := group.call) is None:
        return
    evaluation = evaluator.evaluate(call, claim_domains(group, book, tables))
    if isinstance(evaluation, Evaluation):
        truths = TruthTables(axes_of(evaluation), tables)
        exact = isinstance(call.answer, bool) and 1 not in compare_claims(group.claims, evaluation, truths).open
        yield _proof(
            evaluation,
            lambda evaluation: compare_claims(group.claims, evaluation, truths).agrees,
            lambda batch: exact and all(isinstance(value, bool) for value in batch.distinct_values()),
        )


def _step_proofs(example: Example, evaluator: Evaluator, proved: set[Span]) -> Iterator[CodeProof]:
    """Yield a proof for each proved step of an example."""
    for step in example.steps:
        call = step.asked
        if call is None or step.span not in proved:
            continue
        step_answer = answer_step(step, call, example, evaluator)
        if isinstance(step_answer, Refusal):
            continue

        def agrees(answered: Results | Diagram, step=step, call=call) -> bool:  # type: ignore[no-untyped-def]
            assert isinstance(answered, Results)
            shown = shown_answer(step, call, answered[0])
            return not isinstance(shown, Refusal) and same_value(step.answer, shown[0])

        axes = [(name, [value]) for name, value in step_answer.call.arguments.items()]
        yield CodeProof(call.function, axes, single_result(step_answer.answer), agrees)


class Trials:
    """All mutants of one game, tried in one contained process."""

    def __init__(self, source: str, proofs: list[CodeProof], process: RulesProcess, evaluator: Evaluator) -> None:
        source = source.removeprefix("\ufeff")
        self.tree = ast.parse(source)
        self.reach = Reach(self.tree)
        self.mutants = list(code_mutants(source, self.tree))
        self.wide_proofs = [proof for proof in proofs if proof.answers is None]
        self.questions = sorted(_questions(proofs), key=lambda question: question.size)
        self.process = process
        self.progress = evaluator.progress
        self.prepared = False
        self.seconds = SECONDS

    def run(self) -> Iterator[tuple[CodeMutant, CodeVerdict]]:
        """Yield each mutant with its verdict; skip the mutants of a block that nothing reaches."""
        unreached = None
        for position, mutant in enumerate(self.mutants):
            self.progress("mutants of the rules code", position, len(self.mutants))
            if unreached is not None and unreached.contains(mutant.place):
                continue
            verdict = self.verdict(mutant)
            if not mutant.after and verdict is CodeVerdict.UNNOTICED:  # a probe that no input reaches
                unreached = mutant.place
            yield mutant, verdict

    def verdict(self, mutant: CodeMutant) -> CodeVerdict:
        """Try a mutant with all proofs that may depend on it."""
        functions = self.reach.dependents(self.tree.body[mutant.statement])
        questions = [number for number, each in enumerate(self.questions) if each.function in functions]
        if questions and self._noticed(mutant, questions):
            return CodeVerdict.NOTICED
        wide_verdicts = [self._wide_verdict(mutant, proof) for proof in self.wide_proofs if proof.function in functions]
        if wide_verdicts:
            return min(wide_verdicts, key=(CodeVerdict.NOTICED, CodeVerdict.UNTRIED, CodeVerdict.UNNOTICED).index)
        return CodeVerdict.UNNOTICED if questions else CodeVerdict.UNASKED

    def _wide_verdict(self, mutant: CodeMutant, proof: CodeProof) -> CodeVerdict:
        """Return the verdict of a proof with too many combinations to try one by one."""
        if proof.diagram is None:
            return CodeVerdict.UNTRIED
        self._prepare()
        try:
            diagram = self.process.request_diagram(
                self._message(mutant), proof.function, proof.axes, MOST_RUNS, SECONDS
            )
        except RulesError:  # it does not end, or takes all memory
            return CodeVerdict.NOTICED
        if not isinstance(diagram, Diagram):
            return CodeVerdict.UNTRIED if diagram is None else CodeVerdict.NOTICED
        same = diagram == proof.diagram or proof.agrees(diagram)
        return CodeVerdict.UNNOTICED if same else CodeVerdict.NOTICED

    def _noticed(self, mutant: CodeMutant, questions: list[int]) -> bool:
        """Return whether an answer to these questions, by number, makes a proof disagree, or the mutant fails."""
        after = FROM_THE_START
        while True:
            try:
                self._prepare()
                message = {**self._message(mutant), "asked": questions, "after": after}
                reply = self.process.request(message, self.seconds)
            except RulesError:  # it does not end, or takes all memory
                return True
            if "raised" in reply.header:
                return True
            if "question" not in reply.header:
                return False
            after = (reply.header["question"], reply.header["call"])
            number, first_call = after
            if self.questions[number].notices(first_call, unpack_results(reply.header, reply.body)):
                return True

    def _prepare(self) -> None:
        """Ask the original all questions, in a process that has not stored their answers yet."""
        if not self.prepared or not self.process.alive:
            start = time.monotonic()
            self.process.request({"questions": [(each.function, axes_to_wire(each.axes)) for each in self.questions]})
            self.prepared, self.seconds = True, 2 + 10 * (time.monotonic() - start)

    def _message(self, mutant: CodeMutant) -> dict[str, object]:
        whole = self.reach.needs_whole(self.tree.body[mutant.statement])
        return {"mutant": {"statement": mutant.statement, "text": mutant.text, "whole": whole}}


def _questions(proofs: list[CodeProof]) -> Iterator[Question]:
    """Group proofs by what they ask."""
    by_question: dict[object, list[CodeProof]] = {}
    for proof in proofs:
        if proof.answers is not None:
            key = proof.function, tuple((name, tuple(values)) for name, values in proof.axes)
            by_question.setdefault(key, []).append(proof)
    for first, *others in by_question.values():
        whole = Question(first.function, first.axes, first.answers, (first, *others))
        yield whole
        if whole.size > LARGEST_WHOLE_QUESTION:  # a smaller question, so it is asked before (`Trials.questions`)
            yield replace(whole, axes=_thinned(whole.axes), answers=None)


def _thinned(axes: Axes) -> Axes:
    """Return the first, the last and some middle values of each axis, about THINNED_SIZE combinations.

    So few show most differences.
    """

    def size(most: int) -> int:
        return prod(min(len(values), most) for _, values in axes)

    # at least both ends of each axis, even if those alone are more combinations
    most = max(count for count in range(2, THINNED_SIZE) if count == 2 or size(count) <= THINNED_SIZE)
    return [(name, _spread(values, most)) for name, values in axes]


def _spread(values: Sequence[Value], most: int) -> Sequence[Value]:
    """Return `most` of the values at even distances, with the first and the last; all if there are no more."""
    last = len(values) - 1
    return values if last < most else [values[index * last // (most - 1)] for index in range(most)]


def _findings(tried: Sequence[tuple[CodeMutant, CodeVerdict]], file: str) -> Iterator[Finding]:
    """Yield one finding per place with all its unnoticed mutants, and one per statement that no proof asks."""
    unasked: set[str] = set()
    places: dict[tuple[int, int, str], list[CodeMutant]] = {}
    for mutant, verdict in tried:
        if verdict is CodeVerdict.UNNOTICED:
            places.setdefault((mutant.place.start, mutant.place.end, mutant.name), []).append(mutant)
        elif verdict is CodeVerdict.UNASKED and mutant.name not in unasked:
            unasked.add(mutant.name)
            yield _finding(mutant, f"nothing printed depends on {mutant.name}", file)
    for mutants in places.values():
        first = mutants[0]
        if not first.after:
            words = f"{first.name}: nothing that the proofs try comes to {first.before!r}"
        else:
            replacements = any_of("left out" if each.after == "pass" else repr(each.after) for each in mutants)
            words = f"{first.name}: no printed value would change if {first.before!r} were {replacements}"
        yield _finding(first, words, file, first.before)


def _finding(mutant: CodeMutant, message: str, file: str, before: str = "") -> Finding:
    span = Span(file, mutant.place.line, mutant.place.column, max(1, len(before)))
    return Finding(UNNOTICED_CODE, span, message, HINT, severity=Severity.NOTE, about=message)
