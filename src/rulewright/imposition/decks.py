"""Decks for Tabletop Simulator: the faces of several cards in one picture, and their backs in another of the same grid.

The cards of a deck have one size. A card with a size of its own is not in a deck, because it has its own pictures. A
card of four pages counts as two cards, because a card in the simulator has two sides.

For example, 80 small cards of one size become two decks: `game` with 69 cards and `game-2` with 11.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.entries.card import Card
from rulewright.entries.card_pictures import Online
from rulewright.entries.paper import Size

LARGEST_SIDE = 4096
"""The most pixels on a side of a picture: some graphics cards shrink larger ones."""
MOST_COLUMNS, MOST_ROWS, FEWEST = 10, 7, 2
"""The limits of the simulator's dialog for columns and rows; neither has fewer than `FEWEST`."""
MOST_CARDS = MOST_COLUMNS * MOST_ROWS - 1
"""The simulator needs the last place of a full grid for the picture that hides a hand of cards."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card with two sides: the page of a card on its face, and the page on its back or None; pages count from 0."""

    card: Card
    front: int
    back: int | None


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards in a grid, row by row; `width` and `height` are the pixels of one card."""

    name: str
    cards: tuple[DeckCard, ...]
    columns: int
    rows: int
    width: int
    height: int

    @property
    def files(self) -> tuple[str, str]:
        """The paths of the pictures of the faces and of the backs."""
        return f"online/{self.name}-faces.png", f"online/{self.name}-backs.png"


def decks(name: str, cards: Sequence[Card], width: int) -> tuple[Deck, ...]:
    """Return the decks of these cards. A card is `width` pixels wide, or less if a picture would be too large."""
    decks: list[Deck] = []
    for size, group in _by_size(cards).items():
        card_width, card_height = _pixels(size, width)
        columns, rows = _largest_grid(card_width, card_height)
        most = min(columns * rows, MOST_CARDS)
        in_decks = group if len(group) > 1 else []  # a single card has pictures of its own
        for first in range(0, len(in_decks), most):
            deck_name = f"{name}-{len(decks) + 1}" if decks else name
            decks.append(_deck(deck_name, tuple(in_decks[first : first + most]), card_width, card_height))
    return tuple(decks)


def decks_of(online: Online, cards: Sequence[Card]) -> tuple[Deck, ...]:
    """Return the decks of a product file for online tables, as wide as its widest pictures."""
    return decks(online.id, cards, max(online.widths))


def single_cards(cards: Sequence[Card]) -> tuple[DeckCard, ...]:
    """Return the cards that share their size with no other."""
    return tuple(group[0] for group in _by_size(cards).values() if len(group) == 1)


def _by_size(cards: Sequence[Card]) -> dict[Size, list[DeckCard]]:
    """Return the cards of the simulator by their size."""
    groups: dict[Size, list[DeckCard]] = {}
    for card in cards:
        last = len(card.pages) - 1
        for page in range(0, last + 1, 2):
            groups.setdefault(card.size, []).append(DeckCard(card, page, page + 1 if page < last else None))
    return groups


def _pixels(size: Size, width: int) -> tuple[int, int]:
    """Return the width and height in pixels of a card; a picture must have room for two cards in each direction."""
    most = LARGEST_SIDE // FEWEST
    width = min(width, most, int(most * size.width.value / size.height.value))
    return width, int(width * size.height.value / size.width.value)


def _largest_grid(width: int, height: int) -> tuple[int, int]:
    """Return the most columns and rows of cards of this size in pixels."""
    return min(MOST_COLUMNS, LARGEST_SIDE // width), min(MOST_ROWS, LARGEST_SIDE // height)


def _deck(name: str, cards: tuple[DeckCard, ...], width: int, height: int) -> Deck:
    """Return a deck in the grid with the fewest empty places; of several grids, the one nearest to a square picture."""
    most_columns, most_rows = _largest_grid(width, height)
    grids = product(range(FEWEST, most_columns + 1), range(FEWEST, most_rows + 1))
    large_enough = [(columns, rows) for columns, rows in grids if columns * rows >= len(cards)]
    columns, rows = min(large_enough, key=lambda grid: (grid[0] * grid[1], abs(grid[0] * width - grid[1] * height)))
    return Deck(name, cards, columns, rows, width, height)
