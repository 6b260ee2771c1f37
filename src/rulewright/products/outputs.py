"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; then the report on them."""

from collections.abc import Mapping
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

from rulewright.cache import PrintCache
from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.formats.as_json import report_json
from rulewright.formats.results import Result
from rulewright.model.book import Book
from rulewright.products.making import make_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.report import report_html


def outputs(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    project: Path,
    created: str,
    cache: PrintCache,
    progress: Progress = no_progress,
) -> dict[str, bytes]:
    """Every file but the report. If a template of the project is at fault: no file, and a finding."""
    try:
        return make_files(PrintRun(book, proof, faults, project, created, cache, progress))
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


def pdf_files(run: PrintRun) -> dict[str, bytes]:
    """The PDFs alone."""
    return make_files(run, lambda path: path.endswith(".pdf"))
