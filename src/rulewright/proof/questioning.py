"""Asking the rules code: a proof's call becomes its results, or the reasons why there are none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.domain import Domain
from rulewright.model.table import Call
from rulewright.proof.binding import Binding, Code, bind
from rulewright.proof.process import Function, RulesError, RulesFault, RulesProcess, Value, as_test
from rulewright.proof.report import FunctionSource
from rulewright.wording import number

MOST_CASES = 20_000_000
"""Combinations of one proof: more would not be answered within the limits of time and memory."""


@dataclass(frozen=True, slots=True)
class Run:
    """The results of a function over its whole domain, in row-major order of its parameters."""

    bound: Binding
    results: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a function could not be asked, or did not answer."""

    findings: list[Diagnostic]

    @property
    def reason(self) -> str:
        return self.findings[0].message


@dataclass(slots=True)
class Questioning:
    """The rules code of one game at work; `used` collects the functions that were asked."""

    process: RulesProcess
    code: Code
    lines: Sequence[str]
    used: dict[str, FunctionSource] = field(default_factory=dict)

    def run(self, call: Call, domains: Mapping[str, Domain]) -> Run | Refused:
        """Every result of `call`, whose arguments are axes named in `domains`."""
        bound = bind(call, domains, self.code)
        if not isinstance(bound, Binding):
            return Refused(bound)
        function = bound.function
        if bound.cases > MOST_CASES:
            message = f"{function.name}() would have to be tried for {bound.cases:,} combinations"
            hint = f"narrow its domains with proved: a proof takes at most {MOST_CASES:,}"
            return Refused([Diagnostic("too-many-cases", call.span, message, hint)])
        results = self._evaluate(function, bound.ranges(), call.span)
        return results if isinstance(results, Refused) else Run(bound, results)

    def ask(self, function: Function, arguments: Mapping[str, Value], span: Span) -> tuple[Value] | Refused:
        """What the function answers to one call."""
        results = self._evaluate(function, [(name, [value]) for name, value in arguments.items()], span)
        return results if isinstance(results, Refused) else (results[0],)

    def _evaluate(
        self, function: Function, ranges: Sequence[tuple[str, Sequence[Value]]], asked: Span
    ) -> Sequence[Value] | Refused:
        text = "\n".join(self.lines[function.line - 1 : function.end_line])
        self.used[function.name] = FunctionSource(
            function.name, function.docstring, self.code.file, function.line, text
        )
        try:
            return self.process.evaluate(function.name, ranges)
        except RulesError as error:
            return Refused([fault_finding(fault, asked, self.code.file) for fault in error.faults])

    def disagreement(
        self,
        message: str,
        span: Span,
        bound: Binding,
        at: Mapping[str, int],
        expected: Value,
        *,
        unequal: bool = False,
    ) -> Diagnostic:
        """A finding with both readings and a test that fails until they agree."""
        test = as_test(bound.function, bound.arguments(at), expected, unequal=unequal)
        return self.differing("disagreement", message, span, bound.function, test)

    def differing(self, name: str, message: str, span: Span, function: Function, test: str) -> Diagnostic:
        """A finding that points at what the code says, with a test to paste."""
        says = function.docstring.partition("\n")[0]
        label = Label(self.code.place(function), f"the code says: {says}" if says else "the code")
        return Diagnostic(name, span, message, "correct whichever is wrong", (label,), example=test)


def fault_finding(fault: RulesFault, call: Span, file: str) -> Diagnostic:
    """A fault of the rules code at its own line, with the place that asked for it."""
    if not fault.line:
        return Diagnostic(fault.name, call, fault.message, fault.hint)
    labels = (Label(call, "asked for here"),) if call.line else ()
    return Diagnostic(fault.name, Span(file, fault.line, fault.column or 1), fault.message, fault.hint, labels)


def same(want: object, got: object) -> bool:
    """Equal, and of one kind: True is not 1."""
    return want == got and isinstance(want, bool) == isinstance(got, bool)


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
