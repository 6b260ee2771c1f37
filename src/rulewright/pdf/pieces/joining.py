"""Join pieces into one tagged PDF.

WeasyPrint writes what belongs to the whole document: the page tree, bookmarks, destinations, metadata and fonts. What
belongs to a page comes from its piece: contents, annotations and tags, with their references renumbered.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from rulewright.pdf.engine import Font, PageBox, PDFObject, PDFString, Stream, ffi, get_pango_font_key, pango
from rulewright.pdf.pieces.piece import (
    OWN,
    POINTS,
    OpenNumber,
    Piece,
    PieceFont,
    PiecePage,
    SidedText,
    anchors,
    is_left,
    moved_annotation,
)
from rulewright.pdf.pieces.printing import REFERENCE, print_piece
from rulewright.pdf.printer import Printer, write_pdf


def join_pieces(
    printer: Printer,
    html: str,
    pieces: Sequence[Piece],
    numbers: Mapping[str, int],
    unlinked: Set[str],
    shift: float = 0.0,
) -> bytes:
    """Return the PDF of all pieces; `html` is an empty document with the metadata of the whole.

    `numbers` are the page numbers of anchors. Anchors in `unlinked` get no destination, because nothing links to them.
    Left pages are moved to the right by `shift` pixels.
    """
    with printer.working():
        document = printer.lay_out(html)
        fonts = fonts_of((piece.glyphs for piece in pieces), document.font_config)
        pages = [page for piece in pieces for page in piece.pages]
        moves = [shift if is_left(number) else 0.0 for number in range(1, len(pages) + 1)]
        printed = enumerate(zip(pages, moves, strict=True), 1)
        whole = document.copy([_Page(page, number, numbers, unlinked, move) for number, (page, move) in printed])
        whole.fonts = fonts
        return write_pdf(whole, outlined=True, tag=lambda _, pdf: _Joining(pdf, pieces, numbers, moves).join())


class _Page:
    """A page as WeasyPrint writes it, without links and boxes, because these are in the piece."""

    def __init__(
        self, page: PiecePage, number: int, numbers: Mapping[str, int], unlinked: Set[str], move: float
    ) -> None:
        self.width, self.height, self.bleed = page.width, page.height, page.bleed
        self.bookmarks = [(level, label, (x + move, y), state) for level, label, (x, y), state in page.bookmarks]
        self.links: list[Any] = []
        anchors = ((anchor, place) for anchor, place in page.anchors.items() if anchor not in unlinked)
        self.anchors = {anchor: (x + move, y, end + move, low) for anchor, (x, y, end, low) in anchors}
        self.forms: dict[None, list[Any]] = {None: []}
        self._page_box = PageBox.__new__(PageBox)
        self._page_box.element, self._page_box.children = None, ()
        self._contents = [_painted(part, number, numbers) for part in page.contents]
        if move:
            self._contents.insert(0, f"1 0 0 1 {move * POINTS:g} 0 cm".encode())

    def paint(self, stream: Any, _: float) -> None:
        stream.stream[:] = self._contents


def _painted(part: str | OpenNumber | SidedText, own: int, numbers: Mapping[str, int]) -> bytes:
    if not isinstance(part, str) and part.side == ("right" if is_left(own) else "left"):
        return b"[] TJ"
    if isinstance(part, SidedText):
        return part.painting.encode("latin-1")
    if isinstance(part, OpenNumber):
        return part.painted(own if part.anchor == OWN else numbers[part.anchor])
    return part.encode("latin-1")


class _Written(PDFObject):  # type: ignore[misc]  # pydyf is not typed
    """A PDF object whose bytes are final."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    @property
    def data(self) -> bytes:
        return self._data


class _WrittenStream(_Written, Stream):  # type: ignore[misc]
    """A final PDF object with a stream, which an object stream cannot hold."""


class _Joining:
    def __init__(self, pdf: Any, pieces: Sequence[Piece], numbers: Mapping[str, int], moves: Sequence[float]) -> None:
        self.pdf, self.pieces, self.numbers, self.moves = pdf, pieces, numbers, moves
        self.tree = self._at(pdf.catalog["StructTreeRoot"])
        self.root = self._at(self.tree["K"][0])
        self.parents = self._at(self.tree["ParentTree"])["Nums"]
        self.annotations = len(pdf.page_references)

    def _at(self, reference: bytes) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    def join(self) -> None:
        pages = iter(enumerate(self.pdf.page_references))
        first = self._at(self._at(self.pdf.page_references[0])["Resources"])
        fonts = int(first["Font"].split()[0])
        for piece in self.pieces:
            own = [next(pages) for _ in piece.pages]
            self._add(piece, own, fonts)

    def _add(self, piece: Piece, own: list[tuple[int, bytes]], fonts: int) -> None:
        begin = len(self.pdf.objects)
        moved = {number: begin + at for at, number in enumerate(piece.objects)}
        moved |= {piece.root: self.root.number, piece.fonts: fonts}
        pages = [(page, index, reference) for page, (index, reference) in zip(piece.pages, own, strict=True)]
        moved |= {page.number: int(reference.split()[0]) for page, _, reference in pages}
        more = dict(self._more(piece, moved))
        placed = {each: self.moves[index] for page, index, _ in pages for each in page.annotations if self.moves[index]}
        for number, text in piece.objects.items():
            data = _moved(text.encode("latin-1"), moved)
            if number in placed:
                data = moved_annotation(data, placed[number] * POINTS)
            if number in more:
                data = data[:-2] + more[number] + b">>"
            self.pdf.add_object(_object(data, piece.streams.get(number)))
        self.root["K"].extend(b"%d 0 R" % moved[tag] for tag in piece.tags)
        for page, index, reference in pages:
            written = self._at(reference)
            written["Resources"] = _moved(page.resources.encode(), moved)
            if page.annotations:
                written["Annots"] = b"[%s]" % b" ".join(b"%d 0 R" % moved[each] for each in page.annotations)
            self.parents[2 * index + 1] = _moved(page.marked.encode("latin-1"), moved)

    def _more(self, piece: Piece, moved: Mapping[int, int]) -> Iterator[tuple[int, bytes]]:
        """Yield the entries that annotations get only now: their numbers, and page numbers in their descriptions."""
        for tag, annotation in piece.annotated:
            more = b"/StructParent %d" % self.annotations
            if words := piece.descriptions.get(annotation):
                before, anchor, after = words
                more += b"/Contents " + PDFString(f"{before}{self.numbers[anchor]}{after}").data
            self.parents += [self.annotations, b"%d 0 R" % moved[tag]]
            self.annotations += 1
            yield annotation, more


def _moved(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """Replace the object numbers of a piece by those of the whole."""
    return REFERENCE.sub(lambda match: b"%d 0 R" % numbers[int(match[1])] if match[1] else match[0], data)


def _object(data: bytes, stream: str | None) -> _Written:
    if stream is None:
        return _Written(data)
    return _WrittenStream(b"\n".join((data, b"stream", stream.encode("latin-1"), b"endstream")))


STRETCHES = range(9)
"""Pango's numbers of font widths, from ultra-condensed to ultra-expanded."""
NORMAL = 4
SIZE = 10


def fonts_of(pieces: Iterable[Mapping[str, PieceFont]], configuration: Any) -> dict[str, Any]:
    """Return WeasyPrint's fonts by their names in the page contents."""
    fonts: dict[str, Any] = {}
    context = pango.pango_font_map_create_context(configuration.font_map)
    for piece in pieces:
        for name, used in piece.items():
            if name not in fonts:
                fonts[name] = _matching_font(name, used, configuration, context)
            font = fonts[name]
            font.widths |= used.widths
            font.to_unicode |= used.texts
            font.missing |= used.missing
    for font in fonts.values():  # in an order that no edit changes: an unchanged page keeps its bytes
        font.to_unicode = dict(sorted(font.to_unicode.items()))
    return fonts


def _matching_font(name: str, used: PieceFont, configuration: Any, context: Any) -> Any:
    """Find the font with this name. Its stretch is not stored, so candidates of each stretch are compared by name."""
    for pango_font in _candidates(used, configuration, context):
        _, description, size = get_pango_font_key(pango_font)
        font = Font(pango_font, description, size)
        if font.hash == name:
            return font
    raise AssertionError(f"the font {used.family!r} is not found again")


def _candidates(used: PieceFont, configuration: Any, context: Any) -> Iterator[Any]:
    """Yield the best font in each stretch, then those that Pango uses for characters that the best font lacks."""
    descriptions = [_description(used, each) for each in sorted(STRETCHES, key=lambda each: abs(each - NORMAL))]
    for description in descriptions:
        yield pango.pango_font_map_load_font(configuration.font_map, context, description)
    for description in descriptions:
        yield from _substitute_fonts(used, description, context)


def _substitute_fonts(used: PieceFont, description: Any, context: Any) -> Iterator[Any]:
    """Yield the fonts that Pango substitutes, such as an upright face slanted. The layout must outlive its fonts."""
    layout = pango.pango_layout_new(context)
    pango.pango_layout_set_single_paragraph_mode(layout, True)
    pango.pango_layout_set_font_description(layout, description)
    pango.pango_layout_set_text(layout, "".join(used.texts.values()).encode(), -1)
    run = pango.pango_layout_get_line_readonly(layout, 0).runs
    while run != ffi.NULL:
        yield run.data.item.analysis.font
        run = run.next


def _description(used: PieceFont, stretch: int) -> Any:
    description = ffi.gc(pango.pango_font_description_new(), pango.pango_font_description_free)
    pango.pango_font_description_set_family(description, used.family.encode())
    pango.pango_font_description_set_style(description, used.style)
    pango.pango_font_description_set_weight(description, used.weight)
    pango.pango_font_description_set_stretch(description, stretch)
    pango.pango_font_description_set_absolute_size(description, SIZE * 1024)
    if used.variations:
        settings = ",".join(f"{name}={value}" for name, value in used.variations.items())
        pango.pango_font_description_set_variations(description, settings.encode())
    return description


# Whether WeasyPrint has what pieces are made with

STYLE = "@page { size: A6; @bottom-center { content: counter(page) } }"
DOCUMENT = '<html lang="en"><head><title>A probe</title></head><body>{}</body></html>'
FIRST = '<p id="one">See <a href="#two">two<span data-page-of="two"> (p. 0)</span></a>.</p>'
SECOND = '<h1 id="two">Two</h1><table><tr><th id="head">A</th></tr><tr><td headers="head">b</td></tr></table>'


def pieces_work() -> bool:
    """Return whether the installed WeasyPrint can leave page numbers open, also in descriptions, and fill them in."""
    try:
        printer = Printer(STYLE)
        pieces = [
            print_piece(printer, DOCUMENT.format(body), name, ["two"], 1, 1)
            for name, body in (("first", FIRST), ("second", SECOND))
        ]
        numbers = dict(anchors(pieces))
        open_ = [part.anchor for part in pieces[0].pages[0].contents if isinstance(part, OpenNumber)]
        pdf = join_pieces(printer, DOCUMENT.format(""), pieces, numbers, frozenset())
        return set(open_) == {"", "two"} and bool(pieces[0].descriptions) and numbers["two"] == 2 and bool(pdf)
    except Exception:  # whatever another version does
        return False
