"""Cards for a print shop: with bleed and crop marks, in printing inks, as a standard of exchange asks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.press import Press
from rulewright.model.product import Offer, PrintedPdf
from rulewright.products.chosen import ProductOfCards, card_print
from rulewright.products.press.keys import PressEntry, read_press
from rulewright.products.product import FileKind, Plan
from rulewright.render.paths import card_path, press_path
from rulewright.translation.messages import tell

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class PressProduct(ProductOfCards):
    """For the print shop, a PDF of each card."""

    kind = PressEntry.word
    request: Press

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        for card in book.chosen(self.request.cards):
            yield card_print(
                card, book,
                path=press_path(card),
                span=self.request.span,
                offer=Offer((self.request.title, ": ", card.title)),
                name=tell("the card {card!r} for the press", card=card.id),
                about=f"press {card.id}",
                tagged=False,
            )  # fmt: skip

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.press.printing import press_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        yield Plan(needs, lambda finished: press_files(run, self.request, FinishedFiles(finished)))


def _read(id_: str, entry: PressEntry, surroundings: Surroundings) -> PressProduct:
    return PressProduct(read_press(id_, entry, surroundings))


PRESS = FileKind(PressEntry, _read)
