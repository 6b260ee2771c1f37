"""The products for rulebooks: the game as one PDF, and the same as a booklet to fold and staple."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.entries.product import BOOK_STYLE, SHEET_STYLE, SMALLEST_IN_BOOKS, Offer, PrintedPdf
from rulewright.entries.rulebooks import HOW_TO_BIND, Rulebook
from rulewright.outputs.products.product import Plan, RequestedProduct

if TYPE_CHECKING:
    from rulewright.outputs.products.run import PrintRun


@dataclass(frozen=True)
class RulebookProduct(RequestedProduct):
    """A rulebook, and its booklet if it has one."""

    request: Rulebook

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        rulebook, booklet = self.request, self.request.booklet
        families = book.themes[rulebook.theme].book_families
        yield PrintedPdf(
            path=rulebook.file,
            span=rulebook.span,
            offer=Offer((rulebook.title,)),
            name=f"the rulebook {rulebook.id!r}",
            about=f"rulebook {rulebook.id}",
            smallest=SMALLEST_IN_BOOKS,
            stylesheet=BOOK_STYLE,
            families=families,
        )
        if booklet:
            yield PrintedPdf(
                path=rulebook.booklet_file,
                span=booklet.span,
                offer=Offer((rulebook.title, tell(", {paper} booklet", paper=booklet.paper.name)), HOW_TO_BIND),
                name=f"the booklet of {rulebook.id!r}",
                about=f"booklet {rulebook.id}",
                smallest=SMALLEST_IN_BOOKS,
                stylesheet=SHEET_STYLE,
                sheet=True,
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.products.print_rulebook import booklet_file, rulebook_file

        made = frozenset([self.request.file])
        yield Plan(outputs=lambda _: [rulebook_file(run, self.request)], makes=made)
        if booklet := self.request.booklet:
            needs = frozenset([self.request.file])
            yield Plan(needs, lambda finished: [booklet_file(run, self.request, booklet, finished)])
