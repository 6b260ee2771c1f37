"""Cells, claims, facts and examples stand in one report, in every format."""

import json
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import Project

GAME = """\
game: {title: Drill, language: en}
domains: {score: 1..6}
facts: {best: {value: 6, rule: drill, proof: best()}}
rules: {drill: {number: "1", title: Drill, text: "Throw as [[table:hits]] says, [[fact:best]] at most."}}
tables:
  hits: {title: Hits, rule: drill, values: 0..2, rows: score, cells: {"1-3": 0, "4-6": 1}, proof: hits(score)}
references:
  drill:
    title: Drill
    rule: drill
    items:
      - {text: a hit, claim: score >= 4, proof: hits(score) is 1}
examples:
  volley:
    title: A volley
    rule: drill
    text: Five is thrown.
    steps:
      - {text: "It hits: [[result]].", ask: hits(score=5), result: 1}
"""
RULES = '''\
def best() -> int:
    return 6


def hits(score: int) -> int:
    """The upper half hits (rule 1)."""
    return 1 if score >= 4 else 0
'''


@pytest.fixture
def drill(project: Project) -> Project:
    project.write("content/drill/game.yaml", GAME)
    project.write("content/drill/rules.py", RULES)
    project.write(
        "cards/drill/drill.yaml",
        "{title: Drill, size: 90 × 90 mm, blocks: [{table: hits}, {bullets: drill}]}\n",
    )
    return project


@pytest.fixture
def wrong(drill: Project) -> Project:
    """Everything that can be proved is wrong."""
    drill.replace("content/drill/rules.py", "return 6", "return 5")
    drill.replace("content/drill/rules.py", "return 1 if score >= 4 else 0", "return 2")
    return drill


def test_json_tells_of_each_statement_over_how_many_cases(drill: Project) -> None:
    found = json.loads(drill.run("check", "--format", "json").out)
    assert found["findings"] == []
    assert [(each["kind"], each["owner"], each["cases"], each["proved_by"]) for each in found["statements"]] == [
        ("cell", "hits", 3, "hits"),
        ("cell", "hits", 3, "hits"),
        ("claim", "drill", 6, "hits"),
        ("fact", "best", 1, "best"),
        ("example", "volley", 1, "hits"),
    ]
    assert found["coverage"] == {
        "cells": 2,
        "proved": 2,
        "claims": 1,
        "claims_proved": 1,
        "facts": 1,
        "facts_proved": 1,
        "examples": 1,
        "examples_proved": 1,
        "cases": 14,
        "open": 0,
    }


def test_text_and_junit_count_them_together(drill: Project) -> None:
    assert drill.run("check").out == (
        "drill: no errors, no warnings; 2 cells: 2 restated; 1 claim: 1 repeated; 1 fact: 1 repeated; "
        "1 of 1 example step run; 14 cases compared\n"
    )
    cases = ET.fromstring(drill.run("check", "--format", "junit").out).iter("testcase")
    assert [case.get("classname") for case in cases] == [
        "table.hits",
        "table.hits",
        "reference.drill",
        "fact.best",
        "example.volley",
    ]


@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif"])
def test_every_format_says_what_disagrees(wrong: Project, form: str) -> None:
    said = wrong.run("check", "--format", form)
    assert said.status == 1
    for words in (
        "table 'hits' prints 0 for score 1 (and 2 more), hits() answers 2",
        "this condition holds for score 4, hits() answers 2",
        "the fact 'best' is 6, best() answers 5",
        "step 1 of example 'volley' gives 1, hits() answers 2",
    ):
        assert words in said.out
