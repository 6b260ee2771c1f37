"""Facts: numbers that are stated once and quoted elsewhere."""

from typing import Annotated, Any, Self

from rulewright.base.findings import Findings
from rulewright.entries.calls import PROOF, Call
from rulewright.entries.entry import NamedEntry, key
from rulewright.entries.numbers import Plain, read_exact
from rulewright.entries.roles import Name, link, one_value
from rulewright.entries.text import Text
from rulewright.source.nodes import Node, Scalar


def plain(text: str) -> Plain:
    """Return a whole number or a fraction as a number, and other text as it is."""
    exact = read_exact(text)
    return text if exact is None or "." in text else exact


VALUE = one_value(lambda written, _: plain(written.value))


class Fact(NamedEntry, noun="a fact"):
    """A number that is stated once and quoted elsewhere as `[[fact:step-back]]`.

    Without other keys, just write the number.

    A fact that is only a number needs no `proof`: it is stated, and leaves no gap in what is proved.
    """

    value: Annotated[Plain, one_value(lambda written, _: plain(written.value))] = key(
        "The number, or the word", "value: 2"
    )
    unit: Name = key("What follows the number in print", "unit: hexes", default="")
    rule: Annotated[Text, link("rule")] | None = key("The rule that gives it", "rule: hits", default=None)
    proof: Annotated[Call, PROOF] | None = key(
        "The function of the rules code that must answer it; without one the fact is only stated",
        "proof: step_back()",
        default=None,
    )

    @classmethod
    def read_named(cls, name: Scalar, node: Node, findings: Findings, context: Any = None) -> Self:
        if isinstance(node, Scalar) and node.value.strip():
            return cls(id=name.value, span=name.span, value=plain(node.value))
        return super().read_named(name, node, findings, context)
