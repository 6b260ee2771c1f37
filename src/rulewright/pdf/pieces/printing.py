"""Print a part of a document as a `Piece`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rulewright.pdf.engine import DEFAULT_OPTIONS, Dictionary, MarginBox, PDFString, TextBox, generate_pdf
from rulewright.pdf.overflow import filled, reach_of
from rulewright.pdf.patches.page_links import LinkedPages
from rulewright.pdf.pieces.piece import (
    OWN,
    OpenNumber,
    Piece,
    PieceFont,
    PiecePage,
    SidedText,
    leave_open,
    leave_sides_open,
    sides_of,
)
from rulewright.pdf.printer import Printer
from rulewright.pdf.tags import mend_tags, single_links

REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|(?<![\w.])(\d+) 0 R\b", re.DOTALL)
"""A reference to a PDF object, or a string, in which the same characters are no reference."""
OPTIONS = {
    **DEFAULT_OPTIONS,
    "pdf_variant": "pdf/ua-1",
    "pdf_tags": True,
    "pdf_version": "1.7",
    "custom_metadata": True,
}


OPEN, ZEROS = "\x1a", re.compile("0+")
"""A placeholder for an open page number in the description of a link."""


def print_piece(
    printer: Printer, html: str, name: str, linked: Iterable[str], digits: int, first_page: int, *, facing: bool = False
) -> Piece:
    """Print a part under a unique `name`. `linked` are anchors of the whole document to which the part links.

    Its pages are numbered from `first_page`. A page number in a link is written as `digits` zeros. On `facing` pages,
    texts in the margins belong to the side on which they are.
    """
    with printer.working() as warnings:
        source = printer.parsed(html)
        source.linked_pages = LinkedPages(source.etree_element)
        document = printer.lay_out_parsed(source, [f"@page :first {{ counter-reset: page {first_page} }}"])
        source.linked_pages.finish()
        piece = _piece(document, name, linked, digits, first_page, facing=facing)
        piece.reach = [(*key, pixels) for key, pixels in reach_of(document.pages).items()]
        piece.warnings = list(dict.fromkeys(warnings))
        piece.filled = [filled(page._page_box) for page in document.pages]
        return piece


class _UncutFonts(dict[Any, Any]):
    """Fonts that WeasyPrint fills but does not write, because joining subsets them once for all pieces."""

    def values(self) -> Any:
        return ()


def _piece(document: Any, name: str, linked: Iterable[str], digits: int, first_page: int, *, facing: bool) -> Piece:
    single_links(document)
    document.fonts = _UncutFonts()
    anchors = [dict(page.anchors) for page in document.pages]
    document.pages[-1].anchors |= dict.fromkeys(linked, (0, 0, 0, 0))
    for number, page in enumerate(document.pages, first_page):
        page.paint = _paint_open(page, _numbers_of(page, str(number), digits), sides_of(page) if facing else {})
    pdf = generate_pdf(document, None, 1, **OPTIONS)
    mend_tags(document, pdf)
    for page in document.pages:
        del page.paint  # it holds its page
    return _Taking(pdf, name).piece(document, anchors)


def _paint_open(page: Any, numbers: Mapping[Any, tuple[str, str]], sides: Mapping[Any, str]) -> Callable[..., None]:
    paint = page.paint

    def painted(stream: Any, scale: float) -> None:
        paint(stream, scale)
        leave_open(stream, numbers)
        leave_sides_open(stream, sides)

    return painted


def _numbers_of(page: Any, own: str, digits: int) -> dict[Any, tuple[str, str]]:
    """Return the text boxes that show a page number, each with the number as it stands and the anchor of its page."""
    numbers: dict[Any, tuple[str, str]] = {}
    for box in page._page_box.descendants():
        if isinstance(box, MarginBox):
            texts = [each for each in box.descendants() if isinstance(each, TextBox)]
            if [each.text for each in texts] == [own]:  # a title that begins with a number may be on two lines
                numbers[texts[0]] = own, OWN
        elif isinstance(box, TextBox) and box.element is not None and box.element_tag != "a":
            anchor = box.element.get("data-page-of")
            if anchor and "0" * digits in box.text:
                numbers[box] = ("0" * digits, anchor)
    return numbers


class _Taking:
    """The extraction of a piece from a PDF that is not written yet."""

    def __init__(self, pdf: Any, name: str) -> None:
        self.pdf, self.name = pdf, name
        self.tree = self._at(pdf.catalog["StructTreeRoot"])
        (root,) = self.tree["K"]
        self.root = _number(root)
        self.fonts = _number(self._at(self._at(pdf.page_references[0])["Resources"])["Font"])

    def _at(self, reference: Any) -> Any:
        return self.pdf.objects[_number(reference)]

    def piece(self, document: Any, anchors: list[dict[str, Any]]) -> Piece:
        self._name_cells()
        descriptions = dict(self._descriptions(document))
        nums = self._at(self.tree["ParentTree"])["Nums"]
        parents, count = nums[1::2], len(document.pages)
        printed = zip(document.pages, anchors, parents[:count], self.pdf.page_references, strict=True)
        piece = Piece(self.root, self.fonts, [self._page(*each) for each in printed], descriptions=descriptions)
        piece.tags = [_number(each) for each in self._at(self.tree["K"][0])["K"]]
        piece.annotated = list(self._annotated(parents[count:], count))
        piece.glyphs = {font.hash: _font(font) for font in dict.values(document.fonts)}
        self._gather(piece)
        return piece

    def _name_cells(self) -> None:
        """Make the ids of cells unique in the whole document, because cells refer to their headings by id."""
        for each in self.pdf.objects:
            if isinstance(each, Dictionary) and isinstance(each.get("ID"), PDFString):
                each["ID"].string = f"{self.name}-{each['ID'].string}"

    def _descriptions(self, document: Any) -> Iterator[tuple[int, tuple[str, str, str]]]:
        for page in document.pages:
            for _, _, _, box in page.links:
                link, annotation = box.element, box.link_annotation
                number = next((each for each in link if each.get("data-page-of") and each.text), None)
                if number is not None and annotation is not None and not link.get("title"):
                    number.text = ZEROS.sub(OPEN, number.text)
                    before, _, after = " ".join("".join(link.itertext()).split()).partition(OPEN)
                    del annotation["Contents"]
                    yield annotation.number, (before, number.get("data-page-of"), after)

    def _page(self, page: Any, anchors: dict[str, Any], owners: Any, reference: bytes) -> PiecePage:
        written = self._at(reference)
        return PiecePage(
            number=_number(reference),
            width=page.width,
            height=page.height,
            bleed=page.bleed,
            contents=list(_contents(self._at(written["Contents"]).stream)),
            resources=written["Resources"].decode(),
            annotations=[_number(each) for each in written.get("Annots", ())],
            marked=owners.data.decode("latin-1"),
            anchors={anchor: tuple(place) for anchor, place in anchors.items()},
            bookmarks=[tuple(each) for each in page.bookmarks],
            # Each indexed thing with the anchor of its first link on this page.
            uses={
                anchor: box.element.get("id")
                for _, anchor, _, box in reversed(page.links)
                if box.element is not None and box.element.get("data-indexed") is not None
            },
        )

    def _annotated(self, tags: Iterable[Any], first: int) -> Iterator[tuple[int, int]]:
        dictionaries = (each for each in self.pdf.objects if isinstance(each, Dictionary))
        annotations = {each.pop("StructParent"): each.number for each in dictionaries if "StructParent" in each}
        for number, tag in enumerate(tags, first):
            yield _number(tag), annotations[number]

    def _gather(self, piece: Piece) -> None:
        """Collect the objects that the pages and tags of the piece refer to, directly or through other objects."""
        visited = {self.root, self.fonts, *(page.number for page in piece.pages)}
        waiting = [*piece.tags, *(number for page in piece.pages for number in page.annotations)]
        for page in piece.pages:
            waiting += _referred(f"{page.resources} {page.marked}".encode("latin-1"))
        while waiting:
            number = waiting.pop()
            if number not in visited:
                visited.add(number)
                data, stream, body = self.pdf.objects[number].data.partition(b"\nstream\n")
                piece.objects[number] = data.decode("latin-1")
                if stream:
                    piece.streams[number] = body.removesuffix(b"\nendstream").decode("latin-1")
                waiting += _referred(data)
        piece.objects = dict(sorted(piece.objects.items()))


def _number(reference: Any) -> int:
    return int(reference.split()[0])


def _referred(data: bytes) -> list[int]:
    return [int(number) for number in REFERENCE.findall(data) if number]


def _contents(stream: Iterable[Any]) -> Iterator[str | OpenNumber | SidedText]:
    """Yield the content stream of a page, with everything between two open parts as one text."""
    lines: list[str] = []
    for part in stream:
        if isinstance(part, OpenNumber | SidedText):
            yield "\n".join(lines)
            yield part
            lines = []
        else:
            data = part if isinstance(part, bytes) else getattr(part, "data", None)
            lines.append(str(part) if data is None else data.decode("latin-1"))
    yield "\n".join(lines)


def _font(font: Any) -> PieceFont:
    return PieceFont(font.family, font.style, font.weight, font.variations, font.widths, font.to_unicode, font.missing)
