"""Worked examples against code: each step is one call, whose answer must be what the example says."""

from fractions import Fraction
from math import prod

from rulewright.findings import Finding
from rulewright.model.book import Book
from rulewright.model.example import Example, Step, Working
from rulewright.model.table import Call
from rulewright.proof import statements
from rulewright.proof.comparison import same_value
from rulewright.proof.counterexample import pytest_source, value_text
from rulewright.proof.evaluator import Evaluator, Refusal
from rulewright.proof.report import Outcome, State
from rulewright.proof.results import Value
from rulewright.proof.step_calls import StepCall, bind_step
from rulewright.wording import Part, arithmetic

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
