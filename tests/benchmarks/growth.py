"""How work grows: each measured at two sizes; an exponent of 1 is linear, and the budget is 1.1."""

import math
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rulewright.checks import check
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web import web_files
from rulewright.store import Store
from tests.benchmarks.timing import ROOT
from tests.many_rules import many_rules, read_many

BUDGET = 1.1
SIZES = (1_000, 4_000)


def _site(book: Book) -> object:
    return web_files(book, ProofReport(), ROOT, FinishedFiles({}), Store())


def _flat(folder: Path, count: int) -> Book:
    """Rules side by side: each is a chapter, with a page of its own."""
    content = folder / "content" / "many"
    content.mkdir(parents=True)
    rules = "".join(f'  r{at}: {{number: "{at + 1}", title: Rule {at}, text: Words of {at}.}}\n' for at in range(count))
    content.joinpath("game.yaml").write_text(f"game: {{title: Flat, language: en}}\nrules:\n{rules}", "utf-8")
    return read_many(folder)


def _tables(folder: Path, count: int) -> Book:
    """Rules with a table each, of cells that cite the next rule."""
    content = folder / "content" / "many"
    content.mkdir(parents=True)
    rules = "".join(f'  r{at}: {{number: "{at // 50 + 1}.{at % 50}", title: Rule {at}, text: "See [[rule:r{at // 2}]]."}}\n' for at in range(count))
    tables = "".join(f'  t{at}: {{title: T {at}, rule: r{at}, rows: d, cells: {{1: a, 2-3: "[[rule:r{at // 3}]]"}}}}\n' for at in range(count))
    source = f"game: {{title: Tables, language: en}}\ndomains: {{d: 1..3}}\nrules:\n{rules}tables:\n{tables}"
    content.joinpath("game.yaml").write_text(source, "utf-8")
    return read_many(folder)


GROWTHS: tuple[tuple[str, Callable[[Path, int], Book], Callable[[Book], object]], ...] = (
    ("site of rules in chapters", many_rules, _site),
    ("site of chapters side by side", _flat, _site),
    ("site of rules with tables and citations", _tables, _site),
    ("checks of rules and terms", many_rules, lambda book: list(check(book))),
    ("checks of tables and citations", _tables, lambda book: list(check(book))),
)


def growths(words: list[str]) -> None:
    """Prints the seconds at both sizes, and the exponent between them."""
    print(f"\n{'growth':42} {SIZES[0]:>8,} {SIZES[1]:>8,} {'exponent':>9} {'budget':>6}")
    for what, make, work in GROWTHS:
        if words and not any(word in what for word in words):
            continue
        _seconds(make, work, 20)  # imports, and cuts the fonts
        small, large = (_seconds(make, work, size) for size in SIZES)
        exponent = math.log(large / small) / math.log(SIZES[1] / SIZES[0])
        print(f"{what:42} {small:7.2f}s {large:7.2f}s {exponent:9.2f} {BUDGET:6.2f}", flush=True)


def _seconds(make: Callable[[Path, int], Book], work: Callable[[Book], object], size: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        book = make(Path(folder), size)
        began = time.process_time()
        work(book)
        return time.process_time() - began
