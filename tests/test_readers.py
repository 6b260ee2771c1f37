"""Whom the pages and the rulebook are for: players see the game, editors also how far it is proved and what is open."""

import re

import pytest

from rulewright.entries.rulebooks import Rulebook
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from tests.conftest import Project

GAME = """\
game: {title: Smoke, language: en%s}
domains: {cover: {open: In the open, wood: In a wood}}
rules:
  base: {number: "1", title: Base, text: "See [[table:hits]].", questions: Does smoke drift?}
tables:
  hits:
    title: Hits
    rule: base
    values: 0..2
    rows: cover
    cells: {open: 2, wood: unknown}
    questions: [{when: {cover: wood}, question: Do trees stop the shell?}]
    proof: hits(cover)
examples:
  smoke: {rule: base, title: In the open, text: A squad is hit., steps: [{text: It takes 2 hits., ask: hits(open), result: 2}]}
"""
CODE = """\
from typing import Literal


def hits(cover: Literal["open", "wood"]) -> int:
    return 2 if cover == "open" else 0
"""
APPARATUS = {
    "web/base.html": ("a second entry", "Run with", "Does smoke drift", "trees stop the shell", "Report", "code.html"),
    "web/index.html": ("Open questions", "1 table cells compared", "Report"),
}


def _game(project: Project, key: str) -> None:
    project.write("content/small/game.yaml", GAME % key)
    project.write("content/small/rules.py", CODE)


def test_players_see_no_proofs_no_open_questions_and_no_code(project: Project) -> None:
    _game(project, "")
    files = project.made("web/*", prove=True).files
    for page, apparatus in APPARATUS.items():
        assert [words for words in (*apparatus, "data-for") if words in files[page].decode()] == []
    assert "web/code.html" not in files


def test_editors_see_them_each_in_an_element_that_says_so(project: Project) -> None:
    _game(project, ", readers: editors")
    files = project.made("web/*", prove=True).files
    for page, apparatus in APPARATUS.items():
        marked = re.findall(
            r'<(p|div|section|span|a)([^>]* data-for="editors".*?)</\1>', files[page].decode(), re.DOTALL
        )
        said = "".join(inner for _, inner in marked)
        assert [words for words in apparatus if words not in said] == []


@pytest.mark.parametrize(
    ("of_game", "of_book", "seen"),
    [("", "", False), ("", "editors", True), ("editors", "", True), ("editors", "players", False)],
)
def test_a_rulebook_has_the_readers_of_the_game_or_its_own(
    of_game: str, of_book: str, seen: bool, project: Project
) -> None:
    _game(project, of_game and f", readers: {of_game}")
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Book\n" + (of_book and f"readers: {of_book}\n"))
    book, proof = (found := examine(project.root, "small", ProofOptions())).book, found.proof
    assert book is not None
    rulebook = next(product.request for product in book.products if isinstance(product.request, Rulebook))
    html = RulebookPages(rulebook, book, project.root).text(proof)
    assert [
        words in html for words in ("a second entry", "Does smoke drift", "stop the shell", "Run with", "compared")
    ] == [seen] * 5


def test_the_data_and_the_report_have_everything(project: Project) -> None:
    _game(project, "")
    assert b"Does smoke drift" in project.made("rules.json", prove=True).files["rules.json"]


def test_readers_of_another_name(project: Project) -> None:
    _game(project, ", readers: everybody")
    assert "'readers' is players or editors, not 'everybody'" in project.run("check").out
