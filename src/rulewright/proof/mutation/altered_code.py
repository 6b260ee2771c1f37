"""Tries every mutant of the rules code, and reports what nothing printed would notice.

One process loads the code once and keeps what it answers to every proof. For a mutant it runs only the altered
statement again, asks only the functions that depend on it, and stops at the first answer that differs. Whether a proof
disagrees with that answer is decided here, by the comparison that proves it. Where there are too many combinations, the
mutant is read late, as the original was, and its diagram compared.
"""

import ast
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from rulewright.findings import Finding, Severity, Span
from rulewright.model.book import Book
from rulewright.model.example import Example
from rulewright.model.table import Policy, Table
from rulewright.proof.claims import axes_of, claim_domains, compare_claims
from rulewright.proof.comparison import same_value
from rulewright.proof.evaluator import MOST_RUNS, Answered, Evaluation, Evaluator, Refusal
from rulewright.proof.examples import bind_step, shown_answer
from rulewright.proof.mutation.code_mutants import CodeMutant, Reach, code_mutants
from rulewright.proof.process import Reply, RulesProcess, axes_to_wire
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
from rulewright.translation.messages import any_of

EXACT = (Policy.UNIQUE, Policy.FIRST, Policy.PRIORITY, Policy.SUM)
"""Hit policies under which a combination has one answer."""

MOST_CASES = 2_000_000
"""Combinations of a proof that mutants are compared with."""


@dataclass(frozen=True, slots=True)
class CodeProof:
    """One proof: the question that it puts to a function, what that answers, and whether it agrees with an answer.

    Where there are too many combinations to try mutants on one by one, `answers` is None, and `diagram` holds them if
    late reading can answer. Where answers other than the original are `surely_noticed`, they need not be compared.
    """

    function: str
    axes: Axes
    answers: Results | None
    agrees: Callable[[Answered], bool]
    diagram: Diagram | None = None
    surely_noticed: Callable[[Results], bool] = lambda _: False


def code_proofs(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[CodeProof]:
    """Every proof of the book that agrees."""
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        for function in table.functions():
            yield from _of_table(function, evaluator)
    tables = TableNumbers(book)
    for reference in book.game.references:
        for group in claim_groups(reference.items):
            yield from _of_claims(group, book, evaluator, tables, proved)
    for fact in book.game.facts:
        if fact.proof is not None and fact.span in proved:
            evaluation = evaluator.evaluate(fact.proof, {})
            if isinstance(evaluation, Evaluation):
                yield _proof(evaluation, _equals(fact.value))
    for example in book.game.examples:
        yield from _of_example(example, evaluator, proved)


def _proof(
    evaluation: Evaluation,
    agrees: Callable[[Answered], bool],
    surely_noticed: Callable[[Results], bool] = lambda _: False,
) -> CodeProof:
    function, ranges = evaluation.function.name, evaluation.binding.ranges()
    if evaluation.cases > MOST_CASES:
        return CodeProof(function, ranges, None, agrees, evaluation.diagram)
    return CodeProof(function, ranges, evaluation.results, agrees, None, surely_noticed)


def _equals(value: Value) -> Callable[[Answered], bool]:
    return lambda answered: same_value(value, answered.results[0])


def _of_table(table: Table, evaluator: Evaluator) -> Iterator[CodeProof]:
    if table.proof is None:
        return
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, wide=table.policy in EXACT)
    if isinstance(evaluation, Evaluation) and agrees_with_code(table, evaluation):
        exact = table.policy in EXACT and not any(silence.question for silence in table.silences)
        yield _proof(
            evaluation,
            lambda answered: agrees_with_code(table, replace(evaluation, answered=answered)),
            lambda _: exact,
        )


def _of_claims(
    group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers, proved: set[Span]
) -> Iterator[CodeProof]:
    head, pairs = group
    if head is None or head.proof is None or not pairs or not all(claim.span in proved for _, claim in pairs):
        return
    evaluation = evaluator.evaluate(head.proof, claim_domains(group, book, tables))
    if isinstance(evaluation, Evaluation):
        claims = [claim for _, claim in pairs]
        truths = TruthTables(axes_of(evaluation), tables)
        exact = isinstance(head.proof.answer, bool) and 1 not in compare_claims(claims, evaluation, truths).open
        yield _proof(
            evaluation,
            lambda answered: compare_claims(claims, replace(evaluation, answered=answered), truths).agrees,
            lambda batch: exact and all(isinstance(value, bool) for value in batch.distinct_values()),
        )


def _of_example(example: Example, evaluator: Evaluator, proved: set[Span]) -> Iterator[CodeProof]:
    for step in example.steps:
        call = step.asked
        if call is None or step.span not in proved:
            continue
        bound = bind_step(call, example, evaluator.code)
        answer = None if isinstance(bound, list) else evaluator.call(bound.function, bound.arguments, call.span)
        if isinstance(bound, list) or not isinstance(answer, tuple):
            continue

        def agrees(answered: Answered, step=step, call=call, bound=bound) -> bool:  # type: ignore[no-untyped-def]
            shown = shown_answer(step, call, bound, answered.results[0])
            return not isinstance(shown, Refusal) and same_value(step.answer, shown[1])

        axes = [(name, [value]) for name, value in bound.arguments.items()]
        yield CodeProof(bound.function.name, axes, single_result(answer[0]), agrees)


UNNOTICED_CODE = "unnoticed-code"
HINT = "print what it decides, extend test-range (under domains) so that a proof tries it, or remove it"
PART, PART_OF = 4_000, 20_000
"""If a proof has more than PART_OF combinations, about PART of them are asked first."""
SECONDS = 60.0
"""Time for the original, perhaps on a busy machine; a mutant gets ten times what that took, and a little."""
FROM_THE_START = (-1, -1)


class Verdict(Enum):
    """What became of a mutant."""

    NOTICED = "noticed"
    UNNOTICED = "unnoticed"
    UNASKED = "unasked"
    UNTRIED = "untried"


@dataclass(frozen=True, slots=True)
class Question:
    """One call of a function over its domain, or a part of it, and the proofs that it answers.

    `answers` are those of the original; None for a part, whose answers only show what is surely noticed.
    """

    function: str
    axes: Axes
    answers: Results | None
    proofs: tuple[CodeProof, ...]

    @property
    def size(self) -> int:
        return prod(len(values) for _, values in self.axes)

    def notices(self, first: int, batch: Results) -> bool:
        """Whether a proof disagrees where these answers take the place of the original ones."""
        if self.answers is None or any(proof.surely_noticed(batch) for proof in self.proofs):
            return any(proof.surely_noticed(batch) for proof in self.proofs)
        parts = [self.answers[:first], batch, self.answers[first + len(batch) :]]
        changed = Answered(join_results([part for part in parts if isinstance(part, Results) and len(part)]))
        return not all(proof.agrees(changed) for proof in self.proofs)


def mutate_code(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    """The report with the counts of mutants of the rules code, and a finding for each place that goes unnoticed."""
    start = time.monotonic()
    program = evaluator.program
    proofs = list(code_proofs(book, evaluator, report))
    with RulesProcess(program.source, program.file, replace(program.limits, seconds=SECONDS)) as process:
        trials = Trials(program.source, proofs, process, evaluator)
        tried = list(trials.run())
    counts = CodeMutantCounts(
        sum(verdict is Verdict.NOTICED for mutant, verdict in tried if mutant.after),
        sum(verdict in (Verdict.UNNOTICED, Verdict.UNASKED) for mutant, verdict in tried if mutant.after),
        time.monotonic() - start,
    )
    findings = tuple(_findings(tried, program.file))
    return replace(report, findings=(*report.findings, *findings), code_mutants=counts)


class Trials:
    """The mutants of one game, each tried in the same process."""

    def __init__(self, source: str, proofs: list[CodeProof], process: RulesProcess, evaluator: Evaluator) -> None:
        source = source.removeprefix("\ufeff")
        self.tree = ast.parse(source)
        self.reach = Reach(self.tree)
        self.mutants = list(code_mutants(source, self.tree))
        self.wide = [proof for proof in proofs if proof.answers is None]
        self.questions = sorted(_questions(proofs), key=lambda question: question.size)
        self.process = process
        self.progress = evaluator.progress
        self.prepared = False
        self.seconds = SECONDS

    def run(self) -> Iterator[tuple[CodeMutant, Verdict]]:
        """Each mutant with its verdict; where nothing comes to a block, its mutants go without saying."""
        unreached = None
        for position, mutant in enumerate(self.mutants):
            self.progress("mutants of the rules code", position, len(self.mutants))
            if unreached is not None and unreached.holds(mutant.place):
                continue
            verdict = self.verdict(mutant)
            if not mutant.after and verdict is Verdict.UNNOTICED:
                unreached = mutant.place
            yield mutant, verdict

    def verdict(self, mutant: CodeMutant) -> Verdict:
        functions = self.reach.dependents(self.tree.body[mutant.statement])
        asked = [number for number, each in enumerate(self.questions) if each.function in functions]
        if asked and self._noticed(mutant, asked):
            return Verdict.NOTICED
        wide = [self._wide_verdict(mutant, proof) for proof in self.wide if proof.function in functions]
        if wide:
            return min(wide, key=(Verdict.NOTICED, Verdict.UNTRIED, Verdict.UNNOTICED).index)
        return Verdict.UNNOTICED if asked else Verdict.UNASKED

    def _wide_verdict(self, mutant: CodeMutant, proof: CodeProof) -> Verdict:
        """The verdict of a proof with too many combinations to try them one by one."""
        if proof.diagram is None:
            return Verdict.UNTRIED
        self._prepare()
        try:
            found = self.process.request_late(self._message(mutant), proof.function, proof.axes, MOST_RUNS, SECONDS)
        except RulesError:  # as above
            return Verdict.NOTICED
        if not isinstance(found, Diagram):
            return Verdict.UNTRIED if found is None else Verdict.NOTICED
        same = found == proof.diagram or proof.agrees(Answered(found))
        return Verdict.UNNOTICED if same else Verdict.NOTICED

    def _noticed(self, mutant: CodeMutant, asked: list[int]) -> bool:
        after = FROM_THE_START
        while True:
            try:
                reply = self._ask(mutant, asked, after)
            except RulesError:  # it does not end, or takes all memory
                return True
            if "raised" in reply.header:
                return True
            if "question" not in reply.header:
                return False
            after = (reply.header["question"], reply.header["call"])
            if self.questions[after[0]].notices(after[1], unpack_results(reply.header, reply.body)):
                return True

    def _ask(self, mutant: CodeMutant, asked: list[int], after: tuple[int, int]) -> Reply:
        self._prepare()
        return self.process.request({**self._message(mutant), "asked": asked, "after": after}, self.seconds)

    def _prepare(self) -> None:
        """Puts the questions to the original, in a process that has not answered them yet."""
        if not self.prepared or not self.process.alive:
            start = time.monotonic()
            self.process.request({"questions": [(each.function, axes_to_wire(each.axes)) for each in self.questions]})
            self.prepared, self.seconds = True, 2 + 10 * (time.monotonic() - start)

    def _message(self, mutant: CodeMutant) -> dict[str, object]:
        whole = self.reach.needs_whole(self.tree.body[mutant.statement])
        return {"mutant": {"statement": mutant.statement, "text": mutant.text, "whole": whole}}


def _questions(proofs: list[CodeProof]) -> Iterator[Question]:
    """The proofs by what they ask."""
    asked: dict[object, list[CodeProof]] = {}
    for proof in proofs:
        if proof.answers is not None:
            key = proof.function, tuple((name, tuple(values)) for name, values in proof.axes)
            asked.setdefault(key, []).append(proof)
    for first, *others in asked.values():
        whole = Question(first.function, first.axes, first.answers, (first, *others))
        yield whole
        if whole.size > PART_OF:
            yield replace(whole, axes=_thinned(whole.axes), answers=None)


def _thinned(axes: Axes) -> Axes:
    """The first, the last and some values between of each axis, so that few combinations show most differences."""
    most = max(each for each in range(2, PART) if each == 2 or prod(min(len(v), each) for _, v in axes) <= PART)
    return [(name, [values[at] for at in _spread(len(values), most)]) for name, values in axes]


def _spread(count: int, most: int) -> list[int]:
    return list(range(count)) if count <= most else [at * (count - 1) // (most - 1) for at in range(most)]


def _findings(tried: list[tuple[CodeMutant, Verdict]], file: str) -> Iterator[Finding]:
    """One finding for each place, with all that it might be; one for each statement that nothing printed asks."""
    unasked: set[str] = set()
    places: dict[tuple[int, int, str], list[CodeMutant]] = {}
    for mutant, verdict in tried:
        if verdict is Verdict.UNNOTICED:
            places.setdefault((mutant.place.start, mutant.place.end, mutant.name), []).append(mutant)
        elif verdict is Verdict.UNASKED and mutant.name not in unasked:
            unasked.add(mutant.name)
            yield _finding(mutant, f"nothing printed depends on {mutant.name}", file, "")
    for mutants in places.values():
        first = mutants[0]
        if not first.after:
            words = f"{first.name}: nothing that the proofs try comes to {first.before!r}"
        else:
            others = any_of("left out" if each.after == "pass" else repr(each.after) for each in mutants)
            words = f"{first.name}: no printed value would change if {first.before!r} were {others}"
        yield _finding(first, words, file, first.before)


def _finding(mutant: CodeMutant, message: str, file: str, before: str) -> Finding:
    span = Span(file, mutant.place.line, mutant.place.column, max(1, len(before)))
    return Finding(UNNOTICED_CODE, span, message, HINT, severity=Severity.NOTE, about=message)
