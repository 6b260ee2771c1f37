"""A rulebook, composed again for the page numbers of each layout."""

from collections.abc import Iterator
from functools import partial

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book
from rulewright.model.product import BOOK_STYLE
from rulewright.model.rulebook import Rulebook
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints
from rulewright.render.rulebook.layout import PrintedBook, print_book
from rulewright.render.rulebook.page_numbers import PageNumbers
from rulewright.render.rulebook.parts import rulebook_parts
from rulewright.render.typesetting.environment import asset


def rulebook_file(run: PrintRun, rulebook: Rulebook) -> OutputFile:
    """The PDF of a rulebook."""
    style = asset(run.project, BOOK_STYLE)
    values = partial(_values, run, rulebook, style)
    return OutputFile(rulebook.file, values, partial(_print, run, rulebook, style), style)


def _values(run: PrintRun, rulebook: Rulebook, style: str) -> tuple[str, ...]:
    return *_compose(run, rulebook, PageNumbers()), style


def _compose(run: PrintRun, rulebook: Rulebook, pages: PageNumbers) -> tuple[str, ...]:
    return rulebook_parts(rulebook, run.book, run.proof, pages, run.project, run.created)


def _print(run: PrintRun, rulebook: Rulebook, style: str) -> Rendered:
    printed = print_book(run.printers[style], partial(_compose, run, rulebook))
    return printed.pdf, tuple(_findings(rulebook, run.book, printed))


def _findings(rulebook: Rulebook, book: Book, printed: PrintedBook) -> Iterator[Diagnostic]:
    what = f"rulebook {rulebook.id!r}"
    for overflow in printed.overflows:
        table = book.tables.get(overflow.block)
        block = f"the table {overflow.block!r}" if table else "some text"
        message = f"{what}: {block} is {overflow.millimetres:g} mm too {overflow.side} for the page"
        hint = f"shorten its headings, use a smaller font-size than {rulebook.font_size:g}pt, or a larger paper"
        yield Diagnostic("rulebook-overflow", table.span if table else rulebook.span, message, hint)
    if not printed.settled:
        message = f"{what}: some page numbers may be wrong, for printing them moves what they point at"
        hint = "change the font size a little, as in font-size: 10.2pt"
        yield Diagnostic("unsettled-pages", rulebook.span, message, hint, severity=Severity.WARNING)
    yield from complaints(what, rulebook.span, printed.warnings)
