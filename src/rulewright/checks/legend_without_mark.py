"""A legend whose mark is printed nowhere.

Its reader looks for the mark in vain; more often than not it was left out where it belongs.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book, Target

FINDING = FindingKind("legend-without-mark", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each mark that no text shows."""
    for mark in book.game.marks:
        if Target("mark", mark.id) not in book.cited_by:
            message = f"the mark {mark.id!r} is printed nowhere"
            hint = f"write [[mark:{mark.id}]] where it belongs, or remove it"
            yield FINDING.at(mark.span, message, hint, about=mark.id)
