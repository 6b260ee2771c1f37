"""Lists to roll on: nothing of them is proved, and they print in columns under their dice."""

import re

import pytest
from pypdfium2 import PdfDocument

from rulewright.pipeline.stages import examine
from rulewright.readback.expected_tables import CARD, expected_table
from rulewright.readback.reads_back_differently import join_lists, match_tables
from rulewright.readback.tables import ReadCell, ReadTable
from tests.conftest import Project

GAME = """\
game: {title: Lists, language: en}
rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}
tables:
  t: {title: Things, rule: base, rows: {score: 1d6}, %s}
"""
THINGS = "list: [Rope, Lantern, Crowbar, Sextant, Tinderbox, Candles]"
CARD_OF_T = "title: Things\nsize: 100 × 60 mm\nblocks:\n  - {table: t, title: In a pocket}\n"


@pytest.mark.parametrize(
    ("says", "proved_by"),
    [
        (THINGS, "(a list)"),
        (THINGS.replace("list", "cells").replace("[", "{any: ").partition(",")[0] + "}", "(not proved)"),
    ],
)
def test_only_what_the_author_calls_a_list_is_one(says: str, proved_by: str, project: Project) -> None:
    project.write("content/small/game.yaml", GAME % says)
    lines = project.run("tables").out.splitlines()
    assert lines
    assert all(line.endswith(proved_by) for line in lines)


def test_a_list_does_not_count_among_the_cells(project: Project) -> None:
    hits = "  u: {title: Hits, rule: base, values: 0..1, rows: {score: 1d6}, proof: hits(score), cells: {1-3: 0, 4-6: 1}}\n"
    project.write(
        "content/small/game.yaml", (GAME % THINGS).replace("[[table:t]]", "[[table:t]] and [[table:u]]") + hits
    )
    project.write("content/small/rules.py", "def hits(score: int) -> int:\n    return score // 4\n")
    assert "; 2 cells: 2 derived; " in project.run("check").out


def test_a_list_has_its_dice_in_its_heading_and_no_word_of_proofs(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % THINGS)
    page = project.made("web/*").files["web/base.html"].decode()
    said = " ".join(re.sub("<[^>]*>", " ", page[page.index('id="table-t"') :]).split())
    assert said.startswith('id="table-t"> Things D6 # Roll 1 Rope 2 Lantern')
    assert "prove" not in page.lower()


def test_a_card_prints_a_list_in_columns_and_is_read_back(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % THINGS)
    project.write("cards/small/t.yaml", CARD_OF_T)
    made = project.made("cards/t.pdf")
    assert [finding.name for finding in made.findings.items] == []
    page = PdfDocument(made.files["cards/t.pdf"])[0].get_textpage()
    said = page.get_text_range()
    assert said.replace("\xa0", " ").startswith("In a pocket D6")
    tops = {
        round(page.get_charbox(page.search(word).get_next()[0])[1])
        for word in ("Rope", "Lantern", "Crowbar", "Sextant", "Tinderbox", "Candles")
    }
    assert len(tops) < 6, "all six are below one another"


def test_a_list_that_a_page_break_divides_reads_back_as_one(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % THINGS)
    book = examine(project.root, "small", None).book
    assert book is not None
    expected = expected_table(book.tables["t"], book, CARD)
    rows = tuple((ReadCell(row[0].content.text),) for row in expected.rows)
    contents = ReadTable(((ReadCell("1 Base"),),), "page 1", 0, True, True, 1, True, True)
    parts = [
        ReadTable(part, "page", 0, True, True, 2 + at, True, True)
        for at, part in enumerate((rows[:2], rows[2:3], rows[3:]))
    ]
    found = match_tables([expected], list(join_lists([contents, *parts])))[0][0][1]
    assert found is not None
    assert found.texts == expected.texts


@pytest.mark.parametrize(("before", "count", "pages"), [(18, 20, 1), (0, 200, 2)], ids=["short", "longer than a page"])
def test_a_list_of_names_stays_on_one_page_if_it_can(before: int, count: int, pages: int, project: Project) -> None:
    names = ", ".join(f"Name{at}" for at in range(1, count + 1))
    text = "|\n" + "\n".join(f"      Line {at}.\n" for at in range(before))
    game = f"""\
game: {{title: Lists, language: en}}
rules:
  base:
    number: "1"
    title: Base
    text: {text if before else "See [[table:t]]."}
tables:
  t: {{title: Names, rule: base, rows: {{score: 1d{count}}}, list: [{names}]}}
"""
    project.write("content/small/game.yaml", game)
    project.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Book\npaper: A5\n")
    made = project.made("rulebook.pdf")
    printed = [page.get_textpage().get_text_range() for page in PdfDocument(made.files["rulebook.pdf"])]
    assert sum("Name" in page.replace("Names", "") for page in printed) == pages


def test_rules_for_other_programs_say_that_it_is_a_list(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % THINGS)
    assert '"kind": "list"' in project.made("rules.json").files["rules.json"].decode()
