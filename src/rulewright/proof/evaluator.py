"""Evaluates the calls of proofs: a call becomes the results of its function, or the reasons why there are none."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.table import Call
from rulewright.progress import Progress, no_progress
from rulewright.proof.binding import Binding, RulesCode, bind
from rulewright.proof.chunks import Chunk, ChunkAxes, Program, evaluate_chunk, load_functions, split
from rulewright.proof.comparison import ResultCodes
from rulewright.proof.counterexample import pytest_source, value_text
from rulewright.proof.executor import RulesExecutor
from rulewright.proof.report import FunctionSource
from rulewright.proof.results import Results, Value, join_results
from rulewright.proof.rules_faults import RulesError, fault_finding
from rulewright.proof.signatures import Function

MAX_CASES = 20_000_000
"""Combinations of one proof: more would exceed the limits of time and memory."""

TICK = 0.1
"""Seconds between two reports of the progress of a long proof."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of a function over its whole domain, in row-major order of its parameters."""

    binding: Binding
    results: Results
    codes: ResultCodes

    @property
    def function(self) -> Function:
        return self.binding.function

    def answer_text(self, index: int) -> str:
        """`score() answers 4`."""
        return f"{self.function.name}() answers {value_text(self.results[index])}"


def with_results(evaluation: Evaluation, results: Results) -> Evaluation:
    """The same evaluation, had the function answered otherwise."""
    return replace(evaluation, results=results, codes=ResultCodes(results))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a function could not be called, or did not answer."""

    findings: list[Diagnostic]

    @property
    def reason(self) -> str:
        return self.findings[0].message


@dataclass(slots=True)
class _Request:
    """A call that has been submitted, chunk by chunk, and its outcome once all chunks are done."""

    chunks: Sequence[Chunk]
    futures: Sequence[Future[Results]]
    outcome: tuple[Results, ResultCodes] | RulesError | None = None

    def cancel(self) -> None:
        for future in self.futures:
            future.cancel()


@dataclass(slots=True)
class Evaluator:
    """The rules code of one game at work; `functions_used` collects the functions that were called.

    Each call is evaluated once: later proofs of the same call take its results. `about` names what is being proved,
    for progress reports.
    """

    executor: Executor
    program: Program
    code: RulesCode
    progress: Progress = no_progress
    about: str = ""
    functions_used: dict[str, FunctionSource] = field(default_factory=dict)
    _requests: dict[tuple[str, ChunkAxes], _Request] = field(default_factory=dict)

    def prefetch(self, call: Call, domains: Mapping[str, Domain]) -> None:
        """Submits `call` now, so that it runs while the results of others are compared."""
        binding = bind(call, domains, self.code)
        if isinstance(binding, Binding) and binding.size <= MAX_CASES:
            self._submit(binding.function.name, binding.ranges())

    def evaluate(self, call: Call, domains: Mapping[str, Domain]) -> Evaluation | Refusal:
        """Every result of `call`, whose arguments are axes named in `domains`."""
        binding = bind(call, domains, self.code)
        if not isinstance(binding, Binding):
            return Refusal(binding)
        function = binding.function
        if binding.size > MAX_CASES:
            message = f"the proof would try {function.name}() for {binding.size:,} combinations"
            hint = f"limit its domains with test-range: a proof can try at most {MAX_CASES:,}"
            return Refusal([Diagnostic("too-many-cases", call.span, message, hint, about=f"{function.name}()")])
        outcome = self._evaluate(function, binding.ranges(), call.span)
        return outcome if isinstance(outcome, Refusal) else Evaluation(binding, *outcome)

    def call(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refusal:
        """The result of one call."""
        outcome = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        return outcome if isinstance(outcome, Refusal) else (outcome[0][0],)

    def answered_calls(self) -> Iterator[tuple[str, ChunkAxes]]:
        """Every function that has answered, with the values of its parameters."""
        return (key for key, request in self._requests.items() if not isinstance(request.outcome, RulesError | None))

    def cancel(self) -> None:
        """Cancels every call that has not begun."""
        for request in self._requests.values():
            request.cancel()

    def _evaluate(
        self, function: Function, ranges: Sequence[tuple[str, Sequence[Value]]], span: Span
    ) -> tuple[Results, ResultCodes] | Refusal:
        self.functions_used[function.name] = self._source_of(function)
        request = self._submit(function.name, ranges)
        if request.outcome is None:
            request.outcome = self._outcome(request)
        if isinstance(request.outcome, RulesError):
            about = f"{function.name}()"
            return Refusal([fault_finding(fault, span, self.code.file, about) for fault in request.outcome.faults])
        return request.outcome

    def _source_of(self, function: Function) -> FunctionSource:
        text = "\n".join(self.program.source.split("\n")[function.line - 1 : function.end_line])
        return FunctionSource(function.name, function.docstring, self.code.file, function.line, text)

    def _submit(self, function: str, ranges: Sequence[tuple[str, Sequence[Value]]]) -> _Request:
        key = function, tuple((name, tuple(values)) for name, values in ranges)
        if key not in self._requests:
            chunks = list(split(self.program, function, ranges))
            self._requests[key] = _Request(chunks, [self.executor.submit(evaluate_chunk, chunk) for chunk in chunks])
        return self._requests[key]

    def _outcome(self, request: _Request) -> tuple[Results, ResultCodes] | RulesError:
        """The results in order, or the first fault in that order, even where a later chunk failed sooner."""
        try:
            results = join_results([self._await(request, position) for position in range(len(request.futures))])
        except RulesError as error:
            request.cancel()
            return error
        return results, ResultCodes(results)

    def _await(self, request: _Request, position: int) -> Results:
        sizes = [chunk.size for chunk in request.chunks]
        future = request.futures[position]
        while True:
            done = sum(size for size, each in zip(sizes, request.futures, strict=True) if each.done())
            self.progress(self.about, done, sum(sizes))
            try:
                return future.result(TICK)
            except TimeoutError:
                if future.done():
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
    ) -> Diagnostic:
        """A finding with a test that fails until print and code agree."""
        test = pytest_source(binding.function, binding.arguments(keys), expected, unequal=unequal)
        return self.finding("disagreement", message, span, binding.function, test, about)

    def finding(self, name: str, message: str, span: Span, function: Function, test: str, about: str) -> Diagnostic:
        """A finding that points at the function and quotes its docstring, with a test to paste."""
        docstring = function.docstring.partition("\n")[0]
        label = Label(self.code.place(function), f"the code says: {docstring}" if docstring else "the code")
        return Diagnostic(name, span, message, "correct whichever is wrong", (label,), example=test, about=about)


@contextmanager
def open_evaluator(
    program: Program, executor: Executor | None = None, progress: Progress = no_progress
) -> Iterator[Evaluator]:
    """The rules code at work; `RulesError` where it does not load. The caller shuts down an executor of their own."""
    chosen = executor or RulesExecutor()
    try:
        functions = chosen.submit(load_functions, program).result()
        evaluator = Evaluator(chosen, program, RulesCode(functions, program.file), progress)
        try:
            yield evaluator
        finally:
            evaluator.cancel()
    finally:
        if executor is None:
            chosen.shutdown(cancel_futures=True)
