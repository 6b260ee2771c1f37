"""The tags of a page in a PDF, which say what its marked contents are: tables, cells, lists, figures.

Tags refer to marked content, which is what the page paints for them, by number.
"""

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_ulong, create_string_buffer
from typing import Any

import pypdfium2.raw as pdfium
from pypdfium2 import PdfPage

from rulewright.readback.page import Element

Handle = Any
"""A handle of PDFium: of a tag, an attribute or a string."""


def tags_of(page: PdfPage) -> tuple[Element, ...]:
    """Return the outermost tags of a page; none if the PDF has no structure tree."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return ()
    count = pdfium.FPDF_StructTree_CountChildren(tree)
    tags = tuple(_element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at)) for at in range(count))
    pdfium.FPDF_StructTree_Close(tree)
    return tags


def _element(handle: Handle) -> Element:
    def string(read: Callable[..., int]) -> str:
        return _string(lambda buffer, length: int(read(handle, buffer, length)))

    kind = string(pdfium.FPDF_StructElement_GetType)
    is_cell = kind in ("TH", "TD")
    return Element(
        kind=kind,
        id=string(pdfium.FPDF_StructElement_GetID) if is_cell else "",
        alternative=string(pdfium.FPDF_StructElement_GetAltText) if kind == "Figure" else "",
        rows=_span(handle, b"RowSpan") if is_cell else 1,
        columns=_span(handle, b"ColSpan") if is_cell else 1,
        headings=_headings(handle) if is_cell else (),
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


def _attribute(element: Handle, name: bytes) -> Handle:
    """Return the value of an attribute of a tag; None if it has none."""
    count = pdfium.FPDF_StructElement_GetAttributeCount(element)
    groups = (pdfium.FPDF_StructElement_GetAttributeAtIndex(element, at) for at in range(count))
    return next(filter(None, (pdfium.FPDF_StructElement_Attr_GetValue(group, name) for group in groups)), None)


def _span(element: Handle, name: bytes) -> int:
    """Return how many rows or columns a cell covers."""
    value, number = _attribute(element, name), c_float()
    is_number = value is not None and pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number)
    return round(number.value) if is_number else 1


def _headings(element: Handle) -> tuple[str, ...]:
    """Return the ids of the headings of a cell."""
    value = _attribute(element, b"Headers")
    count = pdfium.FPDF_StructElement_Attr_CountChildren(value) if value is not None else 0
    children = (pdfium.FPDF_StructElement_Attr_GetChildAtIndex(value, at) for at in range(count))
    return tuple(map(_attribute_string, children))


def _attribute_string(value: Handle) -> str:
    """Return a string within an attribute, which PDFium reads in two calls: its length first."""
    length = c_ulong()
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, None, 0, byref(length))
    buffer = create_string_buffer(length.value)
    pdfium.FPDF_StructElement_Attr_GetStringValue(value, buffer, length.value, byref(length))
    return buffer.raw[:-2].decode("utf-16-le")


def _string(read: Callable[[Any, int], int]) -> str:
    """Return a string of PDFium. `read` writes it as UTF-16 with a zero at its end, and returns its length in bytes."""
    length = read(None, 0)
    buffer = create_string_buffer(max(2, length))
    read(buffer, length)
    return buffer.raw[:-2].decode("utf-16-le", "replace")
