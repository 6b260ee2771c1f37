"""The outputs of a game that are read back, its PDFs and web pages, and the texts and tables they must hold."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import filter as matching
from itertools import groupby
from operator import attrgetter

from rulewright.model.book import Book, Target, items_below
from rulewright.model.card import Card
from rulewright.model.product import HtmlPage, PrintedPdf, ProductFile
from rulewright.model.table import Table
from rulewright.render.typesetting.places import places_of


def printed_pdfs(book: Book, files: Mapping[str, bytes]) -> Iterator[PrintedPdf]:
    """The PDFs of a game that are among the files."""
    return (file for file in _files(book) if isinstance(file, PrintedPdf) and file.path in files)


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of one `card`, its `chart`, or all others of the web folder."""

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """The pages among the files; each belongs to the first product file that names it."""
    rest = {path: data for path, data in files.items() if path.endswith(".html")}
    pages = (file for file in _files(book) if isinstance(file, HtmlPage))
    for _, group in groupby(pages, key=attrgetter("about")):
        together = list(group)
        paths = [path for page in together for path in matching(rest, page.path)]
        own = {path: rest.pop(path) for path in paths}
        yield WebPages(together[0].name, together[0].about, own, together[0].card, together[0].chart)


def _files(book: Book) -> Iterator[ProductFile]:
    return (file for product in book.products for file in product.files(book))


def tables_on_pages(pages: Container[str], book: Book) -> Iterator[Table]:
    """The tables that some pages of the web print by themselves, with a rule or without one."""
    places = places_of(book)
    for table in book.game.tables:
        page, _, _ = places.href(Target("table", table.id)).partition("#")
        if f"web/{page}" in pages:
            yield table


def tables_of_references(pages: Container[str], book: Book) -> Iterator[Table]:
    """The tables on the bullets of the quick references on some pages."""
    places = places_of(book)
    for reference in book.game.references:
        shown = f"web/{places.reference_pages[reference.id]}" in pages
        for item in items_below(reference.items) if shown else ():
            if (target := book.target_of(item.table)) is not None:
                yield book.tables[target.id]
