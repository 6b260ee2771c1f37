"""Marks in print: badges as wide as their letters, and pictures in the colours that their rule says."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from markupsafe import Markup

from rulewright.entries.colour import Tint
from rulewright.entries.marks import Mark, Shape
from rulewright.entries.themes import standard_theme
from rulewright.html.marks import mark_svg, mark_width
from rulewright.source.svg import paints, repainted
from tests.conftest import Project
from tests.test_card_pictures import findings_of, png

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">{}</svg>'
GAME = """\
game:
  title: A small game
  language: en
  colours: {dark: "#203040"}
  marks:
    tank: {picture: pictures/tank.svg, name: Tank, legend: tanks}
    enemy: {picture: pictures/tank.svg, colour: "#b3202c", name: Enemy, legend: enemies}
    gun: {badge: MG, colour: "#304050", name: Machine gun, legend: guns}
rules:
  hits: {number: "1", title: "Fire [[mark:tank]]", text: "One [[mark:tank]] and [[mark:enemy]] and [[mark:gun]]."}
tables:
  hits:
    title: Hits
    rule: hits
    rows: {by: {own: "[[mark:tank]] own", other: "[[mark:enemy]] other"}}
    cells: {own: "[[mark:gun]]", other: nothing}
"""
CARD = "title: Hits\nsize: 60 × 60 mm\nblocks:\n  - {band: hits, colour: dark}\n  - table: hits\n  - legend\n"


def badge(letters: str, shape: Shape = Shape.SQUARE) -> Mark:
    return Mark(id="m", badge=letters, colour=Tint("#304050"), name="Name", shape=shape)


@pytest.mark.parametrize("letters", ["J", "1", "½", "W"])
def test_a_badge_of_one_letter_is_square(letters: str) -> None:
    assert mark_width(badge(letters)) == 1


def test_a_badge_is_as_wide_as_its_letters() -> None:
    widths = [mark_width(badge(letters)) for letters in ("J", "2+", "MG", "d66", "RECON")]
    assert widths == sorted(set(widths))
    assert 1.4 < mark_width(badge("MG")) < 1.8


@pytest.mark.parametrize("shape", Shape)
def test_letters_stay_inside_of_every_shape(shape: Shape) -> None:
    """On the web they keep their width, whatever font takes the place of theirs."""
    svg = mark_svg(badge("MG", shape), label=True, theme=standard_theme())
    width = float(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])
    text = float(svg.partition('textLength="')[2].partition('"')[0])
    assert text + 5 < width


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('<path d="M0 0h9"/>', {"#000000"}),
        ('<path fill="currentColor" d="M0 0h9"/>', {"#000000"}),
        ('<g fill="#C00"><path d="M0 0h9"/><path style="fill:#cc0000" d="M0 0h9"/></g>', {"#cc0000"}),
        ('<path fill="none" stroke="#123456" d="M0 0h9"/>', {"#123456"}),
        ('<path d="M0 0h9"/><path fill="#dd0000" d="M0 0h9"/>', {"#000000", "#dd0000"}),
        ('<style>.a{fill:#123456}</style><path class="a" d="M0 0h9"/>', {"#123456"}),
        ('<clipPath id="c"><path d="M0 0h9"/></clipPath><path fill="white" d="M0 0h9"/>', {"#ffffff"}),
    ],
)
def test_the_colours_of_a_drawing(body: str, shown: set[str]) -> None:
    drawing = SVG.format(body).encode()
    assert paints(drawing) == shown
    assert paints(repainted(drawing, "#00ff00")) <= {"#00ff00"}
    if len(shown) == 1:
        assert paints(repainted(drawing, "#00ff00")) == {"#00ff00"}


@pytest.fixture
def marked(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    project.write("content/small/pictures/tank.svg", SVG.format('<path d="M0 4h30v12H0z"/>'))
    project.write("cards/small/hits.yaml", CARD)
    return project


def test_a_picture_takes_the_colour_of_its_text_or_its_own(marked: Project) -> None:
    made = marked.made("cards/hits.pdf")
    assert made.findings.sorted() == []
    (page,) = pdfplumber.open(BytesIO(made.files["cards/hits.pdf"])).pages
    icons = [
        each
        for each in page.rects
        if each["height"] * 3 > each["width"] * 1.1 > each["height"] * 2 and each["width"] < 30
    ]
    colours = [tuple(round(share, 2) for share in each["non_stroking_color"]) for each in icons]
    assert colours.count((1, 1, 1)) == 1  # on the dark band
    assert (0, 0, 0) in colours
    assert (0.7, 0.13, 0.17) in colours


def test_screen_readers_hear_the_name_and_legends_show_it(marked: Project) -> None:
    made = marked.made("cards/hits.pdf")
    with pdfplumber.open(BytesIO(made.files["cards/hits.pdf"])) as pdf:
        heard = [each.get("alt_text") for each in _all(pdf.structure_tree) if each.get("type") == "Figure"]
    assert heard == ["Tank", "Tank", "Machine gun", "Enemy", "Tank", "Enemy", "Machine gun"]


def _all(elements: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in elements:
        yield each
        yield from _all(each.get("children", []))


def test_on_the_web_a_picture_of_the_colour_of_the_text_follows_it(marked: Project) -> None:
    page = marked.made("web/*.html").files["web/hits.html"].decode()
    assert '<img class="mark icon inked" alt="Tank"' in page
    assert '<img class="mark icon own" alt="Enemy"' in page
    assert "Fire [Tank]" in page.partition("<title>")[2].partition("</title>")[0]


def test_pixels_too_coarse_for_print_and_a_drawing_that_runs_something(marked: Project) -> None:
    marked.write("content/small/pictures/dot.png", png(8, 8))
    marked.replace("content/small/game.yaml", "picture: pictures/tank.svg, name", "picture: pictures/dot.png, name")
    marked.write("content/small/pictures/tank.svg", SVG.format("<script/>"))
    assert [said.partition(":")[0] for _, said in findings_of(marked)] == ["unsafe-picture"]
    marked.write("content/small/pictures/tank.svg", SVG.format('<path d="M0 4h30v12H0z"/>'))
    found = findings_of(marked, printed=True)
    assert [said.partition(":")[0] for _, said in found] == ["coarse-picture"]
    assert found[0][0] == "content/small/game.yaml:6:5"


def test_a_picture_too_large_to_print_with_every_mark(marked: Project) -> None:
    marked.write("content/small/pictures/tank.svg", SVG.format(f'<path d="M0 4h30v12{" h0" * 40_000}z"/>'))
    assert {said.partition(":")[0] for _, said in findings_of(marked)} == {"too-large"}


def test_an_id_with_markup_stays_words() -> None:
    mark = Mark(id="m", badge="<b>", colour=Tint("#304050"), name='"><script>')
    assert "<script>" not in mark_svg(mark, label=True, theme=standard_theme())
    assert isinstance(mark_svg(mark, label=True, theme=standard_theme()), Markup)
