"""Make a rulebook, and its booklet with two pages on each sheet."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

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
from rulewright.outputs.rulebook.layout import BookToPrint, PrintedBook, print_book
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.pdf.book_pages import PageNumbers
from rulewright.pdf.finished_files import FinishedFiles


def rulebook_file(run: PrintRun, rulebook: Rulebook) -> OutputFile:
    """Return the PDF of a rulebook."""
    run.progress(composing(rulebook.file), 0, 0)
    html, look = RulebookPages(rulebook, run.book, run.project, run.created), design(rulebook)
    book = BookToPrint(
        html=html.text(run.proof),
        index=html.index,
        page=html.characters,
        style=book_style(run.project, run.book.themes[rulebook.theme], look),
        height=float(look.height),
        follow_on=rulebook.chapters is not Chapters.NEW_PAGE,
    )
    settings = repr((book.page, book.height, book.follow_on))
    inputs = fixed_values(book.html, html.index(PageNumbers()), book.style, settings)
    return OutputFile(rulebook.file, inputs, partial(_print, run, rulebook, book), book.style)


def _print(run: PrintRun, rulebook: Rulebook, book: BookToPrint) -> Rendered:
    printed = print_book(run.printers[book.style], book)
    return printed.pdf, tuple(_findings(rulebook, run.book, printed))


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
