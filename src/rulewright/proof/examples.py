"""Worked examples against code: each step is one call, and must come to what the example says."""

from fractions import Fraction
from math import prod

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.example import Example, Shows, Step
from rulewright.model.table import Call
from rulewright.proof import statements
from rulewright.proof.comparison import same_value
from rulewright.proof.counterexample import pytest_source
from rulewright.proof.evaluator import Evaluator, Refusal, value_text
from rulewright.proof.report import Outcome, State
from rulewright.proof.results import Value
from rulewright.proof.step_calls import StepCall, bind_step
from rulewright.wording import Part, arithmetic

TOTALS = {Shows.ANSWER: "", Shows.PRODUCT: "prod", Shows.SUM: "sum"}
NO_PARTS = "'shows: {shows}' needs pairs of a number and a label, {function}() answers {answer}"


def run_example(example: Example, book: Book, evaluator: Evaluator) -> Outcome:
    """Every step that asks something, each by itself."""
    asking = [(at, step, step.asked) for at, step in enumerate(example.steps, 1) if step.asked is not None]
    outcomes = [_run(example, at, step, asked, book, evaluator) for at, step, asked in asking]
    return Outcome(
        tuple(statement for outcome in outcomes for statement in outcome.statements),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
    )


def _run(example: Example, at: int, step: Step, call: Call, book: Book, evaluator: Evaluator) -> Outcome:
    answered = _answer(call, example, evaluator)
    shown = answered if isinstance(answered, Refusal) else _shown(step, call, *answered)
    if isinstance(shown, Refusal):
        unproved = statements.step(book, example, step, State.UNPROVED, reason=shown.reason)
        return Outcome((unproved,), tuple(shown.findings))
    asked, answer, parts = shown
    function = asked.function.name
    if same_value(step.gives, answer):
        return Outcome((statements.step(book, example, step, State.PROVED, function, parts=parts),), (), 1)
    told = f"{arithmetic(parts, step.shows)} = {value_text(answer)}" if parts else value_text(answer)
    message = f"step {at} of example {example.id!r} gives {value_text(step.gives)}, {function}() answers {told}"
    test = pytest_source(asked.function, asked.arguments, step.gives, total=TOTALS[step.shows])
    about = f"{example.id}: step {at}"
    found = evaluator.finding("example-differs", message, step.gives_span, asked.function, test, about)
    return Outcome((statements.step(book, example, step, State.FAILED, function, parts=parts),), (found,), 1)


def _answer(call: Call, example: Example, evaluator: Evaluator) -> tuple[StepCall, Value] | Refusal:
    asked = bind_step(call, example, evaluator.code)
    if isinstance(asked, list):
        return Refusal(asked)
    answer = evaluator.call(asked.function, asked.arguments, call.span)
    return answer if isinstance(answer, Refusal) else (asked, answer[0])


def _shown(
    step: Step, call: Call, asked: StepCall, answer: Value
) -> tuple[StepCall, Value, tuple[Part, ...]] | Refusal:
    """The answer, or what its parts come to together with these parts."""
    if step.shows is Shows.ANSWER:
        return asked, answer, ()
    parts = _parts(answer)
    if parts is None:
        message = NO_PARTS.format(shows=step.shows.value, function=asked.function.name, answer=value_text(answer))
        hint = "let the function return a tuple such as ((6, 'FP'), (Fraction(1, 2), 'Long Range'))"
        return Refusal([Diagnostic("bad-proof", call.span, message, hint)])
    numbers = [Fraction(value) for value, _ in parts]
    return asked, prod(numbers) if step.shows is Shows.PRODUCT else sum(numbers, Fraction(0)), parts


def _parts(answer: Value) -> tuple[Part, ...] | None:
    if not isinstance(answer, tuple) or not answer:
        return None
    found: list[Part] = []
    for pair in answer:
        match pair:
            case (bool(), _):
                return None
            case (int() | float() | Fraction() as value, str(label)):
                found.append((value, label))
            case _:
                return None
    return tuple(found)
