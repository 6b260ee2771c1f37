"""Cards of several sizes that touch, or nearly so, on a sheet: a cut mark for one would stand on another.

Without a mark whoever cuts the sheet has to guess where the card ends.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.imposition.marks import narrowest_gap
from rulewright.imposition.pages import impose, is_too_large
from rulewright.model.book import Book
from rulewright.model.sheet import Sheet


def edges_without_mark(book: Book) -> Iterator[Diagnostic]:
    """Each sheet and paper with such cards; one with something too large cannot be laid out at all."""
    for sheet in book.game.requests(Sheet):
        for paper in sheet.papers:
            if is_too_large(sheet, paper, book):
                continue
            cards = dict.fromkeys(card for page in impose(sheet, paper, book) for card in page.unmarked)
            if cards:
                message = f"on {paper.name} some edges have no cut mark, of: {', '.join(cards)}"
                gap = narrowest_gap(sheet.bleed.value)
                hint = f"a gap of {gap}mm leaves room for marks; so may another order of the cards"
                about = f"{sheet.id} on {paper.name}"
                found = Severity.WARNING
                yield Diagnostic("edge-without-mark", sheet.span, message, hint, severity=found, about=about)
