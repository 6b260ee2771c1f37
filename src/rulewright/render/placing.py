"""Finished cards laid on the pages of a sheet: as they are, at full size, each stored once however often it shows.

Links are kept. Tags are not: those of a card describe a page of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from io import BytesIO

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    RectangleObject,
    StreamObject,
)

from rulewright.imposition import Placed, SheetPage

POINTS = 72 / 25.4
"""Points in a millimetre."""

Face = tuple[str, int]
"""A page of a card: the card's name, and the page counted from 0."""

Matrix = tuple[float, float, float, float, float, float]
"""A PDF transformation; here it never scales."""


class CardPages(dict[str, Sequence[PageObject]]):
    """The pages of each card, read from its PDF when first asked for: reading takes longer than placing."""

    def __init__(self, pdfs: Mapping[str, bytes]) -> None:
        super().__init__()
        self.pdfs = pdfs

    def __missing__(self, card: str) -> Sequence[PageObject]:
        self[card] = PdfReader(BytesIO(self.pdfs[card])).pages
        return self[card]

    def face(self, face: Face) -> PageObject:
        card, page = face
        return self[card][page]


def place_cards(underlay: bytes, pages: Sequence[SheetPage], sources: CardPages) -> bytes:
    """The sheet: `underlay` has its pages without the cards."""
    writer = PdfWriter(clone_from=BytesIO(underlay))
    writer.pdf_header = "%PDF-1.7"
    shown = dict.fromkeys((placed.card, placed.page) for page in pages for placed in page.cards)
    forms = {face: _form(sources.face(face), writer) for face in shown}
    for page, laid in zip(writer.pages, pages, strict=True):
        height = float(page.mediabox.height)
        placings = [((placed.card, placed.page), _matrix(placed, height)) for placed in laid.cards]
        _paint(page, placings, forms, writer)
        links = [link for face, matrix in placings for link in _links(sources.face(face), matrix)]
        page[NameObject("/Annots")] = ArrayObject(writer._add_object(link) for link in links)
    finished = BytesIO()
    writer.write(finished)
    return finished.getvalue()


def _form(card: PageObject, writer: PdfWriter) -> IndirectObject:
    """A card's page as a form, which a page can paint any number of times."""
    form: StreamObject = DecodedStreamObject()
    contents = card.get_contents()
    assert contents is not None
    form.set_data(contents.get_data())
    form = form.flate_encode()
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = RectangleObject(card.mediabox)
    form[NameObject("/Resources")] = card["/Resources"].clone(writer)
    return writer._add_object(form)


def _matrix(placed: Placed, page_height: float) -> Matrix:
    """From the card's own page to its place; PDF counts upwards."""
    left, bottom = _points(placed.box.left), page_height - _points(placed.box.bottom)
    if placed.turned:
        return 0, 1, -1, 0, left + _points(placed.box.width), bottom
    return 1, 0, 0, 1, left, bottom


def _points(millimetres: Decimal) -> float:
    return float(millimetres) * POINTS


def _paint(
    page: PageObject, placings: Sequence[tuple[Face, Matrix]], forms: Mapping[Face, IndirectObject], writer: PdfWriter
) -> None:
    """Paints the cards before what the page holds already: nothing of it lies where a card lies."""
    names = {face: f"/Card{at}" for at, face in enumerate(dict.fromkeys(face for face, _ in placings))}
    painting = DecodedStreamObject()
    lines = (f"q {' '.join(f'{n:.6f}' for n in matrix)} cm {names[face]} Do Q\n" for face, matrix in placings)
    painting.set_data("".join(lines).encode())
    shared = page["/Resources"]
    assert isinstance(shared, DictionaryObject)
    resources = DictionaryObject(shared)  # of its own: WeasyPrint's are shared by all pages
    resources[NameObject("/XObject")] = DictionaryObject({NameObject(names[face]): forms[face] for face in names})
    page[NameObject("/Resources")] = resources
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(painting), page.raw_get("/Contents")])


def _links(card: PageObject, matrix: Matrix) -> Iterator[DictionaryObject]:
    """The links of a card, moved with it; their addresses hold, for a sheet lies in the folder of the cards."""
    for reference in card.get("/Annots", ()):
        found = reference.get_object()
        if found["/Subtype"] == "/Link" and "/A" in found:
            link = DictionaryObject({NameObject(key): found[key] for key in ("/Type", "/Subtype", "/A")})
            link[NameObject("/Border")] = ArrayObject(FloatObject(0) for _ in range(3))
            link[NameObject("/Rect")] = RectangleObject(_moved([float(n) for n in found["/Rect"]], matrix))
            yield link


def _moved(box: Sequence[float], matrix: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    across = sorted(a * x + c * y + e for x, y in (box[:2], box[2:]))
    up = sorted(b * x + d * y + f for x, y in (box[:2], box[2:]))
    return across[0], up[0], across[1], up[1]
