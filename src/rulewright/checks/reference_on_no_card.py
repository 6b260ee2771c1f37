"""A quick reference that no card shows, in a game that prints only cards: its author wrote it for one."""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import missing_from_cards
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.translation.messages import tell

FINDING = FindingKind("reference-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such reference."""
    for id_ in missing_from_cards(book, "reference"):
        message = tell("no card shows the reference {id!r}", id=id_)
        place = book.references[id_].span
        hint = tell("add the block `bullets: {id}` to a card, or a rulebook to the game", id=id_)
        yield FINDING.at(place, message, hint, about=id_)
