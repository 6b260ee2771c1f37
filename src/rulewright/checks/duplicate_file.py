"""Two products that would write the same file: two cards, a card and a sheet, a rulebook and another's booklet.

The second would replace the first, and nobody would miss it until the box is printed.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Label, Span
from rulewright.model.book import Book
from rulewright.model.product import Product, ProductFile

FINDING = FindingKind("duplicate-file", waivable=False)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each file that another place of the source makes too; of several for the same two places, the first."""
    first: dict[str, Span] = {}
    reported: set[tuple[Span, Span]] = set()
    for product, file in _files(book):
        places = first.setdefault(file.path, file.span), file.span
        if places[0] != file.span and places not in reported:
            reported.add(places)
            message, label = f"this prints to {file.path!r}", Label(places[0], "and so does this")
            yield FINDING.at(file.span, message, product.separation(), (label,), about=file.path)


def _files(book: Book) -> Iterator[tuple[Product[Book], ProductFile]]:
    """All whose names are known; under `*` the files of one game may be the same on purpose."""
    for product in book.products:
        yield from ((product, file) for file in product.files(book) if "*" not in file.path)
