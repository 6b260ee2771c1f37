"""Place finished pages on the pages of a sheet, unchanged and at full size.

The pages are cards of a sheet or pages of a booklet. If a page has a trim box, the box fills its place and the rest
is bleed. Links to other files stay valid because sheets and cards lie in one folder. If the paper has tags, the cards
keep theirs (`placed_cards.py`), so a sheet is PDF/UA too. Then a card with several copies is stored twice: once with
its tags, and once for all further copies, which are figures to a screen reader.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO

from pypdf import PageObject, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    RectangleObject,
    StreamObject,
)

from rulewright.entries.press import Press
from rulewright.entries.sheets import Sides
from rulewright.imposition.pages import SheetPage
from rulewright.imposition.pieces import Box, Placement
from rulewright.imposition.space import cut_marks
from rulewright.pdf.placed_cards import CardForms, CardPages, Face, SheetTags, bookmark, dictionary
from rulewright.pdf.prepress import ALL_INKS, HAIRLINE

POINTS = 72 / 25.4
"""Points in a millimetre."""

Matrix = tuple[float, float, float, float, float, float]
"""A PDF transformation. It moves and turns, and never scales."""

TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
"""The first four numbers of a transformation, by the angle in degrees, counterclockwise."""

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A face on a PDF page: its transformation, and the rectangle to which it is clipped."""

    face: Face
    matrix: Matrix
    shown: Rectangle


DUPLEX = {Sides.LONG_EDGE: "/DuplexFlipLongEdge", Sides.SHORT_EDGE: "/DuplexFlipShortEdge"}


def place_cards(underlay: bytes, pages: Sequence[SheetPage], sources: CardPages, sides: Sides = Sides.APART) -> bytes:
    """Return the PDF of a sheet; `underlay` is the PDF of its paper without the cards.

    Its viewer preferences ask print dialogs not to scale it, and how to flip paper with two `sides`.
    """
    writer = PdfWriter(clone_from=BytesIO(underlay))
    writer.pdf_header = "%PDF-1.7"
    _prefer(writer, sides)
    lay_cards(writer, pages, sources)
    return packed(writer)


def lay_cards(writer: PdfWriter, pages: Sequence[SheetPage], sources: CardPages) -> None:
    """Place the cards of each page on the same page of the writer, with tags and bookmarks if the paper has tags."""
    forms = CardForms(writer, sources)
    tags = SheetTags(writer, sources) if "/StructTreeRoot" in writer.root_object else None
    first = dict[Face, int]()
    for number, (page, laid) in enumerate(zip(writer.pages, pages, strict=True)):
        painted = list[str]()
        for placed in laid.cards:
            placing = _placing(placed, sources, float(page.mediabox.height))
            again = tags is not None and tags.has(placing.face)
            name, links = forms[placing.face, again], _links(sources.face(placing.face), placing.matrix, writer)
            content = tags.place(page, placing.face, forms.named[name], links) if tags else None
            painted.append(_painting(placing, name, content))
            first.setdefault(placing.face, number)
            if links:
                page[NameObject("/Annots")] = ArrayObject([*page.get("/Annots", ()), *links.values()])
        _paint(page, painted, forms, writer)
    if tags is not None:
        tags.finish()
        bookmark(writer, sources, first)


def _prefer(writer: PdfWriter, sides: Sides) -> None:
    """Set the presets of the print dialog, which some viewers follow."""
    preferences = DictionaryObject(writer.root_object.get("/ViewerPreferences", {}))
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    if sides in DUPLEX:
        preferences[NameObject("/Duplex")] = NameObject(DUPLEX[sides])
    writer.root_object[NameObject("/ViewerPreferences")] = preferences


def _placing(placed: Placement, sources: CardPages, page_height: float) -> PlacedForm:
    """Place the corner of the trim box on the corner of the place. PDF counts from the bottom up."""
    face = (placed.card, placed.page)
    a, b, c, d = TURNS[placed.turn]
    trim = sources.face(face).trimbox
    x, y = float(trim.left), float(trim.bottom)
    left, bottom, right, top = _upwards(placed.box, page_height)
    across, up = (left if a + c > 0 else right) - a * x - c * y, (bottom if b + d > 0 else top) - b * x - d * y
    return PlacedForm(face, (a, b, c, d, across, up), _upwards(placed.shown, page_height))


def _upwards(box: Box, page_height: float) -> Rectangle:
    """Convert a box to points from the lower left corner of the page."""
    left, top, right, bottom = (float(side) * POINTS for side in (box.left, box.top, box.right, box.bottom))
    return left, page_height - bottom, right, page_height - top


def _painting(placing: PlacedForm, name: str, content: int | None) -> str:
    """Return the operators that paint a form. With `content`, the form as a whole is marked content of that number."""
    left, bottom, right, top = placing.shown
    clip = f"{_numbers(left, bottom, right - left, top - bottom)} re W n"
    painting = f"q {clip} {_numbers(*placing.matrix)} cm {name} Do Q"
    return f"/Figure <</MCID {content}>> BDC {painting} EMC\n" if content is not None else f"{painting}\n"


def _paint(page: PageObject, painted: Sequence[str], forms: CardForms, writer: PdfWriter) -> None:
    """Paint the cards below the existing contents of the page, so that fold lines stay visible."""
    painting = DecodedStreamObject()
    painting.set_data("".join(painted).encode())
    shared = page["/Resources"]
    assert isinstance(shared, DictionaryObject)
    resources = DictionaryObject(shared)  # a copy: all pages share WeasyPrint's
    used = {name: form for name, form in forms.named.items() if any(f" {name} Do" in each for each in painted)}
    resources[NameObject("/XObject")] = DictionaryObject({NameObject(name): form for name, form in used.items()})
    page[NameObject("/Resources")] = resources
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(painting), page.raw_get("/Contents")])


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.6f}" for value in values)


def _links(card: PageObject, matrix: Matrix, writer: PdfWriter) -> dict[int, IndirectObject]:
    """Copy the links of a card to their new places; return them by the object numbers of the originals.

    Their addresses stay valid, because a sheet lies in the folder of the cards.
    """
    links = dict[int, IndirectObject]()
    for reference in card.get("/Annots", ()):
        annotation = reference.get_object()
        if annotation["/Subtype"] == "/Link" and annotation.get("/A", {}).get("/S") == "/URI":
            copied = ("/Type", "/Subtype", "/A", "/Contents", "/F")
            link = dictionary({key: annotation[key] for key in copied if key in annotation})
            link[NameObject("/Border")] = ArrayObject(FloatObject(0) for _ in range(3))
            link[NameObject("/Rect")] = RectangleObject(_moved([float(n) for n in annotation["/Rect"]], matrix))
            links[reference.idnum] = writer._add_object(link)
    return links


def _moved(box: Sequence[float], matrix: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    across = sorted(a * x + c * y + e for x, y in (box[:2], box[2:]))
    up = sorted(b * x + d * y + f for x, y in (box[:2], box[2:]))
    return across[0], up[0], across[1], up[1]


BINARY = b"%\xf0\x9f\x96\xa4\n"
"""The comment that tells programs that a PDF is a binary file."""
WIDTHS = (1, 4, 2)
"""Bytes of the three fields of the cross-reference stream: kind, place, and number within an object stream."""
FREE, PLAIN, PACKED = range(3)


def packed(writer: PdfWriter) -> bytes:
    """Return the file as small as WeasyPrint writes it: all objects except streams in one object stream (PDF 1.5).

    pypdf writes each object separately and uncompressed: the tags of a sheet would be three times as large as its
    cards.
    """
    objects = {number: each for number, each in enumerate(writer._objects, 1) if each is not None}
    streams = {number: each for number, each in objects.items() if isinstance(each, StreamObject)}
    others = {number: each for number, each in objects.items() if number not in streams}
    pack, xref = len(writer._objects) + 1, len(writer._objects) + 2
    file, places = BytesIO(), dict[int, tuple[int, int, int]]()
    file.write(writer.pdf_header.encode() + b"\n" + BINARY)

    def write(number: int, stream: PdfObject) -> None:
        file.write(b"%d 0 obj\n" % number)
        stream.write_to_stream(file)
        file.write(b"\nendobj\n")

    for number, stream in (*streams.items(), (pack, _pack(others))):
        places[number] = PLAIN, file.tell(), 0
        write(number, stream)
    places |= {number: (PACKED, pack, at) for at, number in enumerate(others)}
    places[xref] = PLAIN, file.tell(), 0
    write(xref, _list(places, xref + 1, writer))
    file.write(b"startxref\n%d\n%%%%EOF\n" % places[xref][1])
    return file.getvalue()


def _pack(objects: dict[int, PdfObject]) -> StreamObject:
    """Return an object stream: the objects one after another, behind a list of their numbers and places."""
    body, heads = BytesIO(), list[str]()
    for number, each in objects.items():
        heads.append(f"{number} {body.tell()}")
        each.write_to_stream(body)
        body.write(b"\n")
    head = " ".join(heads).encode() + b"\n"
    entries = {"/Type": NameObject("/ObjStm"), "/N": NumberObject(len(objects)), "/First": NumberObject(len(head))}
    return _stream(entries, head + body.getvalue())


def _list(places: dict[int, tuple[int, int, int]], size: int, writer: PdfWriter) -> StreamObject:
    """Return the cross-reference stream, which is the trailer too."""
    entries: dict[str, PdfObject | None] = {
        "/Type": NameObject("/XRef"),
        "/Size": NumberObject(size),
        "/W": ArrayObject(map(NumberObject, WIDTHS)),
        "/Root": writer.root_object.indirect_reference,
        "/Info": writer._info.indirect_reference if writer._info is not None else None,
        "/ID": writer._ID,
    }
    lines = (places.get(number, (FREE, 0, 0)) for number in range(size))
    data = b"".join(part.to_bytes(width, "big") for line in lines for part, width in zip(line, WIDTHS, strict=True))
    return _stream({key: value for key, value in entries.items() if value is not None}, data)


def _stream(entries: dict[str, PdfObject], data: bytes) -> StreamObject:
    stream = StreamObject()
    stream.update(dictionary(entries))
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    stream._data = zlib.compress(data, 9)
    return stream


# Several cards on one sheet of the paper of a press

EDGE = Decimal(2)
"""Millimetres at the edge of the paper where no marks are drawn."""


def gang_sheet(underlay: bytes, pages: Sequence[SheetPage], pdfs: Mapping[str, bytes], press: Press) -> bytes:
    """Return the PDF of cards on press sheets. `underlay` is the paper without cards, and names the PDF standard."""
    writer = PdfWriter(clone_from=BytesIO(underlay))
    writer.pdf_header = underlay[:8].decode("ascii")
    lay_cards(writer, pages, CardPages(pdfs))
    for page, laid in zip(writer.pages, pages, strict=True):
        if press.marks:
            _mark(writer, page, laid, press)
    finished = BytesIO()
    writer.write(finished)
    return finished.getvalue()


def _mark(writer: PdfWriter, page: PageObject, laid: SheetPage, press: Press) -> None:
    """Draw crop marks at every card."""
    assert press.paper is not None
    size, boxes = press.paper.size, [each.box for each in laid.cards]
    paper = Box(Decimal(0), Decimal(0), size.width.value, size.height.value)
    height, lines = float(size.height.value) * POINTS, list[str]()
    for mark in cut_marks(boxes, paper.grown(-EDGE), press.bleed.value):
        left, bottom, right, top = _upwards(mark, height)
        lines.append(f"{left:.4f} {top:.4f} m {right:.4f} {bottom:.4f} l S")
    marks = DecodedStreamObject()
    marks.set_data("\n".join([f"q {HAIRLINE} w {ALL_INKS}", *lines, "Q"]).encode())
    painted = page["/Contents"]
    assert isinstance(painted, ArrayObject)
    cards, *underlay = painted
    drawn = writer._add_object(marks.flate_encode())
    page[NameObject("/Contents")] = ArrayObject([cards, drawn, *underlay])  # the underlay leaves another scale behind
