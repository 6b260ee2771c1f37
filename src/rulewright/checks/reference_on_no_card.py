"""A quick reference that no card takes up, in a game of cards alone: it was written to be on one."""

from collections.abc import Iterator

from rulewright.checks.cards_alone import left_off
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book


def references_on_no_card(book: Book) -> Iterator[Diagnostic]:
    """Each such reference."""
    for id_ in left_off(book, "reference"):
        message = f"the reference {id_!r} is on no card"
        place = book.references[id_].span
        yield Diagnostic("reference-on-no-card", place, message, severity=Severity.NOTE, about=id_)
