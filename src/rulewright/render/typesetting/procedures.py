"""Procedures as they print: a numbered list of their steps, each with its table and the dice that it throws."""

from markupsafe import Markup

from rulewright.model.game import Rule
from rulewright.model.procedure import ProcedureStep
from rulewright.render.typesetting.typesetter import Typesetter
from rulewright.render.typesetting.views import ProcedureStepView, ProcedureView


def procedure_view(rule: Rule, typesetter: Typesetter) -> ProcedureView | None:
    """The procedure of a rule, if it has one."""
    if rule.procedure is None:
        return None
    steps = tuple(_step(step, typesetter) for step in rule.procedure.steps)
    return ProcedureView(rule.id, typesetter.inline(rule.procedure.title or rule.title), steps)


def _step(step: ProcedureStep, typesetter: Typesetter) -> ProcedureStepView:
    table = typesetter.inline(step.table) if step.table is not None else None
    return ProcedureStepView(
        title=typesetter.inline(step.title) if step.title is not None else table or Markup(""),
        table=table if step.title is not None else None,
        dice=step.roll.written if step.roll is not None else "",
        text=typesetter.inline(step.text) if step.text is not None else None,
        ends=tuple(typesetter.inline(text) for _, text in step.stop),
    )
