"""The chapters of a rulebook, and the page numbers of what they refer to."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from rulewright.entries.rulebooks import Rulebook
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.proof.prove import unproved
from tests.conftest import ROOT, Project

RULES = "rules:\n" + "".join(
    f'  r{at}: {{number: "{at + 2}", title: Rule {at}, text: "{"Many words of a rule. " * 70} See [[{(at + 1) % 3 + 2}]]."}}\n'
    for at in range(3)
)


@pytest.fixture
def parted(small: Project) -> Project:
    """A rulebook of several parts, each with a reference to another."""
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    small.write("content/small/more.yaml", RULES)
    return small


def test_references_name_the_page_in_words_too(parted: Project) -> None:
    parted.make("*.pdf")
    reader = PdfReader(BytesIO((parted.root / "build/small/rulebook.pdf").read_bytes()))
    page = reader.get_destination_page_number(reader.named_destinations["rule-r1"])
    assert page is not None
    links = [each.get_object() for page in reader.pages for each in page.get("/Annots", ())]
    told = {str(link["/Contents"]) for link in links if link["/Dest"] == "rule-r1"}
    assert f"3 (p. {page + 1})" in told


def test_page_numbers_that_a_stylesheet_puts_into_words_are_right(parted: Project) -> None:
    style = (ROOT / "templates/rulebook/rulebook.css").read_text("utf-8")
    parted.write(
        "templates/rulebook/rulebook.css", style.replace("content: counter(page);", 'content: "Page " counter(page);')
    )
    parted.make("*.pdf")
    reader = PdfReader(BytesIO((parted.root / "build/small/rulebook.pdf").read_bytes()))
    for number, page in enumerate(reader.pages[1:], 2):
        assert f"Page {number}" in page.extract_text()


@pytest.mark.parametrize(
    ("words", "key", "pages"),
    [
        ((300, 300, 20), "", [["a"], ["b", "c"]]),
        ((300, 20, 20), "", [["a", "b", "c"]]),
        ((300, 300, 300), "chapters: run-on", [["a", "b", "c"]]),
        ((300, 20, 20), "chapters: new-page", [["a"], ["b"], ["c"]]),
    ],
)
def test_short_chapters_follow_on_unless_the_book_says_otherwise(
    project: Project, words: tuple[int, ...], key: str, pages: list[list[str]]
) -> None:
    rules = "".join(
        f"  {id_}: {{title: Rule, text: {'go ' * many}.}}\n" for id_, many in zip("abc", words, strict=True)
    )
    terms = "terms: {Boat: {rule: a, text: It floats.}}\n"
    project.write(
        "content/small/game.yaml", f"game: {{title: Small, language: en, numbering: auto}}\nrules:\n{rules}{terms}"
    )
    project.write("cards/small/rulebook.yaml", f"kind: rulebook\ntitle: Rules\n{key}\n")
    book = project.examined(prove=False).book
    assert book is not None
    html = RulebookPages(book.game.requests(Rulebook)[0], book, project.root).text(unproved(book, ""))
    found = [re.findall('id="rule-(.)"', part) for part in html.split('<section class="breaks">')[1:]]
    assert found == pages
    assert " Glossary</h1>" in html.rpartition('<section class="breaks">')[2], "a short glossary follows on"
