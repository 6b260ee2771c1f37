"""What is printed: the finished files of every game read back, and one card looked at closely."""

from collections.abc import Iterable
from io import BytesIO

import pdfplumber
import pytest
from pdfminer.pdftypes import resolve1

from rulewright.base.findings import Stage
from rulewright.book.book import Book
from rulewright.pipeline.catalogue import STAGES
from rulewright.readback.pdf_reader import read_pages
from rulewright.readback.read_back import printed_pdfs
from rulewright.readback.reads_back_differently import join_tables
from rulewright.readback.tables import ReadCell, ReadTable, parts_of, read_part, tables_of
from tests.conftest import CARDS, GAME, GAMES, built, examined, printed_game

ROWS = {
    "concealment-sighted": [
        ["", "Action", "Open terrain", "Cover terrain *"],
        ["non-vehicular in daylight|2", "Fire", "8", "2"],
        ["Maneuver", "8", "3 / 2 J R / 1 LATW"],
        ["vehicle|2", "any", "∞", "8"],
        ["Activation or Reaction ends", "adjacent-2"],
    ],
    "hidden-sighted": [
        ["Enemy", "Hidden unit", "≤", "Hidden unit", "≤"],
        ["any unit", "at Night", "1", "vehicle in open terrain", "10"],
        ["combat unit", "LATW, Towed Gun , J R", "2", "others", "3"],
    ],
}
"""The two tables as a player reads them; `|2` marks a cell over two rows, `-2` over two columns."""


@pytest.fixture(scope="module")
def book() -> Book:
    return book_of(GAME)


def book_of(game: str) -> Book:
    found = examined(game).book
    assert found is not None
    return found


@pytest.fixture(scope="module")
def card() -> bytes:
    return built(GAME)["cards/concealment.pdf"]


def tables_in_pdf(data: bytes) -> list[ReadTable]:
    return [table for page in read_pages(data) for table in tables_of(page) if not table.listed]


def as_read(table: ReadTable) -> list[list[str]]:
    return [[spanned(cell) for cell in row] for row in table.rows]


def spanned(cell: ReadCell) -> str:
    return cell.text + (f"|{cell.rows}" if cell.rows > 1 else "") + (f"-{cell.columns}" if cell.columns > 1 else "")


def cell(tables: Iterable[ReadTable], text: str) -> ReadCell:
    (found,) = (cell for table in tables for row in table.rows for cell in row if cell.text == text)
    return found


@pytest.mark.every_game
@pytest.mark.parametrize("game", GAMES)
def test_a_game_reads_back_as_its_source_states_it(game: str) -> None:
    """Every table of every card, rulebook and page, cell by cell; type, contrast, fonts and places of all letters."""
    found = printed_game(game).findings.items
    assert [f"{each.name}: {each.message}" for each in found if STAGES[each.name] is Stage.READ_BACK] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_pdf_is_read_back(game: str) -> None:
    files = built(game)
    read = {each.path for each in printed_pdfs(book_of(game), files)}
    assert read == {name for name in files if name.endswith(".pdf")}
    assert read >= {f"cards/{name}.pdf" for of, name in CARDS if of == game}


def test_the_tables_read_back_from_the_tags_as_a_player_reads_them(card: bytes) -> None:
    assert [as_read(table) for table in tables_in_pdf(card)] == list(ROWS.values())


def test_a_value_is_told_under_all_its_headings_and_no_other(card: bytes) -> None:
    """WeasyPrint counts columns wrong in a row that a heading reaches down into, and leaves that heading out."""
    tables = tables_in_pdf(card)
    assert cell(tables, "3 / 2 J R / 1 LATW").headings == {"non-vehicular in daylight", "Maneuver", "Cover terrain *"}
    assert cell(tables, "adjacent").headings == {
        "vehicle",
        "Activation or Reaction ends",
        "Open terrain",
        "Cover terrain *",
    }


def test_a_page_tells_the_same_headings() -> None:
    page = built(GAME)["web/concealment.html"]
    tables = [table for part in parts_of(page, lists=False) for table in read_part(part, "concealment.html")]
    assert cell(tables, "3 / 2 J R / 1 LATW").headings == {"non-vehicular in daylight", "Maneuver", "Cover terrain *"}


def test_marks_have_alternative_text(card: bytes) -> None:
    told = {picture for table in tables_in_pdf(card) for row in table.rows for cell in row for picture in cell.pictures}
    assert told == {"Japanese", "Russian", "Cover terrain note"}


def test_tables_that_a_page_break_divides_are_read_as_one() -> None:
    """A long table has its head again on its next page, and no caption there."""
    pages = tables_in_pdf(built("last-hundred-yards")["rulebook-editors.pdf"])
    assert len(join_tables(pages)) < len(pages)


def test_the_card_is_tagged_titled_and_of_the_size_asked_for(card: bytes) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        assert len(pdf.pages) == 1
        page = pdf.pages[0]
        assert (round(page.width * 25.4 / 72, 1), round(page.height * 25.4 / 72, 1)) == (107, 143)
        assert pdf.metadata["Title"] == "Concealed and Hidden · The Last Hundred Yards"
        assert pdf.metadata["Author"] == "The Last Hundred Yards"
        catalog = pdf.doc.catalog
        assert catalog["Lang"] in (b"en", "en")
        assert catalog["MarkInfo"]["Marked"] is True
        assert b'pdfuaid:part="1"' in resolve1(catalog["Metadata"]).get_data()


def test_only_our_fonts_are_used_with_real_italics_and_bold(card: bytes) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        fonts = {char["fontname"].partition("+")[2] for char in pdf.pages[0].chars}
        texts = {char["text"] for char in pdf.pages[0].chars}
    assert fonts == {
        "Source-Sans-Pro",
        "Source-Sans-Pro-Bold",
        "Source-Sans-Pro-Italic",
    }
    assert {"≥", "∞", "’"} <= texts


def test_rule_numbers_are_links_to_the_rules(card: bytes, book: Book) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        links = {annotation["uri"] for annotation in pdf.pages[0].annots}
    assert links == {
        "../rulebook.pdf#nameddest=rule-concealment",
        "../rulebook.pdf#nameddest=rule-concealment-loss",
        "../rulebook.pdf#nameddest=rule-hidden",
        "../rulebook.pdf#nameddest=rule-hidden-revealed",
        "../rulebook.pdf#nameddest=rule-hidden-call",
        "../rulebook.pdf#nameddest=rule-hidden-entered",
    }
    for link in links:
        assert link.partition("=rule-")[2] in book.rules
