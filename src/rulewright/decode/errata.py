"""Errata: what an earlier print said, what is printed now, and why."""

from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import SCALAR, TITLE, choice
from rulewright.model.game import Erratum, ErratumClass
from rulewright.model.text import Link, Text
from rulewright.source.nodes import Node, Scalar


class ErratumEntry(Entry):
    """A correction of an earlier print. It appears beside what it corrects, and on a page of all errata.

    A ruling is marked on cards, which a legend explains. So every erratum must say what it is: a ruling that nobody
    calls one would print as if the source had said it.
    """

    noun = "an erratum"
    where = key(SCALAR, "What was corrected, as a link names it", "where: table:hits", required=True)
    class_ = key(
        choice(*(each.value for each in ErratumClass)),
        "What kind of correction it is: a slip of the pen, clearer words for what was meant, or a decision of ours",
        "class: ruling",
        required=True,
    )
    printed = key(
        TITLE,
        "What was printed before, in the words of the source; no check minds their spelling",
        "printed: 6 in a wood",
        required=True,
    )
    now = key(TITLE, "What is printed now", "now: 5 in a wood", required=True)
    why = key(TITLE, "Why it was changed", "why: The rule says so.", required=True)


def decode_erratum(name: Scalar, node: Node, faults: Findings) -> Erratum:
    """One entry under `errata`."""
    entry = ErratumEntry(node, f"erratum {name.value!r}", faults)
    where = entry.where
    place = Text("", (), name.span)
    if where is not None:
        place = Text(f"[[{where.value}]]", (Link(where.value, "", where.span),), where.span)
    return Erratum(name.value, place, entry.printed, entry.now, entry.why, name.span, ErratumClass(entry.class_))
