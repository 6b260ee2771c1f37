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
from rulewright.translation.messages import Message, tell

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
            message = tell(
                "{folded}card {card!r} is {beyond:g} mm too large for {paper}",
                folded=folded,
                card=card.id,
                beyond=beyond,
                paper=paper.name,
            )
            hint, about = _hint(card, sheet, paper), f"{sheet.id}: {card.id} on {paper.name}"
            yield FINDING.at(copies.card.span, message, hint, about=about)


def _hint(card: Card, sheet: Sheet, paper: Paper) -> Message:
    if paper.is_whole(card.size):
        return tell(
            "it fills a sheet of {paper} by itself: remove it here, and print cards/{card}.pdf",
            paper=paper.name,
            card=card.id,
        )
    return tell("{room}: make the margin narrower, or remove the card", room=_room(sheet, paper))


def _grid(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Diagnostic]:
    beyond = zip(grid_excess(sheet, paper, book), ("wide", "high"), strict=True)
    excesses = " and ".join(f"{float(millimetres):g} mm too {side}" for millimetres, side in beyond if millimetres)
    if excesses:
        message = tell(
            "a grid of {grid} cards is {excesses} for {paper}", grid=sheet.grid, excesses=excesses, paper=paper.name
        )
        hint = tell("{room}: use fewer cards in the grid, or a narrower margin or gap", room=_room(sheet, paper))
        yield FINDING.at(sheet.span, message, hint, about=f"{sheet.id}: grid on {paper.name}")


def _room(sheet: Sheet, paper: Paper) -> str:
    space = card_area(sheet, paper)
    return f"a margin of {sheet.margin} leaves {float(space.width):g} × {float(space.height):g} mm for cards"
