"""All outputs of one game, as bytes by path: cards, sheets, rulebooks, web pages; then the report on them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from rulewright.findings import Findings
from rulewright.formats.as_json import report_json
from rulewright.formats.results import Result
from rulewright.model.about import Translated
from rulewright.model.book import Book
from rulewright.pool import Job, run_jobs
from rulewright.products.making import make_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.report import report_html
from rulewright.render.templating.faults import template_faults
from rulewright.store import Store

MANY_PROOFS = 8
"""Cards whose soft proofs take longer than it takes to start processes."""


def outputs(
    book: Book,
    proof: ProofReport,
    faults: Findings,
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
    faults: Findings,
    texts: Mapping[str, str],
    project: Path,
    files: Mapping[str, bytes],
    previous: bytes | None,
    store: Store,
    translations: tuple[Translated, ...] = (),
    progress: Progress = no_progress,
) -> dict[str, bytes]:
    """The report on the build of these files, as a page and as data; `previous` is the last build's report.json."""
    html = ""
    with template_faults(project, faults):
        finished = FinishedFiles(files, store)
        finished = replace(finished, proofs=_proofs(book, finished, progress))
        progress("writing report.html", 0, 0)
        html = report_html(book, proof, faults, texts, project, previous, translations, finished=finished)
    result = Result.of(faults, proof, translations=translations)
    return {
        "report.html": html.encode(),
        "report.json": report_json({book.game.id: result}).encode(),
    }


def _proofs(book: Book, finished: FinishedFiles, progress: Progress) -> dict[str, list[bytes]]:
    """The soft proofs of cards that are not made yet, in several processes where they are many."""
    missing = [card for card in book.game.cards if not finished.has_proofs(card)]
    jobs = [Job(card_path(card), 1, partial(finished.proofs_of, card)) for card in missing]

    def shown(what: str, done: int, every: int) -> None:
        progress(f"soft proofs of {what}", done, every)

    made = run_jobs(jobs, shown, fewest=MANY_PROOFS)
    return {card.id: proofs for card, proofs in zip(missing, made, strict=True)}


def pdf_files(run: PrintRun) -> dict[str, bytes]:
    """The PDFs alone."""
    return make_files(run, lambda path: path.endswith(".pdf"))
