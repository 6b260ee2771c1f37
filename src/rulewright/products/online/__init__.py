"""Cards for tables that are themselves on a screen: pictures, charts for VASSAL, decks for Tabletop Simulator."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.imposition.decks import decks_of
from rulewright.language.entry import Entry, Kind, key
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import HtmlPage, Offer, Online, ProductFile
from rulewright.products.chosen import ProductOfCards
from rulewright.products.product import FileKind, Plan, ProductEntry
from rulewright.products.shared_keys import CHOSEN_CARDS, WIDTHS
from rulewright.render.paths import (
    card_path,
    chart_path,
    deck_note_path,
    picture_paths,
    saved_object_path,
    scaled_picture_path,
)
from rulewright.translation.messages import tell
from rulewright.wording import page_names

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


def _address(entry: Entry, name: str) -> str:
    written = entry.scalar_at(name)
    if written is None:
        return ""
    if not WEB.fullmatch(written.value):
        hint = "write the address of the folder: https://example.org/cards/"
        message = f"{written.value!r} is not the web address of a folder"
        entry.fault("bad-value", written.span, message, hint)
        return ""
    return written.value.rstrip("/") + "/"


WEB = re.compile(r"https?://[^\s\"<>?#]+|file:///[^\s\"<>?#]*")
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
    """For online tables, the pictures and the chart of each card, and the decks of all."""

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
        from rulewright.products.online.charts import chart_files
        from rulewright.products.online.printing import online_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(outputs=lambda _: chart_files(run))
        yield Plan(needs, lambda finished: online_files(run, self.request, finished))


def _read(id_: str, entry: OnlineEntry, _: Surroundings) -> OnlineProduct:
    return OnlineProduct(Online(id_, entry.title, entry.cards, entry.widths, entry.span, entry.address))


ONLINE = FileKind(OnlineEntry, _read)
