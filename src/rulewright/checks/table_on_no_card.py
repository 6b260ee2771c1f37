"""A table that no card shows, in a game that prints only cards: forgotten, or waiting for its card."""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import missing_from_cards
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.translation.messages import tell

FINDING = FindingKind("table-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such table; a roll belongs to the text of its rule."""
    for id_ in missing_from_cards(book, "table"):
        message = tell("no card shows the table {id!r}", id=id_)
        hint = tell("add the block `table: {id}` to a card, or a rulebook to the game", id=id_)
        yield FINDING.at(book.tables[id_].span, message, hint, about=id_)
