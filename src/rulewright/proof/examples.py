"""Worked examples against code: each step is one call, whose answer must be what the example says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rulewright.findings import Finding, Label
from rulewright.model.book import Book
from rulewright.model.domain import minus, read_exact
from rulewright.model.example import Example, Given, Step, Working
from rulewright.model.names import did_you_mean, listed
from rulewright.model.notation import Unit
from rulewright.model.table import Argument, Call
from rulewright.proof import statements
from rulewright.proof.binding import RulesCode, find_function, match_arguments
from rulewright.proof.comparison import pytest_source, same_value, value_text
from rulewright.proof.evaluator import Evaluator, Refusal
from rulewright.proof.replies import Function, Parameter, Value
from rulewright.proof.report import Outcome, State
from rulewright.wording import Part, arithmetic

WORDS = {"int": "a whole number", "float": "a number", "bool": "yes or no"}


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call of a function with its values."""

    function: Function
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """The value of an argument as text, and as a number if it is one."""

    text: str
    number: int | float | Fraction | None


def bind_step(call: Call, example: Example, code: RulesCode) -> StepCall | list[Finding]:
    """The call with its values, or what is wrong with it."""
    function = find_function(call, code)
    if isinstance(function, Finding):
        return [function]
    arguments, faults = match_arguments(call, function)
    if faults:
        return faults
    if missing := [each.name for each in function.parameters if not each.has_default and each.name not in arguments]:
        label = Label(code.place(function), "defined here")
        message = f"{function.name}() also takes {', '.join(missing)}, which this step does not give"
        return [Finding("bad-proof", call.span, message, "give a value for each parameter", (label,))]
    values: dict[str, Value] = {}
    for parameter in function.parameters:
        if (argument := arguments.get(parameter.name)) is None:
            continue
        conversion = _convert(parameter, argument, example, function, code)
        if isinstance(conversion, Finding):
            faults.append(conversion)
        else:
            values[parameter.name] = conversion[0]
    return faults or StepCall(function, values)


Conversion = tuple[Value]
"""One value, in a tuple so that no value looks like a finding."""


def _convert(
    parameter: Parameter, argument: Argument, example: Example, function: Function, code: RulesCode
) -> Conversion | Finding:
    label = (Label(code.place(function), f"{function.name}() is defined here"),)
    # a counter alone is not a value, so `person=leader` may mean the name even where the example gives a leader
    given = {each.name: each for each in example.given if not _names_value(each, parameter)}
    argument_value = _resolve(argument, given)
    if isinstance(argument_value, Finding):
        return argument_value
    annotation, name = (parameter.annotation, f"{parameter.name!r} of {function.name}()")
    if annotation.kind == "other":
        message = f"an example cannot give {name}: its type is {annotation.text or 'not given'}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        return Finding("unprovable-parameter", argument.span, message, hint, label)
    if conversion := _convert_to_kind(parameter, argument_value):
        return conversion
    members = ", ".join(map(str, annotation.values))
    choice = f"one of: {members}"
    if annotation.kind == "set":
        choice = f"none, or some of these joined by 'and': {members}"
    expected = WORDS.get(annotation.kind) or choice
    names = [] if annotation.kind == "bool" else map(str, annotation.values)
    known = [*(each.name for each in example.given), *names]
    hint = did_you_mean(argument.axis, known, f"{parameter.name} is {expected}")
    shown = argument_value.text if argument_value.text == argument.axis else f"{argument.axis} ({argument_value.text})"
    return Finding("bad-proof", argument.span, f"{shown} is not a value of {name}", hint, label)


def _names_value(given: Given, parameter: Parameter) -> bool:
    """Whether the name of a counter is also one of the parameter's values."""
    return isinstance(given.value, Unit) and given.name in parameter.annotation.values


def _convert_to_kind(parameter: Parameter, argument_value: ArgumentValue) -> Conversion | None:
    annotation, number = parameter.annotation, argument_value.number
    match annotation.kind:
        case "bool":
            return (argument_value.text == "yes",) if argument_value.text in ("yes", "no") else None
        case "int":
            return (number,) if isinstance(number, int) else None
        case "set":
            return _set(argument_value.text, annotation.values)
        case "float":
            return (float(number) if isinstance(number, Fraction) else number,) if number is not None else None
    if argument_value.text in annotation.values:
        return (argument_value.text,)
    return (number,) if isinstance(number, int) and number in annotation.values else None


def _set(text: str, values: Sequence[Value]) -> Conversion | None:
    """The names of a set, `moving and concealed`, or `none`."""
    names = [] if text == "none" else text.split(" and ")
    return (frozenset(names),) if set(names) <= set(values) else None


def _resolve(argument: Argument, values: Mapping[str, Given]) -> ArgumentValue | Finding:
    """What an argument means: a value of the example, one number of a counter, or itself."""
    base, dot, part = argument.axis.partition(".")
    if (given := values.get(argument.axis)) is not None:
        if not isinstance(given.value, Unit):
            return ArgumentValue(given.written, given.value)
        parts = ", ".join(f"{given.name}.{name}" for name in given.fields)
        message = f"{given.name!r} is a counter, but an argument is one number"
        return Finding("bad-proof", argument.span, message, f"write one of: {parts}")
    if dot and base in values:
        return _part(argument, values[base], part)
    if (number := read_exact(argument.axis)) is not None:
        return ArgumentValue(argument.axis, number)
    if dot:
        hint = did_you_mean(base, values, f"the example gives: {listed(values) or 'none'}")
        return Finding("bad-proof", argument.span, f"the example does not give {base!r}", hint)
    return ArgumentValue(argument.axis, None)


def _part(argument: Argument, given: Given, part: str) -> ArgumentValue | Finding:
    if part in given.fields:
        return ArgumentValue(minus(given.fields[part]), given.fields[part])
    known = [f"{given.name}.{name}" for name in given.fields]
    numbers = f"its numbers are: {listed(known)}" if known else "it is not a counter"
    hint = did_you_mean(argument.axis, known, numbers)
    return Finding("bad-proof", argument.span, f"{given.name!r} has no number {part!r}", hint)


TOTALS = {Working.ANSWER: "", Working.PRODUCT: "prod", Working.SUM: "sum"}


def run_example(example: Example, book: Book, evaluator: Evaluator) -> Outcome:
    """Every step that calls the code, each by itself."""
    outcomes = [
        _run(example, number, step, step.asked, book, evaluator)
        for number, step in enumerate(example.steps, 1)
        if step.asked is not None
    ]
    return Outcome(
        tuple(statement for outcome in outcomes for statement in outcome.statements),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
    )


def _run(example: Example, number: int, step: Step, call: Call, book: Book, evaluator: Evaluator) -> Outcome:
    outcome = _answer(call, example, evaluator)
    shown = outcome if isinstance(outcome, Refusal) else shown_answer(step, call, *outcome)
    if isinstance(shown, Refusal):
        unproved = statements.step(book, example, step, State.UNPROVED, reason=shown.reason)
        return Outcome((unproved,), tuple(shown.findings))
    step_call, answer, parts = shown
    function = step_call.function.name
    if same_value(step.answer, answer):
        return Outcome((statements.step(book, example, step, State.PROVED, function, parts=parts),), (), 1)
    text = f"{arithmetic(parts, step.working)} = {value_text(answer)}" if parts else value_text(answer)
    message = f"step {number} of example {example.id!r} gives {value_text(step.answer)}, {function}() answers {text}"
    test = pytest_source(step_call.function, step_call.arguments, step.answer, total=TOTALS[step.working])
    about = f"{example.id}: step {number}"
    finding = evaluator.finding("example-differs", message, step.answer_span, step_call.function, test, about)
    return Outcome((statements.step(book, example, step, State.FAILED, function, parts=parts),), (finding,), 1)


def _answer(call: Call, example: Example, evaluator: Evaluator) -> tuple[StepCall, Value] | Refusal:
    step_call = bind_step(call, example, evaluator.code)
    if isinstance(step_call, list):
        return Refusal(step_call)
    answer = evaluator.call(step_call.function, step_call.arguments, call.span)
    return answer if isinstance(answer, Refusal) else (step_call, answer[0])


def shown_answer(
    step: Step, call: Call, step_call: StepCall, answer: Value
) -> tuple[StepCall, Value, tuple[Part, ...]] | Refusal:
    """The answer and no parts, or the total of its parts with these parts."""
    if step.working is Working.ANSWER:
        return step_call, answer, ()
    parts = _parts(answer)
    if parts is None:
        message = (
            f"'working: {step.working.value}' needs pairs of a number and a label, "
            f"{step_call.function.name}() answers {value_text(answer)}"
        )
        hint = "let the function return a tuple such as ((6, 'FP'), (Fraction(1, 2), 'Long Range'))"
        return Refusal([Finding("bad-proof", call.span, message, hint)])
    numbers = [Fraction(value) for value, _ in parts]
    return step_call, prod(numbers) if step.working is Working.PRODUCT else sum(numbers, Fraction(0)), parts


def _parts(answer: Value) -> tuple[Part, ...] | None:
    if not isinstance(answer, tuple) or not answer:
        return None
    parts: list[Part] = []
    for pair in answer:
        match pair:
            case (bool(), _):
                return None
            case (int() | float() | Fraction() as value, str(label)):
                parts.append((value, label))
            case _:
                return None
    return tuple(parts)
