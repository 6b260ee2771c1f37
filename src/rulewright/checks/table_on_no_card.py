"""A table that no card takes up, in a game of cards alone: it may have been forgotten, or a card may be yet to come."""

from collections.abc import Iterator

from rulewright.checks.cards_alone import left_off
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("table-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such table; a throw stands in the text of its rule."""
    for id_ in left_off(book, "table"):
        message = f"the table {id_!r} is on no card"
        yield FINDING.at(book.tables[id_].span, message, about=id_)
