"""A card that is too large for the paper of its sheet, even when turned; or a grid of cards that is too large.

A printer's driver would scale it without a word, and then it no longer fits its sleeve or the cards beside it.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, over_limit
from rulewright.imposition.pages import cards_on, excess, grid_excess
from rulewright.imposition.pieces import card_of
from rulewright.imposition.space import card_area
from rulewright.limits import SHEET_CARDS
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.paper import Paper
from rulewright.model.press import Press
from rulewright.model.sheet import Sheet, Sides
from rulewright.translation.messages import all_of

FINDING = FindingKind("sheet-overflow")


def check(book: Book) -> Iterator[Finding]:
    """Each card or grid that is too large, for each paper of its sheet."""
    gangs = (each.sheet(book.chosen(each.cards)) for each in book.game.requests(Press) if each.gang is not None)
    for sheet in (*book.game.requests(Sheet), *gangs):
        if (number := cards_on(sheet, book)) > SHEET_CARDS.most:
            counted = f"sheet {sheet.id!r} has {number:,} cards"
            yield over_limit(SHEET_CARDS, counted, sheet.span, "make several sheets, or print one several times")
            continue
        for paper in sheet.papers:
            yield from _grid(sheet, paper, book) if sheet.grid else _cards(sheet, paper, book)


def _cards(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Finding]:
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        beyond = float(excess(card, sheet, paper, book))
        if beyond:
            message = f"card {card.id!r} is {beyond:g} mm too large for {paper.name}"
            if sheet.sides is Sides.FOLD:
                message = f"unfolded, {message}"
            hint, about = _hint(card, sheet, paper), f"{sheet.id}: {card.id} on {paper.name}"
            yield FINDING.at(copies.card.span, message, hint, about=about)


def _hint(card: Card, sheet: Sheet, paper: Paper) -> str:
    if paper.is_whole(card.size):
        return f"it fills a sheet of {paper.name} by itself: remove it here, and print cards/{card.id}.pdf"
    return f"{_room(sheet, paper)}: make the margin narrower, or remove the card"


def _grid(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Finding]:
    wide, high = map(float, grid_excess(sheet, paper, book))
    told = (wide, f"{wide:g} mm too wide"), (high, f"{high:g} mm too high")
    excesses = all_of(words for millimetres, words in told if millimetres)
    if excesses:
        message = f"a grid of {sheet.grid} cards is {excesses} for {paper.name}"
        hint = f"{_room(sheet, paper)}: use fewer cards in the grid, or a narrower margin or gap"
        yield FINDING.at(sheet.span, message, hint, about=f"{sheet.id}: grid on {paper.name}")


def _room(sheet: Sheet, paper: Paper) -> str:
    space = card_area(sheet, paper)
    return f"a margin of {sheet.margin} leaves {float(space.width):g} × {float(space.height):g} mm for cards"
