"""Two products that would write the same file: two cards, a card and a sheet, a rulebook and the booklet of another.

The second would replace the first, and nobody would miss it until the box is printed.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Label, Span
from rulewright.model.book import Book
from rulewright.model.product import Product, ProductFile

FINDING = FindingKind("duplicate-file", waivable=False)


def check(book: Book) -> Iterator[Finding]:
    """Each file that two places of the source make; of several for the same two places, the first.

    No waiver allows it, because one of the two would be lost.
    """
    first: dict[str, Span] = {}
    reported: set[tuple[Span, Span]] = set()
    for product, file in _files(book):
        places = first.setdefault(file.path, file.span), file.span
        if places[0] != file.span and places not in reported:
            reported.add(places)
            message, label = (
                f"two things print to {file.path!r}",
                Label(places[0], "the other one"),
            )
            yield FINDING.at(file.span, message, product.separation(), (label,), about=file.path)


def _files(book: Book) -> Iterator[tuple[Product[Book], ProductFile]]:
    """Those with a known name; under `*` the files of one game may be the same on purpose."""
    for product in book.products:
        yield from ((product, file) for file in product.files(book) if "*" not in file.path)
