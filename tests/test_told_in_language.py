"""Findings, and what commands say of a game, are in the game's language; names, ids and what to paste stay."""

import json
from pathlib import Path

import pytest

from rulewright.commands.build_again import build_again
from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import Message, tell
from tests.conftest import Project

GAME = """\
game: {title: Jeu, language: LANGUAGE}
domains: {cover: [open, wood]}
rules: {base: {number: "1", title: Le tir, text: On lance un dé.}}
tables:
  hits: {title: Touches, rule: base, rows: cover, cells: {open: 4}}
"""
FRENCH = catalogue("fr")
GAP = FRENCH.gettext("no row of table {table!r} covers {where}").format(table="hits", where="cover wood")


@pytest.fixture
def in_french(project: Project) -> Project:
    project.write("content/small/small.yaml", GAME.replace("LANGUAGE", "fr"))
    return project


@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif", "html"])
def test_every_format(form: str, in_french: Project) -> None:
    said = in_french.run("check", "--no-prove", "--format", form)
    assert said.status == 1
    assert GAP.replace("'", "&#39;" if form == "html" else "'") in said.out
    assert "no row of table" not in said.out
    assert "gap-in-table" in said.out


def test_what_a_kind_of_finding_means(in_french: Project) -> None:
    """The first sentence of its page; the rest of the page is in English, and says so."""
    sentence = "Une table ne donne pas de réponse pour une certaine entrée"
    report = in_french.run("check", "--no-prove", "--format", "html").out
    assert f'<span class="summary">{sentence}</span>' in report
    assert '<span lang="en">A table gives no answer for some input.' in report
    sarif = json.loads(in_french.run("check", "--no-prove", "--format", "sarif").out)
    rules = sarif["runs"][0]["tool"]["driver"]["rules"]
    assert {each["id"]: each["shortDescription"]["text"] for each in rules}["gap-in-table"] == sentence


def test_the_summary_and_the_hint(in_french: Project) -> None:
    said = in_french.run("check", "--no-prove").out
    assert f"small: {FRENCH.ngettext('{n} error', '{n} errors', 1).format(n=1)}, " in said
    assert 'waivers: {"gap-in-table/hits: cover wood": pourquoi il peut rester}' in said
    assert FRENCH.gettext("the row to add") in said


READS_FRENCH = pytest.mark.parametrize("languages", [{"LANGUAGE": "nl:fr"}, {"LANGUAGE": "", "LC_ALL": "fr_FR.UTF-8"}])


@READS_FRENCH
def test_what_is_said_of_no_game_is_in_the_language_of_the_user(
    languages: dict[str, str], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in languages.items():
        monkeypatch.setenv(name, value)
    assert "il n’y a pas de jeu ici" in project.run("check").out
    assert "'Heide!' ne peut pas être le dossier d’un jeu\u202f: écrire 'heide'" in project.run("new", "Heide!").err
    made = project.run("new", "heide").out.splitlines()
    assert made[0].endswith(f" fichiers dans {project.root}/content/heide et {project.root}/cards/heide")
    assert made[2].startswith("rulewright explain tutorial-wargame raconte en dix étapes")
    assert "'French' n’est pas une langue" in project.run("translate", "heide", "French").err


def test_a_game_is_told_of_in_its_own_language(in_french: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert GAP in in_french.run("check", "--no-prove").out


def test_lines_of_a_watching_build(
    in_french: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = [{Path("content/small/small.yaml")}]
    monkeypatch.setattr("rulewright.commands.build_again.changes", lambda *_: iter(seen))
    monkeypatch.setattr("rulewright.commands.build_again.build_games", lambda *_, **__: 0)
    assert build_again(str(in_french.root), [], prove=False, only=()) == 0
    watching, changed, made = capsys.readouterr().out.splitlines()
    assert watching == "attend des changements\u202f; Ctrl-C y met fin"
    assert changed == "changé\u202f: content/small/small.yaml"
    assert made == "small\u202f: rien en 0,0 s"


def test_names_in_data_stay(in_french: Project) -> None:
    (finding,) = (
        each
        for each in json.loads(in_french.run("check", "--no-prove", "--format", "json").out)["findings"]
        if each["name"] == "gap-in-table"
    )
    assert (finding["id"], finding["severity"], finding["example"]) == (
        "gap-in-table/hits: cover wood",
        "error",
        "wood: ?",
    )


def test_what_cannot_be_decoded(in_french: Project) -> None:
    """The language is known as soon as the section of the game can be read."""
    in_french.replace("content/small/small.yaml", "cells: {open: 4}", "cells: {open: 4}, colums: x")
    said = in_french.run("check", "--no-prove").out
    assert FRENCH.gettext("did you mean {name!r}?").format(name="columns") in said


@pytest.mark.parametrize("head", ["game: {title: Jeu, language: fr}", "game:\n  title: Jeu\n  language: 'fr'"])
def test_what_cannot_be_parsed(head: str, project: Project) -> None:
    """The section of the game names the language, though its file is no YAML."""
    project.write("content/small/small.yaml", f"{head}\nrules: {{a: {{text: voir [[a]], puis b}}}}\n")
    assert "YAML incorrect" in project.run("check", "--no-prove").out


def test_a_language_without_a_catalogue_has_english(project: Project) -> None:
    project.write("content/small/small.yaml", GAME.replace("LANGUAGE", "nl"))
    assert "no row of table 'hits' covers cover wood" in project.run("check", "--no-prove").out


def test_what_a_reader_cannot_see_is_encoded_in_every_language() -> None:
    message = tell("there is no term {target!s}", target="a\x1b[2J")
    found = Diagnostic("dangling-link", Span("a.yaml"), message, message, (Label(Span("a.yaml"), message),))
    told = found.in_language(FRENCH)
    for text in (told.message, told.hint, told.labels[0].message):
        assert r"a\x1b[2J" in text
        assert "\x1b" not in text


def test_english_loads_no_catalogue() -> None:
    assert catalogue("en-GB").is_english
    found = Diagnostic("a-name", Span("a.yaml"), Message("as it is"))
    assert found.in_language(catalogue("en")) == found


def test_commands_that_change_the_source(in_french: Project) -> None:
    in_french.replace("content/small/small.yaml", "open: 4", "open: 4, wood: 5")
    nothing = FRENCH.gettext("{game}: {file} has all that the proofs ask for")
    assert in_french.run("stubs").out == nothing.format(game="small", file="content/small/rules.py") + "\n"
    taken = FRENCH.gettext("{name!r} is {what} already, at {place}: choose another name").partition("{what}")[0]
    assert taken.format(name="wood") in in_french.run("rename", "open", "wood").err
    itself = FRENCH.gettext("{language!r} is the language of {game} itself: name one to translate into")
    assert itself.format(language="fr", game="small") in in_french.run("translate", "small", "fr").err
