"""A quick reference that no card takes up, in a game of cards alone: it was written to be on one."""

from collections.abc import Iterator

from rulewright.checks.cards_alone import left_off
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("reference-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such reference."""
    for id_ in left_off(book, "reference"):
        message = f"the reference {id_!r} is on no card"
        place = book.references[id_].span
        yield FINDING.at(place, message, about=id_)
