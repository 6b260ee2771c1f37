"""What is left off the cards, in a game that prints nothing else: with a rulebook to print, all of it stands there."""

from collections.abc import Sequence

from rulewright.model.book import Book
from rulewright.model.on_cards import not_on_cards
from rulewright.model.rulebook import Rulebook

MOST_NAMED = 12


def left_off(book: Book, kind: str) -> list[str]:
    """The ids of one kind that no card shows; none where there are no cards, or a rulebook beside them."""
    if not book.game.cards or book.game.requests(Rulebook):
        return []
    return [target.id for target in not_on_cards(book) if target.kind == kind]


def listed(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
