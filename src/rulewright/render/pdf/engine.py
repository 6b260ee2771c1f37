"""WeasyPrint, imported without what printing does not need, and with two of its faults corrected.

A third of the time of a cold card would go into the import: into a library that subsets fonts where HarfBuzz cannot,
into parsing C declarations, and into asking ldconfig and gcc for libraries. The shortcuts hang on WeasyPrint 70 and
cffi 2; with any other, and where anything else is not as expected, the import is a plain one.

`corrections` has the faults, and faster ways. And while a part of a book is laid out, each page may be made again until
its links print what they should: see `pieces/own_pages.py`.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import cffi

from rulewright.boundary import NO_ROOM, Failure
from rulewright.garbage import uncollected
from rulewright.prerequisites import missing_libraries
from rulewright.processors import has_room_for_threads
from rulewright.render.pdf.corrections import correct
from rulewright.render.pdf.declarations import CompiledFFI
from rulewright.render.pdf.lazy_import import import_lazily
from rulewright.render.pdf.pieces.own_pages import deciding

THREADS = 4
"""Pango starts so many; it ends the process where it cannot."""

SELDOM_NEEDED = {"fontTools.subset": (), "fontTools.varLib.instancer": ("instantiateVariableFont",)}
"""Modules that WeasyPrint imports for fonts that HarfBuzz cannot subset, and what it takes from them by name."""


@contextmanager
def _compiled_declarations() -> Iterator[None]:
    """Only where the last of the names that WeasyPrint tries for a library opens it without a search."""
    plain = cffi.FFI
    if sys.platform.startswith("linux") and not missing_libraries():
        cffi.FFI = CompiledFFI
    try:
        yield
    finally:
        cffi.FFI = plain


if not has_room_for_threads(THREADS):
    raise Failure(NO_ROOM)

with uncollected():
    with _compiled_declarations():
        import_lazily("weasyprint", "70.", SELDOM_NEEDED)
    import weasyprint.layout.page as paging
    from pydyf import Array, Dictionary, Stream
    from pydyf import Object as PDFObject
    from pydyf import String as PDFString
    from weasyprint import CSS, DEFAULT_OPTIONS, HTML
    from weasyprint.draw.text import draw_first_line
    from weasyprint.formatting_structure.boxes import (
        MarginBox,
        PageBox,
        ReplacedBox,
        TableCellBox,
        TableRowBox,
        TextBox,
    )
    from weasyprint.matrix import Matrix
    from weasyprint.pdf import generate_pdf
    from weasyprint.pdf.fonts import Font
    from weasyprint.pdf.stream import Stream as PaintStream
    from weasyprint.text.ffi import ffi, pango
    from weasyprint.text.fonts import FontConfiguration, get_pango_font_key
    from weasyprint.text.line_break import create_layout
    from weasyprint.urls import URLFetcher, URLFetcherResponse

gc.freeze()  # modules stay: no collection looks at them, so that no forked process copies them

correct()

paging.remake_page = deciding(paging.remake_page)

__all__ = [
    "CSS",
    "DEFAULT_OPTIONS",
    "HTML",
    "Array",
    "Dictionary",
    "Font",
    "FontConfiguration",
    "MarginBox",
    "Matrix",
    "PDFObject",
    "PDFString",
    "PageBox",
    "PaintStream",
    "ReplacedBox",
    "Stream",
    "TableCellBox",
    "TableRowBox",
    "TextBox",
    "URLFetcher",
    "URLFetcherResponse",
    "create_layout",
    "draw_first_line",
    "ffi",
    "generate_pdf",
    "get_pango_font_key",
    "pango",
]
