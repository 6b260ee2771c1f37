"""A rule number that the game's numbering does not allow.

The tool finds, sorts and nests rules by their numbers, so a rule with a malformed number has no place.
"""

import re
from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind
from rulewright.model.book import Book
from rulewright.model.game import Part
from rulewright.model.numbering import Numbering

FINDING = FindingKind("bad-number")

NUMBER = {
    Numbering.DOTTED: re.compile(r"(?:[A-Za-z]{0,2}[0-9]+[A-Za-z]?|[A-Z]{1,8})(?:[.\-–][0-9A-Za-z]+)*"),
    Numbering.DECIMAL: re.compile(r"[A-Za-z]{0,2}[0-9]+(?:\.[0-9]+)?(?:\.?[A-Za-z])?(?:[\-–][0-9]+)?"),
}
"""`4.3.1.a`, `A4.3` of a chapter A, `IV.2`, `13.1.5–6`; with decimals there is one dot between figures: `12.121`."""

HOW = {
    Numbering.DOTTED: "write figures and letters with dots between, such as 4.3.1.a",
    Numbering.DECIMAL: "write the figures of all levels after one dot, such as 12.121",
}


def check(book: Book) -> Iterator[Finding]:
    """Each rule whose number is not written as the game numbers its rules."""
    numbering = book.game.numbering
    for rule in book.game.rules:
        if rule.number and rule.part is Part.RULES and not NUMBER[numbering].fullmatch(rule.number):
            message = f"{rule.number!r} is not a rule number"
            yield FINDING.at(rule.number_span, message, HOW[numbering], about=f"rule {rule.id}")
