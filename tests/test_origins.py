"""Where things come from: documents with places, and what is ours, on the web, in the rulebook, the report and the data."""

import json
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.conftest import Project

ORIGINS = """\
game:
  title: A small game
  language: en
  documents: {rulebook: "The *old* rulebook", card: The card}
  ours: ["The reasons are ours.", "So is the order."]
domains:
  cover: {open: In the open, wood: In a wood}
rules:
  hits: {number: "1", title: Hits, text: "Roll as [[table:hits]] tells, or [[table:luck]]; see [[Wood]].", source: {rulebook: page 2, card: ""}}
  luck: {number: "2", title: Luck, text: Luck helps., ours: yes}
tables:
  hits: {title: To hit, rule: hits, values: 1..6, rows: cover, cells: {open: 3, wood: 5}, source: {card: the table}}
  luck: {title: Chances, rule: hits, values: 1..6, rows: cover, cells: {open: 4, wood: 2}, ours: yes}
terms:
  Wood: {text: Three trees., rule: hits, ours: yes}
  Tree: {text: "As in a [[Wood]].", rule: hits, source: {rulebook: the glossary}}
references:
  fire:
    title: Fire
    rule: hits
    items:
      - text: Roll one die.
        source: {card: line 1}
        items: [{text: Aim well., ours: yes}]
      - text: Fire.
"""


@pytest.fixture
def game(project: Project) -> Project:
    project.write("content/small/game.yaml", ORIGINS)
    project.write("cards/small/hits.yaml", "title: Hits\nsize: A6\nblocks: [{bullets: fire}, {table: hits}]\n")
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Book\npaper: A5\nreaders: editors\n")
    return project


@pytest.fixture
def files(game: Project) -> dict[str, bytes]:
    return dict(game.rendered())


def part(html: str, begin: str) -> str:
    """From an anchor to the next thing with one."""
    rest = html[html.index(begin) + len(begin) :]
    return re.split(r'<(?:section|figure|div class="entry"|li)\b', rest)[0]


RULEBOOK = "<cite>The <em>old</em> rulebook</cite>"
OURS = '<a class="ours" href="errata.html#ours" title="No document says this: it is ours.">ours</a>'


def test_the_web_names_the_place_of_each_thing_or_says_that_it_is_ours(files: dict[str, bytes]) -> None:
    rules, luck = files["web/hits.html"].decode(), files["web/luck.html"].decode()
    glossary, references = files["web/glossary.html"].decode(), files["web/references.html"].decode()
    source = "Source: <cite>The <em>old</em> rulebook</cite>, page 2; The card"
    assert source in rules
    assert "Source: <cite>The card</cite>, the table" in part(rules, 'id="table-hits"')
    assert OURS in part(rules, 'id="table-luck"')
    assert OURS in part(luck, 'id="luck"')
    assert OURS in part(glossary, 'id="wood"')
    assert "<em>old</em> rulebook</cite>, the glossary" in part(glossary, 'id="tree"')
    assert (
        'Roll one die. <small class="origin"><span class="source">Source: <cite>The card</cite>, line 1' in references
    )
    assert f'Aim well. <small class="origin">{OURS}</small>' in references
    assert '<span class="text">Fire.</span>' in references
    assert f'<p class="origin"><span class="source">Source: {RULEBOOK}, page 2; The card</span></p>' in references


def test_cards_say_nothing_of_it(files: dict[str, bytes]) -> None:
    assert 'class="ours"' not in files["web/card-hits.html"].decode()
    assert "line 1" not in files["web/card-hits.html"].decode()
    card = PdfReader(BytesIO(files["cards/hits.pdf"])).pages[0].extract_text()
    assert "line 1" not in card
    assert "ours" not in card


def test_what_is_ours_is_listed_even_without_errata(files: dict[str, bytes]) -> None:
    page = files["web/errata.html"].decode()
    assert "<h1>What is ours</h1>" in page
    assert '<a href="errata.html" aria-current="page">Ours</a>' in page
    ours = page[page.index('id="ours"') :]
    assert "<p>The reasons are ours.</p>\n<p>So is the order.</p>" in ours
    kinds = re.findall(r"<h3>([^<]+)</h3>\s*<ul>(.*?)</ul>", ours, re.DOTALL)
    listed = {kind: re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text)).strip() for kind, text in kinds}
    assert listed == {"Rules": "2 Luck", "Tables": "Chances", "Glossary": "Wood", "Bullets": "Aim well. (Fire)"}


def test_the_rulebook_has_an_appendix_of_what_is_ours(files: dict[str, bytes]) -> None:
    text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(files["book.pdf"])).pages)
    appendix = text[text.rindex("What is ours No document says") :]
    assert "The reasons are ours. So is the order." in appendix
    for name in ("2 Luck", "Chances", "Wood", "Aim well."):
        assert name in appendix


def test_the_report_lists_what_each_document_says_and_what_is_ours(files: dict[str, bytes]) -> None:
    report = files["report.html"].decode()
    ours = report[report.index('id="ours"') : report.index('id="sources"')]
    things = re.findall(r"<small>(\w+)</small> <a href=\"([^\"]+)\">([^<]+)</a>", ours)
    assert things == [
        ("rule", "web/luck.html#luck", "2 Luck"),
        ("table", "web/hits.html#table-luck", "Chances"),
        ("term", "web/glossary.html#wood", "Wood"),
        ("bullet", "web/references.html#reference-fire", "Aim well."),
    ]
    sources = report[report.index('id="sources"') :]
    documents = re.findall(r"<summary><b>([^<]+)</b> <span class=\"count\">(\d)</span>", sources)
    assert documents == [("The old rulebook", "3"), ("The card", "4")]
    assert re.search(r"Roll one die\.</a></th><td>line 1</td>", sources)


def test_the_data_has_it_too(files: dict[str, bytes]) -> None:
    data = json.loads(files["rules.json"])
    assert data["game"]["documents"] == [
        {"id": "rulebook", "title": "The old rulebook"},
        {"id": "card", "title": "The card"},
    ]
    assert data["game"]["ours"] == ["The reasons are ours.", "So is the order."]
    sources = [{"document": "document:rulebook", "place": "page 2"}, {"document": "document:card", "place": ""}]
    assert (data["rules"][0]["source"], data["rules"][0]["ours"]) == (sources, False)
    assert [each["ours"] for each in data["terms"]] == [True, False]
    below = data["references"][0]["items"][0]["items"][0]
    assert (below["source"], below["ours"]) == ([], True)


def test_a_game_that_says_nothing_has_no_page_and_no_part_of_the_report(small: Project) -> None:
    files = small.rendered()
    assert "web/errata.html" not in files
    assert b'class="ours"' not in b"".join(files.values())
    assert b'id="ours"' not in files["report.html"]
    assert b'id="sources"' not in files["report.html"]
    assert b'id="errata"' not in files["report.html"]


def test_a_quick_reference_has_its_own_source_or_that_of_its_rule(game: Project) -> None:
    own = "    rule: hits\n    source: {card: the upper list}\n    items:\n"
    game.replace("content/small/game.yaml", "    rule: hits\n    items:\n", own)
    files = game.rendered(prove=False)
    assert "<cite>The card</cite>, the upper list</span></p>" in files["web/references.html"].decode()
    data = json.loads(files["rules.json"])["references"][0]
    assert (data["source"], data["ours"]) == ([{"document": "document:card", "place": "the upper list"}], False)
