"""Tables of eight inputs and two hundred rows, by all checks of tables: what is found, and in how many steps."""

from pathlib import Path

import pytest

from rulewright.base.findings import Findings
from rulewright.checks import TABLE_CHECKS
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.pipeline.stages import linked_book
from rulewright.source.files import read
from tests.big_table import WHOLE, divided, scattered, source
from tests.conftest import FEW, examples

MOST_STEPS = 100_000
"""About a second, where seven million combinations would take minutes."""

MANY = divided()[: 150 if examples() > FEW else 75]

TABLES = {
    "sound but for rows that could be one": (divided(), "unique", {"mergeable-rows"}),
    "twenty rows missing": (divided()[20:], "unique", {"gap-in-table", "mergeable-rows"}),
    "the last row is for the rest": ([*MANY, WHOLE], "first", {"subsumed-row"}),
    "a row for the rest that is not last": ([WHOLE, *MANY], "first", {"unreachable-case", "duplicate-row"}),
    "a row for the rest that contradicts": ([WHOLE, *MANY], "unique", {"overlap", "duplicate-row", "mergeable-rows"}),
    "rows that meet everywhere": ([*scattered(3), WHOLE], "first", {"unreachable-case"}),
}


@pytest.mark.long
@pytest.mark.hypothesis  # so that `make test-long` tries twice as many rows
@pytest.mark.parametrize("name", TABLES)
def test_large_tables(name: str, tmp_path: Path) -> None:
    boxes, policy, wanted = TABLES[name]
    path = tmp_path / "content/big/game.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(source(boxes, policy), "utf-8")
    book = linked_book(read(tmp_path, "big", findings := Findings()), findings)
    assert book is not None
    analysis = TableAnalysis(book.game.tables[0], book)
    found = [finding for check in TABLE_CHECKS for finding in check.check(analysis)]
    assert {finding.name for finding in found} == wanted
    assert len({finding.id for finding in found}) == len(found), "each has an id of its own"
    assert analysis.cover.steps < MOST_STEPS
