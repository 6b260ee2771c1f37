"""Numbered figures: their order, their links, their pictures in every product, and their words for those who see none."""

import json
import re
from io import BytesIO
from xml.etree import ElementTree

import jsonschema
import pdfplumber
import pytest

from rulewright.base.memo import from_nothing
from rulewright.html.figures import figure_alt, figure_picture
from tests.conftest import Project

FIGURES = """\
rules:
  sight:
    number: "2"
    title: Sight
    text: |
      Look at [[figure:hill]] and at [[figure:gap]].

      [[figure:arc]]

      That was [[figure:arc]].

      [[figure:arc]]
figures:
  hill: {rule: sight, title: A hill, picture: pictures/hill.svg, alt: A hill with a fort, width: 40mm}
  gap:
    rule: hits
    title: Two squads
    caption: A sees B.
    diagram:
      area: 0101-0402
      terrain: {woods: [0201]}
      units: [{at: 0101, label: A, side: Red}, {at: 0402, label: "<B>", side: Blue, toward: 0101}]
      lines: [{sight: [0101, 0402], blocked: 0201}, {move: [0402, 0302]}]
      arcs: [{at: 0101, reach: 1}, {at: 0101, reach: 2, toward: 0201, angle: 60}]
  arc: {title: An arc, diagram: {grid: none, area: 4 x 3, arcs: [{at: 1 1, toward: 3 1, angle: 90, reach: 3}]}}
"""
HILL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 20 L20 2 L40 20 Z" fill="#123456"/></svg>'
)
SAID = (
    "A map of the hexes 0101 to 0402. Woods: 0201. At 0101: Red A. At 0402: Blue <B>, facing 0101. "
    "The line of sight from 0101 to 0402 is blocked at 0201. A move through 0402, 0302. "
    "All within 1 of 0101 is marked. An arc of 60° from 0101 toward 0201 is marked, as far as 2."
)


@pytest.fixture
def drawn(small: Project) -> Project:
    small.write("content/small/figures.yaml", FIGURES)
    small.write("content/small/pictures/hill.svg", HILL)
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: The rules\n")
    small.replace("cards/small/hits.yaml", "  - table: hits", "  - {figure: gap, width: 40mm}")
    small.replace("cards/small/hits.yaml", "60 × 60", "60 × 80")
    return small


@pytest.fixture
def built(drawn: Project) -> Project:
    assert drawn.run("build").status == 0
    return drawn


def test_figures_are_numbered_in_the_order_in_which_the_book_prints_them(drawn: Project) -> None:
    book = drawn.examined(prove=False).book
    assert book is not None
    assert [figure.id for figure in book.figure_order.figures] == ["gap", "arc", "hill"]
    assert book.figure_order.numbers == {"gap": 1, "arc": 2, "hill": 3}


def test_the_web_shows_each_once_and_links_it(built: Project) -> None:
    page = built.read("build/small/web/sight.html")
    assert re.findall(r'<figure class="picture numbered" id="([^"]+)"', page) == ["figure-arc", "figure-hill"]
    assert page.count(">Figure 2</a>") == 2
    assert '<a class="figure" href="hits.html#figure-gap" data-shows="define-figure-gap">Figure 1</a>' in page
    assert '<div id="define-figure-gap"><strong>Figure 1 · Two squads</strong> <img src="diagrams/gap.svg"' in page
    assert 'src="figures/pictures/hill.svg" alt="A hill with a fort" width="151" height="76"' in page
    assert built.read("build/small/web/figures/pictures/hill.svg") == HILL
    index = built.read("build/small/web/search-index-entries-0.js")
    assert "sight.html#figure-arc" in index


def test_a_drawing_is_plain_svg_without_text_fonts_or_scripts(built: Project) -> None:
    for name in ("gap", "arc"):
        root = ElementTree.fromstring(built.read(f"build/small/web/diagrams/{name}.svg"))
        assert {each.tag.partition("}")[2] for each in root.iter()} <= {"svg", "defs", "g", "path", "circle", "use"}
        used = {each.get("href", "") for each in root.iter() if each.tag.endswith("}use")}
        assert used == {f"#{each.get('id')}" for each in root.iter() if each.get("id")}


def test_a_diagram_says_what_it_shows(drawn: Project) -> None:
    book = drawn.examined(prove=False).book
    assert book is not None
    assert figure_alt(book.figures["gap"], "en") == SAID
    assert figure_alt(book.figures["hill"], "en") == "A hill with a fort"


def test_the_same_diagram_is_the_same_drawing(drawn: Project) -> None:
    book = drawn.examined(prove=False).book
    assert book is not None
    first = figure_picture(book.figures["gap"], book.game)
    with from_nothing():
        assert figure_picture(book.figures["gap"], book.game) == first


@pytest.mark.parametrize(("file", "figures"), [("rulebook", 3), ("cards/hits", 1)])
def test_print_has_each_as_a_figure_with_its_words(built: Project, file: str, figures: int) -> None:
    with pdfplumber.open(BytesIO((built.root / f"build/small/{file}.pdf").read_bytes())) as pdf:
        tags = str([each for page in pdf.pages for each in page.structure_tree])
        words = " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)
    assert tags.count("'type': 'Figure'") == figures
    assert SAID in tags
    assert re.search(r"Figure 1\s?Two squads\s?A sees B\.", words)


def test_the_book_lists_its_figures_and_gives_their_pages(built: Project) -> None:
    with pdfplumber.open(built.root / "build/small/rulebook.pdf") as pdf:
        words = " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)
    for entry in ("1 Two squads", "2 An arc", "3 A hill"):
        assert re.search(rf"{entry}[ .]* \d\b", words)
    assert re.search(r"Look at Figure 3 (\(p\.\s?\d+\) )?and at Figure 1", words)


def test_the_data_have_every_figure(built: Project) -> None:
    data = json.loads(built.read("build/small/rules.json"))
    jsonschema.validate(data, json.loads(built.read("build/small/rules.schema.json")))
    gap = next(each for each in data["figures"] if each["id"] == "gap")
    assert (gap["number"], gap["picture"], gap["description"]) == (1, "web/diagrams/gap.svg", SAID)
    assert gap["href"] == "web/hits.html#figure-gap"


def test_markdown_has_pictures_by_their_paths_and_diagrams_in_words(drawn: Project) -> None:
    assert drawn.run("export", "small", "--format", "markdown").status == 0
    written = next(drawn.root.rglob("small.md")).read_text("utf-8")
    assert "![A hill with a fort](pictures/hill.svg)\n\n**Figure 3 A hill**" in written
    assert f"> {SAID}\n\n**Figure 1 Two squads** A sees B." in written
    assert written.index("**Figure 2 An arc**") < written.index("That was Figure 2.")


def test_a_missing_picture_and_a_lost_link_are_findings(drawn: Project) -> None:
    drawn.replace("content/small/figures.yaml", "pictures/hill.svg", "pictures/hil.svg")
    drawn.replace("content/small/figures.yaml", "[[figure:gap]]", "[[figure:gpa]]")
    found = {(each.name, each.message) for each in drawn.examined(prove=False).findings.items}
    assert ("missing-picture", "there is no file content/small/pictures/hil.svg") in found
    assert ("dangling-link", "there is no figure 'gpa'") in found
