"""Asking the rules code: a proof's call becomes its results, or the reasons why there are none."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.table import Call
from rulewright.proof.binding import Binding, RulesCode, bind
from rulewright.proof.chunks import Chunk, ChunkAxes, Program, evaluate_chunk, load_functions, split
from rulewright.proof.comparison import ResultCodes
from rulewright.proof.counterexample import pytest_source
from rulewright.proof.executor import RulesExecutor
from rulewright.proof.report import FunctionSource
from rulewright.proof.results import Results, Value, join_results
from rulewright.proof.rules_faults import RulesError, RulesFault
from rulewright.proof.signatures import Function
from rulewright.watching import Watch, unwatched
from rulewright.wording import number

MOST_CASES = 20_000_000
"""Combinations of one proof: more would not be answered within the limits of time and memory."""

TICK = 0.1
"""Seconds between two looks at how far a long proof has come."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of a function over its whole domain, in row-major order of its parameters."""

    binding: Binding
    results: Results
    codes: ResultCodes


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a function could not be asked, or did not answer."""

    findings: list[Diagnostic]

    @property
    def reason(self) -> str:
        return self.findings[0].message


@dataclass(slots=True)
class _Asked:
    """A question under way, part by part; its outcome once it has been waited for."""

    parts: Sequence[Chunk]
    futures: Sequence[Future[Results]]
    outcome: tuple[Results, ResultCodes] | RulesError | None = None


@dataclass(slots=True)
class Evaluator:
    """The rules code of one game at work; `functions_used` collects the functions that were asked.

    Each question is put once, and its answer kept: what is asked for again costs nothing. `about` names what is
    being proved, for who watches.
    """

    executor: Executor
    program: Program
    code: RulesCode
    watch: Watch = unwatched
    about: str = ""
    functions_used: dict[str, FunctionSource] = field(default_factory=dict)
    _asked: dict[tuple[str, ChunkAxes], _Asked] = field(default_factory=dict)

    def prefetch(self, call: Call, domains: Mapping[str, Domain]) -> None:
        """Puts the question of `call` already, so that it is answered while others are looked at."""
        binding = bind(call, domains, self.code)
        if isinstance(binding, Binding) and binding.cases <= MOST_CASES:
            self._put(binding.function.name, binding.ranges())

    def evaluate(self, call: Call, domains: Mapping[str, Domain]) -> Evaluation | Refusal:
        """Every result of `call`, whose arguments are axes named in `domains`."""
        binding = bind(call, domains, self.code)
        if not isinstance(binding, Binding):
            return Refusal(binding)
        function = binding.function
        if binding.cases > MOST_CASES:
            message = f"the proof would try {function.name}() for {binding.cases:,} combinations"
            hint = f"limit its domains with proved: a proof can try at most {MOST_CASES:,}"
            return Refusal([Diagnostic("too-many-cases", call.span, message, hint, about=f"{function.name}()")])
        found = self._evaluate(function, binding.ranges(), call.span)
        return found if isinstance(found, Refusal) else Evaluation(binding, *found)

    def call(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refusal:
        """What the function answers to one call."""
        found = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        return found if isinstance(found, Refusal) else (found[0][0],)

    def cancel(self) -> None:
        """Takes back what nobody waits for any more."""
        for asked in self._asked.values():
            for future in asked.futures:
                future.cancel()

    def _evaluate(
        self, function: Function, ranges: Sequence[tuple[str, Sequence[Value]]], span: Span
    ) -> tuple[Results, ResultCodes] | Refusal:
        self.functions_used[function.name] = self._source_of(function)
        asked = self._put(function.name, ranges)
        if asked.outcome is None:
            asked.outcome = self._outcome(asked)
        if isinstance(asked.outcome, RulesError):
            about = f"{function.name}()"
            return Refusal([fault_finding(fault, span, self.code.file, about) for fault in asked.outcome.faults])
        return asked.outcome

    def _source_of(self, function: Function) -> FunctionSource:
        text = "\n".join(self.program.source.split("\n")[function.line - 1 : function.end_line])
        return FunctionSource(function.name, function.docstring, self.code.file, function.line, text)

    def _put(self, function: str, ranges: Sequence[tuple[str, Sequence[Value]]]) -> _Asked:
        key = function, tuple((name, tuple(values)) for name, values in ranges)
        if key not in self._asked:
            parts = list(split(self.program, function, ranges))
            self._asked[key] = _Asked(parts, [self.executor.submit(evaluate_chunk, part) for part in parts])
        return self._asked[key]

    def _outcome(self, asked: _Asked) -> tuple[Results, ResultCodes] | RulesError:
        """The answers in order, or the first fault in that order, whichever part met its own first."""
        try:
            results = join_results([self._await(asked, at) for at in range(len(asked.futures))])
        except RulesError as error:
            for future in asked.futures:
                future.cancel()
            return error
        return results, ResultCodes(results)

    def _await(self, asked: _Asked, at: int) -> Results:
        sizes = [part.size for part in asked.parts]
        while True:
            done = sum(size for size, future in zip(sizes, asked.futures, strict=True) if future.done())
            self.watch(self.about, done, sum(sizes))
            try:
                return asked.futures[at].result(TICK)
            except TimeoutError:
                if asked.futures[at].done():
                    raise

    def disagreement(
        self,
        message: str,
        span: Span,
        binding: Binding,
        at: Mapping[str, int],
        expected: Value,
        *,
        about: str,
        unequal: bool = False,
    ) -> Diagnostic:
        """A finding with both readings and a test that fails until they agree."""
        test = pytest_source(binding.function, binding.arguments(at), expected, unequal=unequal)
        return self.finding("disagreement", message, span, binding.function, test, about)

    def finding(self, name: str, message: str, span: Span, function: Function, test: str, about: str) -> Diagnostic:
        """A finding that points at what the code says, with a test to paste."""
        says = function.docstring.partition("\n")[0]
        label = Label(self.code.place(function), f"the code says: {says}" if says else "the code")
        return Diagnostic(name, span, message, "correct whichever is wrong", (label,), example=test, about=about)


def fault_finding(fault: RulesFault, call: Span, file: str, about: str = "") -> Diagnostic:
    """A fault of the rules code at its own line, with the place that asked for it."""
    about = about or fault.message
    if not fault.line:
        return Diagnostic(fault.name, call, fault.message, fault.hint, about=about)
    place = Span(file, fault.line, fault.column or 1)
    labels = (Label(call, "called here"),) if call.line else ()
    return Diagnostic(fault.name, place, fault.message, fault.hint, labels, about=about)


def value_text(value: object) -> str:
    """What a function answered."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return " and ".join(sorted(map(value_text, value))) or "none"
    if value == ():
        return "an empty list"
    if isinstance(value, tuple) and not all(isinstance(part, int) for part in value):
        return f"({', '.join(map(value_text, value))})"
    return number(value) if isinstance(value, (int, float, str, Fraction)) else repr(value)


@contextmanager
def open_evaluator(program: Program, executor: Executor | None = None, watch: Watch = unwatched) -> Iterator[Evaluator]:
    """The rules code at work; `RulesError` where it does not load. An executor that is given is not shut down."""
    chosen = executor or RulesExecutor()
    try:
        functions = chosen.submit(load_functions, program).result()
        code = Evaluator(chosen, program, RulesCode(functions, program.file), watch)
        try:
            yield code
        finally:
            code.cancel()
    finally:
        if executor is None:
            chosen.shutdown(cancel_futures=True)
