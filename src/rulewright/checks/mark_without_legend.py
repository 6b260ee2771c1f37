"""A mark that is printed but not explained.

A badge or an asterisk on a card means nothing without its legend.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind
from rulewright.model.book import Book, Target

FINDING = FindingKind("mark-without-legend")


def check(book: Book) -> Iterator[Finding]:
    """Each mark without a legend that some text prints."""
    for mark in book.game.marks:
        if mark.legend is None and Target("mark", mark.id) in book.cited_by:
            message = f"the mark {mark.id!r} is printed, but nothing says what it means"
            yield FINDING.at(mark.span, message, "give it a legend", about=mark.id)
