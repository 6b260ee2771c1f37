"""Lays finished pages on the pages of a sheet: unchanged, at full size, each stored once however often it shows.

They are the cards of a sheet, or the pages of a booklet. If a page has a trim box, the box fills its place and the rest
is bleed. Links to other files are kept: sheets and cards lie in one folder. Tags are dropped, since those of a card
describe a separate page; so a sheet does not claim to be PDF/UA. It is for a printer, and the cards stay tagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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

from rulewright.imposition.boxes import Box, Placement
from rulewright.imposition.pages import SheetPage
from rulewright.model.sheet import Sides

POINTS = 72 / 25.4
"""Points in a millimetre."""

Face = tuple[str, int]
"""A page of a card: the card's name, and the page counted from 0."""

Matrix = tuple[float, float, float, float, float, float]
"""A PDF transformation; here it never scales."""

TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
"""The first four numbers of the transformation, by degrees against the clock."""

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A face on a PDF page: the transformation to its place, and the rectangle in which it shows."""

    face: Face
    matrix: Matrix
    shown: Rectangle


DUPLEX = {Sides.LONG_EDGE: "/DuplexFlipLongEdge", Sides.SHORT_EDGE: "/DuplexFlipShortEdge"}


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


def place_cards(underlay: bytes, pages: Sequence[SheetPage], sources: CardPages, sides: Sides = Sides.APART) -> bytes:
    """The sheet; `underlay` is its pages without the cards. It asks viewers not to scale it, and how to flip it."""
    writer = PdfWriter(clone_from=BytesIO(underlay))
    writer.pdf_header = "%PDF-1.7"
    _prefer(writer, sides)
    lay_cards(writer, pages, sources)
    finished = BytesIO()
    writer.write(finished)
    return finished.getvalue()


def lay_cards(writer: PdfWriter, pages: Sequence[SheetPage], sources: CardPages) -> None:
    """Lays the cards of each page on the page of the same number."""
    shown = dict.fromkeys((placed.card, placed.page) for page in pages for placed in page.cards)
    forms = {face: _form(sources.face(face), writer) for face in shown}
    for page, laid in zip(writer.pages, pages, strict=True):
        height = float(page.mediabox.height)
        placings = [_placing(placed, sources, height) for placed in laid.cards]
        _paint(page, placings, forms, writer)
        links = [link for each in placings for link in _links(sources.face(each.face), each.matrix)]
        if links:
            page[NameObject("/Annots")] = ArrayObject(writer._add_object(link) for link in links)


def _prefer(writer: PdfWriter, sides: Sides) -> None:
    """The preset of the print dialog, in viewers that heed it."""
    preferences = DictionaryObject(writer.root_object.get("/ViewerPreferences", {}))
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    if sides in DUPLEX:
        preferences[NameObject("/Duplex")] = NameObject(DUPLEX[sides])
    writer.root_object[NameObject("/ViewerPreferences")] = preferences


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


def _placing(placed: Placement, sources: CardPages, page_height: float) -> PlacedForm:
    """Corner of the trim box to corner of the place; PDF counts upwards."""
    face = (placed.card, placed.page)
    a, b, c, d = TURNS[placed.turn]
    trim = sources.face(face).trimbox
    x, y = float(trim.left), float(trim.bottom)
    left, bottom, right, top = _upwards(placed.box, page_height)
    across, up = (left if a + c > 0 else right) - a * x - c * y, (bottom if b + d > 0 else top) - b * x - d * y
    return PlacedForm(face, (a, b, c, d, across, up), _upwards(placed.shown, page_height))


def _upwards(box: Box, page_height: float) -> Rectangle:
    """A box in points, from the lower left corner of the page."""
    return _points(box.left), page_height - _points(box.bottom), _points(box.right), page_height - _points(box.top)


def _points(millimetres: Decimal) -> float:
    return float(millimetres) * POINTS


def _paint(
    page: PageObject, placings: Sequence[PlacedForm], forms: Mapping[Face, IndirectObject], writer: PdfWriter
) -> None:
    """Paints the cards before what the page holds already, so that the line of a fold shows."""
    names = {face: f"/Card{at}" for at, face in enumerate(dict.fromkeys(each.face for each in placings))}
    painting = DecodedStreamObject()
    lines = (f"q {_clip(each.shown)} {_numbers(*each.matrix)} cm {names[each.face]} Do Q\n" for each in placings)
    painting.set_data("".join(lines).encode())
    shared = page["/Resources"]
    assert isinstance(shared, DictionaryObject)
    resources = DictionaryObject(shared)  # a copy: all pages share WeasyPrint's
    resources[NameObject("/XObject")] = DictionaryObject({NameObject(names[face]): forms[face] for face in names})
    page[NameObject("/Resources")] = resources
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(painting), page.raw_get("/Contents")])


def _clip(shown: Rectangle) -> str:
    left, bottom, right, top = shown
    return f"{_numbers(left, bottom, right - left, top - bottom)} re W n"


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.6f}" for value in values)


def _links(card: PageObject, matrix: Matrix) -> Iterator[DictionaryObject]:
    """The links of a card, moved with it. Their addresses hold, because a sheet lies in the folder of the cards."""
    for reference in card.get("/Annots", ()):
        annotation = reference.get_object()
        if annotation["/Subtype"] == "/Link" and annotation.get("/A", {}).get("/S") == "/URI":
            link = DictionaryObject({NameObject(key): annotation[key] for key in ("/Type", "/Subtype", "/A")})
            link[NameObject("/Border")] = ArrayObject(FloatObject(0) for _ in range(3))
            link[NameObject("/Rect")] = RectangleObject(_moved([float(n) for n in annotation["/Rect"]], matrix))
            yield link


def _moved(box: Sequence[float], matrix: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    across = sorted(a * x + c * y + e for x, y in (box[:2], box[2:]))
    up = sorted(b * x + d * y + f for x, y in (box[:2], box[2:]))
    return across[0], up[0], across[1], up[1]
