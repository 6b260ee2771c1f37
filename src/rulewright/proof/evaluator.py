"""The evaluator: it turns the call of a proof into the results of its function, or into findings.

The call `damage(reach, armour)` of a table becomes an `Evaluation`: the answers of the code for each reach and armour.
`Evaluator.evaluate` binds the call of a table, claim or fact to its function (`binding.py`) and submits it to an
executor in chunks, up to `most_cases` combinations. Each chunk is answered twice (`executor.py`). If the two sets of
answers differ, nothing is proved with the function, and a finding shows the first difference. Each distinct call is
evaluated once. An error of the rules code becomes a `Refusal`.

A table of sums with more than WIDE_FROM combinations is first evaluated partially, which answers with a decision
diagram (`contained/partial_evaluation.py`).
"""

import platform
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
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
from rulewright.proof.comparison import ResultCodes, differences, pytest_source, value_text
from rulewright.proof.executor import (
    Chunk,
    ChunkAxes,
    Program,
    ResultCache,
    RulesExecutor,
    evaluate_again,
    evaluate_chunk,
    evaluate_partially,
    load_functions,
    split,
)
from rulewright.proof.replies import (
    Diagram,
    Function,
    Results,
    RulesError,
    Value,
    arguments_at,
    error_finding,
    join_results,
)
from rulewright.proof.report import FunctionSource

WIDE_FROM = 1_000_000
"""Number of combinations above which partial evaluation is tried first; fewer take a few seconds one by one."""

MOST_RUNS = 1 << 17
"""Most runs of a partial evaluation."""

TICK = 0.1
"""Seconds between two progress reports of a long proof."""

RULES_IMPURE = "rules-impure"
IMPURE_HINT = "let it compute from its arguments alone: keep nothing between calls, and depend on the order of no set"


T = TypeVar("T")


Part = Mapping[str, KeySet]
"""Keys by axis, for axes of which only some keys are tried."""

Ranges = Sequence[tuple[str, Sequence[Value]]]
"""Each parameter of a function with the values to try."""


@dataclass(frozen=True)
class Evaluation:
    """The answers of a function over its whole domain, in row-major order of its parameters, or as a diagram."""

    binding: Binding
    answers: Results | Diagram

    @property
    def cases(self) -> int:
        """The number of combinations."""
        return int(self.binding.size)

    @property
    def results(self) -> Results:
        assert isinstance(self.answers, Results), "only sums have diagrams, and a walk compares those"
        return self.answers

    @cached_property
    def codes(self) -> ResultCodes:
        return ResultCodes(self.results)

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
    """A submitted call in chunks, with the futures of both answers, and its outcome once it is done.

    `is_new` means that the outcome is not from the cache.
    """

    whole: Chunk
    chunks: Sequence[Chunk] = ()
    futures: Sequence[Future[Results]] = ()
    second_futures: Sequence[Future[Results]] = ()
    outcome: Results | RulesError | Finding | None = None
    is_new: bool = True

    def cancel(self) -> None:
        for future in (*self.futures, *self.second_futures):
            future.cancel()


@dataclass(slots=True)
class Evaluator:
    """Evaluates calls of the rules code of one game.

    Each call is evaluated once; later proofs of the same call reuse its results. With a `sample`, calls with too many
    combinations are searched. `functions_used` collects the functions that were called. `about` names what is being
    proved, for progress reports. At most `most_cases` combinations are tried one by one. `jail` are the parts of the
    system's jail that contain the rules code.
    """

    executor: Executor
    program: Program
    code: RulesCode
    cache: ResultCache
    progress: Progress = no_progress
    sample: Sample | None = None
    about: str = ""
    most_cases: int = PROOF_CASES.most
    jail: tuple[str, ...] = ()
    functions_used: dict[str, FunctionSource] = field(default_factory=dict)
    _requests: dict[tuple[str, ChunkAxes], _Request] = field(default_factory=dict)

    def prefetch(self, calls: Iterable[tuple[Call, Mapping[str, Domain]]]) -> None:
        """Submit calls with their axes now, so that they run while other results are compared.

        The second answers are asked for in the opposite order of calls.
        """
        bindings = (bind(call, domains, self.code) for call, domains in calls)
        requests = [
            self._submit(binding.function.name, binding.ranges(), again=False)
            for binding in bindings
            if isinstance(binding, Binding) and binding.size <= WIDE_FROM
        ]
        for request in reversed(requests):
            self._submit_again(request)

    def evaluate(
        self, call: Call, domains: Mapping[str, Domain], *, wide: bool = False, part: Part | None = None
    ) -> Evaluation | Refusal:
        """Return all results of `call`, whose arguments name axes in `domains`; with `part`, only for these keys.

        `wide` allows any number of combinations, and a diagram as the answer, if partial evaluation succeeds.
        """
        binding = bind(call, domains, self.code)
        if not isinstance(binding, Binding):
            return Refusal(binding)
        if part is not None:
            binding = binding.limited(part)
        if wide and binding.size > WIDE_FROM and binding.value_count <= PROOF_VALUES.most:
            answers = self._diagram(binding, call.span)
            if answers is not None:
                return answers if isinstance(answers, Refusal) else Evaluation(binding, answers)
        if binding.size > self.most_cases:
            return too_many(binding, self.most_cases, self.sample)
        results = self._evaluate(binding.function, binding.ranges(), call.span)
        return results if isinstance(results, Refusal) else Evaluation(binding, results)

    def call(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refusal:
        """Return the result of one call, in a tuple so that no value looks like a refusal."""
        outcome = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        return outcome if isinstance(outcome, Refusal) else (outcome[0],)

    def keep_answers(self) -> None:
        """Cache the answers of this proof, if all code answers the same each time.

        Otherwise one function may change what another answers, and a later proof would not call both.
        """
        requests = self._requests.values()
        if not any(isinstance(request.outcome, Finding) for request in requests):
            for request in requests:
                if request.is_new and isinstance(request.outcome, Results):
                    self.cache.keep(self._cache_key(request), request.outcome)

    def cancel(self) -> None:
        """Cancel every call that is not running yet."""
        for request in self._requests.values():
            request.cancel()

    def _diagram(self, binding: Binding, span: Span) -> Diagram | Refusal | None:
        """Return the diagram that both processes answer with; None if they do not."""
        self._note_use(binding.function)
        chunk = Chunk(self.program, binding.function.name, _axes(binding.ranges()))
        key = self.cache.key("diagram", chunk.function, chunk.axes)
        diagram: Diagram | None = self.cache.find(key)
        if diagram is not None:
            return diagram
        again = replace(chunk, program=self.program.second)
        futures = [self.executor.submit(evaluate_partially, each, MOST_RUNS) for each in (chunk, again)]
        try:
            diagram, second = (self._await(future, _Request(chunk)) for future in futures)
        except RulesError as error:
            return self._refusal(error, binding.function.name, span)
        if diagram is None or diagram != second:
            return None
        self.cache.keep(key, diagram)
        return diagram

    def _evaluate(self, function: Function, ranges: Ranges, span: Span) -> Results | Refusal:
        """Return the answers of a function."""
        self._note_use(function)
        request = self._submit(function.name, ranges)
        if request.outcome is None:
            request.outcome = self._outcome(request)
        if isinstance(request.outcome, Finding):
            return Refusal([request.outcome])
        if isinstance(request.outcome, RulesError):
            return self._refusal(request.outcome, function.name, span)
        return request.outcome

    def _note_use(self, function: Function) -> None:
        text = "\n".join(self.program.source.split("\n")[function.line - 1 : function.end_line])
        source = FunctionSource(function.name, function.docstring, self.code.file, function.line, text)
        self.functions_used[function.name] = source

    def _refusal(self, error: RulesError, function: str, span: Span) -> Refusal:
        return Refusal([error_finding(report, span, self.code.file, f"{function}()") for report in error.reports])

    def _submit(self, function: str, ranges: Ranges, *, again: bool = True) -> _Request:
        """Submit a call to the executor, or return the earlier request of the same call."""
        key = function, _axes(ranges)
        if key not in self._requests:
            request = self._requests[key] = _Request(Chunk(self.program, *key))
            request.outcome = self.cache.find(self._cache_key(request))
            request.is_new = request.outcome is None
            if request.outcome is None:
                request.chunks = list(split(self.program, *key))
                request.futures = [self.executor.submit(evaluate_chunk, chunk) for chunk in request.chunks]
                if again:
                    self._submit_again(request)
        return self._requests[key]

    def _submit_again(self, request: _Request) -> None:
        """Ask for the second answers of a call, the last chunk first, unless they are known or asked for."""
        if request.outcome is None and not request.second_futures:
            request.second_futures = [
                self.executor.submit(evaluate_again, chunk, chunk.shuffling[0]) for chunk in reversed(request.chunks)
            ][::-1]

    def _cache_key(self, request: _Request) -> str:
        return self.cache.key("answers", request.whole.function, request.whole.axes)

    def _outcome(self, request: _Request) -> Results | RulesError | Finding:
        """Return the results in order, or the first error in that order, even if a later chunk failed sooner.

        Return a finding if the second answers differ.
        """
        try:
            results = [self._await(future, request) for future in request.futures]
            second_results = [self._await(future, request) for future in request.second_futures]
        except RulesError as error:
            request.cancel()
            return error
        for chunk, first, second in zip(request.chunks, results, second_results, strict=True):
            if (finding := self._difference(chunk, first, second)) is not None:
                return finding
        request.chunks = request.futures = request.second_futures = ()  # a cluster keeps results that are in use
        return join_results(results)

    def _difference(self, chunk: Chunk, first: Results, second: Results) -> Finding | None:
        """Return a finding about the first combination that was answered differently the second time."""
        numbers = chunk.shuffling[1]
        shuffled = Results(array(first.codes.typecode, map(first.codes.__getitem__, numbers)), first.values)
        codes = join_results([shuffled, second]).codes
        different = differences(codes[: len(numbers)], codes[len(numbers) :])
        position = min(different, key=numbers.__getitem__, default=None)
        if position is None:
            return None
        number, name = numbers[position], chunk.function
        arguments = arguments_at(chunk.axes, number)
        passed = ", ".join(f"{parameter}={value_text(value)}" for parameter, value in arguments.items())
        answers = f"answers {value_text(first[number])}, but answers {value_text(second[position])} in another process"
        span = replace(self.code.place(self.code.functions[name]), length=1)
        return Finding(RULES_IMPURE, span, f"{name}({passed}) {answers}", IMPURE_HINT, about=f"{name}()")

    def _await(self, future: Future[T], request: _Request) -> T:
        """Wait for a result, and report the progress of its request every TICK seconds."""
        while True:
            done = sum(part.size for part, each in zip(request.chunks, request.futures, strict=True) if each.done())
            self.progress(self.about, done, request.whole.size)
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


def _axes(ranges: Ranges) -> ChunkAxes:
    return tuple((name, tuple(values)) for name, values in ranges)


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
        load = lambda: pool.submit(load_functions, program).result()  # noqa: E731
        functions, jail = cache.get("functions", (program.file, platform.release()), load)
        code = RulesCode(functions, program.file)
        evaluator = Evaluator(pool, program, code, cache, progress, sample, most_cases=most, jail=jail)
        try:
            yield evaluator
        finally:
            evaluator.cancel()
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
