"""Checks of sheets of cards, and of files that two products share.

A sheet prints copies of cards on one or several papers; `impose` lays out its pages. A product writes files. Inside a
check its own name is the check (`@finds` makes it one), so `sheet_overflow.at(...)` makes one of its findings.
"""

from collections.abc import Iterator

from rulewright.base.findings import Finding, Label, Severity, Span, over_limit
from rulewright.base.limits import SHEET_CARDS
from rulewright.base.messages.messages import all_of
from rulewright.book.book import Book
from rulewright.checks.named_check import finds
from rulewright.entries.paper import Paper
from rulewright.entries.press import Press
from rulewright.entries.sheets import Sheet, Sides, narrowest_gap
from rulewright.entries.text import Text
from rulewright.imposition.pages import cards_on, excess, grid_excess, impose, is_too_large
from rulewright.imposition.pieces import card_of
from rulewright.imposition.space import card_area


@finds(Severity.ERROR)
def sheet_overflow(book: Book) -> Iterator[Finding]:
    """A card, or a grid of cards, that is too large for the paper of its sheet, even when turned.

    A printer's driver would scale it silently, and then it no longer fits its sleeve or the cards beside it.
    """
    presses = (press for press in book.game.requests(Press) if press.paper)  # a paper: several cards on one sheet
    gangs = (press.sheet(card.id for card in book.chosen(press.cards)) for press in presses)
    for sheet in (*book.game.requests(Sheet), *gangs):
        if (number := cards_on(sheet, book)) > SHEET_CARDS.most:
            counted = f"sheet {sheet.id!r} has {number:,} cards"
            yield over_limit(SHEET_CARDS, counted, sheet.span, "make several sheets, or print one several times")
            continue
        for paper in sheet.papers:
            space = card_area(sheet, paper)
            space_left = (
                f"a margin of {sheet.margin} leaves {float(space.width):g} × {float(space.height):g} mm for cards"
            )
            yield from _too_large(sheet, paper, space_left, book)


def _too_large(sheet: Sheet, paper: Paper, space_left: str, book: Book) -> Iterator[Finding]:
    """Report a grid, or single cards, that do not fit the paper."""
    if sheet.grid:
        wide, high = map(float, grid_excess(sheet, paper, book))
        excesses = ([f"{wide:g} mm too wide"] if wide else []) + ([f"{high:g} mm too high"] if high else [])
        if excesses:
            message = f"a grid of {sheet.grid} cards is {all_of(excesses)} for {paper.name}"
            hint = f"{space_left}: use fewer cards in the grid, or a narrower margin or gap"
            yield sheet_overflow.at(sheet.span, message, hint, about=f"{sheet.id}: grid on {paper.name}")
        return
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        if beyond := float(excess(card, sheet, paper, book)):
            message = f"card {card.id!r} is {beyond:g} mm too large for {paper.name}"
            if sheet.sides is Sides.FOLD:
                message = f"unfolded, {message}"
            hint = f"{space_left}: make the margin narrower, or remove the card"
            if paper.is_whole(card.size):
                hint = f"it fills a sheet of {paper.name} by itself: remove it here, and print cards/{card.id}.pdf"
            yield sheet_overflow.at(copies.card.span, message, hint, about=f"{sheet.id}: {card.id} on {paper.name}")


@finds(Severity.ERROR)
def bad_back(book: Book) -> Iterator[Finding]:
    """A back that does not fit its card on a sheet: another size, several pages, or no back at all.

    A card has two sides and one outline. The knife cuts through a back of another size, and cards without backs need no
    printing on both sides.
    """
    for sheet in book.game.requests(Sheet):
        if sheet.sides is Sides.APART:
            continue
        cards = [(copies.card, card_of(copies.card, book)) for copies in sheet.cards]
        for name, card in cards if sheet.sides is Sides.FOLD else ():
            if len(card.pages) > 2:
                message = f"card {card.id!r} has {len(card.pages)} pages, but a folded card has two sides"
                hint = "split it into several cards, or write 'duplex: long-edge' to print its pages in pairs"
                yield bad_back.at(name.span, message, hint, about=f"{sheet.id}: {card.id}")
        if sheet.back:
            yield from _common_back(sheet, sheet.back, book)
        elif all(len(card.pages) == 1 for _, card in cards):
            key = "fold" if sheet.sides is Sides.FOLD else "duplex"
            message = f"no card of this sheet has a back, so {key!r} does nothing"
            hint = f"remove {key!r}, or name one card as the back of all: 'back: CARD'"
            yield bad_back.at(sheet.span, message, hint, severity=Severity.WARNING, about=f"{sheet.id}: no back")


def _common_back(sheet: Sheet, link: Text, book: Book) -> Iterator[Finding]:
    """Report a back with several pages, a back that no card needs, and cards of another size than their back."""
    back = card_of(link, book)
    about = f"{sheet.id}: {back.id}"
    if len(back.pages) > 1:
        message = f"card {back.id!r} has {len(back.pages)} pages, but a common back has one"
        yield bad_back.at(link.span, message, "make a card of the page that serves as back", about=about)
    # pages print in pairs, front and back, so the last of an odd number has no back of its own
    backless = [copies.card for copies in sheet.cards if len(card_of(copies.card, book).pages) % 2]
    if not backless:
        message = f"no card needs the back {back.id!r}: each has its own"
        yield bad_back.at(link.span, message, "remove 'back'", severity=Severity.WARNING, about=f"{about} unused")
    for name in backless:
        card = card_of(name, book)
        if card.size != back.size:
            card_size, back_size = (f"{size.width} by {size.height}" for size in (card.size, back.size))
            message = f"card {card.id!r} is {card_size}, but its back {back.id!r} is {back_size}"
            labels, hint = (Label(link.span, "the back is given here"),), "give both the same size"
            yield bad_back.at(name.span, message, hint, labels, about=f"{about} behind {card.id}")


@finds(Severity.WARNING)
def edge_without_mark(book: Book) -> Iterator[Finding]:
    """Cards of several sizes so close together on a sheet that the cut mark of one would lie on another.

    Whoever cuts the sheet then has to guess where the card ends. A sheet with a card that is too large has no layout,
    so it is skipped.
    """
    for sheet in book.game.requests(Sheet):
        for paper in sheet.papers:
            if is_too_large(sheet, paper, book):
                continue
            unmarked_cards = dict.fromkeys(card for page in impose(sheet, paper, book) for card in page.unmarked)
            if unmarked_cards:
                message = f"on {paper.name} some edges of these cards have no cut mark: {', '.join(unmarked_cards)}"
                gap = narrowest_gap(sheet.bleed.value)
                hint = f"a gap of {gap}mm leaves room for marks; another order of the cards may help too"
                about = f"{sheet.id} on {paper.name}"
                yield edge_without_mark.at(sheet.span, message, hint, about=about)


@finds(Severity.ERROR, waivable=False)
def duplicate_file(book: Book) -> Iterator[Finding]:
    """Two products that would write the same file, such as a rulebook and the booklet of another.

    The second would replace the first, and nobody would miss it until the box is printed. So no waiver allows it. Of
    several files that the same two places of the source make, only the first is reported. Files with `*` in their path
    may be the same on purpose.
    """
    first: dict[str, Span] = {}
    reported: set[tuple[Span, Span]] = set()
    for product in book.products:
        for file in (file for file in product.files(book) if "*" not in file.path):
            earlier = first.setdefault(file.path, file.span)
            if earlier != file.span and (earlier, file.span) not in reported:
                reported.add((earlier, file.span))
                message, labels = f"two things print to {file.path!r}", (Label(earlier, "the other one"),)
                yield duplicate_file.at(file.span, message, product.separation(), labels, about=file.path)
