"""Exceptions to rules, rules that break off and design notes: how they read on the web, in the rulebook and in the report."""

import re

import pdfplumber
import pytest

from rulewright.entries.text import Target
from tests.conftest import Project

RULES = """\
rules:
  loss:
    number: "2"
    title: Loss
    text: A unit that moves is seen.
    exceptions:
      - text: Not by night.
        exceptions: ["Fire by [[Lamp|lamps]] is seen, as [[rule:hits]] says."]
      - Nor in a wood.
    incomplete: what a unit that hides again does.
    notes: [It was dark., Lamps were rare.]
terms: {Lamp: {text: A light., rule: hits}}
"""
QUESTION = "questions: [{when: {cover: wood, weapon: rifle}, question: What then?}]"


@pytest.fixture
def excepted(small: Project) -> Project:
    small.replace("content/small/game.yaml", "language: en}", "language: en, readers: editors}")
    small.write("content/small/more.yaml", RULES)
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: The rules\ncolumns: 1\n")
    assert small.run("build").status == 0
    return small


def test_exceptions_nest_below_their_rule_on_the_web(excepted: Project) -> None:
    page = excepted.read("build/small/web/loss.html")
    shown = re.sub(r"\s+", " ", re.sub(r"<(?!/?[ou]l|/?li)[^>]*>", "", page[page.index("A unit that") :]))
    nested = 'Exception: Not by night. <ul class="exceptions"> <li>Exception: Fire by lamps is seen, as 1 says.</li>'
    assert nested in shown
    assert "<li>Exception: Nor in a wood.</li> </ul> The source breaks off here: what a unit that hides" in shown


def test_an_exception_cites_what_it_links(excepted: Project) -> None:
    book = excepted.examined(prove=False).book
    assert book is not None
    assert Target("rule", "loss") in book.cited_by[Target("rule", "hits")]
    assert Target("rule", "loss") in book.cited_by[Target("term", "lamp")]


def test_what_breaks_off_is_an_open_question(excepted: Project) -> None:
    told = "The source breaks off: what a unit that hides again does."
    for page in ("web/questions.html", "report.html"):
        assert told in re.sub("<[^>]*>", "", excepted.read(f"build/small/{page}")), page


def test_the_rulebook_prints_all_of_it(excepted: Project) -> None:
    with pdfplumber.open(excepted.root / "build/small/rulebook.pdf") as pdf:
        text = " ".join(page.extract_text() for page in pdf.pages)
    assert re.search(
        r"A unit that moves is seen\.\s+Exception: Not by night\.\s+Exception: Fire by lamps is seen, as 1.* says\.\s+"
        r"Exception: Nor in a wood\.\s+The source breaks off here: what a unit that hides again does\.\s+"
        r"Design note It was dark\.\s+Lamps were rare\.",
        text,
    )


def test_a_value_with_an_exception_everywhere_answers_no_question(small: Project) -> None:
    small.replace("content/small/game.yaml", "open: [3, 4]", 'open: [3, ["2", {value: "4", when: {weapon: mortar}}]]')
    small.replace("content/small/game.yaml", "wood: [5, 4]", "wood: [unknown, 4]")
    small.replace("content/small/game.yaml", "proof: score(cover, weapon)", QUESTION)
    said = small.run("check")
    assert "unreachable-case" in said.out
    assert "answered-question" not in said.out
