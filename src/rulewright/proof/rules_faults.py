"""What the rules code did wrong, as the worker reports it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from rulewright.proof.results import Value

Axes: TypeAlias = Sequence[tuple[str, Sequence[Value]]]
"""Each parameter of a call with the values it takes."""


@dataclass(frozen=True, slots=True)
class RulesFault:
    """What the rules code did wrong; line and column count from 1 and are 0 where no place is to blame.

    `name` is one of rules-syntax, rules-import, rules-forbidden, rules-raised, rules-timeout, rules-memory,
    rules-died, rules-result and rules-unknown-function. `arguments` are those of the call that failed.
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
        """So that it passes from the processes of an executor."""
        return type(self), self.faults


def decode_fault(wire: dict[str, Any], subject: str, axes: Axes) -> RulesFault:
    arguments = _arguments(axes, wire["at"])
    if arguments:
        given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        subject = f"{subject.removesuffix('()')}({given})"
    return RulesFault(wire["name"], f"{subject} {wire['says']}", wire["line"], wire["column"], wire["hint"], arguments)


def _arguments(axes: Axes, at: int | None) -> dict[str, Value]:
    """Those of call number `at`, counted in row-major order."""
    if at is None:
        return {}
    found = {}
    for name, values in reversed(axes):
        at, position = divmod(at, len(values))
        found[name] = values[position]
    return {name: found[name] for name, _ in axes}
