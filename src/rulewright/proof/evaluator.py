"""The evaluator: it turns the call of a proof into the results of its function, or into findings.

The call `damage(reach, armour)` of a table becomes an `Evaluation`: the answers of the code for each reach and armour.
A `Binding` is the call with the domain of each parameter, a `Chunk` a function with the values to try.
`Evaluator.evaluate` binds the call of a table, claim or fact to its function (`binding.py`) and submits it to an
executor. Up to PARTIAL_FROM combinations are tried one by one, in chunks. For more, partial evaluation is tried first,
which answers with a decision diagram; if it gives up, plain calls follow, up to `most_cases` combinations. Each
distinct call is evaluated once. An error of the rules code becomes a `Refusal`.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from rulewright.base.findings import Finding, Label, Span
from rulewright.base.limits import PROOF_CASES, PROOF_VALUES
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import NO_STORE, Store
from rulewright.entries.calls import Call
from rulewright.entries.domains import Domain
from rulewright.entries.keyset import KeySet
from rulewright.proof.binding import Binding, RulesCode, Sample, bind
from rulewright.proof.cluster import ClusterExecutor
from rulewright.proof.comparison import ResultCodes, pytest_source, value_text
from rulewright.proof.executor import (
    MAX_CHUNK,
    CachingExecutor,
    Chunk,
    ChunkAxes,
    Program,
    ResultCache,
    RulesExecutor,
    evaluate_chunk,
    evaluate_partially,
    load_functions,
    split,
)
from rulewright.proof.replies import Diagram, Function, Results, RulesError, Value, error_finding, join_results
from rulewright.proof.report import FunctionSource

PARTIAL_FROM = MAX_CHUNK + 1
"""Number of combinations from which partial evaluation is tried; fewer are quick to try one by one."""

CASES_PER_RUN = 16
"""Combinations that each run of a partial evaluation must cover; below that, plain calls are cheaper."""

MOST_RUNS = 1 << 17
"""Most runs of a partial evaluation."""

TICK = 0.1
"""Seconds between two progress reports of a long proof."""


T = TypeVar("T")


Part = Mapping[str, KeySet]
"""Keys by axis, for axes of which only some keys are tried."""

Ranges = Sequence[tuple[str, Sequence[Value]]]
"""Each parameter of a function with the values to try."""


@dataclass(frozen=True)
class CodeAnswers:
    """The answers of a function: all results, or a diagram that is expanded on demand."""

    content: Results | Diagram

    @property
    def diagram(self) -> Diagram | None:
        return self.content if isinstance(self.content, Diagram) else None

    @cached_property
    def results(self) -> Results:
        return self.content.results() if isinstance(self.content, Diagram) else self.content

    @cached_property
    def codes(self) -> ResultCodes:
        return ResultCodes(self.results)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of a function over its whole domain, in row-major order of its parameters."""

    binding: Binding
    answers: CodeAnswers

    @property
    def cases(self) -> int:
        """The number of combinations."""
        return int(self.binding.size)

    @property
    def diagram(self) -> Diagram | None:
        return self.answers.diagram

    @property
    def results(self) -> Results:
        return self.answers.results

    @property
    def codes(self) -> ResultCodes:
        return self.answers.codes

    @property
    def function(self) -> Function:
        return self.binding.function

    def answer_text(self, index: int) -> str:
        """Return text such as `score() answers 4`."""
        return f"{self.function.name}() answers {value_text(self.results[index])}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The findings that say why a function could not be called, or failed."""

    findings: list[Finding]

    @property
    def reason(self) -> str:
        return self.findings[0].message


class TooMany(Refusal):
    """A refusal because of too many combinations; a search may replace the proof."""

    __slots__ = ()


def too_many(binding: Binding, most: int, sample: Sample | None = None) -> TooMany:
    """Return the refusal of a call with too many combinations."""
    name = binding.function.name
    message = f"the proof would try {name}() for {binding.size:,} combinations"
    hint = f"limit its domains with test-range: a proof can try at most {most:,} one by one"
    if not sample:
        hint = f"{hint}; or let `check --sample 100000` search that many of them"
    return TooMany([Finding("too-many-cases", binding.call.span, message, hint, about=f"{name}()")])


@dataclass(slots=True)
class _Request:
    """A submitted call, either for a diagram or in chunks, and its outcome once it is done."""

    whole: Chunk
    diagram: Future[Diagram | None] | None = None
    chunks: Sequence[Chunk] = ()
    futures: Sequence[Future[Results]] = ()
    outcome: CodeAnswers | RulesError | None = None

    def cancel(self) -> None:
        for future in self.futures:
            future.cancel()
        if self.diagram is not None:
            self.diagram.cancel()


@dataclass(slots=True)
class Evaluator:
    """Evaluates calls of the rules code of one game.

    Each call is evaluated once; later proofs of the same call reuse its results. With a `sample`, calls with too many
    combinations are searched. `functions_used` collects the functions that were called. `about` names what is being
    proved, for progress reports. At most `most_cases` combinations are tried one by one.
    """

    executor: Executor
    program: Program
    code: RulesCode
    cache: ResultCache
    progress: Progress = no_progress
    sample: Sample | None = None
    about: str = ""
    most_cases: int = PROOF_CASES.most
    functions_used: dict[str, FunctionSource] = field(default_factory=dict)
    _requests: dict[tuple[str, ChunkAxes], _Request] = field(default_factory=dict)

    def prefetch(self, call: Call, domains: Mapping[str, Domain]) -> None:
        """Submit `call` now, so that it runs while other results are compared."""
        binding = bind(call, domains, self.code)
        if isinstance(binding, Binding) and binding.size <= self.most_cases:
            self._submit(binding.function.name, binding.ranges())

    def evaluate(
        self, call: Call, domains: Mapping[str, Domain], *, wide: bool = False, part: Part | None = None
    ) -> Evaluation | Refusal:
        """Return all results of `call`, whose arguments name axes in `domains`; with `part`, only for these keys.

        `wide` allows any number of combinations, provided that partial evaluation can answer for all of them.
        """
        binding = bind(call, domains, self.code)
        if not isinstance(binding, Binding):
            return Refusal(binding)
        if part is not None:
            binding = binding.limited(part)
        if binding.size > self.most_cases and not (wide and binding.value_count <= PROOF_VALUES.most):
            return too_many(binding, self.most_cases, self.sample)
        outcome = self._evaluate(binding.function, binding.ranges(), call.span)
        if outcome is None:
            return too_many(binding, self.most_cases, self.sample)
        return outcome if isinstance(outcome, Refusal) else Evaluation(binding, outcome)

    def call(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refusal:
        """Return the result of one call, in a tuple so that no value looks like a refusal."""
        outcome = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        assert outcome is not None, "one combination is not too many"
        return outcome if isinstance(outcome, Refusal) else (outcome.results[0],)

    def answered_calls(self) -> Iterator[tuple[str, ChunkAxes]]:
        """Yield each function that has answered, with the values of its parameters."""
        return (key for key, request in self._requests.items() if not isinstance(request.outcome, RulesError | None))

    def keep_answers(self) -> None:
        """Cache the answers of this proof for later proofs."""
        if isinstance(self.executor, CachingExecutor):
            self.executor.keep()

    def cancel(self) -> None:
        """Cancel every call that is not running yet."""
        for request in self._requests.values():
            request.cancel()

    def _evaluate(self, function: Function, ranges: Ranges, span: Span) -> CodeAnswers | Refusal | None:
        """Return the answers of a function; None if there are too many combinations to try one by one."""
        text = "\n".join(self.program.source.split("\n")[function.line - 1 : function.end_line])
        source = FunctionSource(function.name, function.docstring, self.code.file, function.line, text)
        self.functions_used[function.name] = source
        request = self._submit(function.name, ranges)
        if request.outcome is None:
            request.outcome = self._outcome(request)
        if isinstance(request.outcome, RulesError):
            about = f"{function.name}()"
            return Refusal([error_finding(report, span, self.code.file, about) for report in request.outcome.reports])
        return request.outcome

    def _submit(self, function: str, ranges: Ranges) -> _Request:
        """Submit a call to the executor, or return the earlier request of the same call."""
        key = function, tuple((name, tuple(values)) for name, values in ranges)
        if key not in self._requests:
            request = self._requests[key] = _Request(Chunk(self.program, *key))
            size = request.whole.size
            if size < PARTIAL_FROM:
                self._submit_chunks(request)
            else:
                runs = min(size // CASES_PER_RUN, MOST_RUNS)
                request.diagram = self.executor.submit(evaluate_partially, request.whole, runs)
        return self._requests[key]

    def _submit_chunks(self, request: _Request) -> None:
        whole = request.whole
        request.chunks = list(split(whole.program, whole.function, whole.axes))
        request.futures = [self.executor.submit(evaluate_chunk, chunk) for chunk in request.chunks]

    def _outcome(self, request: _Request) -> CodeAnswers | RulesError | None:
        """Return the results in order, or the first error in that order, even if a later chunk failed sooner.

        Return None if there are too many combinations to try one by one.
        """
        try:
            if request.diagram is not None:
                diagram = self._await(request.diagram, request)
                if diagram is not None:
                    return CodeAnswers(diagram)
                if request.whole.size > self.most_cases:
                    return None
                self._submit_chunks(request)
            results = [self._await(future, request) for future in request.futures]
            request.chunks = request.futures = ()  # a cluster keeps results as long as somebody can ask for them
            return CodeAnswers(join_results(results))
        except RulesError as error:
            request.cancel()
            return error

    def _await(self, future: Future[T], request: _Request) -> T:
        """Wait for a result, and report the progress of its request every TICK seconds."""
        while True:
            parts = zip(request.chunks, request.futures, strict=True)  # none while a diagram is made
            self.progress(self.about, sum(part.size for part, each in parts if each.done()), request.whole.size)
            try:
                return future.result(TICK)
            except TimeoutError:
                if future.done():  # then the rules code or the executor raised it
                    raise

    def disagreement(
        self,
        message: str,
        span: Span,
        binding: Binding,
        keys: Mapping[str, int],
        expected: Value,
        *,
        about: str,
        unequal: bool = False,
    ) -> Finding:
        """Return a finding with a test that fails until print and code agree."""
        test = pytest_source(binding.function, binding.arguments(keys), expected, unequal=unequal)
        return self.finding("disagreement", message, span, binding.function, test, about)

    def finding(self, name: str, message: str, span: Span, function: Function, test: str, about: str) -> Finding:
        """Return a finding that points at the function, quotes its docstring, and has a test to paste."""
        docstring = function.docstring.partition("\n")[0]
        label = Label(self.code.place(function), f"the code says: {docstring}" if docstring else "the code")
        return Finding(name, span, message, "correct whichever is wrong", (label,), example=test, about=about)


@contextmanager
def open_evaluator(
    program: Program,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    sample: Sample | None = None,
    store: Store = NO_STORE,
) -> Iterator[Evaluator]:
    """Open the evaluator of a program; raise `RulesError` if the code does not load.

    An executor that is passed stays open.
    """
    pool = executor or RulesExecutor()
    most = PROOF_CASES.most * (pool.processors if isinstance(pool, ClusterExecutor) else 1)
    cache = ResultCache(store, program.source)
    try:
        answering = CachingExecutor(pool, cache)
        functions = answering.submit(load_functions, program).result()
        code = RulesCode(functions, program.file)
        evaluator = Evaluator(answering, program, code, cache, progress, sample, most_cases=most)
        try:
            yield evaluator
        finally:
            evaluator.cancel()
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
