"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; then the report on them."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.formats.as_json import report_json
from rulewright.formats.results import Result
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.print_cache import PrintCache
from rulewright.render.products.booklets import booklet_files
from rulewright.render.products.cards import card_files, card_picture_files
from rulewright.render.products.charts import chart_files
from rulewright.render.products.online import online_files
from rulewright.render.products.press import press_files
from rulewright.render.products.rulebooks import rulebook_files
from rulewright.render.products.run import OutputFile, PrintRun
from rulewright.render.products.screen import screen_files, screen_picture_files
from rulewright.render.products.sheets import sheet_files
from rulewright.render.publication import publication_files
from rulewright.render.report import report_html
from rulewright.watching import Watch, unwatched


def outputs(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    project: Path,
    created: str,
    kept: PrintCache,
    watch: Watch = unwatched,
) -> dict[str, bytes]:
    """Every file but the report. If a template of the project is at fault: no file, and a finding."""
    try:
        return _files(PrintRun(book, proof, faults, project, created, kept, watch))
    except TemplateError as error:
        faults.add(_template_finding(error))
        return {}


def report_files(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    texts: Mapping[str, str],
    project: Path,
    files: Mapping[str, bytes],
    previous: bytes | None,
) -> dict[str, bytes]:
    """The report on the build of these files, as a page and as data; `previous` is the last build's report.json."""
    try:
        html = report_html(book, proof, faults, texts, project, previous, finished=FinishedFiles(files))
    except TemplateError as error:
        faults.add(_template_finding(error))
        return {}
    return {
        "report.html": html.encode(),
        "report.json": report_json({book.game.id: Result.of(faults, proof)}).encode(),
    }


def _template_finding(error: TemplateError) -> Diagnostic:
    """A fault in a template, at its line if Jinja reports one."""
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


def _files(run: PrintRun) -> dict[str, bytes]:
    """Every file by its path: the prints, and then the pages, which offer them."""
    first = _first_files(run)
    of_cards = (product(run, first) for product in (card_picture_files, screen_picture_files, online_files))
    prints = first | run.files(chain(_imposed_files(run, first), *of_cards))
    run.watch("the pages for the web", 0, 0)
    return prints | publication_files(run.book, run.proof, run.project, prints, run.kept)


def pdf_files(run: PrintRun) -> dict[str, bytes]:
    """The files printed from cards and rules, then those made from finished PDFs."""
    first = _first_files(run)
    return first | run.files(_imposed_files(run, first))


def _first_files(run: PrintRun) -> dict[str, bytes]:
    """Those that need no other file."""
    return run.files(chain(card_files(run), press_files(run), screen_files(run), chart_files(run), rulebook_files(run)))


def _imposed_files(run: PrintRun, first: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """Finished pages on other paper: cards on sheets, rulebooks as booklets."""
    return chain(sheet_files(run, first), booklet_files(run, first))
