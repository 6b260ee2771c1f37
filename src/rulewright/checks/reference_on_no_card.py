"""A quick reference that no card shows, in a game that prints only cards: its author wrote it for one."""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import missing_from_cards
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("reference-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Finding]:
    """Each such reference."""
    for id_ in missing_from_cards(book, "reference"):
        message = f"no card shows the reference {id_!r}"
        place = book.references[id_].span
        hint = f"add the block `bullets: {id_}` to a card, or a rulebook to the game"
        yield FINDING.at(place, message, hint, about=id_)
