"""Products that make other files of finished cards: of all, or of those that their file lists."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Protocol

from rulewright.findings import Span
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import CARD_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf, Requested
from rulewright.model.text import Text
from rulewright.model.theme import MARKED_IN
from rulewright.products.product import Buildable


class RequestOfCards(Requested, Protocol):
    """A file that may list the cards it is about; without a list it is about all."""

    @property
    def cards(self) -> tuple[Text, ...]: ...


class ProductOfCards(Buildable):
    """Other files of the chosen cards. Each card gives its name to them."""

    request: RequestOfCards

    def texts(self) -> Iterator[Text | None]:
        yield from (self.request.title, *self.request.cards)

    def separation(self) -> str:
        return "list in each of the two files only its own cards, as in cards: [first-card]"


def card_print(
    card: Card,
    book: Book,
    *,
    path: str,
    name: str,
    about: str,
    span: Span,
    offer: Offer | None = None,
    smallest: Decimal = SMALLEST_ON_CARDS,
    tagged: bool = True,
) -> PrintedPdf:
    """A card by itself, in its own theme."""
    families = (*book.themes[card.theme].families, MARKED_IN)
    return PrintedPdf(
        path=path,
        span=span,
        offer=offer,
        name=name,
        about=about,
        smallest=smallest,
        stylesheet=CARD_STYLE,
        card=card,
        families=families,
        tagged=tagged,
    )
