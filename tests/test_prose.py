"""A book that is more than rules: an introduction, chapters, a sidebar, an appendix, notes, a cover and an imprint."""

import json
from io import BytesIO

import jsonschema
import pdfplumber
import pytest
from pypdf import PdfReader

from rulewright.base.findings import Findings
from rulewright.book.book import Book, Outline
from rulewright.entries.numbering import level_number
from rulewright.entries.rulebooks import Rulebook
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.pipeline.stages import examine
from rulewright.proof.report import ProofReport
from tests.conftest import Project

GAME = """\
game:
  title: A small ferry
  edition: "1.0"
  authors: [Ada Brook, Bren Salt]
  licence: "[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)"
  source: A rainy evening by the river
  address: https://example.org/ferry/
  credits: "Played and mended by *Cole*."
  cover: "![A ferry under the moon](pictures/cover.svg)"
  numbering: auto
terms:
  ferry: {text: The boat that carries everybody., rule: crossing}
"""
RULES = """\
rules:
  crossing: {title: The crossing, text: "A turn is one crossing of the [[ferry]]."}
  boarding: {parent: crossing, title: Boarding, text: "Choose who boards, then cast off ([[rule:casting-off]])."}
  old-ferries: {parent: crossing, sidebar: yes, title: Old ferries, text: "A rope and a horse. See [[rule:tolls]]."}
  casting-off: {parent: crossing, title: Casting off, text: Roll two dice.}
  notes: {part: back, title: Designers’ notes, text: "Money is a nuisance ([[rule:tolls]])."}
  money: {title: Money}
  tolls: {parent: money, title: Tolls, text: Each passenger pays a coin.}
  interlude: {numbered: no, title: Between two crossings, text: Players may talk and trade.}
  tides: {part: appendix, title: Tides, text: The river is high at noon.}
  spring-tide: {parent: tides, title: Spring tide, text: "Twice a month ([[rule:boarding]])."}
  introduction: {part: front, title: Introduction, text: "Night falls, and everybody wants to be home."}
examples:
  first-night:
    rule: boarding
    title: The first night
    text: |
      Ada boards with two sheep. “Is that allowed?” asks Bren.

      “Show me the rule against it,” says Ada.
"""
COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 8"><rect width="6" height="8" fill="#274a5c"/></svg>'


@pytest.fixture
def ferry(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    project.write("content/small/rules.yaml", RULES)
    project.write("content/small/pictures/cover.svg", COVER)
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rulebook\npaper: A4\n")
    return project


def book_of(project: Project) -> Book:
    found = examine(project.root, "small", None)
    assert found.book is not None, found.findings.items
    assert found.findings.items == []
    return found.book


def numbers(outlines: tuple[Outline, ...]) -> list[str]:
    return [f"{each.rule.number} {each.rule.id}".strip() for top in outlines for each in top.walk()]


IN_ORDER = [
    "introduction",
    *("1 crossing", "1.1 boarding", "old-ferries", "1.2 casting-off", "2 money", "2.1 tolls", "interlude"),
    *("A tides", "A.1 spring-tide", "notes"),
]


def test_the_parts_of_a_book_come_in_their_order_and_only_rules_and_appendices_have_numbers(ferry: Project) -> None:
    assert numbers(book_of(ferry).outline) == IN_ORDER


def test_an_inserted_rule_renumbers_what_follows_and_no_link_changes(ferry: Project) -> None:
    ferry.replace("content/small/rules.yaml", "  money:", "  rain: {title: Rain, text: It rains.}\n  money:")
    ferry.replace(
        "content/small/rules.yaml",
        "  casting-off:",
        "  rope: {parent: crossing, title: Rope, text: Hold.}\n  casting-off:",
    )
    found = numbers(book_of(ferry).outline)
    assert found[3:9] == ["old-ferries", "1.2 rope", "1.3 casting-off", "2 rain", "3 money", "3.1 tolls"]
    page = ferry.made("web/*").files["web/crossing.html"].decode()
    assert ">1.3</a>)." in page


@pytest.mark.parametrize(
    ("place", "count", "level", "number"),
    [
        *[(4, ("I",), 0, "IV"), (1999, ("I",), 0, "MCMXCIX"), (9, ("i",), 0, "ix")],
        *[(26, ("A",), 0, "Z"), (27, ("A",), 0, "AA"), (703, ("a",), 0, "aaa")],
        *[(3, ("I", "A", "1"), 1, "C"), (3, ("I", "A", "1"), 7, "3")],
    ],
)
def test_levels_count_in_figures_letters_and_roman_figures(
    place: int, count: tuple[str, ...], level: int, number: str
) -> None:
    assert level_number(place, count, level) == number


def test_each_level_counts_in_its_own_way(ferry: Project) -> None:
    ferry.replace("content/small/game.yaml", "numbering: auto", "numbering: [I, a]")
    assert numbers(book_of(ferry).outline)[1:3] == ["I crossing", "I.a boarding"]
    assert "A.a spring-tide" in numbers(book_of(ferry).outline)


def test_an_author_who_numbers_may_leave_the_letters_of_appendices_to_the_tool(project: Project) -> None:
    project.write(
        "content/small/game.yaml",
        "game: {title: A small game}\n"
        "rules:\n"
        "  two: {number: '2', title: Two, text: Text.}\n"
        "  between: {numbered: no, title: After two, text: Text.}\n"
        "  one: {number: '1', title: One, text: Text.}\n"
        "  more: {part: appendix, title: More, text: Text.}\n"
        "  first: {numbered: no, title: After one, text: Text., part: rules}\n",
    )
    assert numbers(book_of(project).outline) == ["1 one", "first", "2 two", "between", "A more"]


# On paper


def test_a_rulebook_prints_cover_imprint_contents_and_a_sidebar(ferry: Project) -> None:
    book = book_of(ferry)
    html = RulebookPages(book.game.requests(Rulebook)[0], book, ferry.root).text(ProofReport())
    cover, _, title_page = html.partition('<section class="title-page after-cover">')
    assert 'alt="A ferry under the moon"' in cover
    assert cover.count("Ada Brook, Bren Salt") == 2  # on the page, and in the metadata
    for words in ("Edition 1.0", "Licence: ", "CC BY-SA 4.0", "Source: A rainy evening", "https://example.org/ferry/"):
        assert words in title_page
    assert '<p class="game">' not in title_page, "the cover has the title"
    assert "Played and mended by <em>Cole</em>." in title_page
    titles = ("Introduction", "The crossing", "Money", "Between two crossings", "Tides", "Glossary", "Designers’ notes")
    contents, _, chapters = title_page.partition('<section class="contents">')[2].partition("<section")
    assert sorted(titles, key=contents.index) == list(titles)
    assert "Old ferries" not in contents
    assert '<div class="sidebar" id="rule-old-ferries">' in chapters
    assert '<span class="number">B</span> Glossary' in chapters  # A is the appendix of the author
    assert '<ol class="steps' not in chapters
    assert "Show me the rule" in chapters


def test_the_printed_book_has_its_bookmarks_its_tags_and_who_made_it(ferry: Project) -> None:
    made = ferry.made("book.pdf")
    assert made.findings.items == []
    pdf = PdfReader(BytesIO(made.files["book.pdf"]))
    assert pdf.metadata is not None
    assert pdf.metadata.author == "Ada Brook, Bren Salt"
    assert str(pdf.metadata.subject).endswith("edition 1.0, licence: CC BY-SA 4.0")
    marks = [each.title for each in pdf.outline if not isinstance(each, list)]
    assert [mark for mark in marks if mark in ("Introduction", "1 The crossing", "A Tides", "Designers’ notes")] == [
        "Introduction",
        "1 The crossing",
        "A Tides",
        "Designers’ notes",
    ]
    assert not any("Old ferries" in str(mark) for mark in marks)
    with pdfplumber.open(BytesIO(made.files["book.pdf"])) as pages:
        texts = [page.crop((0, 0, page.width, 50)).extract_text() for page in pages.pages[2:]]
    assert texts[0] == "A small ferry Introduction", "the title of the game breaks into several lines"


# On the web


def test_pages_have_sidebars_the_overview_the_cover_and_the_foot_the_licence(ferry: Project) -> None:
    files = ferry.made("web/*").files
    crossing, overview = (files[f"web/{name}.html"].decode() for name in ("crossing", "index"))
    assert '<section class="rule level-2 sidebar" id="old-ferries">' in crossing
    contents = crossing.partition('<nav class="contents"')[2].partition("</nav>")[0]
    assert "Old ferries" not in contents
    assert (
        contents.index("Introduction")
        < contents.index("The crossing")
        < contents.index("Tides")
        < contents.index("notes")
    )
    foot = crossing.partition('<footer class="imprint">')[2]
    assert "A small ferry, edition 1.0, by Ada Brook, Bren Salt" in foot
    assert 'href="https://creativecommons.org/licenses/by-sa/4.0/"' in foot
    assert '<meta name="author" content="Ada Brook, Bren Salt">' in crossing
    assert 'alt="A ferry under the moon"' in overview
    about = overview.partition('aria-labelledby="page-about"')[2]
    for words in ("A rainy evening by the river", "https://example.org/ferry/", "Played and mended by <em>Cole</em>."):
        assert words in about
    assert 'id="A.1"' in files["web/tides.html"].decode(), "a number with letters is an anchor"


def test_the_search_and_the_data_know_all_of_it(ferry: Project) -> None:
    made = ferry.made("web/*", "rules.json", "rules.schema.json")
    assert "Old ferries" in made.files["web/search-index-entries-0.js"].decode()
    data = json.loads(made.files["rules.json"])
    jsonschema.validate(data, json.loads(made.files["rules.schema.json"]))
    assert data["game"]["authors"] == ["Ada Brook", "Bren Salt"]
    assert data["game"]["licence"]["plain"] == "CC BY-SA 4.0"
    rules = {rule["id"]: rule for rule in data["rules"]}
    assert (rules["old-ferries"]["sidebar"], rules["old-ferries"]["number"]) == (True, "")
    assert (rules["tides"]["part"], rules["tides"]["number"]) == ("appendix", "A")


def test_no_card_has_to_cite_an_introduction_or_a_sidebar(ferry: Project) -> None:
    (ferry.root / "cards/small/book.yaml").unlink()
    cites = "- bullets: ['[[1]], [[1.1]], [[1.2]], [[2.1]], [[ferry]]']"
    ferry.write("cards/small/all.yaml", f"title: All\nsize: 60 × 60 mm\nblocks:\n  {cites}\n")
    findings: Findings = examine(ferry.root, "small", None).findings
    assert [each.message for each in findings.items] == []
