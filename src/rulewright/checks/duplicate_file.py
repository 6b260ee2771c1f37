"""Two cards, a card and a sheet, or two rulebooks and their booklets that would be written to the same file.

The second would take the place of the first, and nobody would miss it until the box is printed.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.book import Book


def files_of_one_name(book: Book) -> Iterator[Diagnostic]:
    """Each thing whose file another has already, as the duplicate id that it is."""
    named = [(f"cards/{card.id}.pdf", card.span) for card in book.game.cards]
    named += [(f"cards/{sheet.file(paper)}", sheet.span) for sheet in book.game.sheets for paper in sheet.papers]
    for rulebook in book.game.rulebooks:
        named.append((rulebook.file, rulebook.span))
        if rulebook.booklet:
            named.append((rulebook.booklet_file, rulebook.booklet.span))
    first: dict[str, Span] = {}
    for file, span in named:
        if first.setdefault(file, span) is not span:
            label = Label(first[file], "and so does this")
            message, hint = f"this prints to {file!r}", "rename one of the two files"
            yield Diagnostic("duplicate-id", span, message, hint, (label,), about=file)
