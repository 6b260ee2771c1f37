"""What is printed: the finished PDF read back through its tags, its fonts and its facts."""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from pdfminer.pdftypes import resolve1
from pdfplumber.pdf import PDF
from pdfplumber.structure import PDFStructElement, PDFStructTree

from rulewright.grid import VALUE, GridCell, grid
from rulewright.model.book import Book, items_below
from rulewright.model.game import Bullets, TableBlock
from rulewright.wording import plain
from tests.conftest import CARDS, GAME, GAMES, built, examined

ROWS = {
    "concealment-sighted": [
        ["Action", "Open terrain", "Cover terrain *"],
        ["non-vehicular in daylight|2", "Fire", "8", "2"],
        ["Maneuver", "8", "3 / 2 J R / 1 LATW"],
        ["vehicle|2", "any", "∞", "8"],
        ["end of Activation / Reaction", "adjacent-2"],
    ],
    "hidden-sighted": [
        ["any unit", "at Night", "1", "vehicle in open terrain", "10"],
        ["combat unit", "LATW, Towed Gun, J R", "2", "others", "3"],
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


def elements(tree: PDFStructTree | PDFStructElement, kind: str) -> Iterator[PDFStructElement]:
    for child in tree.children if isinstance(tree, PDFStructElement) else tree:
        if child.type == kind:
            yield child
        yield from elements(child, kind)


Chars = Mapping[tuple[int, int], list[dict[str, Any]]]
"""The characters of a card by the page and the marked content they belong to: each page counts its own."""


def read_tables(pdf: PDF) -> list[list[list[str]]]:
    """Every tagged table: rows of cells that hold anything, each its text with its spans."""
    chars: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for page in pdf.pages:
        for char in page.chars:
            chars.setdefault((page.page_number, char["mcid"]), []).append(char)
    return [
        [[text for cell in row.children if (text := _cell(cell, chars))] for row in elements(table, "TR")]
        for table in elements(PDFStructTree(pdf), "Table")
    ]


def _cell(cell: PDFStructElement, chars: Chars) -> str:
    rows, columns = cell.attributes.get("RowSpan", 1), cell.attributes.get("ColSpan", 1)
    return (
        _spaced(list(_chars(cell, chars))) + (f"|{rows}" if rows > 1 else "") + (f"-{columns}" if columns > 1 else "")
    )


def _chars(element: PDFStructElement, chars: Chars) -> Iterator[dict[str, Any]]:
    for mcid in element.mcids:
        yield from chars.get((element.page_number or 1, mcid), ())
    for child in element.children:
        yield from _chars(child, chars)


def _spaced(chars: list[dict[str, Any]]) -> str:
    """Text as it is seen: a gap or a new line is a space, whether or not the PDF holds one.

    Print sets typographic apostrophes and puts rule numbers in brackets; the source has neither.
    """
    text = ""
    for before, char in zip([None, *chars], chars, strict=False):
        text += (" " if before is not None and _apart(before, char) else "") + char["text"]
    return " ".join(re.sub(r"\[([\d.]+[a-z–.\d]*)\]", r"\1", text).replace("’", "'").split())


def _apart(before: dict[str, Any], char: dict[str, Any]) -> bool:
    """Whether there is a gap between two characters, or a new line; turned text runs upwards."""
    wide = 0.12 * char["size"]
    if not char["upright"]:
        return bool(before["top"] - char["bottom"] > wide)
    return bool(char["x0"] - before["x1"] > wide or abs(char["bottom"] - before["bottom"]) > char["size"] / 2)


def test_the_tables_read_back_from_the_tags_as_a_player_reads_them(card: bytes) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        assert read_tables(pdf) == list(ROWS.values())


def test_every_card_is_read_back() -> None:
    assert {(game, card.id) for game in GAMES for card in book_of(game).game.cards} == set(CARDS)


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_every_table_reads_back_as_the_source_states_it(game: str, name: str) -> None:
    """Derived from the source, cell by cell: a swapped column or a lost cell cannot pass."""
    book = book_of(game)
    with pdfplumber.open(BytesIO(built(game)[f"cards/{name}.pdf"])) as pdf:
        assert read_tables(pdf) == [list(_stated(book, table)) for table in _tables_on(book, name)]


def _tables_on(book: Book, card: str) -> Iterator[str]:
    """The tables of a card in the order in which they print."""
    for block in book.cards[card].all_blocks():
        target = book.target_of(block.table) if isinstance(block, TableBlock) else None
        if target is not None:
            yield target.id
        if isinstance(block, Bullets):
            reference = book.target_of(block.reference)
            assert reference is not None
            items = items_below(book.references[reference.id].items)
            yield from (found.id for item in items if (found := book.target_of(item.table)))


def _stated(book: Book, table: str) -> Iterator[list[str]]:
    stated = book.tables[table]
    printed = grid(stated)
    for row in (*printed.head, *printed.body):
        yield [words for cell in row.cells if (words := _words(book, cell, stacked=stated.stacked))]


def _words(book: Book, cell: GridCell, *, stacked: bool) -> str:
    parts = []
    for part in cell.parts:
        texts = (*part.conditions, part.text) if stacked else (part.text, *part.conditions)
        parts.append(" ".join(plain(text, book) for text in texts))
    text = (" " if stacked else " / ").join(parts).replace("’", "'")
    return text + (f"|{cell.rows}" if cell.rows > 1 else "") + (f"-{cell.columns}" if cell.columns > 1 else "")


def test_values_are_data_cells_under_headings(card: bytes, book: Book) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        data = [cell for cell in elements(PDFStructTree(pdf), "TD") if cell.attributes.get("Headers")]
    values = sum(cell.role == VALUE for name in ROWS for row in grid(book.tables[name]).body for cell in row.cells)
    conditions = 4  # in print the conditions of a decision list are data cells too
    assert len(data) == values + conditions


def test_marks_have_alternative_text(card: bytes) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        told = [figure.alt_text for figure in elements(PDFStructTree(pdf), "Figure")]
    assert set(told) == {"Japanese", "Russian", "Cover terrain note"}


def test_the_card_is_tagged_titled_and_of_the_size_asked_for(card: bytes) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        assert len(pdf.pages) == 1
        page = pdf.pages[0]
        assert (round(page.width * 25.4 / 72, 1), round(page.height * 25.4 / 72, 1)) == (107, 143)
        assert pdf.metadata["Title"] == "Concealed and Hidden"
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
        "Source-Sans-Pro", "Source-Sans-Pro-Bold", "Source-Sans-Pro-Italic", "Source-Sans-Pro-Bold-Italic",
    }  # fmt: skip
    assert {"≥", "∞", "’"} <= texts


def test_rule_numbers_are_links_to_the_rules(card: bytes, book: Book) -> None:
    with pdfplumber.open(BytesIO(card)) as pdf:
        links = {annotation["uri"] for annotation in pdf.pages[0].annots}
    assert links == {
        "../web/concealment.html#concealment",
        "../web/concealment.html#concealment-loss",
        "../web/hidden.html#hidden",
        "../web/hidden.html#hidden-revealed",
        "../web/hidden.html#hidden-call",
        "../web/hidden.html#hidden-entered",
    }
    for link in links:
        assert link.partition("#")[2] in book.rules


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_no_type_is_smaller_than_six_points(game: str, name: str) -> None:
    with pdfplumber.open(BytesIO(built(game)[f"cards/{name}.pdf"])) as pdf:
        printed = [char for page in pdf.pages for char in page.chars if char["text"].strip()]
        # What is turned has its height across the page.
        assert min(char["size" if char["upright"] else "width"] for char in printed) >= 6 - 1e-6
