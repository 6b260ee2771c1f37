"""The part of PDFium that reading a print needs. Only this module knows its handles; it gives Python values.

PDFium shares no code with WeasyPrint, which printed the PDF, so it does not repeat its errors.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ctypes import POINTER, byref, c_float, c_int, c_uint, c_ulong, cast, create_string_buffer, string_at
from functools import cache
from typing import Any

import pypdfium2.raw as pdfium

from rulewright.readback.page import Box

TEXT, PATH, FORM = pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM
PICTURES = pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING
Matrix = tuple[float, float, float, float, float, float]
Handle = Any
"""A thing of PDFium's; valid while its page is open."""


@contextmanager
def document(data: bytes) -> Iterator[Handle]:
    """An open PDF; ValueError if it is none."""
    opened = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not opened:
        raise ValueError("this is no PDF")
    try:
        yield opened
    finally:
        pdfium.FPDF_CloseDocument(opened)


def page_count(opened: Handle) -> int:
    return int(pdfium.FPDF_GetPageCount(opened))


@contextmanager
def page(opened: Handle, number: int) -> Iterator[Handle]:
    """The open page of this number; the first is 1."""
    found = pdfium.FPDF_LoadPage(opened, number - 1)
    try:
        yield found
    finally:
        pdfium.FPDF_ClosePage(found)


def size(page: Handle) -> tuple[float, float]:
    """Width and height in points."""
    return pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)


def corner(page: Handle) -> tuple[float, float]:
    """Left and bottom of the visible page, in its own coordinates."""
    left, bottom, right, top = (c_float() for _ in range(4))
    if not pdfium.FPDFPage_GetMediaBox(page, left, bottom, right, top):
        return 0.0, 0.0
    return left.value, bottom.value


def objects(page: Handle) -> Iterator[Handle]:
    """What a page paints, in order."""
    return (pdfium.FPDFPage_GetObject(page, at) for at in range(pdfium.FPDFPage_CountObjects(page)))


def form_objects(form: Handle) -> Iterator[Handle]:
    """What a form paints, in its own coordinates."""
    return (pdfium.FPDFFormObj_GetObject(form, at) for at in range(pdfium.FPDFFormObj_CountObjects(form)))


def kind(thing: Handle) -> int:
    return int(pdfium.FPDFPageObj_GetType(thing))


def matrix(thing: Handle) -> Matrix:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def box(thing: Handle) -> Box:
    """The bounds of its ink."""
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top)
    return left.value, bottom.value, right.value, top.value


def content(thing: Handle) -> int:
    """The number of its marked content, or -1."""
    return int(pdfium.FPDFPageObj_GetMarkedContentID(thing))


def colour(thing: Handle) -> str:
    """The colour that fills it."""
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    pdfium.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
    return f"#{red.value:02x}{green.value:02x}{blue.value:02x}"


# Letters


@contextmanager
def letters(page: Handle) -> Iterator[Handle]:
    """The letters of a page, for `text`."""
    found = pdfium.FPDFText_LoadPage(page)
    try:
        yield found
    finally:
        pdfium.FPDFText_ClosePage(found)


def text(thing: Handle, of_page: Handle) -> str:
    """The letters of a text object; a hyphen at the end of a line, and a space where none ends, are like any other."""

    def read(buffer: Any, length: int) -> int:
        return int(pdfium.FPDFTextObj_GetText(thing, of_page, cast(buffer, POINTER(pdfium.FPDF_WCHAR)), length))

    return _string(read).translate({2: "-", 0xFFFE: "-", 0xA0: " "})


def font_size(thing: Handle) -> float:
    found = c_float()
    pdfium.FPDFTextObj_GetFontSize(thing, found)
    return found.value


def font(thing: Handle) -> str:
    """The name of its font without the prefix of a subset, as in `Source-Sans-Pro-Bold`."""
    buffer = create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(pdfium.FPDFTextObj_GetFont(thing), buffer, 256)
    name = buffer.value.decode("utf-8", "replace")
    return name.partition("+")[2] or name


# Shapes


def painted(path: Handle) -> tuple[bool, bool]:
    """Whether a path is filled, and whether its line is drawn."""
    fill, stroke = c_int(), c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(fill.value), bool(stroke.value)


Point = tuple[float, float]


def outlines(path: Handle) -> list[list[Point]]:
    """The corners of each closed line that a path consists of, in its own coordinates."""
    count = pdfium.FPDFPath_CountSegments(path)
    return _lines(pdfium.FPDFPath_GetPathSegment(path, at) for at in range(count))


def clip(thing: Handle) -> list[list[list[Point]]]:
    """The clipping paths of a thing, in coordinates of the page."""
    found = pdfium.FPDFPageObj_GetClipPath(thing)
    paths = range(max(0, pdfium.FPDFClipPath_CountPaths(found))) if found else ()
    return [
        _lines(
            pdfium.FPDFClipPath_GetPathSegment(found, path, at)
            for at in range(pdfium.FPDFClipPath_CountPathSegments(found, path))
        )
        for path in paths
    ]


def _lines(segments: Iterator[Handle]) -> list[list[Point]]:
    lines: list[list[Point]] = []
    for segment in segments:
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO or not lines:
            lines.append([])
        x, y = c_float(), c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        lines[-1].append((x.value, y.value))
    return lines


# Pixels


def picture(page: Handle, without: list[Handle], scale: float) -> tuple[int, int, int, bytes]:
    """A page without some of its objects: width, height, bytes in a line, and four bytes for each pixel."""
    width, height = (round(side * scale) for side in size(page))
    bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    try:
        for thing in without:
            pdfium.FPDFPageObj_SetIsActive(thing, False)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_RENDER_NO_SMOOTHPATH)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        return width, height, stride, string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def show(things: Iterable[Handle], *, shown: bool) -> None:
    """Paints some objects, or leaves them out, until this is called again."""
    for thing in things:
        pdfium.FPDFPageObj_SetIsActive(thing, shown)


def part(page: Handle, box: Box, scale: float) -> tuple[int, int, bytes]:
    """A part of a page on nothing: width, height, and blue, green, red and opacity of each pixel."""
    across, up = size(page)
    left, top = round(box[0] * scale), round((up - box[3]) * scale)
    width, height = max(1, round((box[2] - box[0]) * scale)), max(1, round((box[3] - box[1]) * scale))
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRA, None, 0)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, round(across * scale), round(up * scale), 0, 0)
        return width, height, string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), 4 * width * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


# Tags


@contextmanager
def structure(page: Handle) -> Iterator[list[Handle]]:
    """The outermost tags of what stands on a page."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    count = pdfium.FPDF_StructTree_CountChildren(tree) if tree else 0
    try:
        yield [pdfium.FPDF_StructTree_GetChildAtIndex(tree, at) for at in range(count)]
    finally:
        if tree:
            pdfium.FPDF_StructTree_Close(tree)


def children(element: Handle) -> Iterator[Handle | int]:
    """Tags and numbers of marked content; -1 stands for a tag that has nothing on this page."""
    for at in range(pdfium.FPDF_StructElement_CountChildren(element)):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
        yield child or int(pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at))


def element_kind(element: Handle) -> str:
    return _element_string(pdfium.FPDF_StructElement_GetType, element)


def element_id(element: Handle) -> str:
    return _element_string(pdfium.FPDF_StructElement_GetID, element)


def alternative(element: Handle) -> str:
    """Its alternative text."""
    return _element_string(pdfium.FPDF_StructElement_GetAltText, element)


def _element_string(function: Callable[..., int], element: Handle) -> str:
    return _string(lambda buffer, length: int(function(element, buffer, length)))


def attributes(element: Handle) -> dict[str, float | tuple[str, ...]]:
    """Its numbers, and its lists of strings."""
    found: dict[str, float | tuple[str, ...]] = {}
    for at in range(pdfium.FPDF_StructElement_GetAttributeCount(element)):
        held = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, at)
        for number in range(pdfium.FPDF_StructElement_Attr_GetCount(held)):
            name, length = create_string_buffer(64), c_ulong()
            pdfium.FPDF_StructElement_Attr_GetName(held, number, name, 64, byref(length))
            value = pdfium.FPDF_StructElement_Attr_GetValue(held, name)
            if (read := _attribute(value)) is not None:
                found[name.value.decode("latin-1")] = read
    return found


def _attribute(value: Handle) -> float | tuple[str, ...] | None:
    if pdfium.FPDF_StructElement_Attr_GetType(value) == pdfium.FPDF_OBJECT_NUMBER:
        number = c_float()
        pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number)
        return number.value
    count = pdfium.FPDF_StructElement_Attr_CountChildren(value)
    if count < 0:
        return None
    return tuple(_attribute_string(pdfium.FPDF_StructElement_Attr_GetChildAtIndex(value, at)) for at in range(count))


def _attribute_string(value: Handle) -> str:
    length = c_ulong()
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, None, 0, byref(length))
    buffer = create_string_buffer(length.value)
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, buffer, length.value, byref(length))
    return buffer.raw[:-2].decode("utf-16-le")


@cache
def _buffer() -> Any:
    return create_string_buffer(2048)


def _string(read: Callable[[Any, int], int]) -> str:
    """A string that PDFium writes as UTF-16 with a zero at its end; the buffer grows if it must."""
    buffer = _buffer()
    length = read(buffer, 2048)
    if length > 2048:
        buffer = create_string_buffer(length)
        read(buffer, length)
    return string_at(buffer, max(0, length - 2)).decode("utf-16-le", "replace")
