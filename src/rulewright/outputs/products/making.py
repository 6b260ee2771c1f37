"""Make all outputs of a game in the order of their dependencies, then the report on them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import compress

from rulewright.base.pool import Job, run_jobs
from rulewright.base.progress import Progress
from rulewright.book.book import Book
from rulewright.book.translations import Translated
from rulewright.html.paths import card_path
from rulewright.html.templating.template_errors import template_findings
from rulewright.outputs.formats.as_json import report_json
from rulewright.outputs.formats.results import Result
from rulewright.outputs.products.product import Buildable, Finished, Plan, Wish
from rulewright.outputs.products.run import PrintRun
from rulewright.pdf.finished_files import FinishedFiles

NONE: Finished = {}


def make_files(run: PrintRun, wish: Wish = lambda _: True, old: Finished = NONE) -> dict[str, bytes]:
    """Make the wished files and those that they need, each when its needs are finished; return them by path.

    `old` are the files of an earlier build. Plans that only mention unwished files see the old ones.
    """
    finished: dict[str, bytes] = {}
    waiting = list(_plans(run, wish, old))
    needed = frozenset[str]().union(*(needs for _, needs in waiting))
    while waiting:
        ready = [plan for plan, needs in waiting if needs <= finished.keys()]
        assert ready, f"nothing makes {min(waiting[0][1] - finished.keys())}"
        waiting = [(plan, needs) for plan, needs in waiting if not needs <= finished.keys()]
        outputs = [output for plan in ready for output in plan.outputs(finished)]
        new = run.files([output for output in outputs if wish(output.path) or output.path in needed])
        for plan in ready:
            new |= plan.here({**old, **finished}, wish)
        finished |= new
    return finished


def _plans(run: PrintRun, wish: Wish, old: Finished) -> Iterator[tuple[Plan, frozenset[str]]]:
    """Yield the plans that make a wanted file, or one that these need, each with its needs."""
    others, offered, asked = [each for each in run.book.products if isinstance(each, Buildable)], list[Plan](), wish
    while True:
        making = [product for product in others if any(asked(file.path) for file in product.files(run.book))]
        others = [product for product in others if product not in making]
        offered += [plan for product in making for plan in product.plans(run)]
        wished = [not plan.makes or any(map(asked, plan.makes)) for plan in offered]
        new = [
            (plan, plan.needs | {path for path in plan.mentions if wish(path) or path not in old})
            for plan in compress(offered, wished)
        ]
        if not new:
            return
        yield from new
        offered = [plan for plan, is_wished in zip(offered, wished, strict=True) if not is_wished]
        asked = frozenset[str]().union(*(needs for _, needs in new)).__contains__


MANY_PROOFS = 8
"""The number of cards from which several processes paint soft proofs faster than one."""


def outputs(run: PrintRun) -> dict[str, bytes]:
    """Return every file except the report. If a template of the project has an error, report it and return no file."""
    with template_findings(run.project, run.findings):
        return make_files(run)
    return {}


def report_files(
    run: PrintRun,
    texts: Mapping[str, str],
    files: Mapping[str, bytes],
    previous: bytes | None,
    translations: tuple[Translated, ...] = (),
) -> dict[str, bytes]:
    """Return the report on the build of these files, as a page and as data.

    `previous` is the report.json of the last build.
    """
    from rulewright.outputs.report import report_html

    html, book, proof, findings = "", run.book, run.proof, run.findings
    with template_findings(run.project, findings):
        finished = FinishedFiles(files, run.store)
        finished = replace(finished, proofs=_proofs(book, finished, run.progress))
        run.progress("writing report.html", 0, 0)
        html = report_html(book, proof, findings, texts, run.project, previous, translations, finished=finished)
    result = Result.of(findings, proof, translations=translations)
    return {"report.html": html.encode(), "report.json": report_json({book.game.id: result}).encode()}


def _proofs(book: Book, finished: FinishedFiles, progress: Progress) -> dict[str, list[bytes]]:
    """Paint the soft proofs that the store lacks, in several processes if there are many."""
    missing = [card for card in book.game.cards if not finished.has_proofs(card)]
    jobs = [Job(card_path(card), 1, partial(finished.proofs_of, card)) for card in missing]

    def shown(what: str, done: int, every: int) -> None:
        progress(f"soft proofs of {what}", done, every)

    made = run_jobs(jobs, shown, fewest=MANY_PROOFS)
    return {card.id: proofs for card, proofs in zip(missing, made, strict=True)}


def pdf_files(run: PrintRun) -> dict[str, bytes]:
    """Make only the PDFs."""
    return make_files(run, lambda path: path.endswith(".pdf"))
