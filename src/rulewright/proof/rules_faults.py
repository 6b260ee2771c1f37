"""What the rules code did wrong, as the worker reports it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from rulewright.findings import Finding, Label, Span
from rulewright.proof.results import Value

Axes: TypeAlias = Sequence[tuple[str, Sequence[Value]]]
"""Each parameter of a call with the values it takes."""


@dataclass(frozen=True, slots=True)
class RulesFault:
    """What the rules code did wrong; line and column count from 1 and are 0 where no place is to blame.

    `name` is one of rules-syntax, rules-import, rules-forbidden, rules-raised, rules-timeout, rules-memory,
    rules-died, rules-result and rules-unknown-function. `arguments` are those of the failed call.
    """

    name: str
    message: str
    line: int = 0
    column: int = 0
    hint: str = ""
    arguments: Mapping[str, Value] = field(default_factory=dict, hash=False)


class RulesError(Exception):
    """The rules code is at fault: `fault` is the first in the file of `faults`."""

    def __init__(self, *faults: RulesFault) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults
        self.fault = faults[0]

    def __reduce__(self) -> tuple[type[Self], tuple[RulesFault, ...]]:
        """Lets it travel from the processes of an executor."""
        return type(self), self.faults


HINTS = {
    "rules-syntax": "correct the code: Python cannot read it",
    "rules-import": "leave the import out; the code needs no more than enum, math and the like",
    "rules-forbidden": "leave it out: rules code only computes its answers",
    "rules-raised": "make it answer for every input that the table has, or say where the table is silent",
    "rules-memory": "let the code hold less at once",
    "rules-result": ("make it return what stands in the table: a number, a name, a truth value, or a tuple of these"),
}
"""For the faults that come with no hint from where they were noticed."""


def fault_finding(fault: RulesFault, call: Span, file: str, about: str = "") -> Finding:
    """The finding at the line of the fault, with a label at the call that ran into it."""
    about, hint = about or fault.message, fault.hint or HINTS.get(fault.name, "")
    if not fault.line:
        return Finding(fault.name, call, fault.message, hint, about=about)
    place = Span(file, fault.line, fault.column or 1)
    labels = (Label(call, "called here"),) if call.line else ()
    return Finding(fault.name, place, fault.message, hint, labels, about=about)


UNWRITTEN = "raised NotImplementedError"
"""What a function raises that `rulewright stubs` has begun."""
TO_WRITE = "write in its place what the rule says, and return the answer"
SENT = frozenset({"rules-syntax", "rules-import", "rules-forbidden", "rules-raised", "rules-memory", "rules-result"})
"""The faults that the worker itself reports."""


def decode_fault(wire: object, subject: str, axes: Axes) -> RulesFault:
    """The fault of a reply; ValueError if the worker cannot have sent it."""
    match wire:
        case {
            "name": str(name),
            "says": str(says),
            "hint": str(hint),
            "line": int(line),
            "column": int(column),
            "at": (None | int()) as at,
        } if name in SENT:
            arguments = _arguments(axes, at)
            if says == UNWRITTEN:
                return RulesFault(name, f"{subject} is not written yet", line, column, TO_WRITE)
            if arguments:
                passed = ", ".join(f"{parameter}={value!r}" for parameter, value in arguments.items())
                subject = f"{subject.removesuffix('()')}({passed})"
            message = f"{subject} {says}"
            return RulesFault(name, message, line, column, hint, arguments)
    raise ValueError(wire)


def _arguments(axes: Axes, call: int | None) -> dict[str, Value]:
    """The arguments of a call by its number in row-major order."""
    if call is None:
        return {}
    values_of = {}
    for name, values in reversed(axes):
        call, position = divmod(call, len(values))
        values_of[name] = values[position]
    return {name: values_of[name] for name, _ in axes}
