"""Sheets: cards laid out on paper, to be printed at home and cut out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.product import HOW_TO_PRINT, SHEET_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf, Sheet
from rulewright.model.text import Text
from rulewright.model.theme import MARKED_IN
from rulewright.products.product import Buildable, FileKind, Plan
from rulewright.products.sheet.keys import SheetEntry, read_sheet
from rulewright.render.paths import card_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class SheetProduct(Buildable):
    """A sheet: one PDF for each paper, with the finished cards laid on it."""

    kind = SheetEntry.word
    request: Sheet

    def texts(self) -> Iterator[Text | None]:
        yield self.request.title
        yield from (copies.card for copies in self.request.cards)
        yield self.request.back

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        sheet = self.request
        families = (*book.themes[sheet.theme].families, MARKED_IN) if sheet.theme else ()
        for paper in sheet.papers:
            yield PrintedPdf(
                path=f"cards/{sheet.file(paper)}",
                span=sheet.span,
                offer=Offer((sheet.title, f", {paper.name}"), HOW_TO_PRINT[sheet.sides]),
                name=f"the sheet {sheet.id!r} on {paper.name}",
                about=f"sheet {sheet.id} {paper.name}",
                smallest=SMALLEST_ON_CARDS,
                stylesheet=SHEET_STYLE,
                sheet=True,
                families=families,
                themed=bool(sheet.theme),
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.sheet.printing import sheet_files

        cards = (*(copies.card for copies in self.request.cards), *filter(None, (self.request.back,)))
        needs = frozenset(map(card_path, run.book.chosen(cards)))
        yield Plan(needs, lambda finished: sheet_files(run, self.request, finished))


def _read(id_: str, entry: SheetEntry, surroundings: Surroundings) -> SheetProduct:
    return SheetProduct(read_sheet(id_, entry, surroundings))


SHEET = FileKind(SheetEntry, _read)
