"""A font of the game without a bold face, or without an italic.

Bands, headings and keys are bold; terms and rule numbers are italic. A font that lacks the face prints them like all
other text, for nothing is thickened or slanted by machine. So a reader misses what the author stressed.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.font import BOLD, REGULAR, Family

FINDING = FindingKind("missing-face", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each face that a font of the game lacks; a bold italic is seldom printed, and nobody misses it."""
    for family in book.game.fonts:
        if not family.has(BOLD, italic=False):
            message = f"the font {family.name!r} has no bold: bold text looks like other text"
            yield _finding(family, "bold", message)
        if not family.has(REGULAR, italic=True):
            message = f"the font {family.name!r} has no italic: italic text looks like other text"
            yield _finding(family, "italic", message)


def _finding(family: Family, face: str, message: str) -> Finding:
    hint = f"add {face}: with a file; name the same file again if you mean it"
    return FINDING.at(family.span, message, hint, about=f"{family.name}: {face}")
