"""The products for home printing: sheets of cards to cut out, and contact sheets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.book.book import Book
from rulewright.entries.fonts import MARK_FONT
from rulewright.entries.product import SHEET_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf, ProductFile
from rulewright.entries.sheets import HOW_TO_PRINT, ContactSheet, Sheet
from rulewright.html.paths import card_path
from rulewright.outputs.products.product import Plan, ProductOfCards, RequestedProduct

if TYPE_CHECKING:
    from rulewright.outputs.products.run import PrintRun


@dataclass(frozen=True)
class SheetProduct(RequestedProduct):
    """A sheet: one PDF for each paper, with the finished cards laid on it."""

    request: Sheet

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        sheet = self.request
        families = (*book.themes[sheet.theme].families, MARK_FONT) if sheet.theme else ()
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
        from rulewright.outputs.products.print_sheets import sheet_files

        cards = (*(copies.card for copies in self.request.cards), *filter(None, (self.request.back,)))
        needs = frozenset(map(card_path, run.book.chosen(cards)))
        yield Plan(needs, lambda finished: sheet_files(run, self.request, finished))


@dataclass(frozen=True)
class ContactSheetProduct(ProductOfCards):
    """A contact sheet: one PDF for each paper."""

    request: ContactSheet

    def files(self, book: Book) -> Iterator[ProductFile]:  # noqa: ARG002 - it has the same files with any cards
        for paper in self.request.papers:
            offer = Offer((self.request.title, f", {paper.name}"))
            yield ProductFile(path=self.request.path(paper), span=self.request.span, offer=offer)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_sheets import contact_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(needs, lambda finished: contact_files(run, self.request, finished))
