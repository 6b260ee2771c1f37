"""An accent that hardly stands out on web pages: links, pressed buttons and the ring of focus are hard to see."""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Severity, Span
from rulewright.model.book import Book
from rulewright.model.web_look import (
    DARK,
    ENOUGH,
    ENOUGH_FOR_RINGS,
    LIGHT,
    Grounds,
    least_contrast,
    nearest_legible,
)
from rulewright.translation.messages import tell

FINDING = FindingKind("faint-accent", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """By day and by night: a colour given for the day alone is lightened until it is seen by night."""
    accent = book.game.look.accent
    if accent is not None:
        yield from _faint(accent.light, LIGHT, accent.light_span)
        yield from _faint(accent.dark, DARK, accent.dark_span)


def _faint(colour: str, grounds: Grounds, span: Span) -> Iterator[Diagnostic]:
    """The least contrast of all grounds counts, for links are on each of them, and letters of the page on buttons."""
    found = least_contrast(colour, grounds)
    if found >= ENOUGH:
        return
    measured = {"colour": colour, "found": found, "enough": ENOUGH, "for_rings": ENOUGH_FOR_RINGS}
    message = tell(
        "on light pages the accent {colour} has a contrast of {found:.1f}, where links and pressed buttons need "
        "{enough:g} and the ring of focus {for_rings:g}",
        **measured,
    )
    if grounds is DARK:
        message = tell(
            "on dark pages the accent {colour} has a contrast of {found:.1f}, where links and pressed buttons need "
            "{enough:g} and the ring of focus {for_rings:g}",
            **measured,
        )
    hint = tell("the nearest colour that has it is {nearest}", nearest=nearest_legible(colour, grounds))
    yield FINDING.at(span, message, hint, about=f"accent on {'light' if grounds is LIGHT else 'dark'} pages")
