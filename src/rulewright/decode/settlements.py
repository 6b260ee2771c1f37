"""Settlements: what a person has decided on statements of a source."""

from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import STRING, STRINGS
from rulewright.model.game import Settlement
from rulewright.source.nodes import Node, Scalar


class SettlementEntry(Entry):
    """A decision on a statement of a source, so that `rulewright compare` does not ask about it again.

    It holds as long as the source and the game say what they said: the ids change with the words.
    """

    noun = "a settlement"
    because = key(
        STRING, "Why nothing is lost, or why it was left out", "because: The table says the same.", required=True
    )
    said = key(
        STRINGS,
        "The statements of the game that stand for it, by the ids that `rulewright compare` prints",
        "said: [hits-5d0e11aa]",
        default="none: it was left out on purpose",
    )


def decode_settlement(name: Scalar, node: Node, faults: Findings) -> Settlement:
    """One entry under `settled`."""
    entry = SettlementEntry(node, f"settlement {name.value!r}", faults)
    return Settlement(name.value, entry.because, tuple(each.value for each in entry.said), name.span)
