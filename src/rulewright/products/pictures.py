"""Products with pictures of cards: with bleed for print on demand, for screens, and for online tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import key
from rulewright.entries.paper import Millimetres
from rulewright.entries.roles import length, number
from rulewright.imposition.decks import decks_of
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import HtmlPage, Offer, Online, ProductFile
from rulewright.products.product import CHOSEN_CARDS, WIDTHS, FileKind, Plan, ProductEntry, ProductOfCards, card_print
from rulewright.products.requests import Images, Screen, side_pictures
from rulewright.render.paths import (
    card_path,
    chart_path,
    deck_note_path,
    picture_paths,
    saved_object_path,
    scaled_picture_path,
    scaled_picture_paths,
    screen_path,
)
from rulewright.translation.messages import tell
from rulewright.wording import page_names

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


# Print on demand

USUAL_BLEED = Millimetres(Decimal("3.175"))
"""An eighth of an inch, the bleed that card printers ask for."""
WIDEST_BLEED = 20
USUAL_DPI = 300


class ImagesEntry(ProductEntry, word="images"):
    """Cards for print on demand: a PNG of each side with bleed, named with its number of copies."""

    noun = "a file for pictures of cards"
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed", "0.125in"),
        "How far a picture goes beyond the edge of its card",
        "bleed: 0.12in",
        default="0.125in",
    )
    dpi = key(
        number(
            "[1-9][0-9]{2}|1[0-9]{3}",
            "a whole number from 100 to 1999",
            "is not a number of dots per inch",
            "write a whole number from 100 to 1999: dpi: 300",
        ),
        "The dots per inch of a picture",
        "dpi: 600",
        default=str(USUAL_DPI),
    )


@dataclass(frozen=True)
class ImagesProduct(ProductOfCards):
    """A picture of each side of each card for print on demand. The web pages do not offer them."""

    kind = ImagesEntry.word
    request: Images

    def files(self, book: Book) -> Iterator[ProductFile]:
        images = self.request
        for picture in side_pictures(book.chosen(images.cards)):
            yield ProductFile(path=images.path(picture), span=images.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_pictures import image_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        yield Plan(needs, lambda finished: image_files(run, self.request, FinishedFiles(finished)))


def _read_images(id_: str, entry: ImagesEntry, _: Surroundings) -> Images:
    bleed = USUAL_BLEED if entry.bleed is None else entry.bleed
    return Images(id_, entry.title, entry.cards, bleed, entry.dpi or USUAL_DPI, entry.span)


IMAGES = FileKind(ImagesEntry, _read_images, ImagesProduct)


# A screen at the table: pictures, and PDFs whose pages are as many pixels wide


class ScreenEntry(ProductEntry, word="screen"):
    """Cards for a tablet or a screen at the table: pictures and PDFs as many pixels wide as the screen."""

    noun = "a file for screens"
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    width = key(
        WIDTHS,
        "The width of the screen in pixels, or of several screens",
        "width: [1920, 1080]",
        required=True,
        also=("widths",),
    )


@dataclass(frozen=True)
class ScreenProduct(ProductOfCards):
    """A PDF of each card and a picture of each page, for screens."""

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
        from rulewright.products.print_pictures import scaled_picture_files, screen_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        cards = run.book.chosen(self.request.cards)
        to_set = frozenset(card_path(card) for card in cards if card.has_tasks)
        needs = frozenset(map(card_path, cards))
        yield Plan(to_set, lambda finished: screen_files(run, self.request, FinishedFiles(finished)))
        yield Plan(needs, lambda finished: scaled_picture_files(run, self.request, finished, "screen"))


def _read_screen(id_: str, entry: ScreenEntry, _: Surroundings) -> Screen:
    return Screen(id_, entry.title, entry.cards, entry.width, entry.span)


SCREEN = FileKind(ScreenEntry, _read_screen, ScreenProduct)


# Online tables: pictures, charts for VASSAL, decks for Tabletop Simulator

WEB = re.compile(r"https?://[^\s\"<>?#]+|file:///[^\s\"<>?#]*")


def _address(entry: EntryReader, name: str) -> str:
    written = entry.scalar_at(name)
    if written is None:
        return ""
    if not WEB.fullmatch(written.value):
        hint = "write the address of the folder: https://example.org/cards/"
        entry.report("bad-value", written.span, f"{written.value!r} is not the web address of a folder", hint)
        return ""
    return written.value.rstrip("/") + "/"


ADDRESS: Kind[str] = Kind("the address of a folder: https://example.org/cards/", _address, {"type": "string"})


class OnlineEntry(ProductEntry, word="online"):
    """Cards for online tables: pictures of each page, a chart for VASSAL, and decks for Tabletop Simulator."""

    noun = "a file for online tables"
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    widths = key(
        WIDTHS,
        "The widths of the pictures in pixels; decks have the largest",
        "widths: [500, 1000]",
        required=True,
        also=("width",),
    )
    address = key(
        ADDRESS,
        "Where the folder of the pictures will be on the web, for the saved object of Tabletop Simulator",
        "widths: 500\naddress: https://example.org/cards/",
        default="a word in its place",
    )


@dataclass(frozen=True)
class OnlineProduct(ProductOfCards):
    """The pictures and charts of all cards, and the decks, for online tables."""

    kind = OnlineEntry.word
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
            offer=Offer((tell("chart for VASSAL"),), heading=heading, deck=card.deck_id),
            name=f"the chart of the card {card.id!r}",
            about=f"chart {card.id}",
            card=card,
            chart=True,
        )
        for name, picture in zip(page_names(card), picture_paths(card, book.game), strict=True):
            for width in self.request.widths:
                label = ", ".join(filter(None, (name, tell("{width} pixels", width=width))))
                offer = Offer((label,), heading=heading, deck=card.deck_id)
                yield self._file(scaled_picture_path(picture, "online", width), offer)

    def _file(self, path: str, offer: Offer | None = None) -> ProductFile:
        return ProductFile(path=path, span=self.request.span, offer=offer)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_pictures import chart_files, deck_files, scaled_picture_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(outputs=lambda _: chart_files(run))
        yield Plan(needs, lambda finished: scaled_picture_files(run, self.request, finished, "online"))
        yield Plan(needs, lambda finished: deck_files(run, self.request, finished))


def _read_online(id_: str, entry: OnlineEntry, _: Surroundings) -> Online:
    return Online(id_, entry.title, entry.cards, entry.widths, entry.span, entry.address)


ONLINE = FileKind(OnlineEntry, _read_online, OnlineProduct)
