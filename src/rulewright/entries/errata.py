"""Errata: corrections of an earlier print."""

from collections.abc import Iterator
from enum import Enum

from rulewright.base.findings import Span
from rulewright.entries.entry import NamedEntry, key
from rulewright.entries.roles import Prose, Subject
from rulewright.entries.text import Link, Text

RULING = "ruling"
"""The id of the ruling mark. A game that declares this mark has its own sign and legend."""
RULING_LINK = Link(f"mark:{RULING}", "", Span(""))
RULING_SIGN = Text(f"[[{RULING_LINK.target}]]", (RULING_LINK,))


class ErratumClass(Enum):
    """The kind of a correction: a slip of the pen, clearer words, or a ruling, which is our own decision."""

    SLIP = "slip"
    CLARIFICATION = "clarification"
    RULING = "ruling"


class Erratum(NamedEntry, noun="an erratum"):
    """A correction of an earlier print. It appears beside the corrected text, and on a page of all errata.

    Cards mark rulings with a sign, which a legend explains. So every erratum has a class: an unmarked ruling would look
    like the words of the source.
    """

    where: Subject = key("What was corrected, as a link names it", "where: table:hits")
    class_: ErratumClass = key(
        "What kind of correction it is: a slip of the pen, clearer words for what was meant, or a decision of ours",
        "class: ruling",
    )
    printed: Prose = key(
        "What was printed before, in the words of the source; no check minds their spelling",
        "printed: 6 in a wood",
    )
    now: Prose = key("What is printed now", "now: 5 in a wood")
    why: Prose = key("Why it was changed", "why: The rule says so.")

    def texts(self) -> Iterator[Text]:
        """Yield the texts and references; a ruling also prints its sign."""
        yield from super().texts()
        if self.class_ is ErratumClass.RULING:
            yield RULING_SIGN
