"""The budgets as ratios, each pair taken side by side in one run: `make bench`.

Machines are noisy: every figure is the median of several pairs, and only the ratios mean anything.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import yaml

from rulewright.checks import tables
from rulewright.decode.games import decode
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.model.book import Book
from rulewright.pipeline import examine
from rulewright.proof.workers import Workers
from rulewright.source.files import read
from rulewright.source.tree import parse
from tests.benchmarks.million import KINDS, million
from tests.benchmarks.searching import answering, making_the_index
from tests.benchmarks.timing import Timed, ratio
from tests.big_table import WHOLE, divided, scattered, source

ROOT = Path(__file__).resolve().parents[2]
GAME = "last-hundred-yards"


def command(*arguments: str) -> Timed:
    return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def nothing_changed() -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        project = _copy(Path(folder))
        build = command("-m", "rulewright.cli", "build", "--project", str(project))
        build()
        return ratio(build, command("-c", "pass"), 21)


def one_card_cold() -> tuple[float, float, float]:
    """From examined game to PDF bytes in a fresh process, against WeasyPrint's own front door on the same HTML."""
    from rulewright.render.card import card_html
    from rulewright.render.environment import asset

    book = examine(ROOT, GAME, None).book
    assert book is not None
    with tempfile.TemporaryDirectory() as folder:
        page, style = Path(folder, "card.html"), Path(folder, "card.css")
        page.write_text(card_html(book.game.cards[0], book, ROOT))
        style.write_text(asset(ROOT, "card/card.css"))
        reading = f"page, style = (open(f).read() for f in ({str(page)!r}, {str(style)!r}));"
        ours = "from rulewright.render.pdf import Printer; Printer(style).print_card(page)"
        theirs = (
            "from weasyprint import CSS, HTML; from rulewright.render.pdf import _Fetcher; fetcher = _Fetcher();"
            "HTML(string=page, url_fetcher=fetcher).write_pdf("
            "stylesheets=[CSS(string=style, url_fetcher=fetcher)], pdf_variant='pdf/ua-1')"
        )
        return ratio(command("-c", reading + ours), command("-c", reading + theirs), 7)


def reading_back() -> tuple[float, float, float]:
    """All PDFs and pages of a game read back, against printing them."""
    from rulewright.pipeline import printed, read_back

    examined = examine(ROOT, GAME, None)
    files = printed(examined, ROOT)
    return ratio(lambda: read_back(examined, files, ROOT), lambda: printed(examined, ROOT), 3)


def reading_yaml() -> tuple[float, float, float]:
    rule = "  rule-{0}:\n    number: {1}.{2}\n    title: Rule {0}\n    text: >\n      A unit loses its [[Concealment]]\n      in {0} hexes\n"
    text = "rules:\n" + "".join(rule.format(at, at // 100, at % 100) for at in range(10_000))
    return ratio(lambda: parse(text, "bench.yaml", Faults()), lambda: yaml.load(text, Loader=yaml.CSafeLoader), 5)


def a_million_cases(kind: str, processes: int) -> Callable[[], tuple[float, float, float]]:
    """From the call to the report, by so many processes that are at work already."""

    def run() -> tuple[float, float, float]:
        with tempfile.TemporaryDirectory() as folder, Workers(processes, hesitation=0.0) as executor:
            whole, bare = million(Path(folder), kind)
            whole(executor)
            return ratio(lambda: whole(executor), bare, 7)

    return run


def a_million_cases_cold() -> tuple[float, float, float]:
    """Starting the process of the rules code as well, which costs as much as half a million of so cheap calls."""
    with tempfile.TemporaryDirectory() as folder:
        whole, bare = million(Path(folder), "whole numbers")
        return ratio(lambda: whole(None), bare, 7)


def mutants() -> tuple[float, float, float]:
    """Everything proved in all three games altered and compared again; asked beside proving it once."""

    def check(*options: str) -> Timed:
        return command("-m", "rulewright.cli", "check", "--project", str(ROOT), *options)

    return ratio(check("--mutants"), check(), 3)


def large_tables() -> tuple[float, float, float]:
    """Every check of tables of 8 inputs and 200 rows, one sound, one with gaps, and two of which the first row decides.

    Beside it: reading, decoding and linking the same four. All four together are to take less than a second.
    """
    rows = {"sound": divided(), "gaps": divided()[20:], "rest": [*divided()[:150], WHOLE], "met": [*scattered(3), WHOLE]}
    policies = {"sound": "unique", "gaps": "unique", "rest": "first", "met": "first"}
    with tempfile.TemporaryDirectory() as folder:
        for name, boxes in rows.items():
            path = Path(folder, "content", name, "game.yaml")
            path.parent.mkdir(parents=True)
            path.write_text(source(boxes, policies[name]), "utf-8")

        def books() -> list[Book]:
            faults = Faults()
            return [link(decode(read(Path(folder), name, faults), faults), faults) for name in rows]

        found = books()
        return ratio(lambda: [list(tables(book)) for book in found], books, 5)


def _copy(folder: Path) -> Path:
    import shutil

    for part in ("content", "cards"):
        shutil.copytree(ROOT / part / GAME, folder / part / GAME)
    return folder


LOOP = "a bare loop with the function and a dict"

BENCHMARKS = (
    ("build with nothing changed", "starting bare Python", 5.0, nothing_changed),
    ("one card, cold", "plain WeasyPrint on the same page", 0.65, one_card_cold),
    ("a game read back", "printing it", 0.2, reading_back),
    ("reading YAML with positions", "PyYAML CSafeLoader", 0.5, reading_yaml),
    *((f"a million proved: {kind}", LOOP, 1.3, a_million_cases(kind, 1)) for kind in KINDS),
    *((f"... by two processes: {kind}", LOOP, 1.0, a_million_cases(kind, 2)) for kind in KINDS),
    ("... from a cold start", LOOP, 2.0, a_million_cases_cold),
    ("all mutants of three games", "proving them once", 10.0, mutants),
    ("four tables of 8 × 200, all checks", "reading and decoding the same tables", 5.0, large_tables),
    ("10,000 rules: the search index", "reading and linking them", 1.0, making_the_index),
    ("10,000 rules: a search", "looking through their texts in a loop", 1.0, answering),
)


def main() -> None:
    """Runs every benchmark, or those whose names hold one of the words given."""
    print(f"{'what':38} {'beside':42} {'ours':>8} {'theirs':>8} {'ratio':>6} {'budget':>6}")
    words = sys.argv[1:]
    for what, beside, budget, run in BENCHMARKS:
        if words and not any(word in what for word in words):
            continue
        ours, theirs, times = run()
        print(f"{what:38} {beside:42} {ours:7.3f}s {theirs:7.3f}s {times:6.2f} {budget:6.2f}")


if __name__ == "__main__":
    main()
