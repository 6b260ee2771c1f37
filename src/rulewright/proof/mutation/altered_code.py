"""Tries every mutant of the rules code, and reports what nothing printed would notice.

One process loads the code once and keeps what it answers to every proof. For a mutant it runs only the altered
statement again, asks only the functions that depend on it, and stops at the first answer that differs. Whether a proof
disagrees with that answer is decided here, by the comparison that proves it. Where there are too many combinations, the
mutant is read late, as the original was, and its diagram compared.
"""

import ast
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from rulewright.findings import Finding, Severity, Span
from rulewright.model.book import Book
from rulewright.proof.diagrams import Diagram
from rulewright.proof.evaluator import MOST_RUNS, Answered, Evaluator
from rulewright.proof.mutation.code_mutants import CodeMutant, code_mutants
from rulewright.proof.mutation.code_proofs import CodeProof, code_proofs
from rulewright.proof.mutation.code_reach import Reach
from rulewright.proof.process import RulesProcess, axes_to_wire
from rulewright.proof.report import CodeMutantCounts, ProofReport
from rulewright.proof.results import Results, join_results, unpack_results
from rulewright.proof.rules_faults import Axes, RulesError
from rulewright.proof.worker_process import Reply
from rulewright.translation.messages import any_of

UNNOTICED_CODE = "unnoticed-code"
HINT = "print what it decides, extend test-range (under domains) so that a proof tries it, or remove it"
PART, PART_OF = 4_000, 20_000
"""Combinations of a proof that are asked first, where it has more than so many."""
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
