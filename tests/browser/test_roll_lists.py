"""The button of a list to roll on: a result that names dice or another list is rolled too, and no chain is endless."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from rulewright.app.publish import publish
from tests.conftest import Project

GAME = """\
game: {title: Lists, language: en}
rules:
  base: {number: "1", title: Base, text: "See [[table:met]] and [[table:round]]."}
  far: {number: "2", title: Far, text: "See [[table:packs]]."}
tables:
  met: {title: Encounters, rule: base, rows: 1d2, list: {any: "2d6+1 wolves, or roll twice on [[table:packs]]"}}
  round: {title: Roundabout, rule: base, rows: 1d2, list: {any: "Roll on [[table:round]]"}}
  packs: {title: Packs, rule: far, rows: 1d4, list: {1-4: Salt and 1d4 candles}}
"""


@pytest.fixture
def lists(page: Page, project: Project, tmp_path: Path) -> Page:
    project.write("content/small/game.yaml", GAME)
    publish(tmp_path / "site", project.made("web/*").files)
    page.goto((tmp_path / "site/web/base.html").as_uri())
    return page


def rolled(page: Page, table: str) -> list[str]:
    """The steps after the first result, as a reader of the screen hears them."""
    page.locator(f"#table-{table} button.use").press("Enter")
    page.locator(f"#use-of-{table} button.roll").press("Enter")
    return page.locator(f"#use-of-{table} [role=status] .chain li").all_inner_texts()


def test_dice_in_a_result_and_lists_that_it_names_are_rolled_too(lists: Page) -> None:
    wolves, *packs = rolled(lists, "met")
    number = re.fullmatch(r"2D6 \+ 1: (\d+)", wolves)
    assert number is not None
    assert 3 <= int(number[1]) <= 13
    said = "\n".join(packs)
    one = r"Packs, D4 [1-4]: Salt and 1d4 candles\nD4: [1-4]"
    assert re.fullmatch(rf"{one}\n{one}", said), said


def test_a_chain_without_an_end_is_stopped_with_a_word(lists: Page) -> None:
    *steps, last = rolled(lists, "round")
    assert len(steps) == 20
    assert last == "Stopped after 20 rolls: these lists lead to each other without end."
