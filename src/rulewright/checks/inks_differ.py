"""Inks that print another colour than the screen shows.

Presses print fewer colours than screens show, so what the inks give is not compared with the screen's colour, but with
what a press makes of that: then a colour that no press can print is no fault, and two inks that were exchanged are.
"""

from collections.abc import Iterator
from math import dist

from rulewright.checks.tints import given_tints
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.colour import Tint, lab, to_hex
from rulewright.model.inks import inks, printed_light

FINDING = FindingKind("inks-differ", Severity.WARNING)

FAR = 25.0
"""The difference (CIE 1976) from which nobody takes one colour for the other.

Good inks for a colour are up to 15 away from it here, for what is compared is an estimate.
"""


def check(book: Book) -> Iterator[Diagnostic]:
    """Each colour that is given both ways, and is not the same."""
    for given in given_tints(book):
        if given.tint.cmyk is None:
            continue
        usual = inks(Tint(given.tint.hex))
        light = printed_light(given.tint.cmyk)
        if dist(lab(light), lab(printed_light(usual))) > FAR:
            message = f"{given.what} is {given.tint.hex} on screens, and its inks print about {to_hex(light)}"
            hint = f"cyan, magenta, yellow and black stand in this order; near to {given.tint.hex} prints {list(usual)}"
            yield FINDING.at(given.span, message, hint, about=given.about)
