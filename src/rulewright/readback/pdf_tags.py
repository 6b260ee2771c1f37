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


def _string(read: Callable[[Any, int], int]) -> str:
    """Return a string of PDFium. `read` writes it as UTF-16 with a zero at its end, and returns its length in bytes."""
    length = read(None, 0)
    buffer = create_string_buffer(max(2, length))
    read(buffer, length)
    return buffer.raw[:-2].decode("utf-16-le", "replace")
