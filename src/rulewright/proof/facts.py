"""Facts against code: one call, one number."""

from dataclasses import replace

from rulewright.model.game import Fact
from rulewright.proof import statements
from rulewright.proof.comparison import same_value
from rulewright.proof.evaluator import Evaluator, Refusal
from rulewright.proof.report import Outcome, State
from rulewright.wording import number


def prove_fact(fact: Fact, evaluator: Evaluator) -> Outcome:
    """One call, which must answer the fact's value."""
    if fact.proof is None:
        return Outcome((statements.fact(fact, State.STATED),))
    evaluation = evaluator.evaluate(fact.proof, {})
    if isinstance(evaluation, Refusal):
        return Outcome((statements.fact(fact, State.UNPROVED, reason=evaluation.reason),), tuple(evaluation.findings))
    function = evaluation.function.name
    if same_value(fact.value, evaluation.results[0]):
        return Outcome((statements.fact(fact, State.PROVED, function),), (), 1)
    message = f"the fact {fact.id!r} is {number(fact.value)}, {evaluation.answer_text(0)}"
    finding = evaluator.disagreement(message, fact.span, evaluation.binding, {}, fact.value, about=f"fact {fact.id}")
    finding = replace(finding, other=evaluation.answer_text(0))
    return Outcome((statements.fact(fact, State.FAILED, function),), (finding,), 1)
