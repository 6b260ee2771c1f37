"""Inks that print a different colour from the one that the screen shows.

Presses print fewer colours than screens show. So this check compares the inks with what a press makes of the screen's
colour: a colour that no press can print is no fault, and two inks in the wrong order are one.
"""

from collections.abc import Iterator
from math import dist

from rulewright.checks.declared_colours import declared_colours
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.colour import Tint, lab, to_hex
from rulewright.model.inks import inks, printed_light

FINDING = FindingKind("inks-differ", Severity.WARNING)

FAR = 25.0
"""The difference (CIE 1976) from which nobody confuses the two colours.

The comparison is an estimate: good inks for a colour differ from it by up to 15 here.
"""


def check(book: Book) -> Iterator[Finding]:
    """Each colour with a hex value and inks that differ."""
    for given in declared_colours(book):
        if given.tint.cmyk is None:
            continue
        usual = inks(Tint(given.tint.hex))
        light = printed_light(given.tint.cmyk)
        if dist(lab(light), lab(printed_light(usual))) > FAR:
            message = f"{given.what} is {given.tint.hex} on screens, but its inks print about {to_hex(light)}"
            hint = f"write cyan, magenta, yellow, black in this order; {list(usual)} prints close to {given.tint.hex}"
            yield FINDING.at(given.span, message, hint, about=given.about)
