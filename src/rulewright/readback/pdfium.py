"""The part of PDFium that reading a print needs, as functions that return Python values.

Others only pass on the handles that they get here: of documents, pages and page objects, which are texts, paths,
pictures, shadings, and forms with objects of their own. Lengths are in points from the lower left corner.

PDFium shares no code with WeasyPrint, which wrote the PDF, so it does not repeat WeasyPrint's errors.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ctypes import POINTER, byref, c_float, c_int, c_uint, c_ulong, cast, create_string_buffer, string_at
from functools import cache
from typing import Any

import pypdfium2.raw as pdfium

from rulewright.readback.page import Bounds, Element

TEXT, PATH, FORM = pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM
PICTURES = pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING
Matrix = tuple[float, float, float, float, float, float]
"""The numbers a, b, c, d, e and f of a transformation: x becomes ax + cy + e, and y becomes bx + dy + f."""
Point = tuple[float, float]
Outline = list[Point]
"""The corners of a line, in order."""
Handle = Any
"""A handle of PDFium; valid while its page is open."""


@contextmanager
def _closing(handle: Handle, close: Callable[[Handle], object]) -> Iterator[Handle]:
    try:
        yield handle
    finally:
        close(handle)


@contextmanager
def document(data: bytes) -> Iterator[Handle]:
    """Open a PDF for the length of the block; ValueError if the data is not one."""
    opened = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not opened:
        raise ValueError("not a PDF")
    with _closing(opened, pdfium.FPDF_CloseDocument):
        yield opened  # `data` must live as long


def page_count(opened: Handle) -> int:
    return int(pdfium.FPDF_GetPageCount(opened))


def page(opened: Handle, number: int) -> AbstractContextManager[Handle]:
    """Open the page with this number; the first is 1."""
    return _closing(pdfium.FPDF_LoadPage(opened, number - 1), pdfium.FPDF_ClosePage)


def size(page: Handle) -> tuple[float, float]:
    """Return width and height in points."""
    return pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)


def corner(page: Handle) -> tuple[float, float]:
    """Return left and bottom of the page's media box: below 0 if the page has bleed."""
    return _box(pdfium.FPDFPage_GetMediaBox, page)[:2]


def _box(read: Callable[..., int], handle: Handle) -> Bounds:
    """Return the box that a function of PDFium reads; all 0 if it reads none."""
    left, bottom, right, top = (c_float() for _ in range(4))
    if not read(handle, left, bottom, right, top):
        return 0.0, 0.0, 0.0, 0.0
    return left.value, bottom.value, right.value, top.value


def objects(page: Handle) -> Iterator[Handle]:
    """Return the objects that a page paints, in order."""
    return (pdfium.FPDFPage_GetObject(page, at) for at in range(pdfium.FPDFPage_CountObjects(page)))


def form_objects(form: Handle) -> Iterator[Handle]:
    """Return the objects that a form XObject paints, in its own coordinates."""
    return (pdfium.FPDFFormObj_GetObject(form, at) for at in range(pdfium.FPDFFormObj_CountObjects(form)))


def kind(thing: Handle) -> int:
    """Return the type of an object: `TEXT`, `PATH`, `FORM`, one of `PICTURES`, or another."""
    return int(pdfium.FPDFPageObj_GetType(thing))


def matrix(thing: Handle) -> Matrix:
    """Return the transformation from the coordinates of an object to those of its page or form."""
    result = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, result)
    return result.a, result.b, result.c, result.d, result.e, result.f


def box(thing: Handle) -> Bounds:
    """Return the bounds of an object's ink, in coordinates of its page or form."""
    return _box(pdfium.FPDFPageObj_GetBounds, thing)


def content(thing: Handle) -> int:
    """Return the number of the marked content that an object belongs to, or -1."""
    return int(pdfium.FPDFPageObj_GetMarkedContentID(thing))


def colour(thing: Handle) -> str:
    """Return the colour that fills an object, as `#rrggbb`."""
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    pdfium.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
    return f"#{red.value:02x}{green.value:02x}{blue.value:02x}"


# Letters

PLAIN_SIGNS = {2: "-", 0xFFFE: "-", 0xA0: " "}
"""PDFium writes 2 or U+FFFE for a hyphen at the end of a line. No-break spaces become ordinary ones."""


def letters(page: Handle) -> AbstractContextManager[Handle]:
    """Open the letters of a page, which `text` needs."""
    return _closing(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage)


def text(thing: Handle, page_letters: Handle) -> str:
    """Return the text of a text object, with ordinary hyphens and spaces."""

    def read(buffer: Any, length: int) -> int:
        return int(pdfium.FPDFTextObj_GetText(thing, page_letters, cast(buffer, POINTER(pdfium.FPDF_WCHAR)), length))

    return _string(read).translate(PLAIN_SIGNS)


def font_size(thing: Handle) -> float:
    """Return the type size of a text object before its matrix scales it."""
    result = c_float()
    pdfium.FPDFTextObj_GetFontSize(thing, result)
    return result.value


def font(thing: Handle) -> str:
    """Return the name of a text object's font without the prefix of a subset, as in `Source-Sans-Pro-Bold`."""
    buffer = create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(pdfium.FPDFTextObj_GetFont(thing), buffer, 256)
    name = buffer.value.decode("utf-8", "replace")
    return name.partition("+")[2] or name


# Shapes


def painted(path: Handle) -> tuple[bool, bool]:
    """Return whether a path is filled, and whether its outline is drawn."""
    fill, stroke = c_int(), c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(fill.value), bool(stroke.value)


def outlines(path: Handle) -> list[Outline]:
    """Return each closed line of a path, in its own coordinates."""
    count = pdfium.FPDFPath_CountSegments(path)
    return _lines(pdfium.FPDFPath_GetPathSegment(path, at) for at in range(count))


def clip(thing: Handle) -> list[list[Outline]]:
    """Return the clipping paths of an object, each as its lines, in coordinates of its page or form."""
    path = pdfium.FPDFPageObj_GetClipPath(thing)
    count = max(0, pdfium.FPDFClipPath_CountPaths(path)) if path else 0
    return [
        _lines(
            pdfium.FPDFClipPath_GetPathSegment(path, number, at)
            for at in range(pdfium.FPDFClipPath_CountPathSegments(path, number))
        )
        for number in range(count)
    ]


def _lines(segments: Iterator[Handle]) -> list[Outline]:
    """Divide the segments of a path into lines: one begins wherever the pen moves without drawing."""
    lines: list[Outline] = []
    for segment in segments:
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO or not lines:
            lines.append([])
        x, y = c_float(), c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        lines[-1].append((x.value, y.value))
    return lines


# Pixels


def show(things: Iterable[Handle], *, shown: bool) -> None:
    """Include some objects whenever their page is painted, or leave them out, until this is called again."""
    for thing in things:
        pdfium.FPDFPageObj_SetIsActive(thing, shown)


def picture(page: Handle, scale: float) -> tuple[int, int, int, bytes]:
    """Paint a page on white at `scale` pixels a point.

    Return width, height, the number of bytes in a line, and the pixels of four bytes each, blue first.
    """
    width, height = (round(side * scale) for side in size(page))
    with _closing(pdfium.FPDFBitmap_Create(width, height, 0), pdfium.FPDFBitmap_Destroy) as bitmap:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_RENDER_NO_SMOOTHPATH)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        return width, height, stride, string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)


def part(page: Handle, box: Bounds, scale: float) -> tuple[int, int, bytes]:
    """Paint a part of a page on a transparent ground at `scale` pixels a point.

    Return width, height, and the pixels of four bytes each: blue, green, red and opacity.
    """
    page_width, page_height = size(page)
    left, top = round(box[0] * scale), round((page_height - box[3]) * scale)
    width, height = max(1, round((box[2] - box[0]) * scale)), max(1, round((box[3] - box[1]) * scale))
    new = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRA, None, 0)
    with _closing(new, pdfium.FPDFBitmap_Destroy) as bitmap:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0)
        pdfium.FPDF_RenderPageBitmap(
            bitmap, page, -left, -top, round(page_width * scale), round(page_height * scale), 0, 0
        )
        return width, height, string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), 4 * width * height)


# Tags


def tags(page: Handle) -> tuple[Element, ...]:
    """Return the outermost tags of a page; none if the PDF has no structure tree."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return ()
    with _closing(tree, pdfium.FPDF_StructTree_Close):
        count = pdfium.FPDF_StructTree_CountChildren(tree)
        return tuple(_element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at)) for at in range(count))


def _element(handle: Handle) -> Element:
    def string(read: Callable[..., int]) -> str:
        return _string(lambda buffer, length: int(read(handle, buffer, length)))

    kind = string(pdfium.FPDF_StructElement_GetType)
    is_cell = kind in ("TH", "TD")
    attributes = _attributes(handle) if is_cell else {}
    rows, columns, headings = (attributes.get(name) for name in ("RowSpan", "ColSpan", "Headers"))
    return Element(
        kind=kind,
        id=string(pdfium.FPDF_StructElement_GetID) if is_cell else "",
        alternative=string(pdfium.FPDF_StructElement_GetAltText) if kind == "Figure" else "",
        rows=round(rows) if isinstance(rows, float) else 1,
        columns=round(columns) if isinstance(columns, float) else 1,
        headings=headings if isinstance(headings, tuple) else (),
        children=tuple(_children(handle)),
    )


def _children(element: Handle) -> Iterator[Element | int]:
    """Yield tags and numbers of marked content; -1 stands for a tag that has nothing on this page."""
    for at in range(pdfium.FPDF_StructElement_CountChildren(element)):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
        if child:
            yield _element(child)
        else:
            yield int(pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at))


def _attributes(element: Handle) -> dict[str, float | tuple[str, ...]]:
    """Return the attributes of a tag that are numbers or lists of strings, such as `RowSpan` and `Headers`."""
    attributes: dict[str, float | tuple[str, ...]] = {}
    for group_index in range(pdfium.FPDF_StructElement_GetAttributeCount(element)):
        group = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, group_index)
        for index in range(pdfium.FPDF_StructElement_Attr_GetCount(group)):
            name = create_string_buffer(64)
            pdfium.FPDF_StructElement_Attr_GetName(group, index, name, 64, byref(c_ulong()))
            value = pdfium.FPDF_StructElement_Attr_GetValue(group, name)
            key, count = name.value.decode("latin-1"), pdfium.FPDF_StructElement_Attr_CountChildren(value)
            if pdfium.FPDF_StructElement_Attr_GetType(value) == pdfium.FPDF_OBJECT_NUMBER:
                number = c_float()
                pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number)
                attributes[key] = number.value
            elif count >= 0:
                children = (pdfium.FPDF_StructElement_Attr_GetChildAtIndex(value, child) for child in range(count))
                attributes[key] = tuple(map(_attribute_string, children))
    return attributes


def _attribute_string(value: Handle) -> str:
    """Return a string within an attribute, which PDFium reads in two calls: its length first."""
    length = c_ulong()
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, None, 0, byref(length))
    buffer = create_string_buffer(length.value)
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, buffer, length.value, byref(length))
    return buffer.raw[:-2].decode("utf-16-le")


_BUFFER_SIZE = 2048


@cache
def _buffer() -> Any:
    """Return a buffer for the strings of PDFium, most of which are short."""
    return create_string_buffer(_BUFFER_SIZE)


def _string(read: Callable[[Any, int], int]) -> str:
    """Return a string of PDFium. `read` writes it as UTF-16 with a zero at its end, and returns its length in bytes."""
    buffer = _buffer()
    length = read(buffer, _BUFFER_SIZE)
    if length > _BUFFER_SIZE:
        buffer = create_string_buffer(length)
        read(buffer, length)
    return string_at(buffer, max(0, length - 2)).decode("utf-16-le", "replace")
