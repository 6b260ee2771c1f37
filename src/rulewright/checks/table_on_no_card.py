"""A table that no card shows, in a game that prints only cards: forgotten, or waiting for its card."""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import missing_from_cards
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("table-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Finding]:
    """Each such table; a roll belongs to the text of its rule."""
    for id_ in missing_from_cards(book, "table"):
        message = f"no card shows the table {id_!r}"
        hint = f"add the block `table: {id_}` to a card, or a rulebook to the game"
        yield FINDING.at(book.tables[id_].span, message, hint, about=id_)
