"""A card that is too large for the paper of its sheet, even when turned; or a grid of cards that is too large.

A printer's driver would scale it without a word, and then it no longer fits its sleeve or the cards beside it.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, over_limit
from rulewright.imposition.pages import cards_on, excess, grid_excess
from rulewright.imposition.pieces import card_of
from rulewright.imposition.space import card_area
from rulewright.limits import SHEET_CARDS
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.paper import Paper
from rulewright.model.press import Press
from rulewright.model.sheet import Sheet, Sides
from rulewright.translation.messages import Message, all_of, tell

FINDING = FindingKind("sheet-overflow")


def check(book: Book) -> Iterator[Diagnostic]:
    """Each card or grid that is too large, for each paper of its sheet."""
    gangs = (each.sheet(book.chosen(each.cards)) for each in book.game.requests(Press) if each.gang is not None)
    for sheet in (*book.game.requests(Sheet), *gangs):
        if (number := cards_on(sheet, book)) > SHEET_CARDS.most:
            counted = tell("sheet {sheet!r} has {count:,} cards", sheet=sheet.id, count=number)
            yield over_limit(SHEET_CARDS, counted, sheet.span, tell("make several sheets, or print one several times"))
            continue
        for paper in sheet.papers:
            yield from _grid(sheet, paper, book) if sheet.grid else _cards(sheet, paper, book)


def _cards(sheet: Sheet, paper: Paper, book: Book) -> Iterator[Diagnostic]:
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        beyond = float(excess(card, sheet, paper, book))
        if beyond:
            message = tell(
                "card {card!r} is {beyond:g} mm too large for {paper}", card=card.id, beyond=beyond, paper=paper.name
            )
            if sheet.sides is Sides.FOLD:
                message = tell("unfolded, {message}", message=message)
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
    wide, high = map(float, grid_excess(sheet, paper, book))
    told = (wide, tell("{n:g} mm too wide", n=wide)), (high, tell("{n:g} mm too high", n=high))
    excesses = all_of(words for millimetres, words in told if millimetres)
    if excesses:
        message = tell(
            "a grid of {grid} cards is {excesses} for {paper}", grid=sheet.grid, excesses=excesses, paper=paper.name
        )
        hint = tell("{room}: use fewer cards in the grid, or a narrower margin or gap", room=_room(sheet, paper))
        yield FINDING.at(sheet.span, message, hint, about=f"{sheet.id}: grid on {paper.name}")


def _room(sheet: Sheet, paper: Paper) -> str:
    space = card_area(sheet, paper)
    return tell(
        "a margin of {margin} leaves {width:g} × {height:g} mm for cards",
        margin=sheet.margin,
        width=float(space.width),
        height=float(space.height),
    )
