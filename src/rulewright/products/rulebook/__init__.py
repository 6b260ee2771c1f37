"""Rulebooks: the game as one PDF, and the same to be folded and stapled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.product import (
    BOOK_STYLE,
    HOW_TO_BIND,
    SHEET_STYLE,
    SMALLEST_IN_BOOKS,
    Offer,
    PrintedPdf,
    Rulebook,
)
from rulewright.model.text import Text
from rulewright.products.product import Buildable, FileKind, Plan
from rulewright.products.rulebook.keys import RulebookEntry, read_rulebook
from rulewright.translation.messages import tell

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class RulebookProduct(Buildable):
    """A rulebook, and its booklet if it has one."""

    kind = RulebookEntry.word
    request: Rulebook

    def texts(self) -> Iterator[Text | None]:
        yield self.request.title

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
        from rulewright.products.rulebook.booklets import booklet_file
        from rulewright.products.rulebook.printing import rulebook_file

        made = frozenset([self.request.file])
        yield Plan(here=lambda *_: run.files([rulebook_file(run, self.request)]), makes=made)
        if booklet := self.request.booklet:
            needs = frozenset([self.request.file])
            yield Plan(needs, lambda finished: [booklet_file(run, self.request, booklet, finished)])


def _read(id_: str, entry: RulebookEntry, surroundings: Surroundings) -> RulebookProduct:
    return RulebookProduct(read_rulebook(id_, entry, surroundings))


RULEBOOK = FileKind(RulebookEntry, _read)
