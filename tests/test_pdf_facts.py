"""What is so of every PDF of the games, whatever is on it."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from rulewright.entries.paper import Size
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.sheets import Sheet
from rulewright.imposition.pages import impose
from tests.conftest import CARDS, GAMES, built, examined

POINTS = 72 / 25.4
LAID_OUT = {
    "advanced-squad-leader": ("rulebook-a5.pdf", "rulebook-a5-booklet-a4.pdf"),
    "iron-cross": ("cards/reaction-sheet-a4.pdf", "cards/reaction-sheet-letter.pdf"),
    "last-hundred-yards": ("cards/sheet-a4.pdf", "cards/sheet-letter.pdf", "rulebook-editors.pdf"),
}
"""Sheets, booklets and what they are made of."""
ELSEWHERE = ("press/", "screen/")
"""What other tests look at: it is neither tagged nor as large as the card."""
PDFS = tuple(
    (game, path)
    for game in GAMES
    for path in (
        "rulebook.pdf",
        *(f"cards/{card}.pdf" for of, card in CARDS if of == game),
        *LAID_OUT[game],
    )
)
SUBSET = re.compile(r"/[A-Z]{6}\+Source-(Sans|Serif)-Pro")
ACTIVE = ("/JavaScript", "/JS", "/OpenAction", "/AA", "/Launch", "/EmbeddedFiles", "/RichMedia", "/F", "/FFilter")
"""What runs, opens or refers to anything outside; `/F` names a file unless it is the flags of a link."""

each_pdf = pytest.mark.parametrize(("game", "path"), PDFS)


@cache
def reader(game: str, path: str) -> PdfReader:
    return PdfReader(BytesIO(built(game)[path]))


def objects(pdf: PdfReader) -> Iterator[DictionaryObject]:
    """Every dictionary and stream of a PDF."""
    for number in range(1, int(pdf.trailer["/Size"])):  # type: ignore[call-overload]  # a number
        found = pdf.get_object(number)
        if isinstance(found, DictionaryObject):
            yield found


def test_every_pdf_is_looked_at() -> None:
    pdfs = [(game, path) for game in GAMES for path in built(game) if path.endswith(".pdf")]
    assert sorted(PDFS) == sorted((game, path) for game, path in pdfs if not path.startswith(ELSEWHERE))


@each_pdf
def test_a_page_is_as_large_as_it_should_be(game: str, path: str) -> None:
    size, pages = expected(game, path)
    pdf = reader(game, path)
    assert pages in (None, len(pdf.pages))
    for page in pdf.pages:
        for box in (page.mediabox, page.trimbox, page.bleedbox, page.cropbox):
            assert [float(box.left), float(box.bottom)] == [0, 0]
            assert [float(box.width), float(box.height)] == pytest.approx(
                [float(size.width.value) * POINTS, float(size.height.value) * POINTS], abs=0.05
            )
        assert page.get("/Rotate", 0) == 0


def expected(game: str, path: str) -> tuple[Size, int | None]:
    """The size of each page, and how many there are; as many as it takes in a rulebook."""
    book = examined(game).book
    assert book is not None
    for card in book.game.cards:
        if path == f"cards/{card.id}.pdf":
            return card.size, len(card.pages)
    for sheet in book.game.requests(Sheet):
        for paper in sheet.papers:
            if path == f"cards/{sheet.file(paper)}":
                return paper.size, len(impose(sheet, paper, book))
    for rulebook in book.game.requests(Rulebook):
        if rulebook.booklet and path == rulebook.booklet_file:
            return rulebook.booklet.paper.size.turned, None
    return next(rulebook.paper.size for rulebook in book.game.requests(Rulebook) if path == rulebook.file), None


@each_pdf
def test_fonts_are_ours_and_embedded_as_subsets(game: str, path: str) -> None:
    fonts = [found for found in objects(reader(game, path)) if found.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert SUBSET.match(str(font["/BaseFont"])), font["/BaseFont"]
    described = [found for found in objects(reader(game, path)) if found.get("/Type") == "/FontDescriptor"]
    assert described
    assert all("/FontFile2" in each or "/FontFile3" in each for each in described)
    assert all("/ToUnicode" in font for font in fonts if str(font["/Subtype"]) == "/Type0")


@each_pdf
def test_nothing_in_it_runs_or_lies_elsewhere(game: str, path: str) -> None:
    for found in objects(reader(game, path)):
        for key in ACTIVE:
            assert key not in found or (key == "/F" and found.get("/Subtype") == "/Link"), f"{key} in {found}"


@each_pdf
def test_links_lead_within_the_print_or_beside_it(game: str, path: str) -> None:
    pdf, files = reader(game, path), built(game)
    destinations = pdf.named_destinations
    for link in (each.get_object() for page in pdf.pages for each in page.get("/Annots", ())):
        if "/A" in link:
            file = str(link["/A"]["/URI"]).partition("#")[0]
            assert file.startswith("../")
            assert file.removeprefix("../") in files
        else:
            assert link["/Dest"] in destinations


@each_pdf
def test_it_tells_its_language_title_author_and_subject(game: str, path: str) -> None:
    book, pdf = examined(game).book, reader(game, path)
    assert book is not None
    catalog: Any = pdf.trailer["/Root"]
    metadata = pdf.metadata
    assert metadata is not None
    assert catalog["/Lang"] == book.game.language
    assert metadata.title
    assert metadata.author == book.game.title
    assert metadata.subject
    assert book.game.title in metadata.subject


@each_pdf
def test_it_is_tagged(game: str, path: str) -> None:
    catalog: Any = reader(game, path).trailer["/Root"]
    assert "/StructTreeRoot" in catalog
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b'pdfuaid:part="1"' in catalog["/Metadata"].get_data()
    assert all(str(page["/Tabs"]) == "/S" for page in reader(game, path).pages)
