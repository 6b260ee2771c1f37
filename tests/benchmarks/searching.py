"""The search of ten thousand rules: making its index, and answering while one types."""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from rulewright.outputs.web.search_entries import search_entries
from rulewright.outputs.web.search_index import search_index
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.benchmarks.timing import ROOT, Ratio, ratio
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import OPTIONS
from tests.browser.searching import engine_for
from tests.many_rules import many_rules, queries, read_many

RULES = 10_000

BOTH = """queries => {
  const bare = (query) => texts.filter((text) => query.toLowerCase().split(" ").every((word) => text.includes(word)));
  const time = (run) => { const began = performance.now(); run(); return performance.now() - began; };
  return queries.map((query) => [time(() => search(query).hits(12)), time(() => bare(query))]);
}"""


def making_the_index() -> Ratio:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(many_rules(Path(folder), RULES), ProofReport(), ROOT, FinishedFiles({}))
        return ratio(lambda: search_index(tuple(search_entries(site)), "en"), lambda: read_many(Path(folder)), 3)


def answering() -> Ratio:
    """Every query as typed, letter by letter; in milliseconds of the browser's own clock, told as seconds."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        found = tuple(search_entries(Site(many_rules(Path(folder), RULES), ProofReport(), ROOT, FinishedFiles({}))))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        page = browser.new_page()
        engine_for(page, Path(folder), found)
        page.evaluate("texts => { window.texts = texts; }", [f"{entry.title} {entry.text}".lower() for entry in found])
        pairs = page.evaluate(BOTH, queries())
        browser.close()
    ours, theirs = (statistics.median(side) / 1000 for side in zip(*pairs, strict=True))
    return Ratio(ours, theirs, ours / theirs)
