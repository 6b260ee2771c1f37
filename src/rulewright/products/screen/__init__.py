"""Cards for a screen at the table: as pictures, and as PDFs whose pages are as many pixels wide."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.product import Offer, ProductFile
from rulewright.products.chosen import ProductOfCards, card_print
from rulewright.products.product import FileKind, Plan
from rulewright.products.screen.keys import Screen, ScreenEntry
from rulewright.render.paths import card_path, scaled_picture_paths, screen_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class ScreenProduct(ProductOfCards):
    """For screens, a PDF of each card, and a picture of each page."""

    kind = ScreenEntry.word
    request: Screen

    def files(self, book: Book) -> Iterator[ProductFile]:
        screen = self.request
        for card in book.chosen(screen.cards):
            for width in screen.widths:
                yield card_print(
                    card,
                    book,
                    path=screen_path(card, width),
                    span=screen.span,
                    offer=Offer((screen.title, ": ", card.title), deck=card.deck_id),
                    name=f"the card {card.id!r}, {width} pixels wide,",
                    about=f"screen {card.id} {width}",
                    smallest=Decimal(0),  # type is as large as the card is shown: the card by itself is looked at
                )
                for path in scaled_picture_paths(card, book.game, "screen", width):
                    yield ProductFile(path=path, span=screen.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.screen.printing import screen_files, screen_picture_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        cards = run.book.chosen(self.request.cards)
        to_set = frozenset(card_path(card) for card in cards if card.has_tasks)
        needs = frozenset(map(card_path, cards))
        yield Plan(to_set, lambda finished: screen_files(run, self.request, FinishedFiles(finished)))
        yield Plan(needs, lambda finished: screen_picture_files(run, self.request, finished))


def _read(id_: str, entry: ScreenEntry, _: Surroundings) -> ScreenProduct:
    return ScreenProduct(Screen(id_, entry.title, entry.cards, entry.width, entry.span))


SCREEN = FileKind(ScreenEntry, _read)
