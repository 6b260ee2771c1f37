"""A mark that is printed but not explained.

A badge or an asterisk on a card means nothing without its legend.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.book import Book, Target
from rulewright.translation.messages import tell

FINDING = FindingKind("mark-without-legend")


def check(book: Book) -> Iterator[Diagnostic]:
    """Each mark without a legend that some text prints."""
    for mark in book.game.marks:
        if mark.legend is None and Target("mark", mark.id) in book.cited_by:
            message = tell("the mark {mark!r} is printed, but nothing says what it means", mark=mark.id)
            yield FINDING.at(mark.span, message, tell("give it a legend"), about=mark.id)
