"""How work grows: each measured at two sizes; an exponent of 1 is linear, and the budget is 1.1."""

import math
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rulewright.base.findings import Findings
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.checks import check
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.web import web_files
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.benchmarks.books import print_book
from tests.benchmarks.timing import ROOT, Spent
from tests.many_cards import PER_SHEET, many_cards
from tests.many_rules import many_rules, read_many
from tests.test_growth import grid, tables

BUDGET = 1.1
SIZES = (1_000, 4_000)
ENOUGH, MOST_RUNS = 4.0, 5
"""Seconds, and runs, of one size."""


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
    rules = "".join(
        f'  r{at}: {{number: "{at // 50 + 1}.{at % 50}", title: Rule {at}, text: "See [[rule:r{at // 2}]]."}}\n'
        for at in range(count)
    )
    tables = "".join(
        f'  t{at}: {{title: T {at}, rule: r{at}, rows: d, cells: {{1: a, 2-3: "[[rule:r{at // 3}]]"}}}}\n'
        for at in range(count)
    )
    source = f"game: {{title: Tables, language: en}}\ndomains: {{d: 1..3}}\nrules:\n{rules}tables:\n{tables}"
    content.joinpath("game.yaml").write_text(source, "utf-8")
    return read_many(folder)


def _cards(folder: Path, count: int) -> Book:
    many_cards(folder, count)
    return read_many(folder)


def _sheets(folder: Path, count: int) -> Book:
    """Sheets of nine cards each, of which there are few."""
    many_cards(folder, PER_SHEET, count)
    return read_many(folder)


def _printed(book: Book) -> object:
    """Without web pages, in this process."""
    run = PrintRun(book, ProofReport(), Findings(), ROOT, "", Store())
    return make_files(run, lambda path: path.startswith("cards/"))


def _written(source: Callable[[int], str]) -> Callable[[Path, int], Book]:
    """A game of one file."""

    def make(folder: Path, size: int) -> Book:
        content = folder / "content" / "many"
        content.mkdir(parents=True)
        content.joinpath("game.yaml").write_text(source(size), "utf-8")
        return read_many(folder)

    return make


def _grid(rows: int) -> str:
    return grid(rows, columns=50)


def _check(book: Book) -> object:
    return list(check(book))


GROWTHS: tuple[tuple[str, tuple[int, int], Callable[[Path, int], Book], Callable[[Book], object]], ...] = (
    ("site of rules in chapters", SIZES, many_rules, _site),
    ("rulebook of rules in chapters", (300, 1_200), many_rules, lambda book: print_book(book, Store())),
    ("site of chapters side by side", SIZES, _flat, _site),
    ("site of rules with tables and citations", SIZES, _tables, _site),
    ("checks of rules and terms", (4_000, 10_000), many_rules, _check),
    ("checks of tables and citations", SIZES, _tables, _check),
    ("cards and their pictures", (25, 100), _cards, _printed),
    ("sheets of nine cards", (10, 50), _sheets, _printed),
    ("checks of tables under one rule", (88, 353), _written(tables), _check),
    ("checks of a grid of 50 columns", (50, 200), _written(_grid), _check),
)


def growths(words: list[str]) -> None:
    """Prints the seconds at both sizes, and the exponent between them."""
    print(f"\n{'growth':42} {'sizes':>14} {'smaller':>8} {'larger':>8} {'exponent':>9} {'goal':>6}")
    for what, sizes, make, work in GROWTHS:
        if words and not any(word in what for word in words):
            continue
        _seconds(make, work, sizes[0] // 10)  # imports, and cuts the fonts
        small, large = (_seconds(make, work, size) for size in sizes)
        exponent = math.log(large / small) / math.log(sizes[1] / sizes[0])
        shown = " and ".join(f"{size:,}" for size in sizes)
        print(f"{what:42} {shown:>14} {small:7.2f}s {large:7.2f}s {exponent:9.2f} {BUDGET:6.2f}", flush=True)


def _seconds(make: Callable[[Path, int], Book], work: Callable[[Book], object], size: int) -> float:
    """The median of as many runs as fit into some seconds, each on a game that was just read."""
    spent = list[float]()
    while not spent or (sum(spent) < ENOUGH and len(spent) < MOST_RUNS):
        with tempfile.TemporaryDirectory() as folder:
            book = make(Path(folder), size)
            spent.append(Spent.on(partial(work, book)).processor)
    return statistics.median(spent)
