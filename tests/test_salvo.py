"""A small game with a table of every hit policy, unlike dice and a set of names: as it prints, and as it is proved."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pdfplumber
import pytest

from rulewright.entries.cells import Case
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.pipeline.stages import Examination
from rulewright.proof.evaluator import Evaluator, open_evaluator
from rulewright.proof.executor import Program
from rulewright.proof.process import Limits
from rulewright.proof.report import State
from rulewright.proof.tables import prove_table
from tests import conftest
from tests.conftest import ROOT, Project

SALVO = ROOT / "tests/games/salvo"
READ = {
    "gunnery": "Where several fit, they say the same.",
    "damage": "Where several fit, only the one named first here counts: sunk, ablaze, holed, unhurt.",
    "orders": "All that fit count, in this order.",
}
"""How the tables of each policy are read, by the rule they stand in."""


@pytest.fixture
def salvo(project: Project) -> Project:
    shutil.copytree(SALVO, project.root, dirs_exist_ok=True)
    return project


@pytest.fixture(scope="module")
def examined() -> Examination:
    return conftest.examined("salvo")


@pytest.fixture(scope="module")
def code(examined: Examination) -> Iterator[Evaluator]:
    assert examined.sources.rules is not None
    with open_evaluator(Program(examined.sources.rules, examined.sources.rules_file, Limits())) as found:
        yield found


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def test_it_is_sound_and_every_cell_is_proved(examined: Examination) -> None:
    assert examined.findings.items == []
    counts = examined.proof.coverage
    assert counts["cells"] == counts["proved"] == 24


def test_card_and_pages_say_how_the_tables_are_read(salvo: Project) -> None:
    assert salvo.run("build").status == 0
    with pdfplumber.open(salvo.root / "build/salvo/cards/salvo.pdf") as pdf:
        card = " ".join(pdf.pages[0].extract_text().split())
    for rule, reading in READ.items():
        assert reading in card
        assert reading in words(salvo.read(f"build/salvo/web/{rule}.html"))
    assert "making smoke without engaged" in card
    assert "over 7.5 to under 28 cm" in words(salvo.read("build/salvo/web/gunnery.html"))


def test_the_listing_tells_the_policy(salvo: Project) -> None:
    cells = json.loads(salvo.run("tables", "--format", "json").out)
    assert {cell["table"]: cell["policy"] for cell in cells} == {
        "gunnery": "any",
        "penetration": "unique",
        "damage": "priority",
        "mishap": "unique",
        "orders": "list",
    }
    assert "salvo/orders [posture engaged, crew yes] open fire  (list; orders())" in salvo.run("tables").out
    assert "salvo/mishap [chance 96-00] unhurt  (mishap())" in salvo.run("tables").out


def altered(table: Table, case: Case) -> Iterator[Case]:
    """The case with each other value that its table could print."""
    assert table.values is not None
    plain = [table.values.names[key].id if table.values.names else key for key in table.values.keys]
    yield from (replace(case, value=replace(case.value, plain=value)) for value in plain if value != case.value.plain)


def test_no_altered_cell_passes(examined: Examination, code: Evaluator) -> None:
    assert examined.book is not None
    for table in examined.book.game.tables:
        for at, case in enumerate(table.cases):
            for mutant in altered(table, case):
                cases = (*table.cases[:at], mutant, *table.cases[at + 1 :])
                outcome = prove_table(replace(table, cases=cases), examined.book, code)
                assert outcome.findings, f"{case.span}: {case.value.plain} altered to {mutant.value.plain} passes"


def test_a_deleted_row_is_missed_unless_another_says_the_same(examined: Examination, code: Evaluator) -> None:
    assert examined.book is not None
    missed_by_nobody = []
    for table in examined.book.game.tables:
        for at, case in enumerate(table.cases):
            left = replace(table, cases=(*table.cases[:at], *table.cases[at + 1 :]))
            outcome = prove_table(left, examined.book, code)
            gap = outcome.compared < examined.proof.compared[Target("table", table.id)]
            missed_by_nobody += [] if outcome.findings or gap else [case.keys[0].written]
    assert missed_by_nobody == ["smoke and engaged", "only docked"]  # of the table whose policy is any


def test_a_row_moved_in_a_list_is_another_answer(examined: Examination, code: Evaluator) -> None:
    assert examined.book is not None
    orders = examined.book.tables["orders"]
    first, second, *others = orders.cases
    outcome = prove_table(replace(orders, cases=(first, *reversed(others), second)), examined.book, code)
    assert [found.about for found in outcome.findings] == ["orders: posture only moving, state ablaze, crew yes"]
    states = [statement.state for statement in outcome.statements]
    assert states == [State.PROVED, State.UNPROVED, State.UNPROVED, State.UNPROVED]


def test_the_test_to_paste_gives_a_set_and_wants_a_list(salvo: Project) -> None:
    salvo.replace("content/salvo/game.yaml", "{posture: moving}, value: sail", "{posture: moving}, value: fire")
    found = json.loads(salvo.run("check", "--format", "json").out)["findings"]
    example = next(each["example"] for each in found if each["name"] == "disagreement")
    assert "orders(posture=frozenset({Posture.MOVING}), state=Damage.ABLAZE, crew=True)" in example
