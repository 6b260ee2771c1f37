"""The cards: a PDF of each, and a picture of each page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.model.book import Book
from rulewright.model.product import ProductFile
from rulewright.products.chosen import card_print
from rulewright.products.product import ForEveryGame, GameProduct, Plan
from rulewright.render.paths import card_path, picture_paths, thumbnail_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class CardsProduct(GameProduct):
    """All cards of the game."""

    kind = "cards"

    def files(self, book: Book) -> Iterator[ProductFile]:
        for card in book.game.cards:
            name, about = f"the card {card.id!r}", f"card {card.id}"
            yield card_print(card, book, path=card_path(card), span=card.span, name=name, about=about)
            for path in (*picture_paths(card, book.game), thumbnail_path(card)):
                yield ProductFile(path=path, span=card.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.cards.printing import card_files, card_picture_files

        yield Plan(outputs=lambda _: card_files(run))
        needs = frozenset(map(card_path, run.book.game.cards))
        yield Plan(needs, lambda finished: card_picture_files(run, finished))


CARDS = ForEveryGame(CardsProduct())
