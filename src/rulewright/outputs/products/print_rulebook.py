"""Make a rulebook, whose parts are printed in parallel and stored, and its booklet with two pages on each sheet."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from rulewright.base.findings import Finding
from rulewright.book.book import Book
from rulewright.entries.product import SHEET_STYLE
from rulewright.entries.rulebooks import Booklet, Chapters, Rulebook
from rulewright.entries.sheets import Sides
from rulewright.html.environment import asset
from rulewright.imposition.pages import SheetPage, impose_booklet
from rulewright.outputs.cards.sheets import booklet_html
from rulewright.outputs.products.run import OutputFile, PrintRun, Rendered, complaints, composing, fixed_values
from rulewright.outputs.rulebook.design import book_style, design
from rulewright.outputs.rulebook.layout import BookToPrint, PartToPrint, PrintedBook, print_book
from rulewright.outputs.rulebook.page_numbers import PageNumbers
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.pieces.joining import pieces_work
from rulewright.pdf.pieces.piece import Piece

PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""


def rulebook_file(run: PrintRun, rulebook: Rulebook) -> OutputFile:
    """Return the PDF of a rulebook. It must be made in this process, which starts others to print the parts."""
    run.progress(composing(rulebook.file), 0, 0)
    html, look = RulebookPages(rulebook, run.book, run.project, run.created), design(rulebook)
    book = BookToPrint(
        parts=html.parts(run.proof),
        empty=html.empty,
        index=html.index,
        page=html.characters,
        style=book_style(run.project, run.book.themes[rulebook.theme], look),
        height=float(look.height),
        apart=rulebook.chapters is Chapters.NEW_PAGE,
        shift=float(look.shift) * PIXELS if rulebook.facing else 0.0,
        facing=look.sides if rulebook.facing else "",
    )
    settings = repr((book.height, book.apart, book.shift, book.facing))
    inputs = (book.style, book.empty, settings, *chain(*book.parts.items(), *html.index(PageNumbers()).items()))
    return OutputFile(rulebook.file, fixed_values(*inputs), partial(_print, run, rulebook, book), book.style)


def _print(run: PrintRun, rulebook: Rulebook, book: BookToPrint) -> Rendered:
    pieces = partial(_pieces, run, rulebook, book.style)
    joining = partial(run.progress, f"putting {rulebook.file} together", 0, 0)
    # Whether the installed WeasyPrint can print pieces is tried once.
    tried = run.store.get(["rulebooks in pieces"], lambda: b"yes" if pieces_work() else b"no")
    printed = print_book(run.printers[book.style], book, pieces, joining, in_parts=tried == b"yes")
    return printed.pdf, tuple(_findings(rulebook, run.book, printed))


def _pieces(run: PrintRun, rulebook: Rulebook, style: str, parts: Sequence[PartToPrint]) -> list[Piece]:
    """Return the printed parts, each from the store or from a worker process."""
    wanted = list[OutputFile]()
    for part in parts:
        values, make = fixed_values(style, *map(str, part)), partial(_piece, run, style, part)
        wanted.append(OutputFile(f"{rulebook.file}: {part.name}", values, make, style))
    return [Piece.decode(data) for data in run.files(wanted).values()]


def _piece(run: PrintRun, style: str, part: PartToPrint) -> Rendered:
    return part.print(run.printers[style]).encode(), ()


def _findings(rulebook: Rulebook, book: Book, printed: PrintedBook) -> Iterator[Finding]:
    what = f"rulebook {rulebook.id!r}"
    for overflow in printed.overflows:
        table = book.tables.get(overflow.block)
        block = f"the table {overflow.block!r}" if table else "some text"
        message = f"{what}: {block} is {overflow.millimetres:g} mm too {overflow.side} for the page"
        hint = f"shorten its headings, use a smaller font-size than {rulebook.font_size:g}pt, or a larger paper"
        yield Finding("rulebook-overflow", table.span if table else rulebook.span, message, hint)
    yield from complaints(what, rulebook.span, printed.warnings, book.game)


# Booklets


def booklet_file(run: PrintRun, rulebook: Rulebook, booklet: Booklet, finished: Mapping[str, bytes]) -> OutputFile:
    """Return the PDF of a booklet; `finished` holds the rulebook by its path."""
    style = asset(run.project, SHEET_STYLE)
    pages = finished[rulebook.file]
    sides = impose_booklet(rulebook, booklet, FinishedFiles(finished).page_count(rulebook.file))
    html = booklet_html(rulebook, booklet, sides, run.book, run.project, run.created)
    values = fixed_values(html, style, repr(sides), pages)
    return OutputFile(rulebook.booklet_file, values, partial(_lay_out, run, rulebook, sides, html, pages), style)


def _lay_out(run: PrintRun, rulebook: Rulebook, sides: Sequence[SheetPage], html: str, pages: bytes) -> Rendered:
    from rulewright.pdf.placed_cards import CardPages
    from rulewright.pdf.placing import place_cards

    underlay = run.printers[asset(run.project, SHEET_STYLE)].print(html)
    pdf = place_cards(underlay.pdf, sides, CardPages({rulebook.id: pages}), Sides.SHORT_EDGE)
    return pdf, tuple(complaints(f"booklet {rulebook.id!r}", rulebook.span, underlay.warnings, run.book.game))
