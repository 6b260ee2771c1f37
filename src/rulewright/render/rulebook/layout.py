"""Prints a rulebook: each part by itself, with its page numbers open; then the index; then all of it as one PDF."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulewright.render.pdf.overflow import Overflow, overflow, reach_of
from rulewright.render.pdf.pieces.joining import join_pieces
from rulewright.render.pdf.pieces.piece import Piece
from rulewright.render.pdf.pieces.printing import print_piece
from rulewright.render.pdf.printer import Printer, write_pdf
from rulewright.render.rulebook.page_numbers import OPEN, USE, PageNumbers, numbers_alone, page_numbers
from rulewright.render.rulebook.runs import body, printed_runs, with_body

# Prints a rulebook in one go, and again until its page numbers are right

ATTEMPTS = 5
"""More digits in a number may move what follows."""
PAGE_BREAK = '<div style="break-after: page"></div>'
NUMBER = re.compile(rf'data-page-of="([^"]+)"([^{OPEN}]*){OPEN}')
INDEXED = re.compile(r'<a(?=[^>]* data-indexed)(?=[^>]* id="([^"]+)")[^>]* href="#([^"]+)"')

Printed = tuple[bytes, Mapping[tuple[str, str], float], list[str]]
"""The PDF; how far blocks reach beyond the margins; WeasyPrint's warnings."""


def print_whole(
    printer: Printer,
    parts: Iterable[str],
    empty: str,
    index: Callable[[PageNumbers], Mapping[str, str]],
    facing: str = "",
) -> Printed:
    """`parts` are documents, `empty` one with nothing in it, and `index` makes the last.

    `facing` is the style of left and right pages.
    """
    parts, pages = [*parts], PageNumbers()
    with printer.working() as warnings:
        for _ in range(ATTEMPTS):
            html = _numbered(PAGE_BREAK.join(map(body, (*parts, *index(pages).values()))), pages.anchors)
            document = printer.lay_out_parsed(printer.parsed(with_body(empty, html)), [facing] if facing else [])
            before, pages = pages, _page_numbers(document, html)
            if pages == before:
                break
        return write_pdf(document, outlined=True), reach_of(document.pages), list(dict.fromkeys(warnings))


def _numbered(html: str, pages: Mapping[str, int]) -> str:
    return NUMBER.sub(lambda found: f'data-page-of="{found[1]}"{found[2]}{pages.get(found[1], 0)}', html)


def _page_numbers(document: Any, html: str) -> PageNumbers:
    """A thing that goes on over pages is on its first; of the links on a page the first counts."""
    places: dict[str, int] = {}
    for number, page in enumerate(document.pages, 1):
        places |= {anchor: number for anchor in page.anchors if anchor not in places}
    uses: dict[str, dict[int, str]] = {}
    for link, anchor in INDEXED.findall(html):
        if link in places:
            uses.setdefault(anchor, {}).setdefault(places[link], link)
    return PageNumbers(places, uses)


ANCHOR, LINK = re.compile(r'\bid="([^"]+)"'), re.compile(r'\bhref="#([^"]+)"')
TAG = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)


class PartToPrint(NamedTuple):
    """What a printed part depends on, beside its style; `linked` are the anchors of the book that it links to."""

    name: str
    html: str
    linked: tuple[str, ...]
    digits: int
    first_page: int
    facing: bool

    def print(self, printer: Printer) -> Piece:
        html = self.html.replace(OPEN, "0" * self.digits)
        return print_piece(printer, html, self.name, self.linked, self.digits, self.first_page, facing=self.facing)


PrintParts = Callable[[Sequence[PartToPrint]], Sequence[Piece]]


@dataclass(frozen=True, slots=True)
class BookToPrint:
    """The HTML of the parts by their names, of an empty part, and of the index, which needs the page numbers.

    About so many characters fill a `page`. Parts follow on from pages that are nearly empty, unless all are `apart`. On
    facing pages the text of left ones lies `shift` pixels farther to the right; `facing` is the style of their sides.
    The text of a page is `height` millimetres high.
    """

    parts: Mapping[str, str]
    empty: str
    index: Callable[[PageNumbers], Mapping[str, str]]
    page: int
    style: str
    height: float
    apart: bool = False
    shift: float = 0.0
    facing: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBook:
    """A PDF; `warnings` are WeasyPrint's."""

    pdf: bytes
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]


def print_book(
    printer: Printer,
    book: BookToPrint,
    print_parts: PrintParts,
    joining: Callable[[], object] = lambda: None,
    *,
    in_parts: bool = True,
) -> PrintedBook:
    """The book as a tagged PDF (PDF/UA-1); `joining` is called once all parts are printed."""
    if not in_parts:
        pdf, reach, told = print_whole(printer, book.parts.values(), book.empty, book.index, book.facing)
        return PrintedBook(pdf, tuple(_overflows(reach)), tuple(told))
    pieces, index = _pieces(book, print_parts)
    joining()
    numbers = page_numbers(pieces).anchors
    linked = {anchor for html in (*book.parts.values(), *index.values()) for anchor in LINK.findall(html)}
    unlinked = {anchor for anchor in numbers if anchor.startswith(USE)} - linked
    pdf = join_pieces(printer, book.empty, pieces, numbers, unlinked, book.shift)
    warnings = dict.fromkeys(warning for piece in pieces for warning in piece.warnings)
    return PrintedBook(pdf, tuple(_overflows(_furthest(pieces))), tuple(warnings))


def _pieces(book: BookToPrint, print_parts: PrintParts) -> tuple[list[Piece], Mapping[str, str]]:
    """All parts, printed again only if the page numbers have more digits than expected; and the HTML of the index."""
    known = set(ANCHOR.findall("".join((*book.parts.values(), *book.index(PageNumbers()).values()))))
    digits, needed = 0, len(str(sum(len(TAG.sub("", html)) for html in book.parts.values()) // book.page))
    pieces: list[Piece] = []
    while needed > digits:
        digits = needed
        pieces = _runs(book, book.parts, digits, known, 1, print_parts)
        needed = len(str(_length(pieces)))
    index = book.index(page_numbers(pieces))
    return pieces + _runs(book, index, digits, known, _length(pieces) + 1, print_parts), index


def _runs(
    book: BookToPrint, parts: Mapping[str, str], digits: int, known: Set[str], first: int, print_parts: PrintParts
) -> list[Piece]:
    """Parts of the book, those that follow on as one."""

    def print_all(parts: Mapping[str, str]) -> list[Piece]:
        return _printed(book, parts, digits, known, first, print_parts)

    if not parts or book.apart or not numbers_alone(book.style + book.empty):
        return print_all(parts)
    return printed_runs(parts, print_all, book.height)


def _printed(
    book: BookToPrint, parts: Mapping[str, str], digits: int, known: Set[str], first: int, print_parts: PrintParts
) -> list[Piece]:
    """Parts side by side if their page numbers can be written later; else one after the other, each with its own."""
    requests = [
        PartToPrint(
            name, html, tuple(sorted(known & set(LINK.findall(html)))), digits, 10 ** (digits - 1), bool(book.facing)
        )
        for name, html in parts.items()
    ]
    if numbers_alone(book.style + book.empty):
        return [*print_parts(requests)]
    pieces: list[Piece] = []
    for request in requests:
        pieces += print_parts([request._replace(first_page=first + _length(pieces))])
    return pieces


def _length(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.pages) for piece in pieces)


def _furthest(pieces: Iterable[Piece]) -> Mapping[tuple[str, str], float]:
    """How far blocks reach beyond the margins: each in the piece where it does so furthest."""
    reach: dict[tuple[str, str], float] = {}
    for block, side, pixels in (each for piece in pieces for each in piece.reach):
        reach[block, side] = max(reach.get((block, side), 0.0), pixels)
    return reach


def _overflows(reach: Mapping[tuple[str, str], float]) -> Iterator[Overflow]:
    for (block, side), pixels in reach.items():
        yield from overflow(block, side, pixels)
