"""Cards for a print shop: with bleed and crop marks, in printing inks, as a standard of exchange asks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import SHEET_STYLE, SMALLEST_ON_CARDS, Offer, Press, PrintedPdf
from rulewright.model.text import Text
from rulewright.products.chosen import ProductOfCards, card_print
from rulewright.products.press.keys import PressEntry, read_press
from rulewright.products.product import FileKind, Plan
from rulewright.render.paths import card_path, gang_path, press_path
from rulewright.translation.messages import tell

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class PressProduct(ProductOfCards):
    """For the print shop, a PDF of each card, or of each paper of its press."""

    kind = PressEntry.word
    request: Press

    def texts(self) -> Iterator[Text | None]:
        yield from super().texts()
        yield from (each.card for each in self.request.copies)

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        if self.request.gang is not None:
            yield self._sheet()
            return
        for card in book.chosen(self.request.cards):
            yield card_print(
                card,
                book,
                path=press_path(card),
                span=self.request.span,
                offer=Offer((self.request.title, ": ", card.title), _number(card), deck=card.deck_id),
                name=f"the card {card.id!r} for the press",
                about=f"press {card.id}",
                tagged=False,
            )

    def _sheet(self) -> PrintedPdf:
        press = self.request
        return PrintedPdf(
            path=gang_path(press),
            span=press.span,
            offer=Offer((press.title,)),
            name=f"the press sheet {press.id!r}",
            about=f"press sheet {press.id}",
            smallest=SMALLEST_ON_CARDS,
            stylesheet=SHEET_STYLE,
            sheet=True,
            tagged=False,
        )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.press.gangs import gang_files
        from rulewright.products.press.printing import press_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        files = gang_files if self.request.gang else press_files
        yield Plan(needs, lambda finished: files(run, self.request, FinishedFiles(finished)))


def _number(card: Card) -> str:
    """What to order, where it is not one."""
    return tell("{count} copies", count=card.count) if card.count > 1 else ""


def _read(id_: str, entry: PressEntry, surroundings: Surroundings) -> PressProduct:
    return PressProduct(read_press(id_, entry, surroundings))


PRESS = FileKind(PressEntry, _read)
