"""Asking the rules code: a proof's call becomes its results, or the reasons why there are none."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.table import Call
from rulewright.proof.binding import Binding, Code, bind
from rulewright.proof.comparing import Answered
from rulewright.proof.parts import Part, PartAxes, Program, answer, describe, divided
from rulewright.proof.process import Function, RulesError, RulesFault, as_test
from rulewright.proof.report import FunctionSource
from rulewright.proof.results import Results, Value, joined
from rulewright.proof.workers import Workers
from rulewright.watching import Watch, unwatched
from rulewright.wording import number

MOST_CASES = 20_000_000
"""Combinations of one proof: more would not be answered within the limits of time and memory."""

TICK = 0.1
"""Seconds between two looks at how far a long proof has come."""


@dataclass(frozen=True, slots=True)
class Run:
    """The results of a function over its whole domain, in row-major order of its parameters."""

    bound: Binding
    results: Results
    answered: Answered


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a function could not be asked, or did not answer."""

    findings: list[Diagnostic]

    @property
    def reason(self) -> str:
        return self.findings[0].message


@dataclass(slots=True)
class _Asked:
    """A question under way, part by part; its outcome once it has been waited for."""

    parts: Sequence[Part]
    futures: Sequence[Future[Results]]
    outcome: tuple[Results, Answered] | RulesError | None = None


@dataclass(slots=True)
class Questioning:
    """The rules code of one game at work; `used` collects the functions that were asked.

    Each question is put once, and its answer kept: what is asked for again costs nothing. `about` names what is
    being proved, for who watches.
    """

    executor: Executor
    program: Program
    code: Code
    watch: Watch = unwatched
    about: str = ""
    used: dict[str, FunctionSource] = field(default_factory=dict)
    _asked: dict[tuple[str, PartAxes], _Asked] = field(default_factory=dict)

    def expect(self, call: Call, domains: Mapping[str, Domain]) -> None:
        """Puts the question of `call` already, so that it is answered while others are looked at."""
        bound = bind(call, domains, self.code)
        if isinstance(bound, Binding) and bound.cases <= MOST_CASES:
            self._put(bound.function.name, bound.ranges())

    def run(self, call: Call, domains: Mapping[str, Domain]) -> Run | Refused:
        """Every result of `call`, whose arguments are axes named in `domains`."""
        bound = bind(call, domains, self.code)
        if not isinstance(bound, Binding):
            return Refused(bound)
        function = bound.function
        if bound.cases > MOST_CASES:
            message = f"{function.name}() would have to be tried for {bound.cases:,} combinations"
            hint = f"narrow its domains with proved: a proof takes at most {MOST_CASES:,}"
            return Refused([Diagnostic("too-many-cases", call.span, message, hint, about=f"{function.name}()")])
        found = self._evaluate(function, bound.ranges(), call.span)
        return found if isinstance(found, Refused) else Run(bound, *found)

    def ask(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refused:
        """What the function answers to one call."""
        found = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        return found if isinstance(found, Refused) else (found[0][0],)

    def forget(self) -> None:
        """Takes back what nobody waits for any more."""
        for asked in self._asked.values():
            for future in asked.futures:
                future.cancel()

    def _evaluate(
        self, function: Function, ranges: Sequence[tuple[str, Sequence[Value]]], span: Span
    ) -> tuple[Results, Answered] | Refused:
        self.used[function.name] = self._source_of(function)
        asked = self._put(function.name, ranges)
        if asked.outcome is None:
            asked.outcome = self._outcome(asked)
        if isinstance(asked.outcome, RulesError):
            about = f"{function.name}()"
            return Refused([fault_finding(fault, span, self.code.file, about) for fault in asked.outcome.faults])
        return asked.outcome

    def _source_of(self, function: Function) -> FunctionSource:
        text = "\n".join(self.program.source.split("\n")[function.line - 1 : function.end_line])
        return FunctionSource(function.name, function.docstring, self.code.file, function.line, text)

    def _put(self, function: str, ranges: Sequence[tuple[str, Sequence[Value]]]) -> _Asked:
        key = function, tuple((name, tuple(values)) for name, values in ranges)
        if key not in self._asked:
            parts = list(divided(self.program, function, ranges))
            self._asked[key] = _Asked(parts, [self.executor.submit(answer, part) for part in parts])
        return self._asked[key]

    def _outcome(self, asked: _Asked) -> tuple[Results, Answered] | RulesError:
        """The answers in order, or the first fault in that order, whichever part met its own first."""
        try:
            results = joined([self._await(asked, at) for at in range(len(asked.futures))])
        except RulesError as error:
            for future in asked.futures:
                future.cancel()
            return error
        return results, Answered(results)

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
        bound: Binding,
        at: Mapping[str, int],
        expected: Value,
        *,
        about: str,
        unequal: bool = False,
    ) -> Diagnostic:
        """A finding with both readings and a test that fails until they agree."""
        test = as_test(bound.function, bound.arguments(at), expected, unequal=unequal)
        return self.differing("disagreement", message, span, bound.function, test, about)

    def differing(
        self, name: str, message: str, span: Span, function: Function, test: str, about: str
    ) -> Diagnostic:
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
    labels = (Label(call, "asked for here"),) if call.line else ()
    return Diagnostic(fault.name, place, fault.message, fault.hint, labels, about=about)


def in_words(value: object) -> str:
    """What a function answered."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return " and ".join(sorted(map(in_words, value))) or "none"
    if value == ():
        return "an empty list"
    if isinstance(value, tuple) and not all(isinstance(part, int) for part in value):
        return f"({', '.join(map(in_words, value))})"
    return number(value) if isinstance(value, (int, float, str, Fraction)) else repr(value)


@contextmanager
def questioning(
    program: Program, executor: Executor | None = None, watch: Watch = unwatched
) -> Iterator[Questioning]:
    """The rules code at work; `RulesError` where it does not load. An executor that is given is not shut down."""
    chosen = executor or Workers()
    try:
        functions = chosen.submit(describe, program).result()
        code = Questioning(chosen, program, Code(functions, program.file), watch)
        try:
            yield code
        finally:
            code.forget()
    finally:
        if executor is None:
            chosen.shutdown(cancel_futures=True)
