"""Read a finished PDF, page by page, into the values of `page.py`, for the checks that read prints back.

PDFium gives boxes, fonts and tags. It shares no code with WeasyPrint, which wrote the PDF, so it does not repeat
WeasyPrint's errors. The colours behind letters are sampled from a picture of the page without its letters.

A *form* (form XObject) is a drawing that a page or another form includes, such as a card on a sheet. *Marked content*
is what a page paints for one tag; tags refer to it by number. *Painting order* numbers the objects of a page from 1.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from ctypes import c_float, c_int, c_uint
from dataclasses import replace
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Any

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfMatrix, PdfObject, PdfPage, PdfTextObj

from rulewright.readback.overprints import overprints, show
from rulewright.readback.page import Bounds, Page, Shape, TextRun
from rulewright.readback.pdf_tags import tags_of

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURES = (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING)
PLAIN_SIGNS = {2: "-", 0xFFFE: "-", 0xA0: " "}
"""PDFium writes 2 or U+FFFE for a hyphen at the end of a line. No-break spaces become ordinary ones."""
Point = tuple[float, float]
Outline = list[Point]
"""The corners of a line, in order."""


def count_pages(data: bytes) -> int:
    with closing(PdfDocument(data)) as document:
        return len(document)


def read_pages(data: bytes, numbers: Iterable[int] | None = None) -> Iterator[Page]:
    """Yield the pages with these numbers, by default all; the first page is 1."""
    with closing(PdfDocument(data)) as document:
        for number in numbers or range(1, len(document) + 1):
            with closing(document[number - 1]) as page:
                yield _page(page, number)


def _page(page: PdfPage, number: int) -> Page:
    painted = _Paintings(page)
    show(painted.text_objects, shown=False)
    ground = page.render(GROUND_SCALE, no_smoothpath=True).to_pil()
    show(painted.text_objects, shown=True)
    tags = tags_of(page)
    figures = (figure for tag in tags for figure in ([tag] if tag.kind == "Figure" else tag.all("Figure")))
    in_figures = {child for figure in figures for child in figure.children if isinstance(child, int) and child >= 0}
    runs = tuple(
        replace(run, beneath=_colours_beneath(run.box, ground), pictured=run.content in in_figures)
        for run in painted.runs
    )
    shapes, (width, height) = tuple(painted.shapes), page.get_size()
    printed_over = tuple(overprints(page, runs, shapes, painted.objects))
    return Page(number, width, height, runs, shapes, tags, printed_over)


class _Paintings:
    """What a page paints, in order, with the contents of its forms.

    `objects` maps the painting order to the objects of PDFium, except forms.
    """

    def __init__(self, page: PdfPage) -> None:
        self.runs: list[TextRun] = []
        self.shapes: list[Shape] = []
        self.text_objects: list[PdfTextObj] = []
        self.objects: dict[int, PdfObject] = {}
        left, bottom, *_ = page.get_mediabox()  # bleed is left of and below 0
        # the matrix to the page and the marked content of each form; None is the page itself
        forms: dict[PdfObject | None, tuple[PdfMatrix, int]] = {None: (PdfMatrix(1, 0, 0, 1, -left, -bottom), -1)}
        with closing(page.get_textpage()) as letters:
            for order, each in enumerate(page.get_objects(textpage=letters), 1):
                to_page, form_content = forms[each.container]
                content = form_content if form_content >= 0 else pdfium.FPDFPageObj_GetMarkedContentID(each)
                if each.type == pdfium.FPDF_PAGEOBJ_FORM:
                    forms[each] = each.get_matrix().multiply(to_page), content
                    continue
                self.objects[order] = each
                if isinstance(each, PdfTextObj):
                    self._add_text(each, to_page, content, order)
                elif each.type == pdfium.FPDF_PAGEOBJ_PATH:
                    self._add_path(each, to_page, order)
                elif each.type in PICTURES:
                    self.shapes.append(Shape(to_page.on_rect(*each.get_bounds()), order, filled=True))

    def _add_text(self, each: PdfTextObj, to_page: PdfMatrix, content: int, order: int) -> None:
        self.text_objects.append(each)
        text = each.extract().translate(PLAIN_SIGNS)
        if not text.strip():
            return
        a, b, c, d, *_ = each.get_matrix().multiply(to_page).get()
        size = each.get_font_size() * sqrt(abs(a * d - b * c))
        box, clip = to_page.on_rect(*each.get_bounds()), _clip(each, to_page)
        name = each.get_font().get_base_name()
        font, turned = name.partition("+")[2] or name, abs(b) > abs(a)  # a subset of a font has a prefix: `ABCDEF+`
        run = TextRun(text, box, size, turned, font, _colour(each), content, clip, order, depth=each.level)
        self.runs.append(run)

    def _add_path(self, path: PdfObject, to_page: PdfMatrix, order: int) -> None:
        fill, stroke = c_int(), c_int()
        pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
        if not fill.value and not stroke.value:
            return
        count = pdfium.FPDFPath_CountSegments(path) if fill.value else 0
        outlines, hole = _lines(pdfium.FPDFPath_GetPathSegment(path, at) for at in range(count)), None
        if len(outlines) == 2:  # a frame, whose hole is the smaller outline
            path_to_page = path.get_matrix().multiply(to_page)
            hole = min((_bounds(outline, path_to_page) for outline in outlines), key=lambda box: box[2] - box[0])
        has_area = any(len(outline) > 2 for outline in outlines)  # a straight line has nothing to fill
        self.shapes.append(Shape(to_page.on_rect(*path.get_bounds()), order, has_area, hole))


def _colour(each: PdfObject) -> str:
    """Return the colour that fills an object, as `#rrggbb`."""
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    pdfium.FPDFPageObj_GetFillColor(each, red, green, blue, alpha)
    return f"#{red.value:02x}{green.value:02x}{blue.value:02x}"


def _clip(each: PdfObject, to_page: PdfMatrix) -> Bounds | None:
    """Return the intersection of all clipping paths of an object as a box on the page; None without any."""
    path = pdfium.FPDFPageObj_GetClipPath(each)
    boxes: list[Bounds] = []
    for number in range(max(0, pdfium.FPDFClipPath_CountPaths(path)) if path else 0):
        count = pdfium.FPDFClipPath_CountPathSegments(path, number)
        outlines = _lines(pdfium.FPDFClipPath_GetPathSegment(path, number, at) for at in range(count))
        if outlines:
            boxes.append(_bounds(chain(*outlines), to_page))
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return max(lefts), max(bottoms), min(rights), min(tops)


def _lines(segments: Iterator[Any]) -> list[Outline]:
    """Divide the segments of a path into lines: one begins wherever the pen moves without drawing."""
    lines: list[Outline] = []
    for segment in segments:
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO or not lines:
            lines.append([])
        x, y = c_float(), c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        lines[-1].append((x.value, y.value))
    return lines


def _bounds(points: Iterable[Point], to_page: PdfMatrix) -> Bounds:
    across, up = zip(*(to_page.on_point(x, y) for x, y in points), strict=True)
    return min(across), min(up), max(across), max(up)


# The ground beneath letters

GROUND_SCALE = 1.5
"""Pixels per point when the ground beneath letters is sampled: the smallest letters are five pixels high."""
ACROSS, DOWN = (0.04, 0.19, 0.35, 0.5, 0.65, 0.81, 0.96), (0.15, 0.5, 0.85)
"""Where the ground is sampled in the box of some letters: shares of its width, and of its height from the bottom."""


def _colours_beneath(box: Bounds, ground: "Image") -> tuple[str, ...]:
    """Return the colours behind letters, as `#rrggbb`, in a picture of the page without letters.

    A colour in fewer than two rows and two columns of the samples is an underline or a border. What is beyond the edge
    of the page has the colour of the nearest pixel.
    """
    left, bottom, right, top = box
    columns = [left + share * (right - left) for share in ACROSS]
    lines = [bottom + share * (top - bottom) for share in DOWN]
    across = [min(ground.width - 1, max(0, int(x * GROUND_SCALE))) for x in columns]
    down = [min(ground.height - 1, max(0, ground.height - 1 - int(y * GROUND_SCALE))) for y in lines]
    rows = [[ground.getpixel((x, y)) for x in across] for y in down]
    colours: list[str] = []
    for pixel in dict.fromkeys(chain(*zip(*rows, strict=True))):
        rows_with = [row for row in rows if pixel in row]
        columns_with = [column for column in zip(*rows_with, strict=True) if pixel in column]
        if len(rows_with) > 1 and len(columns_with) > 1:
            colours.append("#" + bytes(pixel).hex())
    return tuple(colours)
