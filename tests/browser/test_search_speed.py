"""The search of thousands of rules answers while one types. The bound is generous; `make bench` tells the ratio."""

import statistics
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web.search_entries import search_entries
from rulewright.render.web.site import Site
from tests.browser.searching import answer, engine_for
from tests.conftest import FEW, ROOT, examples
from tests.many_rules import many_rules, number_of, queries

MEDIAN, SLOWEST = 30, 250
"""Milliseconds for a query of ten thousand rules with its first results shown."""
TIMED = """queries => queries.map((query) => {
  const began = performance.now();
  search(query).hits(12);
  return performance.now() - began;
})"""


@pytest.mark.hypothesis  # so that `make test-long` searches ten thousand
def test_thousands_of_rules_are_searched_while_one_types(browser: Browser, tmp_path: Path) -> None:
    rules = 2_500 if examples() == FEW else 10_000
    found = tuple(search_entries(Site(many_rules(tmp_path, rules), ProofReport(), ROOT, FinishedFiles({}))))
    page = browser.new_page()
    engine_for(page, tmp_path, found)
    assert len((tmp_path / "search-index.js").read_bytes()) < 1.6 * sum(len(entry.text) for entry in found)
    number = number_of(2_321)
    kind, [hit] = answer(page, number, 1)["groups"][0]
    assert (kind, hit["number"], hit["href"]) == ("rule", number, "rule-2320.html#rule-2321")
    took = page.evaluate(TIMED, queries())
    assert statistics.median(took) < MEDIAN
    assert max(took) < SLOWEST
    page.close()
