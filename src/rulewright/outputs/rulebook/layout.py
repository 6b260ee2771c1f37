"""Print a rulebook: parts first, with open page numbers; then the index; then all of it as one PDF.

Consecutive parts are grouped into runs, each laid out together. Runs are short, so that an edit reprints little, but
long enough to fill their last page well (`divided`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

from rulewright.outputs.rulebook.page_numbers import OPEN, USE, PageNumbers, numbers_alone, page_numbers
from rulewright.pdf.overflow import Overflow, overflow, reach_of
from rulewright.pdf.pieces.joining import join_pieces
from rulewright.pdf.pieces.piece import Piece
from rulewright.pdf.pieces.printing import print_piece
from rulewright.pdf.printer import Printer, write_pdf

# Which parts of a book follow on from the one before

LEAST = 0.35
"""The share of its last page that a run must fill."""
EXPECTED = 0.36
"""The share of its last page that a run must be expected to fill before it is printed."""
TIGHT = 0.955
"""The length of a run in tight setting, relative to the usual setting."""
MAX_RUNS = 4
EMPTY_PAGE = 1e9
"""The cost of a nearly empty page: higher than any cost of lengths."""
SHARED = 0.42
"""The share of its last page that a run in even setting fills."""
BODY = re.compile(r"(<body[^>]*>)(.*)(?=</body>)", re.DOTALL)
EVENED = "@page :nth(%d) { padding-bottom: %.1fmm }\n"
"""The style of a page whose text ends higher, so that more of it goes to the next page."""

Parts = Mapping[str, str]
"""Documents of HTML by their names."""
PrintAll = Callable[[Parts], list[Piece]]


class Setting(IntEnum):
    """The setting of a run. Its value is a cost, which is added to the square of the run's length."""

    PLAIN = 0
    TIGHT = 1
    EVEN = 8


class Run(NamedTuple):
    """The consecutive parts from index `begin` up to but not including `end`."""

    begin: int
    end: int
    setting: Setting = Setting.PLAIN

    @property
    def single(self) -> bool:
        return self.end == self.begin + 1


def body(html: str) -> str:
    """Return the content of the body of a document."""
    match = BODY.search(html)
    return match[2] if match else ""


def with_body(html: str, contents: str) -> str:
    """Return the document with other contents in its body."""
    return BODY.sub(lambda match: match[1] + contents, html)


def printed_runs(parts: Parts, print_all: PrintAll, height: float) -> list[Piece]:
    """Return the pieces of a book, one for each run; `height` is the height of the paper in millimetres."""
    alone = print_all(parts)
    lengths = [len(piece.pages) - 1 + piece.filled[-1] for piece in alone]
    pieces = {Run(at, at + 1): piece for at, piece in enumerate(alone)}
    for _ in range(MAX_RUNS):
        runs = divided(lengths, {run for run, piece in pieces.items() if piece.filled[-1] < LEAST})
        new = [run for run in runs if run not in pieces]
        made = dict(_document(parts, run, alone[run.begin], height) for run in new)
        pieces |= zip(new, print_all(made), strict=True)
        if all(pieces[run].filled[-1] >= LEAST for run in new):
            break
    return [pieces[run] for run in runs]


def _document(parts: Parts, run: Run, first: Piece, height: float) -> tuple[str, str]:
    """Return a run as one document, with the name of its first part."""
    names = [*parts][run.begin : run.end]
    html = with_body(parts[names[0]], "".join(body(parts[name]) for name in names))
    if run.setting is Setting.TIGHT:
        html = html.replace("<body ", "<body data-tight ", 1)
    elif run.setting is Setting.EVEN:
        rest = (1 - SHARED + first.filled[-1]) * height
        html = html.replace("</style>", EVENED % (len(first.pages) - 1, height - rest) + "</style>", 1)
    return names[0], html


def divided(lengths: Sequence[float], refused: Set[Run] = frozenset()) -> list[Run]:
    """Divide parts of these lengths in pages into runs with the least sum of squares, avoiding `refused` runs."""
    best: list[tuple[float, list[Run]]] = [(0.0, [])]

    def cost(run: Run) -> float:
        length = sum(lengths[run.begin : run.end])
        return length**2 + run.setting + EMPTY_PAGE * (run in refused or not _is_expected(run, length))

    for end in range(1, len(lengths) + 1):
        runs = (Run(begin, end, setting) for begin in range(end) for setting in Setting)
        best.append(min((best[run.begin][0] + cost(run), [*best[run.begin][1], run]) for run in runs))
    return best[-1][1]


def _is_expected(run: Run, length: float) -> bool:
    """Return whether a run is expected to fill its last page well enough."""
    match run.setting:
        case Setting.PLAIN:
            return run.single or length % 1 >= EXPECTED
        case Setting.TIGHT:
            return length * TIGHT % 1 >= EXPECTED
        case Setting.EVEN:
            return run.single and length > 1


# A rulebook that is printed in parts

ANCHOR, LINK = re.compile(r'\bid="([^"]+)"'), re.compile(r'\bhref="#([^"]+)"')
TAG = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)


class PartToPrint(NamedTuple):
    """The inputs of a printed part, without its style; `linked` are the anchors of the book that it links to."""

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
    """The HTML of all parts by name, of an empty part, and a function that returns the index for given page numbers.

    About `page` characters fill a page. Unless all parts are `apart`, a part continues on a page that is nearly empty.
    On facing pages the text of left pages lies `shift` pixels farther to the right; `facing` is the style of their
    sides. The text of a page is `height` millimetres high.
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
    """A printed rulebook; `warnings` are WeasyPrint's."""

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
    """Print the book as a tagged PDF (PDF/UA-1); `joining` is called once all parts are printed."""
    if not in_parts:
        return _print_whole(printer, book)
    pieces, index = _pieces(book, print_parts)
    joining()
    numbers = page_numbers(pieces).anchors
    linked = {anchor for html in (*book.parts.values(), *index.values()) for anchor in LINK.findall(html)}
    unlinked = {anchor for anchor in numbers if anchor.startswith(USE)} - linked
    pdf = join_pieces(printer, book.empty, pieces, numbers, unlinked, book.shift)
    warnings = dict.fromkeys(warning for piece in pieces for warning in piece.warnings)
    reach = dict[tuple[str, str], float]()  # each block in the piece where it reaches furthest
    for block, side, pixels in (each for piece in pieces for each in piece.reach):
        reach[block, side] = max(reach.get((block, side), 0.0), pixels)
    return PrintedBook(pdf, tuple(_overflows(reach)), tuple(warnings))


def _pieces(book: BookToPrint, print_parts: PrintParts) -> tuple[list[Piece], Mapping[str, str]]:
    """Print all parts, again if page numbers need more digits than expected; also return the HTML of the index."""
    anchors = set(ANCHOR.findall("".join((*book.parts.values(), *book.index(PageNumbers()).values()))))
    digits, needed = 0, len(str(sum(len(TAG.sub("", html)) for html in book.parts.values()) // book.page))
    pieces: list[Piece] = []
    while needed > digits:
        digits = needed
        pieces = _runs(book, book.parts, digits, anchors, 1, print_parts)
        needed = len(str(_length(pieces)))
    index = book.index(page_numbers(pieces))
    return pieces + _runs(book, index, digits, anchors, _length(pieces) + 1, print_parts), index


def _runs(
    book: BookToPrint, parts: Mapping[str, str], digits: int, anchors: Set[str], first: int, print_parts: PrintParts
) -> list[Piece]:
    """Print parts of the book; consecutive parts that share a page become one piece."""

    def print_all(parts: Mapping[str, str]) -> list[Piece]:
        return _printed(book, parts, digits, anchors, first, print_parts)

    if not parts or book.apart or not numbers_alone(book.style + book.empty):
        return print_all(parts)
    return printed_runs(parts, print_all, book.height)


def _printed(
    book: BookToPrint, parts: Mapping[str, str], digits: int, anchors: Set[str], first: int, print_parts: PrintParts
) -> list[Piece]:
    """Print parts in parallel if their page numbers can be filled in later; else one by one."""
    requests = [
        PartToPrint(
            name, html, tuple(sorted(anchors & set(LINK.findall(html)))), digits, 10 ** (digits - 1), bool(book.facing)
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


def _overflows(reach: Mapping[tuple[str, str], float]) -> Iterator[Overflow]:
    for (block, side), pixels in reach.items():
        yield from overflow(block, side, pixels)


# A rulebook that is printed in one go, and again until its page numbers are right

ATTEMPTS = 5
"""The most attempts to lay a book out as a whole: longer page numbers may move the text after them."""
PAGE_BREAK = '<div style="break-after: page"></div>'
NUMBER = re.compile(rf'data-page-of="([^"]+)"([^{OPEN}]*){OPEN}')
INDEXED = re.compile(r'<a(?=[^>]* data-indexed)(?=[^>]* id="([^"]+)")[^>]* href="#([^"]+)"')


def _print_whole(printer: Printer, book: BookToPrint) -> PrintedBook:
    pages, facing = PageNumbers(), [book.facing] if book.facing else []
    with printer.working() as warnings:
        for _ in range(ATTEMPTS):
            html = PAGE_BREAK.join(map(body, (*book.parts.values(), *book.index(pages).values())))
            html = NUMBER.sub(partial(_with_number, pages.anchors), html)
            document = printer.lay_out_parsed(printer.parsed(with_body(book.empty, html)), facing)
            before, pages = pages, _page_numbers(document, html)
            if pages == before:
                break
        overflows = tuple(_overflows(reach_of(document.pages)))
        return PrintedBook(write_pdf(document, outlined=True), overflows, tuple(dict.fromkeys(warnings)))


def _with_number(pages: Mapping[str, int], match: re.Match[str]) -> str:
    return f'data-page-of="{match[1]}"{match[2]}{pages.get(match[1], 0)}'


def _page_numbers(document: Any, html: str) -> PageNumbers:
    """Return the first page of each anchor, and for each page the first link to a term."""
    places: dict[str, int] = {}
    for number, page in enumerate(document.pages, 1):
        places |= {anchor: number for anchor in page.anchors if anchor not in places}
    uses: dict[str, dict[int, str]] = {}
    for link, anchor in INDEXED.findall(html):
        if link in places:
            uses.setdefault(anchor, {}).setdefault(places[link], link)
    return PageNumbers(places, uses)
