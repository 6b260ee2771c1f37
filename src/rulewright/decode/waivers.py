"""Waivers: findings that stay, each by its id with the reason."""

from rulewright.findings import Finding, Findings
from rulewright.model.game import Waiver
from rulewright.source.nodes import Node, Scalar, kind


def decode_waiver(key: Scalar, node: Node, faults: Findings) -> Waiver | None:
    """`gap-in-table/damage: score 7`, in quotes because of the colon, and why the finding may stay.

    `gap-in-table/damage: *` waives each gap of the table, also those to come.
    """
    if not isinstance(node, Scalar):
        message, hint = (
            f"the reason of a waiver is text, not {kind(node)}",
            "say in words why the finding may stay",
        )
        faults.add(Finding("wrong-type", node.span, message, hint))
    elif not node.value.strip():
        hint = "say why the finding may stay, for whoever reads it next year"
        faults.add(Finding("missing-key", key.span, f"the waiver of {key.value!r} gives no reason", hint))
    else:
        return Waiver(key.value, " ".join(node.value.split()), key.span)
    return None
