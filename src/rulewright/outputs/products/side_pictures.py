"""The names of the pictures for print on demand: `events[3]-high-wind.png` has three of the card High wind.

Shops sort what is uploaded by name, and some read the number of copies from the brackets. Fronts and backs of a card
stand next to each other. Cards of a deck that have one back share the picture of it: `events-back.png`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.entries.card import Card

SIDES = ("front", "back")


@dataclass(frozen=True, slots=True)
class SidePicture:
    """A page of a card, counted from 0, and the name of its picture without the file extension."""

    card: Card
    page: int
    name: str


def side_pictures(cards: Sequence[Card]) -> Iterator[SidePicture]:
    """Yield a picture of each page; a back that all cards of a deck share appears once."""
    decks = {card.deck for card in cards if card.deck}
    shared, shown = {deck for deck in decks if _common_back(deck, cards)}, set[str]()
    for card in cards:
        for page in range(len(card.pages)):
            common = page == 1 and card.deck in shared
            name = f"{card.deck}-back" if common else _name(card, page)
            if name not in shown:
                yield SidePicture(card, page, name)
            shown.add(name)


def _common_back(deck: str, cards: Sequence[Card]) -> bool:
    """Return whether several cards of a deck have two pages each, and the same second one."""
    backs = [card.pages[1:] for card in cards if card.deck == deck]
    return len(backs) > 1 and len(backs[0]) == 1 and all(back == backs[0] for back in backs)


def _name(card: Card, page: int) -> str:
    copies = f"[{card.count}]" if card.count > 1 else ""
    deck = card.deck or card.id
    side = "" if len(card.pages) == 1 else f"-{SIDES[page] if page < len(SIDES) else page + 1}"
    return f"{deck}{copies}{card.id.removeprefix(deck)}{side}"
