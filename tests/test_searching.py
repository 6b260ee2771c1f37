"""What has too many cases for a proof is refused, or searched: then it agrees as far as it was tried, and no further."""

import json

import pytest

from rulewright.html.proof_words import proof_summary, proof_view
from rulewright.outputs.report import report_html
from rulewright.pipeline.stages import examine
from rulewright.proof.binding import ROUNDS, Sample
from rulewright.proof.prove import ProofOptions
from tests.conftest import Project

GAME = """\
game: {title: Wide, language: en}
domains:
  strength: {title: Strength, numbers: 0.., test-range: 0..4999}
  enemy: {title: Enemy, numbers: 0.., test-range: 0..4999}
rules: {odds: {number: "1", title: Odds, text: "See [[table:odds]] and [[reference:odds]]."}}
tables:
  odds:
    title: Odds
    rule: odds
    rows: strength
    columns: enemy
    keys: ["0+"]
    cells:
      "0-2499": weak
      "2500+": strong
    proof: odds(strength, enemy)
references:
  odds:
    title: Odds
    rule: odds
    items:
      - text: attack
        claim: strength > enemy
        proof: attacks(strength, enemy)
"""
RULES = """\
def odds(strength: int, enemy: int) -> str:
    \"\"\"What counts is strength alone (1).\"\"\"
    return "strong" if strength + enemy * 0 >= 2500 else "weak"


def attacks(strength: int, enemy: int) -> bool:
    \"\"\"The stronger attacks (1).\"\"\"
    return strength > enemy
"""


@pytest.fixture
def wide(project: Project) -> Project:
    """A table and a claim of 25 million cases, whose code reads both inputs together."""
    project.write("content/wide/game.yaml", GAME)
    project.write("content/wide/rules.py", RULES)
    return project


def test_a_proof_with_too_many_cases_is_refused_and_the_hint_names_the_search(wide: Project) -> None:
    said = wide.run("check")
    assert said.status == 1
    assert said.out.count("error[too-many-cases]: the proof would try") == 2
    assert "the proof would try odds() for 25,000,000 combinations" in said.out
    assert "or let `check --sample 100000` search that many of them" in said.out


def test_what_a_search_finds_no_fault_with_is_searched_and_not_proved(wide: Project) -> None:
    said = wide.run("check", "--sample", "20000")
    assert said.status == 0
    assert "wide: no errors, no warnings; 2 cells: 2 searched; 1 claim: 1 searched; " in said.out


def test_json_and_junit_tell_searched_from_proved(wide: Project) -> None:
    found = json.loads(wide.run("check", "--sample", "20000", "--format", "json").out)
    assert {each["state"] for each in found["statements"]} == {"searched"}
    assert {each["proved_by"] for each in found["statements"]} == {None}
    assert all(0 < each["cases"] <= 20_000 and not each["tried"] for each in found["statements"])
    assert found["coverage"]["searched"] == 3
    assert found["coverage"]["proved"] == found["coverage"]["claims_proved"] == 0
    junit = wide.run("check", "--sample", "20000", "--format", "junit").out
    assert junit.count('<skipped message="searched, not proved: ') == 3


def test_pages_say_searched(wide: Project) -> None:
    found = examine(wide.root, "wide", ProofOptions(sample=Sample(20_000)))
    assert found.book is not None
    report = report_html(found.book, found.proof, found.findings, found.sources.texts, wide.root)
    assert "<dt>statements searched, not proved</dt><dd>3</dd>" in report
    assert report.count('<span class="part searched"') == 2
    assert ": searched: odds(), " in report
    view = proof_view(found.book.tables["odds"], found.proof)
    assert view.state == "searched"
    assert view.text.startswith("Searched, not proved: odds() agrees in the ")
    assert "3 statements were searched, not proved." in proof_summary(found.proof)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("strength + enemy * 0 >= 2500", "strength + enemy * 0 >= 2400", "table 'odds' prints weak for strength 24"),
        ("strength + enemy * 0 >= 2500", "enemy * 0 + strength >= 2500 and strength < 4999", "strength 4999"),
        ("return strength > enemy", "return strength >= enemy", "no condition here holds for strength 0, enemy 0"),
    ],
)
def test_a_counterexample_is_an_error_like_any_other(wide: Project, old: str, new: str, message: str) -> None:
    """The first part has the ends of every input."""
    wide.replace("content/wide/rules.py", old, new)
    said = wide.run("check", "--sample", "100000")
    assert said.status == 1
    assert "error[disagreement]" in said.out
    assert message in said.out
    assert "def test_" in said.out


def test_a_seed_chooses_the_same_cases_each_time(wide: Project) -> None:
    wide.replace("content/wide/rules.py", ">= 2500", ">= 2400")
    once = wide.run("check", "--sample", "1000", "--seed", "7").out
    assert wide.run("check", "--sample", "1000", "--seed", "7").out == once
    assert wide.run("check", "--sample", "1000", "--seed", "8").out != once


def test_a_search_tries_no_more_than_it_may(wide: Project) -> None:
    for cases in (1, ROUNDS + 1, 5000):
        found = examine(wide.root, "wide", ProofOptions(sample=Sample(cases)))
        tried = max(statement.cases for statement in found.proof.statements)
        assert 0 < tried <= cases


@pytest.mark.parametrize("options", [["--sample", "0"], ["--sample", "some"], ["--sample", "9", "--no-prove"]])
def test_wrong_use_is_refused(wide: Project, options: list[str]) -> None:
    assert wide.run("check", *options).status == 2


def test_what_can_be_proved_is_proved_even_with_a_sample(small: Project) -> None:
    assert small.run("check", "--sample", "10").out == small.run("check").out
