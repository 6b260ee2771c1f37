"""Findings and commands speak English, as every compiler does; what players read is in the game's language."""

import json

import pytest

from tests.conftest import Project

GAME = """\
game: {title: Jeu, language: fr}
domains: {cover: [open, wood]}
rules: {base: {number: "1", title: Le tir, text: On lance un dé.}}
tables:
  hits: {title: Touches, rule: base, rows: cover, cells: {open: 4}}
"""
GAP = "no row of table 'hits' covers cover wood"


@pytest.fixture
def in_french(project: Project) -> Project:
    project.write("content/small/small.yaml", GAME)
    return project


@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif", "html"])
def test_every_format(form: str, in_french: Project) -> None:
    said = in_french.run("check", "--no-prove", "--format", form)
    assert said.status == 1
    assert GAP.replace("'", "&#39;" if form == "html" else "'") in said.out


def test_the_language_of_the_user_changes_nothing(in_french: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert GAP in in_french.run("check", "--no-prove").out
    assert "cannot be the folder of a game" in in_french.run("new", "Heide!").err


def test_pages_are_in_the_language_of_the_game(in_french: Project) -> None:
    in_french.replace("content/small/small.yaml", "open: 4", "open: 4, wood: 5")
    assert in_french.run("build", "--no-prove", "--only", "web").status == 0
    assert "Aller au texte" in in_french.read("build/small/web/index.html")


def test_names_in_data_stay(in_french: Project) -> None:
    findings = json.loads(in_french.run("check", "--no-prove", "--format", "json").out)["findings"]
    (gap,) = (each for each in findings if each["name"] == "gap-in-table")
    assert (gap["id"], gap["severity"]) == ("gap-in-table/hits: cover wood", "error")
