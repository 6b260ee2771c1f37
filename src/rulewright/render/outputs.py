"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; and then the report on them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
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
from rulewright.render.environment import BOOK_STYLE, CARD_STYLE, SHEET_STYLE, asset
from rulewright.render.kept import Kept
from rulewright.render.page_numbers import PageNumbers
from rulewright.render.pdf import Overflow, Printer
from rulewright.render.prints import card_file, card_pictures, picture_files
from rulewright.render.publication import published
from rulewright.render.report import report_html
from rulewright.render.rulebook import rulebook_parts
from rulewright.render.sheet import sheet_html

MISSING_GLYPH = ".notdef glyph"
"""How WeasyPrint begins to say that no font has a character."""


def outputs(
    book: Book, proof: ProofReport, faults: Faults, project: Path, created: str, kept: Kept
) -> dict[str, bytes]:
    """Everything but the report; nothing, with a finding, where a template of the project is at fault."""
    try:
        return dict(_Outputs(book, proof, faults, project, created, kept).files())
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


@dataclass(frozen=True, slots=True)
class _Outputs:
    """The printing of one game; what was printed before from the same is not printed again."""

    book: Book
    proof: ProofReport
    faults: Faults
    project: Path
    created: str
    kept: Kept

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file by its path."""
        printed = dict(self._printed())
        yield from published(self.book, self.proof, self.project, printed, self.kept).items()

    def _printed(self) -> Iterator[tuple[str, bytes]]:
        """The PDFs, and pictures of the cards."""
        cards = dict(self._cards())
        yield from cards.items()
        for card in self.book.game.cards:
            yield from self._pictures(card, cards[card_file(card)]).items()
        if self.book.game.sheets:
            yield from self._sheets(cards)
        yield from self._rulebooks()

    def _pictures(self, card: Card, pdf: bytes) -> dict[str, bytes]:
        """The pictures of a card by their paths."""
        known = {path: self.kept.take(path, pdf) for path in picture_files(card, self.book.game)}
        if all(known.values()):
            return {path: data for path, data in known.items() if data is not None}
        return dict(card_pictures(card, self.book.game, pdf))

    def _cards(self) -> Iterator[tuple[str, bytes]]:
        style = asset(self.project, CARD_STYLE)
        printer = cache(lambda: Printer(style))  # reading the fonts takes time
        for card in self.book.game.cards:
            path, html = card_file(card), card_html(card, self.book, self.project, self.created)
            pdf = self.kept.take(path, html, style)
            if pdf is None:
                printed = printer().print_card(html)
                pdf = printed.pdf
                self._tell(path, _findings(card, printed.overflows, printed.warnings))
            yield path, pdf

    def _sheets(self, cards: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
        """Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them."""
        from rulewright.render.placing import CardPages, place_cards  # slow to import, and only sheets need it

        style = asset(self.project, SHEET_STYLE)
        printer = cache(lambda: Printer(style))  # reading the fonts takes time
        sources = CardPages({card.id: cards[card_file(card)] for card in self.book.game.cards})
        for sheet in self.book.game.sheets:
            for paper in sheet.papers:
                path, pages = f"cards/{sheet.file(paper)}", impose(sheet, paper, self.book)
                html = sheet_html(sheet, paper, pages, self.book, self.project, self.created)
                pdf = self.kept.take(path, html, style, *cards.values())
                if pdf is None:
                    printed = printer().print_card(html, tagged=False)
                    pdf = place_cards(printed.pdf, pages, sources)
                    self._tell(path, _warnings(f"sheet {sheet.id!r}", sheet.span, printed.warnings))
                yield path, pdf

    def _rulebooks(self) -> Iterator[tuple[str, bytes]]:
        """Every rulebook, composed anew for the page numbers of each layout."""
        style = asset(self.project, BOOK_STYLE)
        printer = cache(lambda: Printer(style))  # reading the fonts takes time
        for rulebook in self.book.game.rulebooks:

            def compose(pages: PageNumbers, rulebook: Rulebook = rulebook) -> tuple[str, ...]:
                return rulebook_parts(rulebook, self.book, self.proof, pages, self.project, self.created)

            pdf = self.kept.take(rulebook.file, *compose(PageNumbers()), style)
            if pdf is None:
                printed = print_book(printer(), compose)
                pdf = printed.pdf
                self._tell(rulebook.file, _book_findings(rulebook, self.book, printed))
            yield rulebook.file, pdf

    def _tell(self, path: str, findings: Iterable[Diagnostic]) -> None:
        found = list(findings)
        self.faults.extend(found)
        if found:
            self.kept.forget(path)


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
        if warning.startswith(MISSING_GLYPH):  # reading back tells it at its place in the source
            continue
        yield Diagnostic("print-warning", span, f"{what}: WeasyPrint says: {warning}", severity=Severity.WARNING)
