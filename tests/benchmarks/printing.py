"""Cards to PDF: from a cold start, by two processes, after an edit; and their read-back."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path

from rulewright.base.pool import Job, run_jobs
from rulewright.book.book import Book
from rulewright.entries.product import CARD_STYLE
from rulewright.html.environment import asset
from rulewright.outputs.cards.paper import card_html
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.outputs.products.print_cards import card_file
from rulewright.outputs.products.run import Rendered
from rulewright.pdf import Printers
from rulewright.pipeline.stages import examine, print_files, read_back
from tests.benchmarks.timing import ROOT, Ratio, Timed, command, ratio

GAME = "last-hundred-yards"
CARD = "assault"

OURS = """\
import sys
from rulewright.pdf.printer import Printer

page, style = (open(file, encoding="utf-8").read() for file in sys.argv[1:])
Printer(style).print(page)
"""
THEIRS = """\
import sys
from importlib.resources import files
from weasyprint import CSS, HTML

page, style = (open(file, encoding="utf-8").read() for file in sys.argv[1:])
fonts = files("font_source_sans_pro") / "files"
style = CSS(string=style.replace("url(font:", f"url({fonts.as_uri()}/"))
HTML(string=page).write_pdf(stylesheets=[style], pdf_variant="pdf/ua-1")
"""
"""WeasyPrint's own front door, on the same page and to the same standard."""


def one_card_cold() -> Ratio:
    """From its HTML to PDF bytes, in a fresh process."""
    with card_page() as files:
        ours, theirs = (command("-c", program, *files) for program in (OURS, THEIRS))
        ours()  # compiles what a first run compiles
        return ratio(ours, theirs, 7)


def cards_by_two() -> Ratio:
    """Every card of every game, by two processes and by this one.

    Of processor time it is that of the busier of the two: what the clock would tell of a machine with nothing else to do.
    """
    jobs = list(_jobs())
    assert run_jobs(jobs, most=2) == run_jobs(jobs, most=1)
    found = ratio(lambda: run_jobs(jobs, most=2), lambda: run_jobs(jobs, most=1), 5)
    timed = [Job(job.name, job.weight, partial(_timed, job)) for job in jobs]
    busy: dict[int, float] = {}
    for process, seconds in run_jobs(timed, most=2):
        busy[process] = busy.get(process, 0.0) + seconds
    alone = sum(seconds for _, seconds in run_jobs(timed, most=1))
    return replace(found, processor=max(busy.values()) / alone)


def _jobs() -> Iterator[Job[Rendered]]:
    printers = Printers()
    for game in sorted(folder.name for folder in (ROOT / "content").iterdir()):
        examined = examine(ROOT, game, None)
        assert examined.book is not None
        printer = CardPrinter(examined.book, ROOT, printers=printers)
        for card in examined.book.game.cards:
            (wanted,) = card_file(printer, card, {})
            printers[wanted.style]
            yield wanted.job()


def _timed(job: Job[Rendered]) -> tuple[int, float]:
    began = time.process_time()
    job.run()
    return os.getpid(), time.process_time() - began


def after_an_edit() -> Ratio:
    """A whole build after one card was touched: its PDF, pictures and sheets, every page, read-back and report."""
    with tempfile.TemporaryDirectory() as folder, card_page() as files:
        edit = editing(Path(folder))
        edit()
        return ratio(edit, command("-c", THEIRS, *files), 5)


def editing(folder: Path) -> Timed:
    """Alters a card of a copy of the game and builds that."""
    copy_game(folder)
    card = folder / "cards" / GAME / f"{CARD}.yaml"
    text, numbers = card.read_text("utf-8"), count(1)
    build = command("-m", "rulewright.app.cli", "build", "--project", str(folder))

    def edit() -> None:
        card.write_text(text.replace("title: ", f"title: {next(numbers)} ", 1), "utf-8")
        build()

    return edit


def copy_game(project: Path) -> None:
    for part in ("content", "cards"):
        shutil.copytree(ROOT / part / GAME, project / part / GAME)


def nothing_changed() -> Ratio:
    with tempfile.TemporaryDirectory() as folder:
        editing(Path(folder))()
        return ratio(command("-m", "rulewright.app.cli", "build", "--project", folder), command("-c", "pass"), 21)


def reading_back() -> Ratio:
    """All PDFs and pages of a game read back, against printing them."""
    examined = examine(ROOT, GAME, None)
    files = print_files(examined, ROOT)
    return ratio(lambda: read_back(examined, files, ROOT), lambda: print_files(examined, ROOT), 3)


@cache
def book() -> Book:
    found = examine(ROOT, GAME, None).book
    assert found is not None
    return found


@contextmanager
def card_page() -> Iterator[tuple[str, str]]:
    """The HTML and the stylesheet of a card, as files."""
    card = next(card for card in book().game.cards if card.id == CARD)
    with tempfile.TemporaryDirectory() as folder:
        page, style = Path(folder, "card.html"), Path(folder, "card.css")
        page.write_text(card_html(card, book(), ROOT), "utf-8")
        style.write_text(asset(ROOT, CARD_STYLE), "utf-8")
        yield str(page), str(style)
