"""The product for a print shop: cards with bleed and crop marks, in printing inks, as PDF/X."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.entries.press import Press
from rulewright.entries.product import SHEET_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf
from rulewright.html.paths import card_path, gang_path, press_path
from rulewright.outputs.products.product import Plan, ProductOfCards, card_print

if TYPE_CHECKING:
    from rulewright.outputs.products.run import PrintRun


@dataclass(frozen=True)
class PressProduct(ProductOfCards):
    """A PDF of each card for a print shop, or of each sheet of its press."""

    request: Press

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        press = self.request
        if press.paper:
            yield PrintedPdf(
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
            return
        for card in book.chosen(press.cards):
            copies = tell("{count} copies", count=card.count) if card.count > 1 else ""
            yield card_print(
                card,
                book,
                path=press_path(card),
                span=press.span,
                offer=Offer((press.title, ": ", card.title), copies, deck=card.deck),
                name=f"the card {card.id!r} for the press",
                about=f"press {card.id}",
                tagged=False,
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_press import gang_files, press_files
        from rulewright.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        files = gang_files if self.request.paper else press_files
        yield Plan(needs, lambda finished: files(run, self.request, FinishedFiles(finished)))
