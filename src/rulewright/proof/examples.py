"""Worked examples against code: each step is one call, whose answer must be what the example says."""

from collections.abc import Mapping
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
from rulewright.proof.replies import Annotation, Function, Parameter, Value
from rulewright.proof.report import Outcome, State, join_outcomes
from rulewright.wording import Part, arithmetic

WORDS = {"int": "a whole number", "float": "a number", "bool": "yes or no"}


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call of a function with its values."""

    function: Function
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """What the code answers to a step; with `working` the `total` of the `parts` of its answer."""

    call: StepCall
    answer: Value
    total: Value
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """The value of an argument as text, and as a number if it is one."""

    text: str
    number: int | float | Fraction | None


def _bind(call: Call, example: Example, code: RulesCode) -> StepCall | Refusal:
    """The call with its values, or what is wrong with it."""
    function = find_function(call, code)
    if isinstance(function, Finding):
        return Refusal([function])
    arguments, findings = match_arguments(call, function)
    if findings:
        return Refusal(findings)
    if missing := [each.name for each in function.parameters if not each.has_default and each.name not in arguments]:
        label = Label(code.place(function), "defined here")
        message = f"{function.name}() also takes {', '.join(missing)}, which this step does not give"
        return Refusal([Finding("bad-proof", call.span, message, "give a value for each parameter", (label,))])
    label = Label(code.place(function), f"{function.name}() is defined here")
    values: dict[str, Value] = {}
    for parameter in function.parameters:
        if (argument := arguments.get(parameter.name)) is not None:
            conversion = _convert(parameter, argument, example, function.name, label)
            if isinstance(conversion, Finding):
                findings.append(conversion)
            else:
                values[parameter.name] = conversion[0]
    return Refusal(findings) if findings else StepCall(function, values)


Conversion = tuple[Value]
"""One value, in a tuple so that no value looks like a finding."""


def _convert(
    parameter: Parameter, argument: Argument, example: Example, function: str, label: Label
) -> Conversion | Finding:
    """The value of an argument; `label` points at the function."""
    annotation, name = parameter.annotation, f"{parameter.name!r} of {function}()"
    # a counter alone is not a value, so `person=leader` may mean the name even where the example gives a leader
    values = {
        each.name: each
        for each in example.given
        if not (isinstance(each.value, Unit) and each.name in annotation.values)
    }
    value = _resolve(argument, values)
    if isinstance(value, Finding):
        return value
    if annotation.kind == "other":
        message = f"an example cannot give {name}: its type is {annotation.text or 'not given'}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        return Finding("unprovable-parameter", argument.span, message, hint, (label,))
    if conversion := _convert_to_kind(annotation, value):
        return conversion
    members = ", ".join(map(str, annotation.values))
    choice = f"one of: {members}"
    if annotation.kind == "set":
        choice = f"none, or some of these joined by 'and': {members}"
    names = [] if annotation.kind == "bool" else map(str, annotation.values)
    candidates = [*(each.name for each in example.given), *names]
    expected = f"{parameter.name} is {WORDS.get(annotation.kind) or choice}"
    shown = value.text if value.text == argument.axis else f"{argument.axis} ({value.text})"
    message = f"{shown} is not a value of {name}"
    return Finding("bad-proof", argument.span, message, did_you_mean(argument.axis, candidates, expected), (label,))


def _convert_to_kind(annotation: Annotation, value: ArgumentValue) -> Conversion | None:
    text, number = value.text, value.number
    match annotation.kind:
        case "bool":
            return (text == "yes",) if text in ("yes", "no") else None
        case "int":
            return (number,) if isinstance(number, int) else None
        case "set":  # `moving and concealed`, or `none`
            names = [] if text == "none" else text.split(" and ")
            return (frozenset(names),) if set(names) <= set(annotation.values) else None
        case "float":
            return (float(number) if isinstance(number, Fraction) else number,) if number is not None else None
    if text in annotation.values:
        return (text,)
    return (number,) if isinstance(number, int) and number in annotation.values else None


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
        numbers = values[base].fields
        if part in numbers:
            return ArgumentValue(minus(numbers[part]), numbers[part])
        names = [f"{base}.{name}" for name in numbers]
        otherwise = f"its numbers are: {listed(names)}" if names else "it is not a counter"
        hint = did_you_mean(argument.axis, names, otherwise)
        return Finding("bad-proof", argument.span, f"{base!r} has no number {part!r}", hint)
    if (number := read_exact(argument.axis)) is not None:
        return ArgumentValue(argument.axis, number)
    if dot:
        hint = did_you_mean(base, values, f"the example gives: {listed(values) or 'none'}")
        return Finding("bad-proof", argument.span, f"the example does not give {base!r}", hint)
    return ArgumentValue(argument.axis, None)


TOTALS = {Working.ANSWER: "", Working.PRODUCT: "prod", Working.SUM: "sum"}


def run_example(example: Example, book: Book, evaluator: Evaluator) -> Outcome:
    """Every step that calls the code, each by itself."""
    steps = ((number, step, step.asked) for number, step in enumerate(example.steps, 1))
    return join_outcomes(
        [_run(example, number, step, call, book, evaluator) for number, step, call in steps if call is not None]
    )


def _run(example: Example, number: int, step: Step, call: Call, book: Book, evaluator: Evaluator) -> Outcome:
    found = answer_step(step, call, example, evaluator)
    if isinstance(found, Refusal):
        unproved = statements.step(book, example, step, State.UNPROVED, reason=found.reason)
        return Outcome((unproved,), tuple(found.findings))
    function, answer, parts = call.function, found.total, found.parts
    if same_value(step.answer, answer):
        return Outcome((statements.step(book, example, step, State.PROVED, function, parts=parts),), (), 1)
    text = f"{arithmetic(parts, step.working)} = {value_text(answer)}" if parts else value_text(answer)
    message = f"step {number} of example {example.id!r} gives {value_text(step.answer)}, {function}() answers {text}"
    test = pytest_source(found.call.function, found.call.arguments, step.answer, total=TOTALS[step.working])
    about = f"{example.id}: step {number}"
    finding = evaluator.finding("example-differs", message, step.answer_span, found.call.function, test, about)
    return Outcome((statements.step(book, example, step, State.FAILED, function, parts=parts),), (finding,), 1)


def answer_step(step: Step, call: Call, example: Example, evaluator: Evaluator) -> StepAnswer | Refusal:
    step_call = _bind(call, example, evaluator.code)
    if isinstance(step_call, Refusal):
        return step_call
    answer = evaluator.call(step_call.function, step_call.arguments, call.span)
    if isinstance(answer, Refusal):
        return answer
    shown = shown_answer(step, call, answer[0])
    return shown if isinstance(shown, Refusal) else StepAnswer(step_call, answer[0], *shown)


def shown_answer(step: Step, call: Call, answer: Value) -> tuple[Value, tuple[Part, ...]] | Refusal:
    """The answer and no parts, or the total of its parts with these parts."""
    if step.working is Working.ANSWER:
        return answer, ()
    parts: list[Part] = []
    for pair in answer if isinstance(answer, tuple) else ():
        match pair:
            case (int() | float() | Fraction() as value, str(label)) if not isinstance(value, bool):
                parts.append((value, label))
    if not isinstance(answer, tuple) or not parts or len(parts) < len(answer):
        needed = f"'working: {step.working.value}' needs pairs of a number and a label"
        message = f"{needed}, {call.function}() answers {value_text(answer)}"
        hint = "let the function return a tuple such as ((6, 'FP'), (Fraction(1, 2), 'Long Range'))"
        return Refusal([Finding("bad-proof", call.span, message, hint)])
    numbers = [Fraction(value) for value, _ in parts]
    return prod(numbers) if step.working is Working.PRODUCT else sum(numbers, Fraction(0)), tuple(parts)
