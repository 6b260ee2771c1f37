"""What a game declares and no card prints."""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book, Target, items_below
from rulewright.model.game import Bullets, TableBlock


def not_on_a_card(book: Book) -> Iterator[Diagnostic]:
    """A table or a quick reference that no card takes up: a note, for a card may be yet to come.

    A game with a rulebook to print has all of them there, and its cards are a choice.
    """
    if not book.game.cards or book.game.rulebooks:
        return
    printed = _printed(book)
    for table in book.game.tables:
        if Target("table", table.id) not in printed and not table.throw:
            message = f"the table {table.id!r} is on no card"
            yield Diagnostic("table-on-no-card", table.span, message, severity=Severity.NOTE)
    for reference in book.game.references:
        if Target("reference", reference.id) not in printed:
            message = f"the reference {reference.id!r} is on no card"
            yield Diagnostic("reference-on-no-card", reference.span, message, severity=Severity.NOTE)


def _printed(book: Book) -> set[Target | None]:
    found: set[Target | None] = set()
    for card in book.game.cards:
        for block in card.all_blocks():
            if isinstance(block, TableBlock):
                found.add(book.target_of(block.table))
            elif isinstance(block, Bullets):
                target = book.target_of(block.reference)
                found.add(target)
                if target is not None:
                    items = items_below(book.references[target.id].items)
                    found.update(book.target_of(item.table) for item in items)
    return found
