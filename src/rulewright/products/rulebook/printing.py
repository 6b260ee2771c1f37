"""A rulebook, whose parts are printed side by side and kept."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from rulewright.findings import Finding
from rulewright.model.book import Book
from rulewright.model.product import Chapters, Rulebook
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints, composing, known
from rulewright.render.pdf.pieces import probe
from rulewright.render.pdf.pieces.piece import Piece
from rulewright.render.rulebook.design import design
from rulewright.render.rulebook.layout import BookToPrint, PartToPrint, PrintedBook, print_book
from rulewright.render.rulebook.page_numbers import PageNumbers
from rulewright.render.rulebook.parts import RulebookPages
from rulewright.render.rulebook.style import book_style

PIXELS = 96 / 25.4
"""Of CSS, in a millimetre."""


def rulebook_file(run: PrintRun, rulebook: Rulebook) -> OutputFile:
    """The PDF of a rulebook, to be made in this process: it starts others to print its parts."""
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
    return OutputFile(rulebook.file, known(*inputs), partial(_print, run, rulebook, book), book.style)


def _print(run: PrintRun, rulebook: Rulebook, book: BookToPrint) -> Rendered:
    pieces = partial(_pieces, run, rulebook, book.style)
    joining = partial(run.progress, f"putting {rulebook.file} together", 0, 0)
    printed = print_book(run.printers[book.style], book, pieces, joining, in_parts=_can_print_pieces(run))
    return printed.pdf, tuple(_findings(rulebook, run.book, printed))


def _can_print_pieces(run: PrintRun) -> bool:
    """It is tried once for what is installed."""
    return run.store.get(["rulebooks in pieces"], lambda: b"yes" if probe.pieces_work() else b"no") == b"yes"


def _pieces(run: PrintRun, rulebook: Rulebook, style: str, parts: Sequence[PartToPrint]) -> list[Piece]:
    """Printed parts, each known already or made in one of several processes."""
    wanted = [
        OutputFile(
            f"{rulebook.file}: {part.name}", known(style, *map(str, part)), partial(_piece, run, style, part), style
        )
        for part in parts
    ]
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
