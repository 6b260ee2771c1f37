"""Cards of several sizes so close together on a sheet that the cut mark of one would lie on another.

Whoever cuts the sheet then has to guess where the card ends.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.imposition.marks import narrowest_gap
from rulewright.imposition.pages import impose, is_too_large
from rulewright.model.book import Book
from rulewright.model.sheet import Sheet

FINDING = FindingKind("edge-without-mark", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each sheet and paper with such cards; a sheet with a card that is too large has no layout."""
    for sheet in book.game.requests(Sheet):
        for paper in sheet.papers:
            if is_too_large(sheet, paper, book):
                continue
            cards = dict.fromkeys(card for page in impose(sheet, paper, book) for card in page.unmarked)
            if cards:
                message = f"on {paper.name} some edges of these cards have no cut mark: {', '.join(cards)}"
                gap = narrowest_gap(sheet.bleed.value)
                hint = f"a gap of {gap}mm leaves room for marks; another order of the cards may help too"
                about = f"{sheet.id} on {paper.name}"
                yield FINDING.at(sheet.span, message, hint, about=about)
