"""A small role-playing game that a newcomer made with `new` and the manual alone, and what stopped them on the way."""

import re
import shutil

import pytest

from rulewright.base.findings import Findings
from rulewright.base.installation import user_store
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.run import PrintRun
from rulewright.pipeline.stages import Examination
from rulewright.readback.read_back import read_back
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
    assert [f"{each.span}: {each.name}: {each.message}" for each in examined.findings.items] == []


def test_it_is_all_in_french_with_the_same_numbers(drowned_post: Project) -> None:
    (share,) = drowned_post.examined("drowned-post").translation_counts
    assert (share.language, share.texts, share.translated, share.stale) == ("fr", 423, 423, 0)
    assert (share.cells, share.differing) == (292, 0)


def test_an_edit_of_the_original_makes_its_translation_stale(drowned_post: Project) -> None:
    drowned_post.replace("content/drowned-post/rules.yaml", "Roll 2d6, and look at", "Roll 3d6, and look at")
    found = {each.name: each for each in drowned_post.examined("drowned-post", prove=False).findings.items}
    stale, differs = found["stale-translation"], found["translation-differs"]
    assert stale.message == ("rules: task: text: the original has changed since it was translated")
    assert stale.span.file == "content/drowned-post/fr.po"
    assert differs.message == "rules: task: text: says 2d6 where the original says 3d6"


def test_the_card_of_each_language_reads_back_as_its_own(drowned_post: Project) -> None:
    """The read-back of a language knows its words: the English card is not taken for the French one."""
    english = drowned_post.examined("drowned-post", prove=False)
    (french,) = english.translations
    cards = {each.prefix: card_of(each, drowned_post) for each in (english, french)}
    assert [what(french, cards["fr/"], drowned_post), what(english, cards[""], drowned_post)] == [set(), set()]
    assert "reads-back-differently" in what(french, cards[""], drowned_post)


def card_of(examined: Examination, project: Project) -> dict[str, bytes]:
    assert examined.book is not None
    run = PrintRun(examined.book, examined.proof, Findings(), project.root, "", user_store())
    return make_files(run, lambda path: path == "cards/player.pdf")


def what(examined: Examination, files: dict[str, bytes], project: Project) -> set[str]:
    """The names of the findings of a read-back."""
    assert examined.book is not None
    return {each.name for each in read_back(examined.book, files, project.root, user_store())}


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
    (finding,) = project.examined().findings.items
    assert finding.message == "game has no key 'and cold'"
    assert finding.hint == "inside { }, text that holds a comma needs quotes"
