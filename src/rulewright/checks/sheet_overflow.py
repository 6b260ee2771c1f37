"""A card that the paper of its sheet has no room for, even turned.

A printer's driver would scale it in silence, and then it no longer fits its sleeve or the cards beside it.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic
from rulewright.imposition import Box, excess, room
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.paper import Paper
from rulewright.model.sheet import Sheet


def sheets_too_small(book: Book) -> Iterator[Diagnostic]:
    """Each card that is too large, for each paper of its sheet."""
    for sheet in book.game.sheets:
        for paper in sheet.papers:
            space = room(sheet, paper)
            for copies in sheet.cards:
                target = book.target_of(copies.card)
                assert target is not None  # an unknown card is refused before
                card = book.cards[target.id]
                beyond = float(excess(card, space))
                if beyond:
                    message = f"card {target.id!r} is {beyond:g} mm too large for {paper.name}"
                    hint, about = _hint(card, sheet, paper, space), f"{sheet.id}: {card.id} on {paper.name}"
                    yield Diagnostic("sheet-overflow", copies.card.span, message, hint, about=about)


def _hint(card: Card, sheet: Sheet, paper: Paper, space: Box) -> str:
    if paper.is_whole(card.size):
        return f"it fills a sheet of {paper.name} by itself: leave it out, and print cards/{card.id}.pdf"
    size = f"{float(space.width):g} × {float(space.height):g} mm"
    return f"a margin of {sheet.margin} leaves {size} for cards: make it narrower, or leave the card out"
