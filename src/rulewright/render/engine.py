"""WeasyPrint, imported without asking a compiler where the system's libraries are, and with two faults of it mended.

WeasyPrint opens each library under several names, and for each that fails to open the standard library runs
ldconfig and gcc to look for it: a third of the time to import it. On Linux the last of the names opens
directly wherever `prerequisites` finds the libraries, so the search is left out there.

The first: where a text that ends with a space just fits its line, but for that space, version 70 breaks it after
its first word. That is the text before a link, and in a rulebook there are hundreds. The second: it tags
only those bullets as such that it draws itself.
"""

import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulewright.prerequisites import missing_libraries


@contextmanager
def _without_search() -> Iterator[None]:
    searching = ctypes.util.find_library
    if sys.platform.startswith("linux") and not missing_libraries():
        ctypes.util.find_library = _nowhere
    try:
        yield
    finally:
        ctypes.util.find_library = searching


def _nowhere(name: str) -> str | None:  # noqa: ARG001 - the signature of what it stands in for
    return None


with _without_search():
    import weasyprint.layout.inline as lines
    import weasyprint.pdf.tags as tagging
    from pydyf import String as PDFString
    from weasyprint import CSS, HTML
    from weasyprint.formatting_structure.boxes import ReplacedBox, TableCellBox, TableRowBox, TextBox
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

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
    "CSS", "HTML", "FontConfiguration", "PDFString", "ReplacedBox", "TableCellBox", "TableRowBox", "TextBox",
    "URLFetcher", "URLFetcherResponse",
]  # fmt: skip
