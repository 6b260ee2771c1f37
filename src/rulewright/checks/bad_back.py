"""The back of a card on a sheet that is no back for it: of another size, of several pages, or missing altogether.

What is cut out has two sides and one outline. A back of another size would be cut through, and paper printed on both
sides for cards without a back is turned over for nothing.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.imposition.pieces import card_of
from rulewright.model.book import Book
from rulewright.model.sheet import Sheet, Sides


def backs_that_do_not_fit(book: Book) -> Iterator[Diagnostic]:
    """Each card and each common back of a sheet that has backs."""
    for sheet in book.game.requests(Sheet):
        if sheet.sides is not Sides.APART:
            yield from _too_many_pages(sheet, book)
            yield from _common_back(sheet, book) if sheet.back else _no_backs(sheet, book)


def _too_many_pages(sheet: Sheet, book: Book) -> Iterator[Diagnostic]:
    """Over a fold there are two sides; with duplex, pages pair up."""
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        if sheet.sides is Sides.FOLD and len(card.pages) > 2:
            message = f"card {card.id!r} has {len(card.pages)} pages, and a folded card has two sides"
            hint = "make several cards of it, or write 'duplex: long-edge' for pairs of pages, back to back"
            yield Diagnostic("bad-back", copies.card.span, message, hint, about=f"{sheet.id}: {card.id}")


def _common_back(sheet: Sheet, book: Book) -> Iterator[Diagnostic]:
    assert sheet.back is not None
    back = card_of(sheet.back, book)
    about = f"{sheet.id}: {back.id}"
    if len(back.pages) > 1:
        message = f"card {back.id!r} has {len(back.pages)} pages, and the back of other cards is one page"
        yield Diagnostic("bad-back", sheet.back.span, message, "make a card of the page that is the back", about=about)
    backless = [copies.card for copies in sheet.cards if len(card_of(copies.card, book).pages) % 2]
    if not backless:
        message = f"no card needs the back {back.id!r}: each has one of its own"
        yield Diagnostic(
            "bad-back", sheet.back.span, message, "remove 'back'", severity=Severity.WARNING, about=f"{about} unused"
        )
    for name in backless:
        card = card_of(name, book)
        if card.size != back.size:
            sizes = [f"{each.size.width} by {each.size.height}" for each in (card, back)]
            message = f"card {card.id!r} is {sizes[0]}, but its back {back.id!r} is {sizes[1]}"
            label, hint = Label(sheet.back.span, "the back is given here"), "give both the same size"
            yield Diagnostic("bad-back", name.span, message, hint, (label,), about=f"{about} behind {card.id}")


def _no_backs(sheet: Sheet, book: Book) -> Iterator[Diagnostic]:
    if all(len(card_of(copies.card, book).pages) == 1 for copies in sheet.cards):
        what, key = ("folded", "fold") if sheet.sides is Sides.FOLD else ("printed on both sides", "duplex")
        message = f"no card of this sheet has a back, so nothing on it is {what}"
        hint = f"remove '{key}', or name a card that is the back of all: 'back: CARD'"
        yield Diagnostic("bad-back", sheet.span, message, hint, severity=Severity.WARNING, about=f"{sheet.id}: no back")
