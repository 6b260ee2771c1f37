"""Every rulebook, composed anew for the page numbers of each layout."""

from collections.abc import Iterator
from functools import cache, partial

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book
from rulewright.model.sheet import Rulebook
from rulewright.render.bookprint import PrintedBook, print_book
from rulewright.render.environment import BOOK_STYLE, asset
from rulewright.render.page_numbers import PageNumbers
from rulewright.render.pdf import Printer
from rulewright.render.printing.run import Made, PrintRun, complaints
from rulewright.render.rulebook import rulebook_parts


def rulebooks(run: PrintRun) -> Iterator[tuple[str, bytes]]:
    """The PDF of every rulebook by its path."""
    style = asset(run.project, BOOK_STYLE)
    printer = cache(lambda: Printer(style))  # reading the fonts takes time

    def compose(rulebook: Rulebook, pages: PageNumbers) -> tuple[str, ...]:
        return rulebook_parts(rulebook, run.book, run.proof, pages, run.project, run.created)

    def make(rulebook: Rulebook) -> Made:
        printed = print_book(printer(), lambda pages: compose(rulebook, pages))
        return printed.pdf, _findings(rulebook, run.book, printed)

    for rulebook in run.book.game.rulebooks:
        inputs = (*compose(rulebook, PageNumbers()), style)
        yield rulebook.file, run.take_or_make(rulebook.file, inputs, partial(make, rulebook))


def _findings(rulebook: Rulebook, book: Book, printed: PrintedBook) -> Iterator[Diagnostic]:
    what = f"rulebook {rulebook.id!r}"
    for overflow in printed.overflows:
        table = book.tables.get(overflow.block)
        block = f"the table {overflow.block!r}" if table else "some text"
        message = f"{what}: {block} is {overflow.millimetres:g} mm too {overflow.side} for the page"
        hint = f"shorten its headings, use smaller type than {rulebook.type_size:g} pt, or a larger paper"
        yield Diagnostic("rulebook-overflow", table.span if table else rulebook.span, message, hint)
    if not printed.settled:
        message = f"{what}: some page numbers may be wrong, for printing them moves what they point at"
        hint = "change the type a little, as in type: 10.2pt"
        yield Diagnostic("unsettled-pages", rulebook.span, message, hint, severity=Severity.WARNING)
    yield from complaints(what, rulebook.span, printed.warnings)
