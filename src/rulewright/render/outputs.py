"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; and then the report on them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

from rulewright.diagnostics import Diagnostic, Faults, Severity, Span
from rulewright.formats.as_json import report_json
from rulewright.formats.results import Result
from rulewright.imposition import impose
from rulewright.model.book import Book
from rulewright.model.game import Card, Rulebook
from rulewright.proof.report import ProofReport
from rulewright.render.bookprint import PrintedBook, print_book
from rulewright.render.card import card_html
from rulewright.render.environment import asset
from rulewright.render.page_numbers import PageNumbers
from rulewright.render.pdf import Overflow, Printer
from rulewright.render.prints import card_file, card_pictures
from rulewright.render.publication import published
from rulewright.render.report import report_html
from rulewright.render.rulebook import rulebook_parts
from rulewright.render.sheet import sheet_html

STYLESHEET, SHEET_STYLESHEET, BOOK_STYLESHEET = "card/card.css", "sheet/sheet.css", "rulebook/rulebook.css"


def outputs(book: Book, proof: ProofReport, faults: Faults, project: Path, created: str) -> dict[str, bytes]:
    """Everything but the report; nothing, with a finding, where a template of the project is at fault."""
    try:
        return _outputs(book, proof, faults, project, created)
    except TemplateError as error:
        faults.add(_template_finding(error))
        return {}


def reports(
    book: Book, proof: ProofReport, faults: Faults, texts: Mapping[str, str], project: Path, previous: bytes | None
) -> dict[str, bytes]:
    """What an editor and a program read about the build; `previous` is the report.json of the one before."""
    try:
        html = report_html(book, proof, faults, texts, project, previous)
    except TemplateError as error:
        faults.add(_template_finding(error))
        return {}
    return {
        "report.html": html.encode(),
        "report.json": report_json({book.game.id: Result.of(faults, proof)}).encode(),
    }


def _template_finding(error: TemplateError) -> Diagnostic:
    """A fault in a template at its own line, as far as Jinja tells."""
    file, line = "templates", 0
    if isinstance(error, TemplateSyntaxError):
        file, line = f"templates/{error.name or error.filename}", error.lineno
    elif not isinstance(error, TemplateNotFound):
        frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.endswith((".j2", ".css", ".js"))]
        if frames:
            path = Path(frames[-1].filename)
            file, line = f"templates/{path.parent.name}/{path.name}", frames[-1].lineno or 0
    hint = "correct the project's template, or remove it to use the one that comes with the tool"
    return Diagnostic("template-error", Span(file, line, 1), f"the template cannot be used: {error.message}", hint)


def _outputs(book: Book, proof: ProofReport, faults: Faults, project: Path, created: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    if book.game.cards:
        printer = Printer(asset(project, STYLESHEET))
        for card in book.game.cards:
            printed = printer.print_card(card_html(card, book, project, created))
            faults.extend(_findings(card, printed.overflows, printed.warnings))
            files[card_file(card)] = printed.pdf
            files |= card_pictures(card, book.game, printed.pdf)
    if book.game.sheets:
        cards = {card.id: files[card_file(card)] for card in book.game.cards}
        files |= _sheets(book, cards, faults, project, created)
    if book.game.rulebooks:
        files |= _rulebooks(book, proof, faults, project, created)
    return published(book, proof, project, files)


def _sheets(
    book: Book, cards: Mapping[str, bytes], faults: Faults, project: Path, created: str
) -> Iterator[tuple[str, bytes]]:
    """Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them."""
    from rulewright.render.placing import CardPages, place_cards  # slow to import, and only sheets need it

    printer, sources = Printer(asset(project, SHEET_STYLESHEET)), CardPages(cards)
    for sheet in book.game.sheets:
        for paper in sheet.papers:
            pages = impose(sheet, paper, book)
            printed = printer.print_card(sheet_html(sheet, paper, pages, book, project, created), tagged=False)
            faults.extend(_warnings(f"sheet {sheet.id!r}", sheet.span, printed.warnings))
            yield f"cards/{sheet.file(paper)}", place_cards(printed.pdf, pages, sources)


def _rulebooks(
    book: Book, proof: ProofReport, faults: Faults, project: Path, created: str
) -> Iterator[tuple[str, bytes]]:
    """Every rulebook, composed anew for the page numbers of each layout."""
    printer = Printer(asset(project, BOOK_STYLESHEET))
    for rulebook in book.game.rulebooks:

        def compose(pages: PageNumbers, rulebook: Rulebook = rulebook) -> tuple[str, ...]:
            return rulebook_parts(rulebook, book, proof, pages, project, created)

        printed = print_book(printer, compose)
        faults.extend(_book_findings(rulebook, book, printed))
        yield rulebook.file, printed.pdf


def _book_findings(rulebook: Rulebook, book: Book, printed: PrintedBook) -> Iterator[Diagnostic]:
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
    yield from _warnings(what, rulebook.span, printed.warnings)


def _findings(card: Card, overflows: tuple[Overflow, ...], warnings: tuple[str, ...]) -> Iterator[Diagnostic]:
    for overflow in overflows:
        beyond = f"{overflow.millimetres:g} mm too {overflow.side}"
        where = f" of page {overflow.page}" if len(card.pages) > 1 else ""
        message = f"card {card.id!r}: the block '{overflow.block}'{where} is {beyond} for its place"
        size = f"{card.size.width} by {card.size.height}"
        hint = f"shorten it, use smaller type than {card.type_size:g} pt, or a card larger than {size}"
        yield Diagnostic("card-overflow", card.span, message, hint)
    yield from _warnings(f"card {card.id!r}", card.span, warnings)


def _warnings(what: str, span: Span, warnings: Iterable[str]) -> Iterator[Diagnostic]:
    for warning in warnings:
        yield Diagnostic("print-warning", span, f"{what}: WeasyPrint says: {warning}", severity=Severity.WARNING)
