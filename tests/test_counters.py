"""Counters in the text: what the badge prints, and what it tells."""

import pdfplumber
import pytest

from tests.conftest import Project

NOTATIONS = """\
game:
  title: A small game
  language: en
  notations:
    squad: {title: Squad, fields: {firepower: 0..9, range: 0..20, morale: 0..10}}
    leader: {title: Leader, fields: {morale: 6..10, leadership: -3..3}}
"""


@pytest.fixture
def counted(small: Project) -> Project:
    small.replace("content/small/game.yaml", "game: {title: A small game, language: en}\n", NOTATIONS)
    small.replace("content/small/game.yaml", "Roll as", "A [[unit:4-6-7]] and a [[unit:8-1]] roll as")
    bullet = "a [[unit:9+2]] and a [[unit:4-4-7|squad]]"
    small.write("content/small/more.yaml", f'references: {{led: {{title: Led, items: ["{bullet}"]}}}}')
    small.replace("cards/small/hits.yaml", "table: hits", "bullets: led")
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: The rules\n")
    assert small.run("build").status == 0
    return small


def test_the_web_tells_the_parts_on_hover_and_to_screen_readers(counted: Project) -> None:
    page = counted.read("build/small/web/hits.html")
    told = "Squad 4-6-7: firepower 4, range 6, morale 7"
    assert f'<span class="counter" role="img" aria-label="{told}" title="{told}">4-6-7</span>' in page
    assert 'title="Leader 8-1: morale 8, leadership −1">8-1</span>' in page


@pytest.mark.parametrize(
    ("file", "printed", "told"),
    [
        ("rulebook", "A 4-6-7 and a 8-1 roll as", "Squad 4-6-7: firepower 4, range 6, morale 7"),
        ("cards/hits", "a 9+2 and a squad", "Leader 9+2: morale 9, leadership +2"),
    ],
)
def test_print_shows_the_numbers_and_has_the_parts_as_alternative_text(
    counted: Project, file: str, printed: str, told: str
) -> None:
    with pdfplumber.open(counted.root / f"build/small/{file}.pdf") as pdf:
        assert printed in " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)
        figures = [each for page in pdf.pages for each in page.structure_tree]
    assert told in str(figures)
