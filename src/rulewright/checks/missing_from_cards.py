"""What no card shows, in a game that prints only cards: a rulebook would print all of it."""

from collections.abc import Sequence

from rulewright.model.book import Book
from rulewright.model.on_cards import not_on_cards
from rulewright.model.rulebook import Rulebook

MOST_NAMED = 12


def missing_from_cards(book: Book, kind: str) -> list[str]:
    """The ids of one kind that no card shows; none if the game has no cards, or has a rulebook."""
    if not book.game.cards or book.game.requests(Rulebook):
        return []
    return [target.id for target in not_on_cards(book) if target.kind == kind]


def list_names(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - MOST_NAMED
    first = ", ".join(names[:MOST_NAMED])
    return f"{first} and {more} more" if more > 0 else first
