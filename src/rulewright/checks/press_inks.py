"""How a press prints the colours that a game declares."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Severity, Span
from rulewright.model.book import Book
from rulewright.model.colour import Tint, lab, to_hex
from rulewright.model.inks import HEAVIEST, inks, printed_light


@dataclass(frozen=True, slots=True)
class DeclaredColour:
    """A colour with its name in messages, what findings are about, and its place."""

    tint: Tint
    what: str
    about: str
    span: Span


def declared_colours(book: Book) -> Iterator[DeclaredColour]:
    """The colours of the game, of its marks and of its own themes."""
    for colour in book.game.colours:
        yield DeclaredColour(colour.tint, f"the colour {colour.id!r}", colour.id, colour.span)
    for mark in book.game.marks:
        if mark.picture and not mark.tint:
            continue  # as it is drawn
        yield DeclaredColour(mark.colour, f"the mark {mark.id!r}", f"mark {mark.id}", mark.span)
    for theme in book.game.themes:
        for name, tint in theme.tints.items():
            yield DeclaredColour(
                tint,
                f"{name} of the theme {theme.id!r}",
                f"theme {theme.id}: {name}",
                theme.span,
            )


HEAVY_INK = FindingKind("heavy-ink", Severity.WARNING)


@finds(HEAVY_INK)
def heavy_ink(book: Book) -> Iterator[Finding]:
    """A colour with more ink than paper absorbs: it smears, dries slowly and comes off on the next sheet.

    Only inks that the author chose can be too heavy; the tool never computes such inks.
    """
    for given in declared_colours(book):
        total = sum(given.tint.cmyk or ())
        if total > HEAVIEST:
            message = f"{given.what} uses {total} % of ink"
            hint = f"paper absorbs at most {HEAVIEST} % of ink: replace equal parts of the other three by black"
            yield HEAVY_INK.at(given.span, message, hint, about=given.about)


INKS_DIFFER = FindingKind("inks-differ", Severity.WARNING)

FAR = 25.0
"""The difference (CIE 1976) from which nobody confuses the two colours.

The comparison is an estimate: good inks for a colour differ from it by up to 15 here.
"""


@finds(INKS_DIFFER)
def inks_differ(book: Book) -> Iterator[Finding]:
    """Inks that print a different colour from the one on screens.

    Presses print fewer colours than screens show, so this check compares the inks with what a press makes of the
    screen colour. A colour that no press can print is not reported; two inks in the wrong order are.
    """
    for given in declared_colours(book):
        if given.tint.cmyk is None:
            continue
        usual = inks(Tint(given.tint.hex))
        light = printed_light(given.tint.cmyk)
        if dist(lab(light), lab(printed_light(usual))) > FAR:
            message = f"{given.what} is {given.tint.hex} on screens, but its inks print about {to_hex(light)}"
            hint = f"write cyan, magenta, yellow, black in this order; {list(usual)} prints close to {given.tint.hex}"
            yield INKS_DIFFER.at(given.span, message, hint, about=given.about)
