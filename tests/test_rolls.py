"""Rolls in the text of a rule, as a reader meets them."""

import re

import pdfplumber
import pytest

from rulewright.base.findings import Findings, Span
from rulewright.entries.domain_kinds import read_domain
from rulewright.source.nodes import Scalar
from tests.conftest import Project

SMOKE = """\
domains: {end: {left: the left end, right: the right end}}
rules:
  smoke:
    number: "2"
    title: Smoke
    text: When the turn is over, roll a die.
    rolls:
      smoke-end: {rows: {score: 1d6}, values: end, cells: {1-3: left, 4-6: right}, proof: end(score)}
      drift:
        title: Drift
        rows: {force: {title: Force, numbers: 0..2}}
        values: {numbers: 0..3, unit: hexes}
        cells: {0: 0, 1-2: 3}
        proof: drift(force)
      gust: {title: Gusts, rows: {score: 1d6}, columns: cover, values: 0..3, cells: {1-6: [1, 2]}}
tables:
  wind: {title: Wind, rule: smoke, rows: cover, values: 0..3, cells: {open: 2, wood: 1}}
"""
CODE = '''

def end(score: int) -> Literal["left", "right"]:
    """Half of the faces each (rule 2)."""
    return "left" if score <= 3 else "right"


def drift(force: int) -> int:
    """Any wind carries it away (rule 2)."""
    return 3 if force else 0
'''


@pytest.fixture
def smoke(small: Project) -> Project:
    small.replace("content/small/game.yaml", "language: en}", "language: en, readers: editors}")
    small.write("content/small/smoke.yaml", SMOKE)
    rules = small.read("content/small/rules.py")
    small.write("content/small/rules.py", "from typing import Literal\n" + rules + CODE)
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "as [[table:hits]] tells, then [[table:drift]]")
    small.replace("cards/small/hits.yaml", "- table: hits", "- table: smoke-end")
    assert small.run("build").status == 0
    return small


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split()).replace(" .", ".")


def section(page: str, start: str) -> str:
    """What a page says from an id to the end of the roll or table that has it."""
    return words(re.split(r"</div>\n(?=<|$)|</figure>", page[page.index(start) :])[0]).partition("> ")[2]


def test_a_roll_is_a_list_in_its_rule_with_its_dice_and_its_proof(smoke: Project) -> None:
    page = smoke.read("build/small/web/smoke.html")
    said = section(page, 'id="table-smoke-end"')
    assert (
        said
        == "D6 # Roll 1–3 the left end 4–6 the right end Proved for all 6 cases by end(). The code states the rule’s own conditions. Cited by cards Hits"
    )
    assert '<div class="roll-list" id="table-smoke-end">' in page


def test_a_title_of_its_own_and_a_unit_are_told(smoke: Project) -> None:
    page = smoke.read("build/small/web/smoke.html")
    assert section(page, 'id="table-drift"').startswith("Drift Force (hexes) # Look up 0 0 1–2 3")
    assert '<a class="table" href="smoke.html#table-drift" data-shows="define-table-drift">Drift</a>' in smoke.read(
        "build/small/web/hits.html"
    )


def test_rolls_stand_before_the_tables_and_one_with_columns_is_a_table(smoke: Project) -> None:
    page = smoke.read("build/small/web/smoke.html")
    ids = re.findall(r'<(div|figure) class="(?:roll-list|table)" id="table-([\w-]+)"', page)
    assert ids == [("div", "smoke-end"), ("div", "drift"), ("figure", "gust"), ("figure", "wind")]


def test_a_rule_is_not_cited_by_its_own_rolls_and_tables(smoke: Project) -> None:
    page = smoke.read("build/small/web/smoke.html")
    assert not re.search(r'</figure>\s*<dl class="cited">', page)
    assert "Cited by rules 1 Hits" in words(page)  # the roll of which a rule tells


def test_on_a_card_a_roll_is_a_table(smoke: Project) -> None:
    with pdfplumber.open(smoke.root / "build/small/cards/hits.pdf") as pdf:
        assert pdf.pages[0].extract_text().split("\n") == ["1–3 the left end", "4–6 the right end"]


def test_no_roll_is_missed_on_a_card_but_its_cells_are_listed(smoke: Project) -> None:
    told = smoke.run("check").out
    assert "no card shows the table 'wind'" in told
    assert "no card shows the table 'drift'" not in told
    assert "small/drift [force 1-2] 3  (drift())" in smoke.run("tables").out


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("1d6", "D6"),
        ("d10", "D10"),
        ("2d6", "2D6"),
        ("d66", "D66"),
        ("1d6 + 0..1", "D6 + 0–1"),
        ("1d6 - 2", "D6 − 2"),
        ("0..3", ""),
    ],
)
def test_dice_have_a_name(written: str, name: str) -> None:
    domain = read_domain("score", Scalar(written, Span("x"), written), Findings())
    assert domain is not None
    assert domain.dice == name
