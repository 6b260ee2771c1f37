"""Products with pictures of cards: with bleed for print on demand, for screens, and for online tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.book.wording import page_names
from rulewright.entries.card import Card
from rulewright.entries.card_pictures import Images, Online, Screen
from rulewright.entries.product import HtmlPage, Offer, ProductFile
from rulewright.html.paths import (
    card_path,
    chart_path,
    deck_note_path,
    picture_paths,
    saved_object_path,
    scaled_picture_path,
    scaled_picture_paths,
    screen_path,
)
from rulewright.imposition.decks import decks_of
from rulewright.outputs.products.product import Plan, ProductOfCards, card_print
from rulewright.outputs.products.side_pictures import side_pictures

if TYPE_CHECKING:
    from rulewright.outputs.products.run import PrintRun


@dataclass(frozen=True)
class ImagesProduct(ProductOfCards):
    """A picture of each side of each card for print on demand. The web pages do not offer them."""

    request: Images

    def files(self, book: Book) -> Iterator[ProductFile]:
        images = self.request
        for picture in side_pictures(book.chosen(images.cards)):
            yield ProductFile(path=images.path(picture.name), span=images.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_pictures import image_files
        from rulewright.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        yield Plan(needs, lambda finished: image_files(run, self.request, FinishedFiles(finished)))


@dataclass(frozen=True)
class ScreenProduct(ProductOfCards):
    """A PDF of each card and a picture of each page, for screens."""

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
                    offer=Offer((screen.title, ": ", card.title), deck=card.deck),
                    name=f"the card {card.id!r}, {width} pixels wide,",
                    about=f"screen {card.id} {width}",
                    smallest=Decimal(0),  # type is as large as the card is shown: the card by itself is looked at
                )
                for path in scaled_picture_paths(card, book.game, "screen", width):
                    yield ProductFile(path=path, span=screen.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_pictures import scaled_picture_files, screen_files
        from rulewright.pdf.finished_files import FinishedFiles

        cards = run.book.chosen(self.request.cards)
        to_set = frozenset(card_path(card) for card in cards if card.has_tasks)
        needs = frozenset(map(card_path, cards))
        yield Plan(to_set, lambda finished: screen_files(run, self.request, FinishedFiles(finished)))
        yield Plan(needs, lambda finished: scaled_picture_files(run, self.request, finished, "screen"))


@dataclass(frozen=True)
class OnlineProduct(ProductOfCards):
    """The pictures and charts of all cards, and the decks, for online tables."""

    request: Online

    def files(self, book: Book) -> Iterator[ProductFile]:
        online = self.request
        cards = book.chosen(online.cards)
        for card in cards:
            yield from self._files_of(card, book)
        heading = online.title, ", Tabletop Simulator"
        yield self._file(deck_note_path(online), Offer((tell("how to use them"),), heading=heading))
        yield self._file(saved_object_path(online), Offer((tell("saved object"),), heading=heading))
        for deck in decks_of(online, cards):
            yield from (self._file(path, Offer((PurePath(path).stem,), heading=heading)) for path in deck.files)
        yield from (self._file(path) for path in ("online/mark-*.png", "online/picture-*.png"))

    def _files_of(self, card: Card, book: Book) -> Iterator[ProductFile]:
        heading = (card.title,)
        yield HtmlPage(
            path=chart_path(card),
            span=self.request.span,
            offer=Offer((tell("chart for VASSAL"),), heading=heading, deck=card.deck),
            name=f"the chart of the card {card.id!r}",
            about=f"chart {card.id}",
            card=card,
            chart=True,
        )
        for name, picture in zip(page_names(card), picture_paths(card, book.game), strict=True):
            for width in self.request.widths:
                label = ", ".join(filter(None, (name, tell("{width} pixels", width=width))))
                offer = Offer((label,), heading=heading, deck=card.deck)
                yield self._file(scaled_picture_path(picture, "online", width), offer)

    def _file(self, path: str, offer: Offer | None = None) -> ProductFile:
        return ProductFile(path=path, span=self.request.span, offer=offer)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_pictures import chart_files, deck_files, scaled_picture_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(outputs=lambda _: chart_files(run))
        yield Plan(needs, lambda finished: scaled_picture_files(run, self.request, finished, "online"))
        yield Plan(needs, lambda finished: deck_files(run, self.request, finished))
