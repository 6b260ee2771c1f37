"""Rulings on the web, in the book and in data: beside what they are about, and on a page with those that no longer hold."""

import json
import re
from datetime import date

import pypdfium2
import pytest

from rulewright.base.messages.catalogues import spoken_day
from rulewright.outputs.web.search_entries import search_entries
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.conftest import Project

GAME = """\
game: {title: Low walls, language: en, documents: {forum: The forum}}
domains: {cover: [open, wood], weapon: [rifle, mortar]}
terms:
  smoke: {rule: hits, text: "What hides [[walls]]."}
  walls: {rule: hits, text: "Not [[smoke]]."}
rules:
  hits: {number: "1", title: Hits, text: "As [[table:hits]] says, and [[reference:aid]] sums up."}
  moves: {number: "2", title: Moves, text: "Four hexes, unlike [[1]] and [[smoke]]."}
tables:
  hits: {title: To hit, rule: hits, values: 1d6, rows: cover, columns: weapon, cells: {open: [3, 4], wood: [5, 4]}}
references:
  aid: {title: Aid, rule: moves, items: [Roll.]}
rulings:
  low:
    where: rule:hits
    question: Do low walls count?
    answer: They do.
    by: the designer
    date: 2023-05-01
  walls:
    where: [rule:hits, "cell:hits(wood, rifle)"]
    question: Do low walls count?
    answer: They never did.
    by: the designer
    date: 2024-05-01
    source: {forum: "thread 40"}
    supersedes: low
  drift: {where: ["term:smoke", "reference:aid", "table:hits"], question: Does smoke drift?, answer: "No, see [[2]].", by: Ann, date: 2024-06-02}
"""


@pytest.fixture
def web(project: Project) -> dict[str, str]:
    project.write("content/small/game.yaml", GAME)
    files = project.rendered(prove=False)
    return {name.removeprefix("web/"): data.decode() for name, data in files.items() if name.endswith((".html", ".js"))}


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def beside(page: str, start: str) -> list[str]:
    """The words of the rulings beside the thing that begins there."""
    after = page[page.index(start) :]
    found = re.search(r'<aside class="rulings".*?</aside>', after, re.DOTALL)
    assert found is not None
    return [words(each) for each in found[0].split('<div class="ruling">')[1:]]


def test_a_ruling_stands_at_what_it_is_about(web: dict[str, str]) -> None:
    """At its rule, not once more at the table of that; and what no longer holds stands at nothing."""
    hits = web["hits.html"]
    table = hits[hits.index('id="table-hits"') :]
    assert beside(table, 'id="table-hits"') == ["Ruling Does smoke drift? No, see 2 . Ann, 2 June 2024"]
    assert "Ruling Do low walls count? They never did. the designer, 1 May 2024 ; The forum , thread 40" in words(hits)
    assert words(hits).count("They never did.") == 1
    assert "They do." not in words(hits)
    assert beside(web["glossary.html"], 'id="smoke"') == ["Ruling Does smoke drift? No, see 2 . Ann, 2 June 2024"]
    assert beside(web["references.html"], 'id="reference-aid"') == [
        "Ruling Does smoke drift? No, see 2 . Ann, 2 June 2024"
    ]


def test_the_page_of_rulings_has_all_of_them(web: dict[str, str]) -> None:
    page = web["rulings.html"]
    articles = [words(each) for each in page.split("<article")[1:]]
    assert [re.search(r"(?:1 Hits|smoke).*", each)[0].split(" #")[0] for each in articles] == [  # type: ignore[index]
        "1 Hits",
        "1 Hits , To hit",
        "smoke , Aid , To hit",
    ]
    assert "No longer holds: Do low walls count?" in articles[0]
    assert 'href="rulings.html#walls"' in page
    assert '<time datetime="2024-06-02">2 June 2024</time>' in page
    without = {name for name, text in web.items() if name.endswith(".html") and 'href="rulings.html"' not in text}
    assert without == {"404.html", "report.html", "index.html"}


def test_a_game_without_rulings_has_no_page_and_no_link(project: Project) -> None:
    project.write("content/small/game.yaml", GAME[: GAME.index("rulings:")])
    files = project.rendered(prove=False)
    assert "web/rulings.html" not in files
    assert b"rulings.html" not in files["web/index.html"]


def test_the_search_finds_the_answer(project: Project, web: dict[str, str]) -> None:
    assert any("They never did." in text for name, text in web.items() if name.startswith("search-index"))


def test_data_and_markdown_have_them(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    data = json.loads(project.rendered(prove=False)["rules.json"])
    assert [each["id"] for each in data["rulings"]] == ["low", "walls", "drift"]
    assert data["rulings"][1] == {
        "id": "walls",
        "where": ["rule:hits", "cell:hits(wood, rifle)"],
        "question": {"markdown": "Do low walls count?", "plain": "Do low walls count?"},
        "answer": {"markdown": "They never did.", "plain": "They never did."},
        "by": "the designer",
        "date": "2024-05-01",
        "source": [{"document": "document:forum", "place": "thread 40"}],
        "value": None,
        "supersedes": "ruling:low",
        "href": "web/rulings.html#walls",
    }
    assert project.run("export", "--format", "markdown").status == 0
    assert "**Do low walls count?**\nThey never did. (the designer, 1 May 2024)" in project.read(
        "build/export/markdown/small/small.md"
    )


def test_the_book_prints_those_in_force(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Low walls\n")
    project.make("book.pdf")
    with pypdfium2.PdfDocument(project.root / "build/small/book.pdf") as document:
        found = " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)
    assert "Do low walls count? They never did. (the designer, 1 May 2024)" in found
    assert "They do." not in found


def test_a_ruling_can_be_renamed(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    assert project.run("rename", "ruling:low", "low-walls").status == 0
    assert "supersedes: low-walls" in project.read("content/small/game.yaml")


def test_days_are_written_as_the_language_writes_them() -> None:
    day = date(2024, 5, 1)
    assert [spoken_day(day, each) for each in ("en", "de", "fr", "tlh")] == [
        "1 May 2024",
        "1. Mai 2024",
        "1 mai 2024",
        "2024-05-01",
    ]


def test_search_entries_name_the_rule(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    book = project.examined(prove=False).book
    assert book is not None
    found = [
        each
        for each in search_entries(Site(book, ProofReport(), project.root, FinishedFiles({})))
        if each.kind == "ruling"
    ]
    assert [(each.number, each.title, each.href) for each in found] == [
        ("1", "Do low walls count?", "rulings.html#low"),
        ("1", "Do low walls count?", "rulings.html#walls"),
        ("", "Does smoke drift?", "rulings.html#drift"),
    ]
