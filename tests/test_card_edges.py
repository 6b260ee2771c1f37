"""Margins and feet of cards, and links between what is printed."""

import re
from io import BytesIO
from urllib.parse import unquote

import pdfplumber
import pypdf
import pytest
from pdfplumber.page import Page

from tests.conftest import GAMES, Project, built
from tests.pdf_objects import reader_of
from tests.test_card_pictures import MM, findings_of, outputs, pages


@pytest.mark.parametrize(
    ("margin", "sides"),
    [("4mm", (4, 4, 4, 4)), ("¼ in", (6.35,) * 4), ("{top: 9mm, left: 1 cm}", (10, 9, 2.2, 2.2))],
)
def test_margins_lie_between_the_edge_and_the_frame(small: Project, margin: str, sides: tuple[float, ...]) -> None:
    small.replace("cards/small/hits.yaml", "blocks:", f"margin: {margin}\nblocks:")
    (page,) = pages(small)
    frame = max(page.curves, key=lambda each: each["width"] * each["height"])
    found = (frame["x0"], frame["top"], page.width - frame["x1"], page.height - frame["bottom"])
    assert [side * MM for side in found] == pytest.approx(sides, abs=0.05)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("margin: wide", "bad-value: 'wide' is not a width of a margin"),
        ("margin: -1mm", "bad-value: '-1mm' is not a width of a margin"),
        ("margin: 4", "bad-value: '4' is not a width of a margin"),
        ("margin: {tpo: 4mm}", "unknown-key: 'margin' has no key 'tpo'"),
        ("margin: [4mm]", "wrong-type: 'margin' is text, not a list"),
        ("margin: 25mm", "bad-value: these margins leave no room on a card of 60mm by 60mm"),
        ("footer: [yes]", "wrong-type: 'footer' is text, not a list"),
        ("footer: see [[rule:99]]", "dangling-link: there is no rule 99"),
    ],
)
def test_what_is_wrong_with_margins_and_feet(small: Project, key: str, message: str) -> None:
    small.replace("cards/small/hits.yaml", "blocks:", f"{key}\nblocks:")
    assert [said for _, said in findings_of(small)] == [message]


def test_a_foot_tells_edition_and_version(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", 'edition: "2.0", version: "1.3", language: en}')
    small.replace("cards/small/hits.yaml", "blocks:", "footer: yes\nblocks:")
    (page,) = pages(small)
    assert page.extract_text().split("\n")[-1] == "Hits · A small game · edition 2.0, version 1.3"


def test_a_card_of_several_pages_may_have_no_foot(small: Project) -> None:
    small.write(
        "cards/small/hits.yaml",
        small.read("cards/small/hits.yaml").replace("blocks:", "footer: no\nblocks:") + "  - page\n  - table: hits\n",
    )
    assert [page.extract_text().split("\n")[-1] for page in pages(small)] == ["In a wood 5 4"] * 2


def test_words_of_ones_own_at_the_foot_may_be_links_on_every_page(small: Project) -> None:
    text = small.read("cards/small/hits.yaml").replace("blocks:", 'footer: "Learn [[rule:hits]] first"\nblocks:')
    small.write("cards/small/hits.yaml", text + "  - page\n  - table: hits\n")
    files = outputs(small)
    for number, page in enumerate(pdfplumber.open(BytesIO(files["cards/hits.pdf"])).pages, 1):
        assert page.extract_text().split("\n")[-1] == f"Learn [1] first side {number} of 2"
        assert [link["uri"] for link in page.annots] == ["../web/hits.html#hits"]
    assert 'Learn <a class="rule" href="hits.html#hits"' in files["web/card-hits.html"].decode()


def test_a_foot_is_whole_or_an_error(small: Project) -> None:
    card = small.read("cards/small/hits.yaml") + "  - page\n  - table: hits\n"
    fitting = []
    for words in range(4, 15, 2):
        footer = " ".join(f"word{number}" for number in range(words))
        small.write("cards/small/hits.yaml", card.replace("blocks:", f"footer: {footer}\nblocks:"))
        found = [said for _, said in findings_of(small, printed=True)]
        assert all("the footer of page" in said for said in found)
        fitting.append(not found)
        if not found:
            for page in pages(small):
                is_whole(footer, page)
    assert sorted(fitting, reverse=True) == fitting
    assert set(fitting) == {True, False}


def is_whole(footer: str, page: Page) -> None:
    """On one line within the card, in type that can be read, clear of what tells which page it is."""
    last = [char for char in page.chars if char["top"] > page.height - 5 / MM]
    assert page.extract_text().split("\n")[-1].startswith(f"{footer} side ")
    assert max(char["x1"] for char in last) < page.width - 2.2 / MM
    assert len({round(char["top"], 2) for char in last}) == 1
    assert min(char["size"] for char in last) >= 6 - 1e-6


def test_cards_name_one_another(small: Project) -> None:
    small.write(
        "cards/small/other.yaml",
        'title: Other\nsize: 60 × 60 mm\nblocks:\n  - note: "Then [[card:hits]], not [[card:other]]."\n',
    )
    small.replace("content/small/game.yaml", "as [[table:hits]] tells.", "as [[table:hits]] tells, or [[card:other]].")
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rules\n")
    files = outputs(small)
    (page,) = pdfplumber.open(BytesIO(files["cards/other.pdf"])).pages
    assert page.extract_text() == "Then Hits, not Other."
    assert [link["uri"] for link in page.annots] == ["hits.pdf"]
    assert 'href="card-hits.html"' in files["web/card-other.html"].decode()
    book = pypdf.PdfReader(BytesIO(files["book.pdf"]))
    uris = [link["/A"]["/URI"] for page in book.pages for link in map(_object, page.get("/Annots", ())) if "/A" in link]
    assert uris == ["cards/other.pdf"]


def _object(reference):
    return reference.get_object()


def test_a_card_that_there_is_not(small: Project) -> None:
    small.write("cards/small/hits.yaml", small.read("cards/small/hits.yaml") + '  - note: "See [[card:hit]]."\n')
    (found,) = small.examined(prove=False).findings.sorted()
    assert (found.message, found.hint) == ("there is no card 'hit'", "did you mean 'hits'?")


@pytest.mark.parametrize("game", GAMES)
def test_every_link_of_a_card_into_the_rulebook_has_its_place_there(game: str) -> None:
    files = built(game)
    books = {name: reader_of(data).named_destinations for name, data in files.items() if _is_book(name)}
    seen = 0
    for name, data in files.items():
        if not (name.startswith("cards/") and name.endswith(".pdf")):
            continue
        for link in (link for page in reader_of(data).pages for link in map(_object, page.get("/Annots", ()))):
            uri = link["/A"]["/URI"]
            path, _, place = uri.partition("#")
            if path.startswith("../") and path[3:] in books:
                seen += 1
                assert unquote(place).removeprefix("nameddest=") in books[path[3:]], f"{name}: {uri}"
            else:
                assert f"cards/{path}" in files or path.removeprefix("../") in files, f"{name}: {uri}"
    assert seen, "no card leads into the rulebook"


def _is_book(name: str) -> bool:
    return name.endswith(".pdf") and "/" not in name


def test_without_a_rulebook_to_print_rules_are_on_the_web(small: Project) -> None:
    small.replace("cards/small/hits.yaml", "  - table: hits", '  - table: hits\n  - note: "[[1]]"')
    (page,) = pages(small)
    assert [link["uri"] for link in page.annots] == ["../web/hits.html#hits"]


def test_a_cited_rule_has_one_pair_of_brackets_on_a_card(small: Project) -> None:
    small.write(
        "cards/small/hits.yaml",
        small.read("cards/small/hits.yaml")
        + """\
  - bullets: ["Roll ([[rule:hits]]).", "Or not ([[rule:hits]], [[rule:hits]]).", "Look (see [[rule:hits]]) twice ([[table:hits]])."]
""",
    )
    files = outputs(small)
    text = " ".join(pdfplumber.open(BytesIO(files["cards/hits.pdf"])).pages[0].extract_text().split())
    said = "Roll [1]. • Or not [1], [1]. • Look (see [1]) twice (Score to hit)."
    assert said in text
    assert "Roll [1]." in re.sub("<[^>]+>", "", files["web/card-hits.html"].decode())
