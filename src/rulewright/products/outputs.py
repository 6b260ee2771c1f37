"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; then the report on them."""

from collections.abc import Mapping
from pathlib import Path

from rulewright.diagnostics import Faults
from rulewright.formats.as_json import report_json
from rulewright.formats.results import Result
from rulewright.model.book import Book
from rulewright.model.translated import Translated
from rulewright.products.making import make_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.report import report_html
from rulewright.render.templating.faults import template_faults
from rulewright.store import Store
from rulewright.translation.catalogues import catalogue


def outputs(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    project: Path,
    created: str,
    store: Store,
    progress: Progress = no_progress,
) -> dict[str, bytes]:
    """Every file but the report. If a template of the project is at fault: no file, and a finding."""
    with template_faults(project, faults):
        return make_files(PrintRun(book, proof, faults, project, created, store, progress))
    return {}


def report_files(
    book: Book,
    proof: ProofReport,
    faults: Faults,
    texts: Mapping[str, str],
    project: Path,
    files: Mapping[str, bytes],
    previous: bytes | None,
    store: Store,
    translations: tuple[Translated, ...] = (),
) -> dict[str, bytes]:
    """The report on the build of these files, as a page and as data; `previous` is the last build's report.json."""
    html = ""
    with template_faults(project, faults):
        finished = FinishedFiles(files, store)
        html = report_html(book, proof, faults, texts, project, previous, translations, finished=finished)
    result = Result.of(faults, proof, translations=translations, language=catalogue(book.game.language))
    return {
        "report.html": html.encode(),
        "report.json": report_json({book.game.id: result}).encode(),
    }


def pdf_files(run: PrintRun) -> dict[str, bytes]:
    """The PDFs alone."""
    return make_files(run, lambda path: path.endswith(".pdf"))
