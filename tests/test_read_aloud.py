"""PDFs for those who listen to them.

Every card and rulebook is held against a validator of PDF/UA-1, and against what a validator cannot know: what is to
be heard, in which order, and what is not.
"""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from rulewright.book.book import Book
from rulewright.book.card_contents import texts_on
from rulewright.book.wording import plain
from rulewright.entries.blocks.bands import Band
from rulewright.entries.rulebooks import Rulebook
from rulewright.pdf.placing import POINTS
from rulewright.readback.expected_tables import CARD, Words
from rulewright.readback.page import Element, Page
from rulewright.readback.pdf_reader import read_pages
from rulewright.readback.tables import squeeze, texts_of
from tests.conftest import CARDS, GAMES, Project, built, examined
from tests.heard import below, heard, tags, unheard, words
from tests.pdf_objects import reader_of

PRINTS = (*((game, f"cards/{card}.pdf") for game, card in CARDS), *((game, "rulebook.pdf") for game in GAMES))
HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")

each_print = pytest.mark.parametrize(("game", "path"), PRINTS)
each_card = pytest.mark.parametrize(("game", "card"), CARDS)


@cache
def pages_of(game: str, path: str) -> tuple[Page, ...]:
    return tuple(read_pages(built(game)[path]))


def book_of(game: str) -> Book:
    book = examined(game).book
    assert book is not None
    return book


def reader(game: str, path: str) -> PdfReader:
    return reader_of(built(game)[path])


def printed(project: Project) -> Mapping[str, bytes]:
    """The outputs of the small game, whatever is found in it."""
    return project.made("*.pdf").files


# What a validator sees


@each_print
def test_a_validator_finds_nothing(game: str, path: str) -> None:
    page = pytest.importorskip("page", reason="page-validation is not installed")
    report = page.validate_pdf_bytes(built(game)[path], profile="ua1")
    assert [f"{each.rule_id}: {each.message}" for each in report.failures] == []
    assert report.is_compliant
    assert report.rules.total > 100


@pytest.mark.long
def test_the_validator_would_find_what_is_not_mended(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    page = pytest.importorskip("page", reason="page-validation is not installed")
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rules\n")
    monkeypatch.setattr("rulewright.pdf.printer.mend_tags", lambda *_: None)
    monkeypatch.setattr("rulewright.pdf.printer.single_links", lambda *_: None)
    report = page.validate_pdf_bytes(printed(small)["book.pdf"], profile="ua1")
    assert "PDFUA1-LINK-LINK-TAG-001" in {each.rule_id for each in report.failures}


# What is heard


CARD_OF_EVERYTHING = """\
title: "Hits: the [[table:hits]]"
size: 90 × 90 mm
blocks:
  - {band: hits, note: One die, colour: green}
  - bullets: fire
  - line
  - table: hits
"""
REFERENCE = """\
references:
  fire:
    title: Fire
    items:
      - text: Shoot at what you see [[rule:hits]]
        unproved: A test.
        items: [{text: but not at friends, unproved: A test.}]
      - {text: Then move, unproved: A test.}
"""


@pytest.fixture
def everything(small: Project) -> Project:
    small.replace(
        "content/small/game.yaml", "title: A small game,", 'title: A small game, colours: {green: "#9DB18C"},'
    )
    small.write("content/small/references.yaml", REFERENCE)
    small.write("cards/small/hits.yaml", CARD_OF_EVERYTHING)
    return small


def test_a_card_as_it_is_heard(everything: Project) -> None:
    assert heard(printed(everything)["cards/hits.pdf"]) == [
        "H1: Hits 1 One die",
        "Lbl: •",
        "LBody: Shoot at what you see [1]",
        "Lbl: •",
        "LBody: but not at friends",
        "Lbl: •",
        "LBody: Then move",
        "TH: Rifle",
        "TH: Mortar",
        "TH: In the open",
        "TD: 3",
        "TD: 4",
        "TH: In a wood",
        "TD: 5",
        "TD: 4",
    ]


def test_the_foot_of_a_page_is_not_heard(everything: Project) -> None:
    everything.write("cards/small/hits.yaml", CARD_OF_EVERYTHING + "  - page\n  - table: hits\n")
    pdf = printed(everything)["cards/hits.pdf"]
    assert sorted(unheard(read_pages(pdf))) == [
        (1, "Hits: the Score to hit · A small game"),
        (1, "side 1 of 2"),
        (2, "Hits: the Score to hit · A small game"),
        (2, "side 2 of 2"),
    ]
    assert not [line for line in heard(pdf) if "side" in line]


def test_a_foot_with_a_link_is_heard(everything: Project) -> None:
    everything.replace("cards/small/hits.yaml", "blocks:", 'footer: "Learn [[rule:hits]] first"\nblocks:')
    pdf = printed(everything)["cards/hits.pdf"]
    assert heard(pdf)[-1] == "P: Learn [1] first"
    assert list(unheard(read_pages(pdf))) == []
    page = pytest.importorskip("page", reason="page-validation is not installed")
    report = page.validate_pdf_bytes(pdf, profile="ua1")
    assert [f"{each.rule_id}: {each.message}" for each in report.failures] == []


def test_a_link_is_told_by_the_rule_that_it_leads_to(everything: Project) -> None:
    links = annotations(PdfReader(BytesIO(printed(everything)["cards/hits.pdf"])))
    assert [link["/Contents"] for link in links] == ["1", "1 Hits"]


def test_each_value_is_heard_with_its_own_condition(small: Project) -> None:
    """Conditions beside one another in a line: a value belongs to the one that it follows."""
    small.replace(
        "content/small/game.yaml",
        "    rows: cover\n    columns: weapon\n    cells:\n      open: [3, 4]\n      wood: [5, 4]\n    proof: score(cover, weapon)\n",
        "    per-line: 2\n    cases: [{when: {cover: open}, value: 3}, {when: {cover: wood}, value: 5}]\n",
    )
    pdf = printed(small)["cards/hits.pdf"]
    (page,) = read_pages(pdf)
    named = {tag.id: words(tag, page) for tag in tags([page]) if tag.kind == "TH"}
    values = {words(tag, page): [named[each] for each in tag.headings] for tag in tags([page]) if tag.kind == "TD"}
    assert values == {"3": ["In the open"], "5": ["In a wood"]}


@each_card
def test_a_card_is_heard_in_the_order_of_its_source(game: str, card: str) -> None:
    """Bands and bullets one after the other, column by column."""
    book = book_of(game)
    said, at = "".join(map(texts_of, pages_of(game, f"cards/{card}.pdf"))), 0
    for text in texts_on(book.cards[card], book):
        wanted = squeeze(Words(book, CARD).text(text))
        found = said.find(wanted, at)
        assert found >= 0, f"{wanted!r} is not heard, or too early"
        at = found + len(wanted) if len(wanted) > 20 else found


@each_print
def test_only_heads_feet_and_leaders_are_not_heard(game: str, path: str) -> None:
    height = {page.number: page.height for page in pages_of(game, path)}
    margin = 24 * POINTS if path == "rulebook.pdf" else 9 * POINTS
    boxes = {(page.number, run.words): run.box for page in pages_of(game, path) for run in page.runs}
    for number, text in unheard(pages_of(game, path)):
        _, bottom, _, top = boxes[number, text]
        in_margin = top < margin or bottom > height[number] - margin
        assert in_margin or not text.strip(" ."), f"{text!r} on page {number} is not heard"


@each_print
def test_nothing_is_tagged_that_says_nothing(game: str, path: str) -> None:
    hollow = [tag.kind for tag in tags(pages_of(game, path)) if not tag.children]
    assert set(hollow) <= {"TD", "TH"}


@pytest.mark.long
@each_print
def test_dots_are_not_read_out(game: str, path: str) -> None:
    """A leader is a hundred dots."""
    for page in pages_of(game, path):
        for tag in page.tags:
            assert ". . ." not in words(tag, page).replace("\u00a0", " ")


@each_print
def test_headings_skip_no_level(game: str, path: str) -> None:
    levels = [int(tag.kind[1]) for tag in tags(pages_of(game, path)) if tag.kind in HEADINGS]
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


@each_print
def test_every_value_of_a_table_has_a_heading(game: str, path: str) -> None:
    for page in pages_of(game, path):
        for table in (tag for tag in tags([page]) if tag.kind == "Table"):
            headings = {tag.id: words(tag, page) for tag in below(table) if tag.kind == "TH"}
            assert headings, f"a table on page {page.number} has none"
            for cell in below(table):
                if cell.kind == "TD" and words(cell, page) and not is_corner(cell, table, page):
                    assert set(cell.headings) & set(headings), f"{words(cell, page)!r} on page {page.number} has none"


def is_corner(cell: Element, table: Element, page: Page) -> bool:
    """Whether a cell stands in the head of its table."""
    return any(cell in below(part) for part in below(table) if part.kind == "THead")


@each_print
def test_lists_hold_items_and_these_a_body(game: str, path: str) -> None:
    for tag in tags(pages_of(game, path)):
        kinds = [child.kind for child in tag.children if isinstance(child, Element)]
        if tag.kind == "L":
            assert set(kinds) == {"LI"}
        elif tag.kind == "LI":
            assert kinds in (["Lbl", "LBody"], ["LBody"])
        elif tag.kind in ("Lbl", "LBody"):
            assert kinds


@each_print
def test_pictures_are_told(game: str, path: str) -> None:
    assert all(tag.alternative.strip() for tag in tags(pages_of(game, path)) if tag.kind == "Figure")


@pytest.mark.long
@each_print
def test_links_are_told_in_words(game: str, path: str) -> None:
    told = [link["/Contents"] for link in annotations(reader(game, path))]
    assert told
    assert all(each.strip() for each in told)
    assert not [each for each in told if ".html" in each or each.startswith("#")]


@each_print
def test_links_do_not_lie_over_one_another(game: str, path: str) -> None:
    """One that lies within another would be met twice."""
    for page in reader(game, path).pages:
        boxes = [tuple(map(float, link.get_object()["/Rect"])) for link in page.get("/Annots", ())]
        assert len(boxes) == len(set(boxes))
        for one, other in ((one, other) for one in boxes for other in boxes if one is not other):
            within = one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]
            assert not within


def annotations(pdf: PdfReader) -> list[Mapping[str, Any]]:
    return [link.get_object() for page in pdf.pages for link in page.get("/Annots", ())]


# What leads through it


@each_card
def test_every_band_is_a_bookmark(game: str, card: str) -> None:
    book = book_of(game)
    bands = [band for page in book.cards[card].pages for band in bands_of(page, book)]
    pdf = reader(game, f"cards/{card}.pdf")
    assert [each.title for each in pdf.outline] == bands  # type: ignore[union-attr]  # bands are not nested
    numbers = [pdf.get_destination_page_number(each) for each in pdf.outline]  # type: ignore[arg-type]
    assert numbers == sorted(numbers)  # type: ignore[type-var]
    assert set(numbers) == set(range(len(book.cards[card].pages)))


def bands_of(blocks: Any, book: Book) -> list[str]:
    """The bands of a page by number and title."""
    found: list[str] = []
    for block in blocks:
        if isinstance(block, Band):
            rule = book.rule_of(block.rule)
            assert rule is not None
            found.append(f"{rule.number} {plain(block.title or rule.title, book)}".strip())
        found += bands_of(block.inner(), book)
    return found


def test_the_bookmark_of_a_band_has_its_number_and_not_its_note(everything: Project) -> None:
    pdf = PdfReader(BytesIO(printed(everything)["cards/hits.pdf"]))
    assert [each.title for each in pdf.outline] == ["1 Hits"]  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_opens_with_its_bookmarks(game: str) -> None:
    pdf = reader(game, "rulebook.pdf")
    assert pdf.page_mode == "/UseOutlines"


@each_print
def test_the_title_tells_the_print_and_the_game(game: str, path: str) -> None:
    book, metadata = book_of(game), reader(game, path).metadata
    assert metadata is not None
    card = book.cards.get(path.removeprefix("cards/").removesuffix(".pdf"))
    title = card.title if card else next(each.title for each in book.game.requests(Rulebook) if each.file == path)
    assert metadata.title == f"{plain(title, book)} · {book.game.title}"


def test_a_title_has_no_marks_of_its_source(everything: Project) -> None:
    metadata = PdfReader(BytesIO(printed(everything)["cards/hits.pdf"])).metadata
    assert metadata is not None
    assert metadata.title == "Hits: the Score to hit · A small game"
