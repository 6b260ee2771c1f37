"""The cards: a PDF of each, and a picture of each page."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.game import Game
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
            for path in _pictures(card, book.game):
                yield ProductFile(path=path, span=card.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.cards.printing import card_file, card_picture_files
        from rulewright.render.cards.printer import CardPrinter

        printer = CardPrinter(run.book, run.project, run.created, run.printers)
        for card in run.book.game.cards:
            pdf, pictures = card_path(card), _pictures(card, run.book.game)
            yield Plan(outputs=partial(card_file, printer, card), makes=frozenset({pdf}))
            yield Plan(frozenset({pdf}), partial(card_picture_files, card, run.book.game), makes=frozenset(pictures))


def _pictures(card: Card, game: Game) -> tuple[str, ...]:
    """One of each page, and a small one for the web pages."""
    return *picture_paths(card, game), thumbnail_path(card)


CARDS = ForEveryGame(CardsProduct())
