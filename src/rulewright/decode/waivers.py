"""Waivers: findings that are known and stay, each by its id with the reason."""

from rulewright.catalogue import STAGES
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.game import Waiver
from rulewright.model.names import did_you_mean
from rulewright.source.nodes import Node, Scalar, kind


def decode_waiver(key: Scalar, node: Node, faults: Faults) -> Waiver | None:
    """`gap-in-table/damage: score 7`, quoted where it holds a colon, and why the finding may stay."""
    name = key.value.partition("/")[0]
    stage = STAGES.get(name)
    if stage is None:
        hint = did_you_mean(name, STAGES, "copy the finding's id from report.html, or from check --format json")
        faults.add(Diagnostic("unknown-finding", key.span, f"there is no finding {name!r}", hint))
    elif not stage.waivable:
        message = f"{name!r} cannot be waived: without the fault mended nothing can be made of the source"
        faults.add(Diagnostic("bad-value", key.span, message, "only what checks, proof and print find can be waived"))
    elif not isinstance(node, Scalar):
        faults.add(Diagnostic("wrong-type", node.span, f"the reason of a waiver is text, not {kind(node)}"))
    elif not node.value.strip():
        hint = "say for whoever reads it next year why the finding may stay"
        faults.add(Diagnostic("missing-key", key.span, f"the waiver of {key.value!r} gives no reason", hint))
    else:
        return Waiver(key.value, " ".join(node.value.split()), key.span)
    return None
