"""Facts: numbers stated once and quoted elsewhere."""

from rulewright.decode.expressions import read_call
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import SCALAR, STRING, WORDS, link
from rulewright.model.domain import Plain, read_exact
from rulewright.model.game import Fact
from rulewright.source.nodes import Node, Scalar


class FactEntry(Entry):
    """A number that is stated once and quoted elsewhere as `[[fact:step-back]]`; one without more is just its value.

    A fact that is merely a number needs no `proof`: it is stated, which is no gap in what is proved.
    """

    noun = "a fact"
    value = key(STRING, "The number, or the word", "value: 2", required=True)
    unit = key(WORDS, "What follows the number in print", "unit: hexes")
    rule = key(link("rule"), "The rule that gives it", "rule: hits")
    proof = key(
        SCALAR,
        "The function of the rules code that must answer it; without one the fact is only stated",
        "proof: step_back()",
    )


def decode_fact(name: Scalar, node: Node, faults: Findings) -> Fact:
    """One entry under `facts`."""
    if isinstance(node, Scalar) and node.value.strip():
        return Fact(name.value, _plain(node.value), "", None, None, name.span)
    entry = FactEntry(node, f"fact {name.value!r}", faults)
    call = None if entry.proof is None else read_call(entry.proof, faults)
    return Fact(name.value, _plain(entry.value), entry.unit, entry.rule, call, name.span)


def _plain(text: str) -> Plain:
    exact = read_exact(text)
    return text if exact is None or "." in text else exact
