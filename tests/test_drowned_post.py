"""A small role-playing game that a newcomer made with `new` and the manual alone, and what stopped them on the way."""

import re
import shutil

import pytest

from tests.conftest import ROOT, Project

CHAPTERS = """\
game: {title: Small, language: en, numbering: auto}
rules:
  carriers: {title: Carriers, text: Carriers row.}
  skills: {parent: carriers, title: Skills, text: There are three.}
  tasks: {title: Tasks, text: "See [[rule:carriers]]."}
"""


@pytest.fixture
def drowned_post(project: Project) -> Project:
    shutil.copytree(ROOT / "tests/games/drowned-post", project.root, dirs_exist_ok=True)
    return project


def test_the_game_is_sound(drowned_post: Project) -> None:
    examined = drowned_post.examined("drowned-post")
    assert [f"{each.span}: {each.name}: {each.message}" for each in examined.faults.findings] == []


def test_no_chapter_is_cited_by_its_own_sections(project: Project) -> None:
    project.write("content/small/game.yaml", CHAPTERS)
    page = project.rendered(prove=False)["web/carriers.html"].decode()
    said = " ".join(re.sub("<[^>]*>", " ", page.partition("</h1>")[2]).split())
    assert "Cited by rules 2 Tasks 1.1 Skills # There are three." in said


@pytest.mark.parametrize(
    ("edition", "imprint"), [("2.0", "edition 2.0"), ("Second edition", "Second edition"), ("beta", "edition beta")]
)
def test_an_edition_that_says_so_itself_is_not_called_one_twice(edition: str, imprint: str, small: Project) -> None:
    source = small.read("content/small/game.yaml").partition("\n")[2]
    head = f"game: {{title: Small, language: en, edition: {edition!r}}}\n"
    small.write("content/small/game.yaml", head + source)
    book = small.examined(prove=False).book
    assert book is not None
    assert book.game.imprint == imprint


def test_a_text_that_ends_at_its_comma_is_said_to_need_quotes(project: Project) -> None:
    project.write("content/small/game.yaml", "game: {title: Small, subtitle: Wet, and cold}\n")
    (finding,) = project.examined().faults.findings
    assert finding.message == "game has no key 'and cold'"
    assert finding.hint == "inside { }, text that holds a comma needs quotes"
