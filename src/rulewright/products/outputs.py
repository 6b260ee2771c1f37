"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; and then the report on them."""

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
from rulewright.render.pdf.page_images import Prints
from rulewright.render.print_cache import Kept
from rulewright.render.products.booklets import booklets
from rulewright.render.products.cards import cards, pictures
from rulewright.render.products.charts import charts
from rulewright.render.products.online import online
from rulewright.render.products.press import presses
from rulewright.render.products.rulebooks import rulebooks
from rulewright.render.products.run import PrintRun, Wanted
from rulewright.render.products.screen import screen_pictures, screens
from rulewright.render.products.sheets import sheets
from rulewright.render.publication import published
from rulewright.render.report import report_html
from rulewright.watching import Watch, unwatched


def outputs(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    project: Path,
    created: str,
    kept: Kept,
    watch: Watch = unwatched,
) -> dict[str, bytes]:
    """Everything but the report; nothing, with a finding, where a template of the project is at fault."""
    try:
        return _files(PrintRun(book, proof, faults, project, created, kept, watch))
    except TemplateError as error:
        faults.add(_template_finding(error))
        return {}


def reports(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    texts: Mapping[str, str],
    project: Path,
    files: Mapping[str, bytes],
    previous: bytes | None,
) -> dict[str, bytes]:
    """What an editor and a program read about the build of these files; `previous` is the report.json of the last."""
    try:
        html = report_html(book, proof, faults, texts, project, previous, prints=Prints(files))
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


def _files(run: PrintRun) -> dict[str, bytes]:
    """Every file by its path: the prints, and then the pages, which offer them."""
    first = _printed(run)
    of_cards = (product(run, first) for product in (pictures, screen_pictures, online))
    prints = first | run.files(chain(_laid_out(run, first), *of_cards))
    run.watch("the pages for the web", 0, 0)
    return prints | published(run.book, run.proof, run.project, prints, run.kept)


def pdfs(run: PrintRun) -> dict[str, bytes]:
    """Whatever is printed from cards and rules, and then what is made of that."""
    first = _printed(run)
    return first | run.files(_laid_out(run, first))


def _printed(run: PrintRun) -> dict[str, bytes]:
    return run.files(chain(cards(run), presses(run), screens(run), charts(run), rulebooks(run)))


def _laid_out(run: PrintRun, printed: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The finished pages on other paper: cards on sheets, rulebooks as booklets."""
    return chain(sheets(run, printed), booklets(run, printed))
