"""WeasyPrint, imported without what printing does not need, and with two of its faults corrected.

A third of the time of a cold card would go into the import: into a library that subsets fonts where HarfBuzz cannot,
into parsing C declarations, and into asking ldconfig and gcc for libraries. The shortcuts hang on WeasyPrint 70 and
cffi 2; with any other, and where anything else is not as expected, the import is a plain one.

The first fault: where a text that ends with a space just fits its line, but for that space, version 70 breaks it after
its first word. That is the text before a link, and in a rulebook there are hundreds. The second: it tags only those
bullets that it draws itself, and no code.

And three faster ways: lines that were broken before are not broken again; the parser of HTML makes its few patterns
once, where version 2.1 makes one for each text; and pydyf makes the references of all pages once. WeasyPrint asks for
them at each tag, which would take a book the square of its pages.
"""

import gc
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import cffi

from rulewright.boundary import NO_ROOM, Failure
from rulewright.prerequisites import missing_libraries
from rulewright.processors import has_room_for_threads
from rulewright.render.pdf.declarations import CompiledFFI
from rulewright.render.pdf.garbage import uncollected
from rulewright.render.pdf.known_lines import remembering
from rulewright.render.pdf.lazy_import import import_lazily

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
    import tinyhtml5.inputstream as parsing
    import weasyprint.layout.inline as lines
    import weasyprint.layout.preferred as measuring
    import weasyprint.pdf.tags as tagging
    from pydyf import PDF, Array, Dictionary, Stream
    from pydyf import String as PDFString
    from weasyprint import CSS, HTML
    from weasyprint.formatting_structure.boxes import MarginBox, ReplacedBox, TableCellBox, TableRowBox, TextBox
    from weasyprint.pdf.stream import Stream as PaintStream
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

gc.freeze()  # modules stay: no collection looks at them, so that no forked process copies them

_split_first_line = measuring.split_first_line = remembering(lines.split_first_line)


def _split_with_hanging_space(text: str, style: Any, context: Any, width: float, *rest: Any, **named: Any) -> Any:
    """Does what WeasyPrint does, but the space at the end of a line takes no room."""
    found = _split_first_line(text, style, context, width, *rest, **named)
    _, length, resume_at, *_ = found
    if resume_at is None or not text.endswith(" ") or b" " in text.encode()[:length]:
        return found
    _, _, left_over, needed, *_ = _split_first_line(text[:-1], style, context, width, *rest, **named)
    if left_over is not None or needed > width:
        return found
    return _split_first_line(text, style, context, width + style["font_size"], *rest, **named)


lines.split_first_line = _split_with_hanging_space

TAGS = {"li::before": "Lbl", "pre": "P", "code": "Code"}
_tag_of = tagging._get_pdf_tag


def _tag_with_bullets(name: str | None) -> str:
    """Does what WeasyPrint does, but tags code, and a bullet of a style sheet like one that WeasyPrint draws."""
    return TAGS.get(name or "") or str(_tag_of(name))


tagging._get_pdf_tag = _tag_with_bullets


class _Patterns(dict[tuple[Iterable[str], bool], re.Pattern[str]]):
    """What tinyhtml5 looks up for a run of characters, or with `opposite` of other characters than these."""

    def __missing__(self, key: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        characters, opposite = key
        listed = "".join(f"\\x{ord(each):02x}" for each in characters)
        self[key] = re.compile(f"[{'' if opposite else '^'}{listed}]+")
        return self[key]


parsing.characters_until_regex = _Patterns()

_references_of = PDF.page_references.fget


def _known_references(pdf: Any) -> tuple[bytes, ...]:
    """Does what pydyf does, but only after a page was added; pages are never taken out."""
    known, count = getattr(pdf, "known_references", ((), 0))
    if count != len(pdf.pages["Kids"]):
        known, count = pdf.known_references = _references_of(pdf), len(pdf.pages["Kids"])
    return known


PDF.page_references = property(_known_references)

__all__ = [
    "CSS", "HTML", "Array", "Dictionary", "FontConfiguration", "MarginBox", "PDFString", "PaintStream", "ReplacedBox",
    "Stream", "TableCellBox", "TableRowBox", "TextBox", "URLFetcher", "URLFetcherResponse",
]  # fmt: skip
