"""A card that is too large for the paper of its sheet, even when turned; or a grid of cards that is too large.

A printer's driver would scale it without a word, and then it no longer fits its sleeve or the cards beside it.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.imposition.pages import excess, grid_excess
from rulewright.imposition.pieces import card_of
from rulewright.imposition.space import card_area
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.paper import Paper
from rulewright.model.sheet import Sheet, Sides

FINDING = FindingKind("sheet-overflow")


def check(book: Book) -> Iterator[Diagnostic]:
    """Each card or grid that is too large, for each paper of its sheet."""
    for sheet in book.game.requests(Sheet):
        for paper in sheet.papers:
            yield from _grid(sheet, paper, book) if sheet.grid else _cards(sheet, paper, book)


def _cards(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Diagnostic]:
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        beyond = float(excess(card, sheet, paper, book))
        if beyond:
            folded = "unfolded, " if sheet.sides is Sides.FOLD else ""
            message = f"{folded}card {card.id!r} is {beyond:g} mm too large for {paper.name}"
            hint, about = _hint(card, sheet, paper), f"{sheet.id}: {card.id} on {paper.name}"
            yield FINDING.at(copies.card.span, message, hint, about=about)


def _hint(card: Card, sheet: Sheet, paper: Paper) -> str:
    if paper.is_whole(card.size):
        return f"it fills a sheet of {paper.name} by itself: remove it here, and print cards/{card.id}.pdf"
    return f"{_room(sheet, paper)}: make the margin narrower, or remove the card"


def _grid(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Diagnostic]:
    beyond = zip(grid_excess(sheet, paper, book), ("wide", "high"), strict=True)
    excesses = " and ".join(f"{float(millimetres):g} mm too {side}" for millimetres, side in beyond if millimetres)
    if excesses:
        message = f"a grid of {sheet.grid} cards is {excesses} for {paper.name}"
        hint = f"{_room(sheet, paper)}: use fewer cards in the grid, or a narrower margin or gap"
        yield FINDING.at(sheet.span, message, hint, about=f"{sheet.id}: grid on {paper.name}")


def _room(sheet: Sheet, paper: Paper) -> str:
    space = card_area(sheet, paper)
    return f"a margin of {sheet.margin} leaves {float(space.width):g} × {float(space.height):g} mm for cards"
