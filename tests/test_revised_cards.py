"""Cards mark what the edition before their version did not say; the mark moves nothing and is no change itself."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument, PdfTextPage

from rulewright.book.book import Book
from rulewright.editions.data import book_data
from rulewright.editions.edition import edition_of
from rulewright.entries.themes import themes_of_the_tool
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.outputs.web.cards import cards_style
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pipeline.stages import read_game
from tests.conftest import Project

ROOT = Path(__file__).resolve().parents[1]
FIRST = """\
game: {title: Marsh, language: en, version: "1.0"}
domains: {weather: [fair, foul], beast: [ox, mule], hour: [dawn, noon, dusk]}
rules: {ferry: {number: "1", title: Ferry, text: "A raft needs [[fact:turns]] turns."}}
tables:
  loads: {title: Loads, rule: ferry, values: 1..9, rows: weather, columns: beast, note: In hundredweights., cells: {fair: [4, 3], foul: [2, 1]}}
  first: {title: First, rule: ferry, values: 1..9, policy: first, cases: [{value: 1, when: {hour: dawn}}, {value: 2, when: {hour: dusk}}, {value: 3}]}
facts: {turns: {value: 3, rule: ferry}}
references:
  aid:
    title: Aid
    rule: ferry
    items: [Look at the river., "A raft needs [[fact:turns]] turns.", {text: Load it., table: loads}]
"""
CARD = """\
title: Crossing
size: 120 × 80 mm
blocks: [{bullets: aid}, {table: first}, {bullets: [Mind the otters.]}]
"""


@pytest.fixture
def marsh(project: Project) -> Project:
    """A game whose first edition is recorded, with a card."""
    project.write("content/marsh/marsh.yaml", FIRST)
    project.write("cards/marsh/crossing.yaml", CARD)
    said = project.run("edition", "1.0")
    assert said.status == 0, said.err
    project.replace("content/marsh/marsh.yaml", 'version: "1.0"', 'version: "1.1"')
    return project


def book_of(project: Project) -> Book:
    book = read_game(project.root, "marsh").book
    assert book is not None
    return book


def html_of(project: Project) -> str:
    book = book_of(project)
    return CardPrinter(book, project.root).html(book.cards["crossing"])


def marked(project: Project) -> list[str]:
    """The words of what has the mark, in order; of an item without what hangs on it."""
    found = re.findall(
        r'<(?:li|td|th|p)[^>]*class="[^"]*\brevised\b[^"]*"[^>]*>(.*?)(?=</(?:li|t|p)|<ul|<div|\n)', html_of(project)
    )
    return [" ".join(re.sub(r"<[^>]*>", "", each).split()) for each in found]


def foot(project: Project) -> str:
    found = re.search(r'<div class="foot">(.*?)</div>', html_of(project))
    assert found is not None
    return re.sub(r"<[^>]*>", "|", found[1]).replace("\xa0", " ")


def test_a_card_that_says_the_same_has_no_mark(marsh: Project) -> None:
    assert marked(marsh) == []
    assert foot(marsh) == "Crossing · Marsh · edition 1.1"


@pytest.mark.parametrize(
    ("now", "then", "told"),
    [
        ("Look at the river.", "Look at the water.", ["Look at the water."]),
        ("items: [Look", "items: [Wait., Look", ["Wait."]),
        ("turns: {value: 3", "turns: {value: 4", ["A raft needs 4 turns."]),
        ("fair: [4, 3]", "fair: [4, 5]", ["5"]),
        ("foul: [2, 1]", "foul: [6, 7]", ["6", "7"]),
        ("weather: [fair, foul]", "weather: {names: {fair: fine, foul: foul}}", ["fine"]),
        ("In hundredweights.", "In pounds.", ["In pounds."]),
        ("beast: [ox, mule]", "beast: {names: {ox: Ox, mule: mule}}", ["Ox"]),
        (
            "{value: 1, when: {hour: dawn}}, {value: 2, when: {hour: dusk}}",
            "{value: 2, when: {hour: dusk}}, {value: 1, when: {hour: dawn}}",
            ["2"],
        ),
    ],
)
def test_what_is_new_has_a_mark(now: str, then: str, told: list[str], marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", now, then)
    assert marked(marsh) == told
    assert foot(marsh) == "Crossing · Marsh · edition 1.1 · ||new in edition 1.1"


def test_a_bullet_that_only_the_card_has(marsh: Project) -> None:
    marsh.replace("cards/marsh/crossing.yaml", "[Mind the otters.]", "[Mind the otters., Mind the geese.]")
    assert marked(marsh) == ["Mind the geese."]


def test_a_new_table_has_a_bar_down_its_side(marsh: Project) -> None:
    new = "  boats: {title: Boats, rule: ferry, values: 1..9, rows: weather, columns: beast, cells: {fair: [4, 3], foul: [2, 1]}}\n"
    marsh.replace("content/marsh/marsh.yaml", "facts:", f"{new}facts:")
    marsh.replace("cards/marsh/crossing.yaml", "{table: first}", "{table: first}, {table: boats}")
    assert marked(marsh) == ["", "fair", "foul"]


def test_a_row_that_is_new_has_one_bar(marsh: Project) -> None:
    for old, new in (("[fair, foul]", "[fair, foul, calm]"), ("foul: [2, 1]}}", "foul: [2, 1], calm: [8, 9]}}")):
        marsh.replace("content/marsh/marsh.yaml", old, new)
    assert marked(marsh) == ["calm"]


@pytest.mark.parametrize(
    ("file", "now", "then"),
    [
        ("content/marsh/marsh.yaml", 'version: "1.1"', 'version: "1.1", mark-changes: no'),
        ("content/marsh/marsh.yaml", ', version: "1.1"', ""),
        ("content/marsh/marsh.yaml", 'version: "1.1"', 'version: "1.0"'),
        ("cards/marsh/crossing.yaml", "size: 120", "footer: no\nsize: 120"),
    ],
    ids=["unwanted", "no version", "the first edition", "no footer"],
)
def test_where_nothing_is_marked(file: str, now: str, then: str, marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    assert marked(marsh) == ["5"]
    marsh.replace(file, now, then)
    assert marked(marsh) == []
    assert 'class="bar"' not in html_of(marsh)


def test_a_footer_of_the_authors_own_explains_the_mark_too(marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    marsh.replace("cards/marsh/crossing.yaml", "size: 120", "footer: For the summer\nsize: 120")
    assert foot(marsh) == "For the summer · ||new in edition 1.1"


def test_a_footer_without_room_for_words_has_the_bar_before_the_version(marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    marsh.replace(
        "cards/marsh/crossing.yaml",
        "title: Crossing",
        "title: The crossing of the river between the two marshes and its ferry",
    )
    assert foot(marsh).endswith(" · Marsh · ||edition 1.1")


def test_a_game_with_an_edition_names_its_version(marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    marsh.replace("content/marsh/marsh.yaml", 'version: "1.1"', 'edition: Second edition, version: "1.1"')
    assert foot(marsh) == "Crossing · Marsh · Second edition, version 1.1 · ||new in version 1.1"


def test_a_mark_is_no_change_of_a_card(marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    book = book_of(marsh)
    plain = replace(book, game=replace(book.game, marks_changes=False))
    assert edition_of(book_data(book)) == edition_of(book_data(plain))
    assert marsh.run("edition", "1.1").status == 0
    marsh.replace("content/marsh/marsh.yaml", 'version: "1.1"', 'version: "1.2"')
    assert marked(marsh) == []  # the bars of 1.1 go
    assert "nothing has changed" in marsh.run("diff").out


def test_the_card_on_the_web_has_the_same_marks(marsh: Project) -> None:
    marsh.replace("content/marsh/marsh.yaml", "Look at the river.", "Look at the water.")
    page = marsh.made("web/card-crossing.html", game="marsh").files["web/card-crossing.html"].decode()
    assert page.count('class="revised"') == 1
    assert '<span class="bar"></span>new in edition 1.1' in page
    assert ".face li.revised::before" in cards_style(ROOT, themes_of_the_tool().values())


Line = tuple[str, float, float, float, float]
FOOT = 21
"""Points below the words of a card."""


def lines_of(pdf: bytes) -> list[list[Line]]:
    """The pieces of text of each page above its foot, with their edges to a tenth of a point."""
    return [[line for line in _lines(page.get_textpage()) if line[2] > FOOT] for page in PdfDocument(pdf)]


def _lines(page: PdfTextPage) -> Iterator[Line]:
    for at in range(page.count_rects()):
        box = page.get_rect(at)
        left, bottom, right, top = (round(edge, 1) for edge in box)
        yield page.get_text_bounded(*box), left, bottom, right, top


def test_marks_move_no_word(marsh: Project) -> None:
    """The words stand where they stand without marks."""
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [5, 3]")
    marsh.replace("content/marsh/marsh.yaml", "Look at the river.", "Look at the wide river.")
    files, book = marsh.rendered("marsh", prove=False), book_of(marsh)
    card = book.cards["crossing"]
    assert "revised" in CardPrinter(book, marsh.root).html(card)
    plain = replace(book, game=replace(book.game, marks_changes=False))
    without = CardPrinter(plain, marsh.root).print(card, setting=FinishedFiles(files).setting(card))
    assert lines_of(files["cards/crossing.pdf"]) == lines_of(without.pdf)


def test_a_table_in_parts_has_the_marks_of_each_part(marsh: Project) -> None:
    marsh.replace("cards/marsh/crossing.yaml", "{table: first}", "{table: loads, lines: 1}, {table: loads, lines: 2+}")
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3], foul: [2, 1]", "fair: [5, 3], foul: [2, 6]")
    assert [each for each in marked(marsh) if each.isdigit()] == ["5", "6", "5", "6"]  # the bullet has all of it


def test_a_table_and_a_list_with_other_ids_have_the_marks_of_what_has_changed(marsh: Project) -> None:
    """They are what they were, by most of their words."""
    for file in ("content/marsh/marsh.yaml", "cards/marsh/crossing.yaml"):
        text = marsh.read(file).replace("  loads:", "  burdens:").replace("table: loads", "table: burdens")
        marsh.write(file, text.replace("  aid:", "  help:").replace("bullets: aid", "bullets: help"))
    assert marked(marsh) == []
    marsh.replace("content/marsh/marsh.yaml", "fair: [4, 3]", "fair: [4, 5]")
    marsh.replace("content/marsh/marsh.yaml", "Look at the river.", "Look at the water.")
    assert marked(marsh) == ["Look at the water.", "5"]
