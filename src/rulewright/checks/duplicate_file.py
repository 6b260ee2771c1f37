"""Two things that print to the same file: two cards, a card and a sheet, a rulebook and the booklet of another.

The second would replace the first, and nobody would miss it until the box is printed.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Label, Span
from rulewright.model.book import Book

FINDING = FindingKind("duplicate-file", waivable=False)

OF_FINISHED_CARDS = ("press", "screen", "online")
"""The folders of products that are made from finished cards."""


def check(book: Book) -> Iterator[Diagnostic]:
    """Each thing whose file something else already has; no waiver allows it, because one of the two would be lost."""
    first: dict[str, Span] = {}
    for file, span in _files(book):
        if first.setdefault(file, span) is not span:
            label = Label(first[file], "the other one")
            message, hint = f"two things print to {file!r}", "rename one of the two files"
            if file.partition("/")[0] in OF_FINISHED_CARDS:
                hint = "list in each of the two files only its own cards, as in cards: [first-card]"
            yield FINDING.at(span, message, hint, (label,), about=file)


def _files(book: Book) -> Iterator[tuple[str, Span]]:
    """The file that each thing prints to; where there are several, the first."""
    yield from ((f"cards/{card.id}.pdf", card.span) for card in book.game.cards)
    yield from ((f"cards/{sheet.file(paper)}", sheet.span) for sheet in book.game.sheets for paper in sheet.papers)
    for rulebook in book.game.rulebooks:
        yield rulebook.file, rulebook.span
        if rulebook.booklet:
            yield rulebook.booklet_file, rulebook.booklet.span
    for press in book.game.presses:
        yield from ((f"press/{card.id}.pdf", press.span) for card in book.chosen(press.cards))
    for screen in book.game.screens:
        cards = book.chosen(screen.cards)
        yield from ((f"screen/{card.id}-{width}.pdf", screen.span) for card in cards for width in screen.widths)
    for online in book.game.online:
        yield from ((f"online/{card.id}.html", online.span) for card in book.chosen(online.cards))
