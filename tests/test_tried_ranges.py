"""Wherever "proved" is said, the ranges are said that were tried of inputs that were not tried as a whole."""

import json

import pytest

from rulewright.base.installation import user_store
from rulewright.pipeline.stages import render
from tests.conftest import Project

GAME = """\
game: {title: Ranges, language: en, readers: editors}
domains:
  strength: {title: Strength, numbers: 0.., test-range: 0..40}
  enemy: {title: Enemy, numbers: 0.., test-range: 0..30}
  roll: 1d6
rules: {odds: {number: "1", title: Odds, text: "See [[table:odds]], [[table:hit]] and [[reference:odds]]."}}
facts:
  best: {value: 6, rule: odds, proof: best()}
tables:
  odds:
    title: Odds
    rule: odds
    rows: strength
    cells: {"0-9": weak, "10+": strong}
    proof: odds(strength)
  hit:
    title: Hit
    rule: odds
    rows: roll
    cells: {"1-3": miss, "4-6": hit}
    proof: hit(roll)
references:
  odds:
    title: Odds
    rule: odds
    items:
      - text: the stronger attacks
        claim: strength > enemy
        proof: attacks(strength, enemy)
"""
RULES = """\
def odds(strength: int) -> str:
    \"\"\"Ten are strong (1).\"\"\"
    return "strong" if strength >= 10 else "weak"


def hit(roll: int) -> str:
    \"\"\"The upper half of the die hits (1).\"\"\"
    return "hit" if roll > 3 else "miss"


def attacks(strength: int, enemy: int) -> bool:
    \"\"\"The stronger attacks (1).\"\"\"
    return strength > enemy


def best() -> int:
    \"\"\"The best of the die (1).\"\"\"
    return 6
"""
BOTH = "Strength 0–40, Enemy 0–30"


@pytest.fixture
def ranges(project: Project) -> Project:
    project.write("content/ranges/game.yaml", GAME)
    project.write("content/ranges/rules.py", RULES)
    return project


def test_the_text_of_check_counts_them_in_one_line(ranges: Project) -> None:
    said = ranges.run("check").out.splitlines()
    assert said[-2].endswith("4 cells: 4 restated; 1 claim: 1 repeated; 1 fact: 1 repeated; 1,319 cases compared")
    assert said[-1] == "  2 inputs tried only within a range: see the report, or --verbose"


def test_verbose_says_each_once_for_the_game(ranges: Project) -> None:
    assert f"\n  tried only within a range: {BOTH}\n" in ranges.run("check", "--verbose").out


def test_the_json_of_check_says_them_for_each_statement(ranges: Project) -> None:
    found = json.loads(ranges.run("check", "--format", "json").out)
    tried = {(each["kind"], each["owner"]): each["tried"] for each in found["statements"]}
    strength, enemy = {"input": "Strength", "range": "0–40"}, {"input": "Enemy", "range": "0–30"}
    assert tried == {
        ("cell", "odds"): [strength],
        ("cell", "hit"): [],
        ("claim", "odds"): [strength, enemy],
        ("fact", "best"): [],
    }


def test_the_list_of_cells_says_them(ranges: Project) -> None:
    said = ranges.run("tables").out.splitlines()
    assert [line.rpartition("  ")[2] for line in said] == ["(odds() with Strength 0–40)"] * 2 + ["(hit())"] * 2


def test_the_report_and_the_pages_say_them(ranges: Project) -> None:
    found = ranges.examined("ranges")
    files = {
        name: data.decode("utf-8", "replace") for name, data in render(found, ranges.root, "", user_store()).items()
    }
    assert f"1,271 <small>with {BOTH}</small>" in files["report.html"]
    assert "2 cells, 41 cases with Strength 0–40<" in files["report.html"]
    assert "odds(), 31 cases with Strength 0–40, content/ranges/game.yaml" in files["report.html"]
    assert f"tried with {BOTH}." in files["web/code.html"]
    assert "Proved for all 41 cases with Strength 0–40 by" in files["web/odds.html"]
    assert "Where only a range of some input was tried, each of them says so." in files["web/index.html"]
    claim = next(each for each in json.loads(files["rules.json"])["proofs"] if each["kind"] == "claim")
    assert [each["input"] for each in claim["tried"]] == ["Strength", "Enemy"]


def test_nothing_is_said_where_all_was_tried(small: Project) -> None:
    assert "tried" not in small.run("check").out
    page = small.rendered()["web/index.html"].decode()
    assert "range of some input" not in page
