"""Poker cards from one CSV: sheets of nine on A4 and Letter with their backs behind them, measured.

`make test-long` prints all fifty-four, `make test` those of four ranks.
"""

from collections.abc import Iterator
from io import BytesIO

import pdfplumber
import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument, PdfMatrix, PdfPage
from pypdfium2.raw import FPDF_PAGEOBJ_FORM, FPDF_PAGEOBJ_PATH

from tests.conftest import FEW, Made, Project, examples
from tests.poker_deck import RANKS, poker_deck
from tests.test_sheets import A4, LETTER, MM, Rectangle

SHEET = "kind: sheet\ntitle: All cards\npaper: [A4, Letter]\nduplex: long-edge\ncards: [cards]\n"
CONTACT = "kind: contact-sheet\ntitle: All cards\npaper: A4\n"
PAPERS = {"a4": A4, "letter": LETTER}
WIDE, HIGH = 63.5, 88.9
PRINTED = RANKS if examples() > FEW else ("A", "10", "J", "K")
CARDS = 4 * len(PRINTED) + 2
RULER = 0.1
"""Millimetres by which a cut may miss."""

pytestmark = pytest.mark.hypothesis


@pytest.fixture
def deck(project: Project) -> Project:
    poker_deck(project.root, PRINTED)
    project.write("cards/banners/home.yaml", SHEET)
    project.write("cards/banners/contact.yaml", CONTACT)
    return project


def made(deck: Project, *patterns: str) -> Made:
    found = deck.made(*patterns, game="banners")
    assert found.findings.status == 0, found.findings.items[:3]
    return found


def grounds(page: PdfPage) -> list[Rectangle]:
    """The art of each card, which reaches to its edges, from the upper left one on."""
    height = page.get_height()
    found = ((left, height - top, right, height - bottom) for left, bottom, right, top in _shapes(page))
    boxes = {tuple(round(side * MM, 2) for side in box) for box in found if (box[2] - box[0]) * MM > 60}
    return sorted(boxes, key=lambda box: (box[1], box[0]))  # type: ignore[arg-type]


def _shapes(page: PdfPage) -> Iterator[Rectangle]:
    """What each shape covers, in the forms on the page and the forms in these too: left, bottom, right and top."""
    placed = [PdfMatrix()]
    for shape in page.get_objects(filter=[FPDF_PAGEOBJ_FORM, FPDF_PAGEOBJ_PATH]):
        del placed[shape.level + 1 :]
        if shape.type == FPDF_PAGEOBJ_FORM:
            placed.append(shape.get_matrix().multiply(placed[-1]))
        else:
            yield placed[-1].on_rect(*shape.get_bounds())


@pytest.mark.long
def test_the_sheets_have_nine_cards_edge_to_edge_and_their_backs_behind_them(deck: Project) -> None:
    files = made(deck, "cards/home-*.pdf").files
    for name, (width, height) in PAPERS.items():
        pdf = files[f"cards/home-{name}.pdf"]
        assert len(PdfReader(BytesIO(pdf)).pages) == CARDS // 9 * 2
        left = (width - 3 * WIDE) / 2
        pages = [grounds(page) for page in PdfDocument(pdf)]
        for boxes in pages:
            assert len(boxes) == 9
            top = boxes[0][1]
            assert 6 <= top <= height - 6 - 3 * HIGH
            for at, box in enumerate(boxes):
                x, y = left + at % 3 * WIDE, top + at // 3 * HIGH
                assert box == pytest.approx((x, y, x + WIDE, y + HIGH), abs=RULER)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            mirrored = sorted((width - right, top, width - left, bottom) for left, top, right, bottom in back)
            assert sorted(front) == [pytest.approx(box, abs=RULER) for box in mirrored]


def test_every_card_prints_what_the_csv_says(deck: Project) -> None:
    files = made(deck, "cards/cards-10-of-hearts.pdf", "cards/cards-general-of-clubs.pdf").files
    ten = pdfplumber.open(BytesIO(files["cards/cards-10-of-hearts.pdf"])).pages
    assert [page.extract_text() for page in ten][1] == ""
    words = [char["text"] for char in ten[0].chars]
    assert "".join(words).startswith("10H")
    assert "10 of hearts" in "".join(words).replace("\xa0", " ")
    general = pdfplumber.open(BytesIO(files["cards/cards-general-of-clubs.pdf"])).pages[0]
    assert {round(char["size"], 1) for char in general.chars if char["top"] * MM > 72 and char["matrix"][0] > 0} <= {
        size / 10 for size in range(60, 91)
    }


def test_the_contact_sheet_has_all_fronts_with_their_names(deck: Project) -> None:
    pdf = made(deck, "cards/contact-a4.pdf").files["cards/contact-a4.pdf"]
    (page,) = pdfplumber.open(BytesIO(pdf)).pages
    assert len(page.images) == CARDS
    words = page.extract_text()
    assert f"The cards · {CARDS} cards" in words
    assert all(name in words for name in ("Ace of spades", "General of diamonds", "Foul wind"))
    assert all(each["width"] * MM == pytest.approx(22, abs=0.3) for each in page.images)


def test_on_the_web_a_deck_is_one_entry_with_a_page_of_its_cards(deck: Project) -> None:
    files = made(deck, "web/*").files
    index, page = (files[f"web/{name}.html"].decode() for name in ("index", "card-cards"))
    assert index.count('class="name"') == 1
    assert '<a class="name" href="card-cards.html">The cards</a>' in index
    assert f"{CARDS} cards" in index
    assert page.count('class="name"') == CARDS
    assert 'href="card-cards-10-of-hearts.html"' in page
    assert '<a href="card-cards.html">The cards</a>' in files["web/card-cards-10-of-hearts.html"].decode()


def test_the_game_is_sound(deck: Project) -> None:
    found = [each for each in deck.examined("banners").findings.items if each.name != "rule-on-no-card"]
    assert found == []
