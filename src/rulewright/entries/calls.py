"""Calls of the rules code: `function(axis, parameter=axis)`, as under `proof` and in examples."""

import re
from dataclasses import dataclass, field

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.numbers import NUMBER, Plain, whole
from rulewright.entries.roles import one_value
from rulewright.source.nodes import Scalar

CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\(([^()]*)\)\s*(?:(?:is|=)\s*([-−]?\w+(?:-\w+)*)\s*)?")
ARGUMENT = re.compile(r"\s*(?:([A-Za-z_]\w*)\s*=\s*)?(\w+(?:-\w+)*)\s*")
VALUE_ARGUMENT = re.compile(
    r"\s*(?:([A-Za-z_]\w*)\s*=\s*)?([-−+]?\w+(?:[-/]\w+)*(?:\.\w+(?:-\w+)*)?(?: and \w+(?:-\w+)*)*)\s*"
)
"""A value, a number of a counter (`mover.firepower`), a number, a name, or several names of a set."""


@dataclass(frozen=True, slots=True)
class Argument:
    """The argument of a proof for one parameter: an axis, or in an example a value as written."""

    parameter: str
    axis: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A call `function(axis, parameter=axis, …)` as written under `proof`.

    `answer` is the result for which a claim is true: the value after `is`, or True.
    """

    function: str
    arguments: tuple[Argument, ...]
    text: str
    span: Span = field(compare=False)
    answer: Plain = True


def read_call(scalar: Scalar, findings: Findings) -> Call | None:
    """Read `function(axis, parameter=axis)`, optionally followed by `is` and the answer that makes a claim true."""
    return _call(
        scalar, ARGUMENT, "write the function of rules.py and the axes it takes: function(axis, axis)", findings
    )


def read_question(scalar: Scalar, findings: Findings) -> Call | None:
    """Read the call `function(value, parameter=value)` of an example; its answer stands under another key."""
    return _call(
        scalar, VALUE_ARGUMENT, "write the function of rules.py and its values: function(parameter=value)", findings
    )


def _call(scalar: Scalar, form: re.Pattern[str], hint: str, findings: Findings) -> Call | None:
    """Read a call whose arguments match `form`. Return None, with a finding, if it is not one."""
    match = CALL.fullmatch(scalar.value)
    arguments = None if match is None else _arguments(scalar, match, form)
    if match is None or arguments is None or (match[3] and form is VALUE_ARGUMENT):
        if "(" in scalar.value and ")" not in scalar.value:
            hint = "close the bracket; inside { } a call that holds a comma needs quotes"
        findings.add(Finding("bad-proof", scalar.span, f"{scalar.value!r} is not a function call", hint))
        return None
    return Call(match[1], arguments, scalar.value, scalar.at(0, len(scalar.value)), _answer(match[3]))


def _arguments(scalar: Scalar, call: re.Match[str], form: re.Pattern[str]) -> tuple[Argument, ...] | None:
    """Return the arguments of a call with their places; None if one of them has another form."""
    arguments: list[Argument] = []
    at = call.start(2)
    for part in call[2].split(",") if call[2].strip() else []:
        argument = form.fullmatch(part)
        if argument is None:
            return None
        span = scalar.at(at + len(part) - len(part.lstrip()), len(part.strip()))
        arguments.append(Argument(argument[1] or "", argument[2], span))
        at += len(part) + 1
    return tuple(arguments)


def _answer(written: str | None) -> Plain:
    if written is None or written in ("yes", "no"):
        return written != "no"
    return whole(written) if re.fullmatch(NUMBER, written) else written


PROOF = one_value(lambda written, reader: read_call(written, reader.findings))
