"""What a page tells its script of a table: the cases that decide, in their order, where they print, and the dice."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from rulewright.book.book import Book
from rulewright.html.places import Places
from rulewright.outputs.web.use import use_view
from tests.conftest import GAMES, Project, built, examined
from tests.page_data import NAMED, page_data


def told(book: Book, table: str) -> Any:
    view = use_view(book.tables[table], book, Places(book))
    assert view is not None
    return json.loads(json.dumps(view.data))


def book_of(game: str) -> Book:
    book = examined(game).book
    assert book is not None
    return book


@pytest.mark.parametrize("game", GAMES)
def test_every_table_of_the_games_can_be_used_and_every_case_has_its_place(game: str) -> None:
    book = book_of(game)
    for table in book.game.tables:
        data = told(book, table.id)
        for _, place, empty in data.get("cases", ()):
            assert place is not None or empty, table.id


def test_a_lookup_is_its_cases_as_boxes_with_their_places() -> None:
    data = told(book_of("iron-cross"), "collateral-damage")
    assert [each["title"] for each in data["inputs"]] == ["D6", "HE class"]
    assert data["cases"][0] == [[[[0, 1, 4], [1, 0, 0]]], [0, 1, 0], False]
    assert data["cases"][-1] == [[[[0, 6, 6], [1, 2, 2]]], [2, 3, 0], False]


def test_an_exception_takes_its_place_from_the_general_value() -> None:
    """3, or 2 for Japanese and Russians, or 1 for a LATW: a LATW of neither is in no box of the general value."""
    data = told(book_of("last-hundred-yards"), "concealment-sighted")
    general = next(boxes for boxes, place, _ in data["cases"] if place == [1, 3, 0])
    assert general == [[[0, 1, 2], [1, 0, 0], [2, 1, 1], [3, 1, 1], [4, 0, 0, 3, 3]]]


def test_open_ends_are_null_and_measures_tell_their_step() -> None:
    data = told(book_of("iron-cross"), "to-hit-dice")
    distance = data["inputs"][1]
    assert (distance["keys"], distance["step"], distance["unit"]) == ([[0, None]], [1, 1], "″")


def test_the_odds_of_dice_are_whole_numbers_of_ways(small: Project) -> None:
    small.replace("content/small/game.yaml", "  weapon: {", "  score: 2d6\n  best: highest of 2d10\n  weapon: {")
    more = """
  luck: {title: Luck, rule: hits, rows: score, cells: {2-7: bad, 8-12: good}}
  skill: {title: Skill, rule: hits, rows: best, cells: {1-9: bad, 10: good}}
"""
    small.write("content/small/more.yaml", "tables:" + more)
    book = small.examined().book
    assert book is not None
    luck, skill = (told(book, name)["inputs"][0]["dice"] for name in ("luck", "skill"))
    assert luck["ways"] == [[score, 6 - abs(7 - score)] for score in range(2, 13)]
    assert skill["ways"] == [[score, 2 * score - 1] for score in range(1, 11)]
    assert luck["groups"] == [[2, 6, "sum", 1]]
    assert skill["groups"] == [[2, 10, "highest", 1]]


def test_a_modifier_tells_what_it_adds_and_what_it_counts() -> None:
    data = told(book_of("last-hundred-yards"), "assault-drm")
    assert data["clamp"] == [-4, 4]
    assert data["ticks"][0] == {"line": 0, "part": 0, "cases": [[[[]], [0, 1, None, None]]]}
    assert data["ticks"][1]["cases"][0][1] == [1, 1, -3, 3]
    assert data["goal"]["table"] == "assault-outcome"
    assert data["goal"]["href"] == "assault.html#table-assault-outcome"


def test_a_modifier_with_columns_is_one_tick_and_knows_where_it_adds_nothing() -> None:
    data = told(book_of("iron-cross"), "to-hit-modifiers")
    sniper = next(tick for tick in data["ticks"] if tick["line"] == 6)
    assert sniper["cases"] == [[[[[0, 0, 0], [6, 0, 0]]], 1]]
    assert data["columns"] == [[0, 0], [1, 1], [2, 3], [4, 4]]
    assert (data["goal"]["score"], data["goal"]["most"]) == (5, False)


def pages(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items() if name.startswith("web/") and name.endswith(".html")}


@pytest.mark.parametrize("game", GAMES)
def test_the_data_of_a_page_tell_of_what_stands_on_it_and_of_no_more(game: str) -> None:
    files = built(game)
    for name, page in pages(files).items():
        tables = set(re.findall(r'<(?:figure|div) class="(?:table|roll-list)" id="table-([^"]+)"', page))
        procedures = set(re.findall(r'<section class="procedure" id="procedure-([^"]+)"', page))
        data = page_data(files, name) or {"tables": {}, "procedures": {}}
        assert (set(data["tables"]), set(data["procedures"])) == (tables, procedures), name
        assert page.count('class="use"') == len(tables) + len(procedures), name


@pytest.mark.parametrize("game", GAMES)
def test_each_file_of_data_belongs_to_a_page_which_does_not_repeat_it(game: str) -> None:
    files = built(game)
    named = {f"web/{found[1]}" for page in pages(files).values() if (found := NAMED.search(page))}
    assert {name for name in files if name.startswith("web/use-")} == named
    assert not [name for name, page in pages(files).items() if "application/json" in page]


@pytest.mark.parametrize("text", ["</script><b>Open", "'); document.title = ('run", "Open\\"])
def test_text_of_the_source_cannot_end_the_data(small: Project, text: str) -> None:
    written = text.replace("\\", "\\\\").replace("<", "\\<").replace("'", "''")
    small.replace("content/small/game.yaml", "{open: In the open", f"{{open: '{written}'")
    files = small.made("web/*").files
    assert page_data(files, "web/hits.html")["tables"]["hits"]["inputs"][0]["names"][0] == text


def test_the_script_stands_among_the_files_of_the_web() -> None:
    """One file for all that uses tables: its parts meet in events."""
    files = built(GAMES[0])
    script = files["web/use.js"].decode()
    assert script.index('"use:take"') < script.index("document.currentScript.begin") < len(script)
    assert script.count('addEventListener("use:open"') == 2
    assert ".use-panel" in files["web/rulewright.css"].decode()
    assert not {"web/lookups.js", "web/sums.js", "web/use.css"} & {*files}


LISTS = """\
game: {title: Lists, language: en}
rules:
  base: {number: "1", title: Base, text: "See [[table:met]] and [[table:weather]]."}
  far: {number: "2", title: Far, text: "See [[table:packs]]."}
tables:
  met: {title: Encounters, rule: base, rows: 1d2, list: ["[[table:packs|A pack]] with 2d6+1 goblins, or d66 fleas at twice the price", "Roll twice on [[table:packs]]"]}
  packs: {title: Packs, rule: far, rows: 1d4, list: {1-4: Salt}}
  weather: {title: Weather, rule: base, rows: {score: 1d2}, values: 1..2, cells: {1: 1, 2: 2}}
"""


def test_a_page_carries_the_lists_that_its_results_lead_to_and_nothing_more(project: Project) -> None:
    project.write("content/small/game.yaml", LISTS)
    used = page_data(project.made("web/*").files, "web/base.html")["tables"]
    assert set(used) == {"met", "packs", "weather"}
    assert (used["packs"]["title"], used["packs"]["said"]) == ("Packs", ["Salt"])
    steps = [[step.get("table") or step["said"] for step in each] for each in used["met"]["steps"]]
    assert steps == [["packs", "2D6 + 1", "D66"], ["packs", "packs"]]
    assert "steps" not in used["weather"]
    assert "said" not in used["weather"]


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Würfelt zweimal auf"), ("de", "Zweimal würfeln:"), ("fr", "Lancez deux fois sur")]
)
def test_other_languages_say_in_their_own_words_to_roll_twice(project: Project, language: str, words: str) -> None:
    text = LISTS.replace("language: en", f"language: {language}").replace("Roll twice on", words)
    project.write("content/small/game.yaml", text)
    used = page_data(project.made("web/*").files, "web/base.html")["tables"]
    assert [step["table"] for step in used["met"]["steps"][1]] == ["packs", "packs"]
