"""A mark that is printed and explained nowhere.

A badge or an asterisk on a card means nothing to whoever has not been told.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.book import Book, Target

FINDING = FindingKind("mark-without-legend")


def check(book: Book) -> Iterator[Diagnostic]:
    """Each mark that some text shows and that has no legend."""
    for mark in book.game.marks:
        if mark.legend is None and Target("mark", mark.id) in book.cited_by:
            message = f"the mark {mark.id!r} is printed and nothing tells what it means"
            yield FINDING.at(mark.span, message, "give it a legend", about=mark.id)
