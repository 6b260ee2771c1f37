"""Sheets that cannot be laid out or not be cut, and cards and sheets that would be written to one file."""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Label, Severity, Span
from rulewright.imposition import NARROWEST_GAP, cards_on, excess, impose, room
from rulewright.model.book import Book


def sheets_too_small(book: Book) -> Iterator[Diagnostic]:
    """A card that the paper of its sheet has no room for, even turned: it would have to be scaled."""
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
                    size = f"{float(space.width):g} × {float(space.height):g} mm"
                    left = f"a margin of {sheet.margin} leaves {size} for cards"
                    hint = f"{left}: make it narrower, or leave the card out"
                    if paper.is_whole(card.size):
                        hint = (
                            f"it fills a sheet of {paper.name} by itself: leave it out, and print cards/{card.id}.pdf"
                        )
                    yield Diagnostic("sheet-overflow", copies.card.span, message, hint)


def edges_without_mark(book: Book) -> Iterator[Diagnostic]:
    """Cards of several sizes that touch, or nearly so: a mark for one would stand on another."""
    for sheet in book.game.sheets:
        for paper in sheet.papers:
            if any(excess(card, room(sheet, paper)) for card in cards_on(sheet, book)):
                continue
            cards = dict.fromkeys(card for page in impose(sheet, paper, book) for card in page.unmarked)
            if cards:
                message = f"on {paper.name} some edges have no cut mark, of: {', '.join(cards)}"
                hint = f"a gap of {NARROWEST_GAP}mm leaves room for marks; so may another order of the cards"
                yield Diagnostic("edge-without-mark", sheet.span, message, hint, severity=Severity.WARNING)


def files_of_one_name(book: Book) -> Iterator[Diagnostic]:
    """Two cards, a card and a sheet, or two rulebooks that would be written to the same file."""
    named = [(f"cards/{card.id}.pdf", card.span) for card in book.game.cards]
    named += [(f"cards/{sheet.file(paper)}", sheet.span) for sheet in book.game.sheets for paper in sheet.papers]
    named += [(rulebook.file, rulebook.span) for rulebook in book.game.rulebooks]
    first: dict[str, Span] = {}
    for file, span in named:
        if first.setdefault(file, span) is not span:
            label = Label(first[file], "and so does this")
            yield Diagnostic("duplicate-id", span, f"this prints to {file!r}", "rename one of the two files", (label,))
