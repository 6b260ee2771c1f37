"""A legend whose mark no text prints.

Readers look for the mark in vain; most often somebody forgot it where it belongs.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target

FINDING = FindingKind("legend-without-mark", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each mark that no text prints."""
    for mark in book.game.marks:
        if Target("mark", mark.id) not in book.cited_by:
            message = f"the mark {mark.id!r} is not printed anywhere"
            hint = f"write [[mark:{mark.id}]] where it belongs, or remove it"
            yield FINDING.at(mark.span, message, hint, about=mark.id)
