"""Facts against code: one call, one number."""

from rulewright.model.game import Fact
from rulewright.proof import statements
from rulewright.proof.comparing import same
from rulewright.proof.questioning import Questioning, Refused, in_words
from rulewright.proof.report import Outcome, State
from rulewright.wording import number


def prove_fact(fact: Fact, code: Questioning) -> Outcome:
    """One call, which must answer the fact's value."""
    if fact.proof is None:
        return Outcome((statements.fact(fact, State.UNPROVED, reason="the fact names no proof"),))
    run = code.run(fact.proof, {})
    if isinstance(run, Refused):
        return Outcome((statements.fact(fact, State.UNPROVED, reason=run.reason),), tuple(run.findings))
    function = run.bound.function.name
    if same(fact.value, run.results[0]):
        return Outcome((statements.fact(fact, State.PROVED, function),), (), 1)
    message = f"the fact {fact.id!r} is {number(fact.value)}, {function}() answers {in_words(run.results[0])}"
    found = code.disagreement(message, fact.span, run.bound, {}, fact.value, about=f"fact {fact.id}")
    return Outcome((statements.fact(fact, State.FAILED, function),), (found,), 1)
