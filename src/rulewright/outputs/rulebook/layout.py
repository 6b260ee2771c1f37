"""Print a rulebook: lay out its text, then its index, and write the page numbers in their places."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.outputs.rulebook.index import OPEN, USE
from rulewright.pdf.book_pages import LEAST, BookPages, PageNumbers, page_numbers
from rulewright.pdf.overflow import Overflow, filled, overflow, reach_of
from rulewright.pdf.printer import Printer, write_pdf

SHARED = 0.42
"""The share of the page before the index that is filled where less text was left for it."""
SHORTER = "@page :nth(%d) { padding-bottom: %.1fmm }"
"""The style of a page whose text ends higher, so that more of it goes to the next page."""
FROM = "@page :first { counter-reset: page %d } html { break-before: %s }"
"""The style of pages that begin with a number, on the left or right side."""
TAG = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)
LINK = re.compile(r'\bhref="#([^"]+)"')


@dataclass(frozen=True, slots=True)
class BookToPrint:
    """The HTML of a book, with page numbers left open, and a function that returns its index for given page numbers.

    About `page` characters fill a page, whose text is `height` millimetres high. Chapters `follow_on` where a page
    would be nearly empty.
    """

    html: str
    index: Callable[[PageNumbers], str]
    page: int
    style: str
    height: float
    follow_on: bool = True


@dataclass(frozen=True, slots=True)
class PrintedBook:
    """A printed rulebook; `warnings` are WeasyPrint's."""

    pdf: bytes
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]


def print_book(printer: Printer, book: BookToPrint) -> PrintedBook:
    """Print the book as a tagged PDF (PDF/UA-1)."""
    with printer.working() as warnings:
        digits = max(2, len(str(len(TAG.sub("", book.html)) // book.page)))
        document = _laid_out(printer, book, digits)
        if document.length >= 10**digits:  # more pages than expected: numbers need more room
            document = _laid_out(printer, book, len(str(document.length)))
        whole = document.with_numbers()
        pdf = write_pdf(whole, outlined=True)
        return PrintedBook(pdf, tuple(_overflows(reach_of(whole.pages))), tuple(dict.fromkeys(warnings)))


@dataclass(frozen=True, slots=True)
class _LaidOutBook:
    """The laid-out text and index of a book, with zeros for page numbers; `links` are the anchors in the index."""

    text: Any
    decisions: BookPages
    index: list[Any]
    links: frozenset[str]
    zeros: str

    @property
    def length(self) -> int:
        return len(self.text.pages) + len(self.index)

    def with_numbers(self) -> Any:
        """Return the document of all pages, with page numbers, and without anchors to which nothing links."""
        pages = [*self.text.pages, *self.index]
        self.decisions.fill_in(pages, page_numbers(pages).anchors, self.zeros)
        for page in pages:
            for anchor in [each for each in page.anchors if each.startswith(USE) and each not in self.links]:
                del page.anchors[anchor]
        return self.text.copy(pages)


def _laid_out(printer: Printer, book: BookToPrint, digits: int) -> _LaidOutBook:
    """Lay a book out with room for page numbers of so many digits."""
    zeros = "0" * digits
    text, decisions = _text(printer, book, zeros)
    index = book.index(page_numbers(text.pages))
    last = filled(text.pages[-1]._page_box)
    if index and book.follow_on and last < LEAST and len(text.pages) > 1:
        shorter = SHORTER % (len(text.pages) - 1, (SHARED - last) * book.height)
        text, decisions = _text(printer, book, zeros, shorter)
        index = book.index(page_numbers(text.pages))
    first, pages = len(text.pages) + 1, list[Any]()
    if index:
        begin = FROM % (first, "right" if first % 2 else "left")
        pages = printer.lay_out_parsed(printer.parsed(index), [begin]).pages
    return _LaidOutBook(text, decisions, pages, frozenset(LINK.findall(index)), zeros)


def _text(printer: Printer, book: BookToPrint, zeros: str, *styles: str) -> tuple[Any, BookPages]:
    source = printer.parsed(book.html.replace(OPEN, zeros))
    source.watcher = BookPages(source.etree_element, follow_on=book.follow_on)
    return printer.lay_out_parsed(source, styles), source.watcher


def _overflows(reach: Mapping[tuple[str, str], float]) -> Iterator[Overflow]:
    for (block, side), pixels in reach.items():
        yield from overflow(block, side, pixels)
