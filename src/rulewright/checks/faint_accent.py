"""An accent that hardly stands out on web pages: links, pressed buttons and the ring of focus are hard to see."""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity, Span
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

FINDING = FindingKind("faint-accent", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """By day and by night: a colour given for the day alone is lightened until it is seen by night."""
    accent = book.game.look.accent
    if accent is not None:
        yield from _faint(accent.light, LIGHT, accent.light_span)
        yield from _faint(accent.dark, DARK, accent.dark_span)


def _faint(colour: str, grounds: Grounds, span: Span) -> Iterator[Finding]:
    """The least contrast of all grounds counts, for links are on each of them, and letters of the page on buttons."""
    found = least_contrast(colour, grounds)
    if found >= ENOUGH:
        return
    pages = "light" if grounds is LIGHT else "dark"
    message = (
        f"on {pages} pages the accent {colour} has a contrast of {found:.1f}; links and pressed buttons "
        f"need {ENOUGH:g}, focus rings {ENOUGH_FOR_RINGS:g}"
    )
    hint = f"the nearest colour that has it is {nearest_legible(colour, grounds)}"
    yield FINDING.at(span, message, hint, about=f"accent on {pages} pages")
