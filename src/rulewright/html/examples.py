"""Render worked examples, with the arithmetic that the rules code calculated, and procedures."""

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from rulewright.base.findings import Span
from rulewright.base.messages.messages import Message, all_of, joined, tell
from rulewright.book.wording import operations
from rulewright.entries.examples import Example, Step, Working
from rulewright.entries.rules import Rule
from rulewright.entries.text import Target
from rulewright.html.proof_words import FunctionNamer, function_name
from rulewright.html.typesetter import Typesetter
from rulewright.html.views import ProofView
from rulewright.proof.report import ProofReport, State, Statement

PART = Markup('<span class="part">{} <span class="named">[{}]</span></span>')
TOTAL = Markup('<b class="total">{}</b>')
ANSWER, RESULT = Markup('<b class="result">{}</b>.'), Markup('<span class="result">→ {}</span>')


def example_view(
    example: Example, proof: ProofReport, typesetter: Typesetter, name: FunctionNamer = function_name
) -> dict[str, Any]:
    """Return an example with HTML of its texts and steps, and with how much of it the proof has run."""
    statements = proof.of(Target("example", example.id))
    by_step = {statement.span: statement for statement in statements}
    return {
        "id": example.id,
        "title": typesetter.inline(example.title),
        "text": typesetter.block(example.text, f"example-{example.id}"),
        "steps": [_step(step, by_step, typesetter) for step in example.steps],
        "proof": typesetter.readers.part(_run(example, statements, proof, name)),
    }


def _step(step: Step, statements: Mapping[Span, Statement], typesetter: Typesetter) -> dict[str, Markup | None]:
    """Return a step with its calculation (`worked`), or only with its result."""
    text, statement = typesetter.inline(step.text), statements.get(step.span)
    if step.result is None:
        return {"text": text, "worked": None, "result": None}
    result = typesetter.inline(step.result)
    if statement is not None and statement.parts:
        return {"text": text, "worked": _calculation(statement, step.working, result), "result": None}
    return {"text": text, "worked": None, "result": _result(step, result)}


def _result(step: Step, result: Markup) -> Markup | None:
    """Return the answer to a question, the end of a sentence, or the result after a sentence.

    None for a text that quotes the result, and for a statement that is true or false.
    """
    text = step.text.source.rstrip(' ]”“"')
    spoken = step.answer is None or isinstance(step.answer, bool)
    if any(link.target.startswith("result:") for link in step.text.links):
        return None
    if text.endswith("?"):
        return ANSWER.format(str(result).capitalize() if spoken else result)
    if text.endswith((".", "!", ")")):
        return None if spoken else RESULT.format(result)
    return ANSWER.format(result)


def _calculation(statement: Statement, working: Working, result: Markup) -> Markup:
    """Return each number with its name, without line breaks between them. One number alone is the result."""
    if len(statement.parts) == 1:
        return PART.format(TOTAL.format(result), statement.parts[0][1])
    operands = operations(statement.parts, working)
    parts = (PART.format(f"{sign} {value}".strip(), name) for sign, value, name in operands)
    return Markup('{} <span class="part">= {}</span>').format(Markup(" ").join(parts), TOTAL.format(result))


def _run(example: Example, statements: Iterable[Statement], proof: ProofReport, name: FunctionNamer) -> ProofView:
    """Return a sentence on how much of the example was run."""
    statements = tuple(statements)
    if not statements:
        return ProofView("unproved", tell("Not run: it asks nothing."))
    if not proof.ran:
        shown = any(step.working is not Working.ANSWER for step in example.steps)
        why = tell("Not run: the rules code was not asked, so its arithmetic is left out.")
        return ProofView("skipped", why if shown else tell("Not run: the rules code was not asked."))
    functions = all_of(map(name, dict.fromkeys(each.function for each in statements if each.function)))
    if any(each.state is State.FAILED for each in statements):
        return ProofView("failed", tell("Disagrees with {functions}.", functions=functions))
    if all(each.state is State.PROVED for each in statements):
        return ProofView("proved", _complete_run(example, functions))
    reasons = dict.fromkeys(each.reason for each in statements if each.reason)
    return ProofView("unproved", tell("Not run: {reasons}.", reasons=joined(reasons, "; ")))


def _complete_run(example: Example, functions: str) -> Message:
    """Return the sentence for an example that was run; it mentions the steps that ask nothing."""
    steps = [str(number) for number, step in enumerate(example.steps, 1) if step.asked is None]
    if not steps:
        return tell("Run with {functions}.", functions=functions)
    if not steps[1:]:
        return tell("Run with {functions}; step {step} asks nothing.", functions=functions, step=steps[0])
    return tell("Run with {functions}; steps {steps} ask nothing.", functions=functions, steps=all_of(steps))


# Procedures as they print


def procedure_view(rule: Rule, typesetter: Typesetter) -> dict[str, Any] | None:
    """Return the procedure of a rule with HTML of its texts; None if it has none."""
    if rule.procedure is None:
        return None
    inline, steps = typesetter.inline, list[dict[str, Any]]()
    for step in rule.procedure.steps:
        title, table, text = (
            inline(each) if each is not None else None for each in (step.title, step.table, step.text)
        )
        ends = [inline(text) for _, text in step.stop]
        dice = step.roll.name if step.roll is not None else ""
        shown = (title, table) if title is not None else (table or "", None)
        steps.append({"title": shown[0], "table": shown[1], "dice": dice, "text": text, "ends": ends})
    return {"id": rule.id, "title": inline(rule.procedure.title or rule.title), "steps": steps}
