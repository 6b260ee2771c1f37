"""Decks for Tabletop Simulator: the faces of several cards in one picture, and their backs in another of the same grid.

The cards of a deck have one size. A card with a size of its own is not in a deck, because it has its own pictures. A
card of four pages counts as two cards, because a card in the simulator has two sides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.entries.paper import Size
from rulewright.model.card import Card
from rulewright.model.product import Online

LARGEST_SIDE = 4096
"""The most pixels on a side of a picture: some graphics cards shrink larger ones."""
MOST_COLUMNS, MOST_ROWS, FEWEST = 10, 7, 2
"""The limits of the simulator's dialog for columns and rows."""
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
    """Return the decks of these cards. Each is `width` pixels wide, or less if a picture would be too large.

    The first deck has the plain `name`.
    """
    shares = [
        (size, share)
        for size, group in _by_size(cards).items()
        for share in (_shares(group, size, width) if len(group) > 1 else ())
    ]
    return tuple(
        _deck(name if at == 1 else f"{name}-{at}", share, *_pixels(size, width))
        for at, (size, share) in enumerate(shares, 1)
    )


def decks_of(online: Online, cards: Sequence[Card]) -> tuple[Deck, ...]:
    """Return the decks of a product file for online tables, as wide as its widest pictures."""
    return decks(online.id, cards, max(online.widths))


def single_cards(cards: Sequence[Card]) -> tuple[DeckCard, ...]:
    """Return the cards that share their size with no other."""
    return tuple(group[0] for group in _by_size(cards).values() if len(group) == 1)


def _by_size(cards: Sequence[Card]) -> dict[Size, list[DeckCard]]:
    groups: dict[Size, list[DeckCard]] = {}
    for card in cards:
        last = len(card.pages) - 1
        for page in range(0, last + 1, 2):
            groups.setdefault(card.size, []).append(DeckCard(card, page, page + 1 if page < last else None))
    return groups


def _pixels(size: Size, width: int) -> tuple[int, int]:
    """Return the pixels of a card in the grid; a picture must have room for two cards in each direction."""
    most = LARGEST_SIDE // FEWEST
    wide = min(width, most, int(most * size.width.value / size.height.value))
    return wide, int(wide * size.height.value / size.width.value)


def _shares(cards: Sequence[DeckCard], size: Size, width: int) -> Iterator[tuple[DeckCard, ...]]:
    """Yield the cards in groups that one picture can hold."""
    columns, rows = _most(*_pixels(size, width))
    most = min(columns * rows, MOST_CARDS)
    for at in range(0, len(cards), most):
        yield tuple(cards[at : at + most])


def _most(width: int, height: int) -> tuple[int, int]:
    return min(MOST_COLUMNS, LARGEST_SIDE // width), min(MOST_ROWS, LARGEST_SIDE // height)


def _deck(name: str, cards: tuple[DeckCard, ...], width: int, height: int) -> Deck:
    """Return a deck in the grid with the fewest empty places; of several grids, the one nearest to a square picture."""
    across, down = _most(width, height)
    grids = [
        (columns, rows)
        for columns in range(FEWEST, across + 1)
        for rows in range(FEWEST, down + 1)
        if columns * rows >= len(cards)
    ]
    columns, rows = min(grids, key=lambda grid: (grid[0] * grid[1], abs(grid[0] * width - grid[1] * height)))
    return Deck(name, cards, columns, rows, width, height)
