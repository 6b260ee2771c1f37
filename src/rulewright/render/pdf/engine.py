"""WeasyPrint, imported without what printing does not need, and with two faults of it mended.

A third of the time of a cold card would go into the import: into subsetting fonts by a library that only stands in
for another, into parsing C declarations, and into asking ldconfig and gcc for libraries.

The first: where a text that ends with a space just fits its line, but for that space, version 70 breaks it after
its first word. That is the text before a link, and in a rulebook there are hundreds. The second: it tags
only those bullets as such that it draws itself.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cffi

from rulewright.prerequisites import missing_libraries
from rulewright.render.pdf.declarations import CompiledFFI
from rulewright.render.pdf.garbage import uncollected
from rulewright.render.pdf.lazy_import import put_off


@contextmanager
def _compiled_declarations() -> Iterator[None]:
    """Where the last of the names that WeasyPrint tries for a library opens it, nothing has to search for it."""
    searching = cffi.FFI
    if sys.platform.startswith("linux") and not missing_libraries():
        cffi.FFI = CompiledFFI
    try:
        yield
    finally:
        cffi.FFI = searching


with uncollected(), _compiled_declarations(), put_off("fontTools.subset", "fontTools.varLib.instancer"):
    import weasyprint.layout.inline as lines
    import weasyprint.pdf.tags as tagging
    from pydyf import Array, Dictionary, Stream
    from pydyf import String as PDFString
    from weasyprint import CSS, HTML
    from weasyprint.formatting_structure.boxes import MarginBox, ReplacedBox, TableCellBox, TableRowBox, TextBox
    from weasyprint.pdf.stream import Stream as PaintStream
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

gc.freeze()  # modules stay: no collection has to look at them, nor a forked process copy what it would write there

_split_first_line = lines.split_first_line


def _split_with_hanging_space(text: str, style: Any, context: Any, width: float, *rest: Any, **named: Any) -> Any:
    """What WeasyPrint does, but the space at the end of a line takes no room."""
    found = _split_first_line(text, style, context, width, *rest, **named)
    _, length, resume_at, *_ = found
    if resume_at is None or not text.endswith(" ") or b" " in text.encode()[:length]:
        return found
    _, _, left_over, needed, *_ = _split_first_line(text[:-1], style, context, width, *rest, **named)
    if left_over is not None or needed > width:
        return found
    return _split_first_line(text, style, context, width + style["font_size"], *rest, **named)


lines.split_first_line = _split_with_hanging_space

_tag_of = tagging._get_pdf_tag


def _tag_with_bullets(name: str | None) -> str:
    """What WeasyPrint does, but a bullet that a style sheet puts before an item is tagged as one that is its own."""
    return "Lbl" if name == "li::before" else str(_tag_of(name))


tagging._get_pdf_tag = _tag_with_bullets

__all__ = [
    "CSS", "HTML", "Array", "Dictionary", "FontConfiguration", "MarginBox", "PDFString", "PaintStream", "ReplacedBox",
    "Stream", "TableCellBox", "TableRowBox", "TextBox", "URLFetcher", "URLFetcherResponse",
]  # fmt: skip
