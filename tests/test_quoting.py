"""Quoting instead of typing: what an author is told, and what a reader gets."""

import pdfplumber
import pytest

from rulewright.entries.text import Target
from tests.conftest import Project


@pytest.mark.parametrize(
    ("typed", "help_"),
    [
        ("5", "the fact 'reach' is 5: write [[fact:reach]]"),
        ("3-5", "the fact 'reach' is 5 and the fact 'rate' is 3: write [[fact:reach]] or [[fact:rate]]"),
        ("6", "declare it once as a fact and quote it: [[fact:…]], or quote a cell: [[cell:table(…)]]"),
    ],
)
def test_a_typed_number_is_told_which_fact_to_quote(small: Project, typed: str, help_: str) -> None:
    small.replace(
        "content/small/game.yaml", "language: en}", "language: en, numbers: quoted}\nfacts: {reach: 5, rate: 3}"
    )
    small.replace("content/small/game.yaml", "[[table:hits]] tells", f"[[table:hits]] tells within {typed}")
    said = small.run("check")
    assert said.status == 1
    assert f"error[unquoted-number]: the number {typed} is typed, not quoted" in said.err + said.out
    assert f"help: {help_}\n" in said.err + said.out


@pytest.mark.parametrize(
    ("link", "help_"),
    [
        ("cell:hit(open, rifle)", "did you mean 'hits'?"),
        ("cell:hits(open)", "write the keys in this order: hits(cover, weapon)"),
        ("cell:hits(open, rifles)", "did you mean 'rifle'?"),
        ("cell:hits(any, rifle)", "narrow the keys; the axes are: cover, weapon"),
    ],
)
def test_a_wrong_quote_is_told_how_to_write_it(small: Project, link: str, help_: str) -> None:
    small.replace("content/small/game.yaml", "[[table:hits]]", f"[[{link}]]")
    said = small.run("check")
    assert said.status == 1
    assert f"help: {help_}\n" in said.err + said.out


def test_quoting_a_cell_cites_its_table(small: Project) -> None:
    woods = '{number: "2", title: Woods, text: "A [[cell:hits(wood, rifle)]]."}'
    small.write("content/small/more.yaml", f"rules: {{woods: {woods}}}")
    book = small.examined(prove=False).book
    assert book is not None
    assert Target("rule", "woods") in book.cited_by[Target("table", "hits")]


def test_a_card_prints_the_words_of_a_quoted_cell(small: Project) -> None:
    bullet = "in a wood [[cell:hits(wood, rifle)]], or [[cell:hits(any, mortar)|four]]"
    small.write("content/small/more.yaml", f'references: {{woods: {{title: Woods, items: ["{bullet}"]}}}}')
    small.replace("cards/small/hits.yaml", "table: hits", "bullets: woods")
    assert small.run("build").status == 0
    with pdfplumber.open(small.root / "build/small/cards/hits.pdf") as pdf:
        assert "in a wood 5, or four" in pdf.pages[0].extract_text()


def test_a_number_typed_in_an_example_may_be_one_that_is_given(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", "language: en, numbers: quoted}")
    step = "{text: It decides., unproved: a choice}"
    example = f"{{rule: hits, title: Shot, text: A shot over 12 hexes., given: {{distance: 12}}, steps: [{step}]}}"
    small.write("content/small/more.yaml", f"examples: {{shot: {example}}}")
    assert "help: 12 is the given distance of the example: write [[given:distance]]\n" in small.run("check").out
