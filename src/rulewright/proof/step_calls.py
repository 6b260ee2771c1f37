"""Fitting an example's question to the function it asks: every parameter one value, of the parameter's type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulewright.diagnostics import Diagnostic, Label
from rulewright.model.domain import minus
from rulewright.model.exact_numbers import read_exact
from rulewright.model.example import Example, Given
from rulewright.model.names import did_you_mean
from rulewright.model.notation import Unit
from rulewright.model.table import Argument, Call
from rulewright.proof.binding import RulesCode, find_function, match_arguments
from rulewright.proof.results import Value
from rulewright.proof.signatures import Function, Parameter

WORDS = {"int": "a whole number", "float": "a number", "bool": "yes or no"}


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call ready to be made."""

    function: Function
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """A value as it is written, and the number it is, if it is one."""

    written: str
    number: int | float | Fraction | None


def bind_step(call: Call, example: Example, code: RulesCode) -> StepCall | list[Diagnostic]:
    """The call with its values, or what is wrong with it."""
    function = find_function(call, code)
    if isinstance(function, Diagnostic):
        return [function]
    given, faults = match_arguments(call, function)
    if faults:
        return faults
    if lacking := [each.name for each in function.parameters if not each.has_default and each.name not in given]:
        label = Label(code.place(function), "defined here")
        message = f"{function.name}() also takes {', '.join(lacking)}, which this step does not give"
        return [Diagnostic("bad-proof", call.span, message, "give a value for each parameter", (label,))]
    values: dict[str, Value] = {}
    for parameter in function.parameters:
        if (argument := given.get(parameter.name)) is None:
            continue
        fitted = _fitted(parameter, argument, example, function, code)
        if isinstance(fitted, Diagnostic):
            faults.append(fitted)
        else:
            values[parameter.name] = fitted[0]
    return faults or StepCall(function, values)


Conversion = tuple[Value]
"""A value found, told apart from a finding."""


def _fitted(
    parameter: Parameter, argument: Argument, example: Example, function: Function, code: RulesCode
) -> Conversion | Diagnostic:
    label = (Label(code.place(function), f"{function.name}() is defined here"),)
    # a counter is no value by itself, so that `person=leader` may mean the name where a leader is given
    given = {each.name: each for each in example.given if not _names_value(each, parameter)}
    operand = _operand(argument, given)
    if isinstance(operand, Diagnostic):
        return operand
    note, name = parameter.annotation, f"{parameter.name!r} of {function.name}()"
    if note.kind == "other":
        message = f"an example cannot give {name}: its type is {note.text or 'missing'}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        return Diagnostic("unprovable-parameter", argument.span, message, hint, label)
    if fitted := _of_kind(parameter, operand):
        return fitted
    few = "none, or some of these joined by 'and'" if note.kind == "set" else "one of"
    wanted = WORDS.get(note.kind) or f"{few}: {', '.join(map(str, note.values))}"
    known = [*(each.name for each in example.given), *(map(str, note.values) if note.kind != "bool" else ())]
    hint = did_you_mean(argument.axis, known, f"{parameter.name} is {wanted}")
    shown = operand.written if operand.written == argument.axis else f"{argument.axis} ({operand.written})"
    return Diagnostic("bad-proof", argument.span, f"{shown} is not a value of {name}", hint, label)


def _names_value(given: Given, parameter: Parameter) -> bool:
    """Whether the name of a counter is also one of the parameter's values."""
    return isinstance(given.value, Unit) and given.name in parameter.annotation.values


def _of_kind(parameter: Parameter, operand: ArgumentValue) -> Conversion | None:
    note, number = parameter.annotation, operand.number
    match note.kind:
        case "bool":
            return (operand.written == "yes",) if operand.written in ("yes", "no") else None
        case "int":
            return (number,) if isinstance(number, int) else None
        case "set":
            return _set(operand.written, note.values)
        case "float":
            return (float(number) if isinstance(number, Fraction) else number,) if number is not None else None
    if operand.written in note.values:
        return (operand.written,)
    return (number,) if isinstance(number, int) and number in note.values else None


def _set(written: str, values: Sequence[Value]) -> Conversion | None:
    """The names of a set, `moving and concealed`, or `none`."""
    names = [] if written == "none" else written.split(" and ")
    return (frozenset(names),) if set(names) <= set(values) else None


def _operand(argument: Argument, given: Mapping[str, Given]) -> ArgumentValue | Diagnostic:
    """What an argument stands for: a value given, one of the numbers of a counter, or itself."""
    base, dot, part = argument.axis.partition(".")
    if (value := given.get(argument.axis)) is not None:
        if not isinstance(value.value, Unit):
            return ArgumentValue(value.written, value.value)
        parts = ", ".join(f"{value.name}.{name}" for name in value.fields)
        message = f"{value.name!r} is a counter, but an argument is one number"
        return Diagnostic("bad-proof", argument.span, message, f"write one of: {parts}")
    if dot and base in given:
        return _part(argument, given[base], part)
    if (number := read_exact(argument.axis)) is not None:
        return ArgumentValue(argument.axis, number)
    if dot:
        hint = did_you_mean(base, given, f"the example gives: {', '.join(given) or 'none'}")
        return Diagnostic("bad-proof", argument.span, f"the example does not give {base!r}", hint)
    return ArgumentValue(argument.axis, None)


def _part(argument: Argument, value: Given, part: str) -> ArgumentValue | Diagnostic:
    if part in value.fields:
        return ArgumentValue(minus(value.fields[part]), value.fields[part])
    known = [f"{value.name}.{name}" for name in value.fields]
    otherwise = f"its numbers are: {', '.join(known)}" if known else "it is not a counter"
    hint = did_you_mean(argument.axis, known, otherwise)
    return Diagnostic("bad-proof", argument.span, f"{value.name!r} has no number {part!r}", hint)
