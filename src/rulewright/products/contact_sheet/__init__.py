"""Contact sheets: the fronts of all cards, small, to look a deck over or to check it against what is in the box."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.product import Offer, ProductFile
from rulewright.products.chosen import ProductOfCards
from rulewright.products.contact_sheet.keys import USUAL_COLUMNS, ContactSheet, ContactSheetEntry
from rulewright.products.product import FileKind, Plan
from rulewright.render.paths import card_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class ContactSheetProduct(ProductOfCards):
    """A contact sheet: one PDF for each paper."""

    kind = ContactSheetEntry.word
    request: ContactSheet

    def files(self, book: Book) -> Iterator[ProductFile]:  # noqa: ARG002 - it has the same files with any cards
        for paper in self.request.papers:
            offer = Offer((self.request.title, f", {paper.name}"))
            yield ProductFile(path=self.request.path(paper), span=self.request.span, offer=offer)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.contact_sheet.printing import contact_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(needs, lambda finished: contact_files(run, self.request, finished))


def _read(id_: str, entry: ContactSheetEntry, _: Surroundings) -> ContactSheetProduct:
    columns = entry.columns or USUAL_COLUMNS
    return ContactSheetProduct(ContactSheet(id_, entry.title, entry.paper, entry.cards, columns, entry.span))


CONTACT_SHEET = FileKind(ContactSheetEntry, _read)
