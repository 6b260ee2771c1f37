"""A back that does not fit its card on a sheet: another size, several pages, or no back at all.

A card has two sides and one outline. The knife cuts through a back of another size, and cards without backs need no
printing on both sides.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.imposition.pieces import card_of
from rulewright.model.book import Book
from rulewright.model.sheet import Sheet, Sides

FINDING = FindingKind("bad-back")


def check(book: Book) -> Iterator[Finding]:
    """Each card and each common back of a sheet that has backs."""
    for sheet in book.game.requests(Sheet):
        if sheet.sides is not Sides.APART:
            yield from _too_many_pages(sheet, book)
            yield from _common_back(sheet, book) if sheet.back else _no_backs(sheet, book)


def _too_many_pages(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Over a fold there are two sides; with duplex, pages pair up."""
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        if sheet.sides is Sides.FOLD and len(card.pages) > 2:
            message = f"card {card.id!r} has {len(card.pages)} pages, but a folded card has two sides"
            hint = "split it into several cards, or write 'duplex: long-edge' to print its pages in pairs"
            yield FINDING.at(copies.card.span, message, hint, about=f"{sheet.id}: {card.id}")


def _common_back(sheet: Sheet, book: Book) -> Iterator[Finding]:
    assert sheet.back is not None
    back = card_of(sheet.back, book)
    about = f"{sheet.id}: {back.id}"
    if len(back.pages) > 1:
        message = f"card {back.id!r} has {len(back.pages)} pages, but a common back has one"
        yield FINDING.at(sheet.back.span, message, "make a card of the page that serves as back", about=about)
    backless = [copies.card for copies in sheet.cards if len(card_of(copies.card, book).pages) % 2]
    if not backless:
        message = f"no card needs the back {back.id!r}: each has its own"
        yield FINDING.at(sheet.back.span, message, "remove 'back'", (), Severity.WARNING, about=f"{about} unused")
    for name in backless:
        card = card_of(name, book)
        if card.size != back.size:
            sizes = [f"{each.size.width} by {each.size.height}" for each in (card, back)]
            message = f"card {card.id!r} is {sizes[0]}, but its back {back.id!r} is {sizes[1]}"
            label, hint = Label(sheet.back.span, "the back is given here"), "give both the same size"
            yield FINDING.at(name.span, message, hint, (label,), about=f"{about} behind {card.id}")


def _no_backs(sheet: Sheet, book: Book) -> Iterator[Finding]:
    if all(len(card_of(copies.card, book).pages) == 1 for copies in sheet.cards):
        key = "fold" if sheet.sides is Sides.FOLD else "duplex"
        message = f"no card of this sheet has a back, so {key!r} does nothing"
        hint = f"remove {key!r}, or name one card as the back of all: 'back: CARD'"
        yield FINDING.at(sheet.span, message, hint, severity=Severity.WARNING, about=f"{sheet.id}: no back")
