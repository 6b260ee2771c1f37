"""The library page: what it says of each game, when it is made anew, and what it leaves alone."""

import json
import os
from pathlib import Path

import pytest

from rulewright.app.library import Library
from tests.conftest import SMALL_CARD, SMALL_GAME, SMALL_RULES, Project

PAGE = "build/index.html"
LISTS_TWO = "build/index.html lists 2 games"


@pytest.fixture
def two(small: Project) -> Project:
    """Two games, of which only the first has a card."""
    add_game(small, "other", "Another game")
    return small


def add_game(project: Project, name: str, title: str, head: str = "") -> None:
    game = SMALL_GAME.replace("title: A small game", f"title: {title}{head}")
    project.write(f"content/{name}/game.yaml", game)
    project.write(f"content/{name}/rules.py", SMALL_RULES)


def build(project: Project, *games: str) -> str:
    """What a build says of the page."""
    said = project.run("build", "--no-prove", *games)
    assert said.status == 0, said.out + said.err
    return "\n".join(line for line in said.out.splitlines() if "index.html" in line).replace(f"{project.root}/", "")


def test_one_page_lists_all_games_with_their_ways_cards_and_files(two: Project) -> None:
    assert build(two) == LISTS_TWO
    page = two.read(PAGE)
    for link in (
        "small/web/index.html",
        "small/web/glossary.html",
        "small/cards/hits.pdf",
        "small/web/card-hits.html",
        "other/web/index.html",
        "other/web/all-tables.html",
    ):
        assert f'href="{link}"' in page, link
        assert (two.root / "build" / link).is_file()
    assert '<img src="small/web/card-hits.png"' in page
    assert ">PDF</a>, 1 page, " in page
    assert page.count("Not proved: the tables were not compared with the rules code.") == 2
    assert page.index("Another game</a>") < page.index("A small game</a>")  # in the order of their folders


def test_it_says_how_much_is_proved_and_what_an_edition_changed(two: Project) -> None:
    assert two.run("edition", "1.0", "small").status == 0
    two.replace("content/small/game.yaml", "Roll as [[table:hits]] tells.", "Throw as [[table:hits]] tells.")
    assert two.run("edition", "1.1", "small").status == 0
    assert two.run("build", "small").status == 0
    page = two.read(PAGE)
    assert "4 table cells compared with the rules code" in page
    assert 'href="small/web/changes.html">What changed in edition 1.1</a>' in page
    assert "published as 1.1 on " in page


def test_the_pages_of_each_game_lead_back_to_it(two: Project) -> None:
    build(two)
    for page in ("index", "hits", "glossary"):
        assert '<a href="../../index.html">All games</a>' in two.read(f"build/small/web/{page}.html")


def test_a_game_that_is_published_alone_does_not_lead_back(two: Project) -> None:
    two.replace("content/small/game.yaml", "language: en", "language: en, web: {alone: yes}")
    build(two)
    assert "All games" not in two.read("build/small/web/index.html")
    assert "small/web/index.html" in two.read(PAGE)


def test_a_build_of_one_game_lists_those_that_were_built_before(two: Project) -> None:
    assert build(two, "small") == "build/index.html lists 1 game"
    assert "Another game" not in two.read(PAGE)
    assert build(two, "other") == LISTS_TWO
    two.replace("content/small/game.yaml", "title: A small game", "title: Larger")
    assert build(two, "small") == LISTS_TWO
    assert "Larger</a>" in two.read(PAGE)
    assert "Another game</a>" in two.read(PAGE)


def test_a_game_with_errors_stays_as_it_was_built(two: Project) -> None:
    build(two)
    before = two.read(PAGE)
    two.replace("content/small/game.yaml", "rule: hits", "rule: nowhere")
    assert two.run("build", "--no-prove").status == 1
    assert two.read(PAGE) == before


def test_it_is_not_made_anew_where_nothing_has_changed(two: Project) -> None:
    build(two)
    stamp = os.stat(two.root / PAGE)
    assert build(two) == ""
    two.replace("content/small/game.yaml", "game: {title", "# a remark\ngame: {title")
    assert build(two) == ""  # the game is built, and the page would be the same
    assert os.stat(two.root / PAGE) == stamp
    assert Library(str(two.root)).is_fresh


def test_it_is_made_anew_where_it_was_altered_or_removed(two: Project) -> None:
    build(two)
    before = two.read(PAGE)
    two.write(PAGE, before.replace("Another game", "Mine"))
    assert build(two) == LISTS_TWO
    (two.root / PAGE).unlink()
    assert build(two) == LISTS_TWO
    assert two.read(PAGE) == before


@pytest.mark.parametrize("as_link", [False, True])
def test_a_page_of_the_author_stays_and_is_named_once(two: Project, *, as_link: bool) -> None:
    two.write("own.html", "<p>My games</p>")
    (two.root / "build").mkdir()
    if as_link:
        (two.root / PAGE).symlink_to(two.root / "own.html")
    else:
        two.write(PAGE, "<p>My games</p>")
    said = "build/index.html was not made by a build, so it stays: rename it to get a page that lists all games"
    assert build(two) == said
    assert two.read(PAGE) == "<p>My games</p>"
    assert build(two) == ""


def test_the_only_game_of_a_project_has_no_library(small: Project) -> None:
    assert build(small) == ""
    assert not (small.root / PAGE).exists()
    assert not (small.root / "build/small/web/library.json").exists()
    assert "All games" not in small.read("build/small/web/index.html")


def test_a_second_game_brings_the_page_and_its_removal_takes_it_away(small: Project) -> None:
    build(small)
    add_game(small, "other", "Another game")
    assert build(small) == LISTS_TWO
    assert "All games" in small.read("build/small/web/index.html")
    (small.root / "content/other/game.yaml").unlink()
    assert build(small) == ""
    assert not (small.root / PAGE).exists()
    assert "All games" not in small.read("build/small/web/index.html")


def test_its_words_are_those_of_the_games_if_they_share_a_language(two: Project) -> None:
    for game in ("small", "other"):
        two.replace(f"content/{game}/game.yaml", "language: en", "language: de")
    build(two)
    page = two.read(PAGE)
    assert '<html lang="de">' in page
    assert "<h1>Alle Spiele</h1>" in page
    assert ">Glossar<" in page


def test_else_it_is_english_and_each_game_speaks_its_own(two: Project) -> None:
    two.replace("content/other/game.yaml", "language: en", "language: de")
    build(two)
    page = two.read(PAGE)
    assert '<html lang="en">' in page
    assert '<article class="entry-of-game" id="other" aria-labelledby="name-other" lang="de"' in page
    assert ">Glossar<" in page
    assert ">Glossary<" in page


def test_a_game_in_two_languages_leads_to_both(two: Project) -> None:
    two.replace("content/small/game.yaml", "language: en", "language: en, translations: fr")
    assert two.run("translate", "small", "fr").status == 0
    two.run("build", "--no-prove")
    assert 'href="small/fr/web/index.html" hreflang="fr" lang="fr">Français</a>' in two.read(PAGE)
    assert '<a href="../../../index.html">' in two.read("build/small/fr/web/index.html")


@pytest.mark.long
@pytest.mark.parametrize("entry", ["", "[]", "{", '{"form": 0}', '{"form": 1}', json.dumps({"form": 1, "cards": [1]})])
def test_a_game_whose_entry_nobody_can_read_is_listed_by_its_folder(two: Project, entry: str) -> None:
    build(two)
    (two.root / PAGE).unlink()
    two.write("build/small/web/library.json", entry)
    build(two, "other")
    assert '<a href="small/web/index.html">small</a>' in two.read(PAGE)


def test_a_page_of_which_no_entry_can_be_read_lists_folders(two: Project) -> None:
    build(two)
    for game in ("small", "other"):
        (two.root / f"build/{game}/web/library.json").unlink()
    (two.root / PAGE).unlink()
    assert two.run("build", "--no-prove", "--only", "small/cards/hits.pdf").status == 0
    assert [name in two.read(PAGE) for name in (">small</a>", ">other</a>", "<script src")] == [True, True, False]


def test_titles_are_text(two: Project) -> None:
    two.replace("content/other/game.yaml", "title: Another game", 'title: "<script>alert(1)</script>"')
    build(two)
    assert "<script>alert" not in two.read(PAGE)


def test_an_own_template_needs_no_mark_to_be_known_again(two: Project) -> None:
    two.write("templates/library/index.html.j2", "{% for entry in entries %}{{ entry.title }};{% endfor %}")
    assert build(two) == LISTS_TWO
    assert two.read(PAGE) == "Another game;A small game;\n"
    two.replace("content/small/game.yaml", "title: A small game", "title: Larger")
    build(two)
    assert two.read(PAGE) == "Another game;Larger;\n"


@pytest.mark.long
def test_a_page_that_cannot_be_written_leaves_the_old_one(two: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    build(two)
    before = two.read(PAGE)
    two.replace("content/small/game.yaml", "title: A small game", "title: Larger")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("rulewright.app.library.publishing.Path.replace", full)
        said = two.run("build", "--no-prove", "small")
    assert said.status == 2
    assert "error[unwritable]" in said.err
    assert two.read(PAGE) == before
    assert build(two) == LISTS_TWO


def test_more_cards_than_there_is_room_for_are_counted(two: Project) -> None:
    for number in range(8):
        two.write(f"cards/small/card-{number}.yaml", SMALL_CARD)
    build(two)
    page = two.read(PAGE)
    assert page.count('<img src="small/') == 6
    assert '<a href="small/web/index.html#page-cards">3 more cards</a>' in page


def test_no_file_of_the_page_is_left_on_its_way(two: Project) -> None:
    build(two)
    hidden = {path.name for path in Path(two.root, "build/.rulewright").iterdir()}
    assert hidden == {"lock", "library.json"}
