"""Print HTML as PDF with WeasyPrint: only packaged fonts, no fetching, and every overflow reported."""

import logging
import re
import signal
import threading
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from struct import unpack_from
from traceback import walk_tb
from typing import Any, NoReturn
from xml.parsers import expat

from rulewright.base.memo import memoised
from rulewright.html.fonts import font_file
from rulewright.html.templating.template_errors import RefusedAddressError, UnprintableError, own_templates
from rulewright.pdf.engine import CSS, HTML, FontConfiguration, URLFetcher, URLFetcherResponse
from rulewright.pdf.overflow import CoarsePicture, Overflow, coarse_pictures, overflows
from rulewright.pdf.tags import mend_tags, single_links

NOWHERE = "nowhere:"
"""The base URL of a stylesheet. With it, relative addresses reach the fetcher, which refuses them."""

WIDE = 5
"""The digits of a row or column span that is refused: no table has a tenth as many rows or columns."""
SPAN = re.compile(rf"span\s*=\s*[\"']?\s*\d{{{WIDE}}}", re.IGNORECASE)

LONGEST_SIDE = 5 / 0.0254 * 96
"""CSS pixels in 5 m, the longest side that a PDF page may have."""

Finisher = Callable[[Any, Any], None]
"""A function that WeasyPrint calls with a document and its PDF before it writes the PDF."""


@dataclass(frozen=True, slots=True)
class PrintedDocument:
    """A PDF, with its overflows, its pictures of too low resolution, and the `warnings` of WeasyPrint."""

    pdf: bytes
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]
    coarse: tuple[CoarsePicture, ...] = ()


class _Fetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint is not typed
    """A fetcher that serves packaged fonts and data: URLs and refuses every other address."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("data",), fail_on_errors=True)

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        scheme, _, name = url.partition(":")
        try:
            if scheme == "font":
                return URLFetcherResponse(url, font_file(name))
            return super().fetch(url, headers)
        except Exception:
            raise RefusedAddressError(url) from None


class Printer:
    """A printer of documents with one stylesheet. The stylesheet and its fonts are read once.

    `complaints` are WeasyPrint's warnings about the stylesheet, which concern every document.
    """

    def __init__(self, stylesheet: str) -> None:
        self.fetcher = _Fetcher()
        self.fonts = FontConfiguration()
        with _warnings() as self.complaints:
            self.css = CSS(string=stylesheet, url_fetcher=self.fetcher, font_config=self.fonts, base_url=NOWHERE)
        if any("@import" in each for each in self.complaints):
            raise UnprintableError("it imports another stylesheet, but templates must not load anything", "@import")

    def print(self, html: str, standard: str = "pdf/ua-1") -> PrintedDocument:
        """Print a document as PDF. `standard` is WeasyPrint's name of a PDF variant; empty for plain PDF."""
        with self.working() as warnings:
            document = self.lay_out(html)
            excess = tuple(overflows(document))
            pdf = write_pdf(document, standard)
            return PrintedDocument(pdf, excess, tuple(dict.fromkeys(warnings)), tuple(coarse_pictures(document)))

    @contextmanager
    def working(self) -> Iterator[list[str]]:
        """Collect WeasyPrint's warnings inside the block; turn its errors into an error about the document."""
        with _warnings() as warnings:
            warnings.extend(self.complaints)
            try:
                yield warnings
            except Exception as error:
                if not _within_weasyprint(error):
                    raise
                raise UnprintableError(f"WeasyPrint cannot print with it: {type(error).__name__}: {error}") from error

    def lay_out(self, html: str) -> Any:
        """Return WeasyPrint's document: pages of boxes."""
        return self.lay_out_parsed(self.parsed(html))

    def parsed(self, html: str) -> Any:
        """Parse a document that may be laid out several times, with the same result each time."""
        source = HTML(string=html, url_fetcher=self.fetcher)
        if match := SPAN.search(html):
            _refuse_wide_cells(source.etree_element, match[0])
        return source

    def lay_out_parsed(self, source: Any, more: Sequence[str] = ()) -> Any:
        """Lay out a parsed document; `more` are stylesheets without fonts that follow the printer's own."""
        stylesheets = [self.css, *map(_small_style, more)]
        with bounded_layout(source.etree_element):
            document = source.render(stylesheets=stylesheets, font_config=self.fonts)
        if any(min(page._page_box.width, page._page_box.height) <= 0 for page in document.pages):
            raise UnprintableError("its pages have no room: see `size` and `margin` under `@page`", "@page")
        return document


@memoised(64)
def _small_style(text: str) -> Any:
    """Parse a stylesheet once: the same few font sizes are tried for every card."""
    return CSS(string=text)


def _refuse_long_pages(pages: Sequence[Any]) -> None:
    """Refuse pages that viewers cannot show. Longer ones serve only to measure columns and are never written."""
    if any(max(page.width, page.height) > LONGEST_SIDE for page in pages):
        raise UnprintableError("its pages are over 5 m long: see `size` under `@page`", "@page")


def _refuse_wide_cells(page: Any, written: str) -> None:
    """Refuse cells whose spans would keep WeasyPrint busy for minutes; plain text that looks like a span is allowed."""
    if any(len(value) >= WIDE and "span" in name for element in page.iter() for name, value in element.items()):
        raise UnprintableError("a cell in it spans ten thousand rows or columns, or more", written)


def _within_weasyprint(error: Exception) -> bool:
    return any("weasyprint" in frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__))


def write_pdf(
    document: Any,
    standard: str = "pdf/ua-1",
    *,
    finish: Finisher | None = None,
    zoom: float = 1,
    outlined: bool = False,
) -> bytes:
    """Write a laid-out document as a PDF of a standard; `finish` may change it first. The tags of PDF/UA are corrected.

    An `outlined` PDF opens with its bookmarks. The document's metadata is kept.
    """
    _refuse_long_pages(document.pages)
    tagged = standard.startswith("pdf/ua")

    def finished(document: Any, pdf: Any) -> None:
        if tagged:
            mend_tags(document, pdf)
        else:  # for a press
            bare_outlines(pdf)
        if outlined:
            pdf.catalog["PageMode"] = "/UseOutlines"
        if finish is not None:
            finish(document, pdf)

    single_links(document)
    variant = standard or None
    return bytes(
        document.write_pdf(zoom=zoom, finisher=finished, pdf_variant=variant, pdf_tags=tagged, custom_metadata=True)
    )


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """Collect the warnings and errors that WeasyPrint logs inside the block."""
    messages, handler, logger = list[str](), logging.Handler(logging.WARNING), logging.getLogger("weasyprint")
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    before, logger.handlers = logger.handlers[:], [handler]
    try:
        yield messages
    finally:
        logger.handlers = before


OPENTYPE, OUTLINES = "/OpenType", "/CIDFontType0C"


def bare_outlines(pdf: Any) -> None:
    """Embed only the outlines of each PostScript font; glyphs keep their numbers.

    WeasyPrint embeds such a font as a whole OpenType file, which PDF has allowed since 1.6. The standards of print
    shops, PDF/X-1a and X-3, are older: they accept only the table of outlines, which is also smaller.
    """
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Subtype") == "/CIDFontType0":
            each.pop("CIDToGIDMap", None)  # only for outlines of TrueType
        extra = getattr(each, "extra", None)
        if isinstance(extra, dict) and extra.get("Subtype") == OPENTYPE:
            (font,) = each.stream
            each.stream, extra["Subtype"] = [_table(font, b"CFF ")], OUTLINES


def _table(font: bytes, wanted: bytes) -> bytes:
    (count,) = unpack_from(">H", font, 4)
    for at in range(count):
        tag, _, offset, length = unpack_from(">4sIII", font, 12 + 16 * at)
        if tag == wanted:
            return font[offset : offset + length]
    return font


SECONDS, PER_ELEMENT = 15.0, 0.02
"""Seconds of processor time allowed for a page, and for each element: ten times the usual time."""


class _TooLongError(BaseException):
    """Not an `Exception`, because the printer catches those."""


@contextmanager
def bounded_layout(page: Any) -> Iterator[None]:
    """Stop a layout that takes far longer than the size of `page`, an element tree, explains.

    A stylesheet of the project may ask for endless work, and WeasyPrint has no time limit. This limit does not apply
    without templates of the project, on Windows (no SIGPROF), or outside the main thread: in the preview an endless
    layout goes on until the next edit ends it (`preview/workers.py`).
    """
    in_main = threading.current_thread() is threading.main_thread()  # no other is interrupted
    if not own_templates.get() or not in_main or not hasattr(signal, "setitimer"):
        yield
        return
    seconds = SECONDS + PER_ELEMENT * sum(1 for _ in page.iter())
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _TooLongError:
        raise UnprintableError(f"a page laid out with it takes longer than {seconds:.0f} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(*_: object) -> NoReturn:
    raise _TooLongError


# The place in a drawing that WeasyPrint cannot draw

IMAGE = '<html lang="en"><title>-</title><img alt="-" src="data:image/svg+xml;base64,{}">'


def undrawn_place(drawing: bytes) -> tuple[int, int]:
    """Return the line and column of the first SVG element that fails to draw, or the start of the drawing."""
    elements = _elements(drawing)
    wrong = bisect_left(range(1, len(elements)), True, key=lambda last: not _draws(elements[last][1]))
    return elements[wrong][0] if wrong < len(elements) else (1, 1)


def _elements(drawing: bytes) -> list[tuple[tuple[int, int], bytes]]:
    """Return the place of each element, with the drawing up to it as complete XML."""
    parser, open_, elements = expat.ParserCreate(), list[str](), list[tuple[tuple[int, int], bytes]]()

    def start(tag: str, _: object) -> None:
        closed = "".join(f"</{each}>" for each in reversed(open_)).encode()
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        elements.append((place, drawing[: parser.CurrentByteIndex] + closed))
        open_.append(tag)

    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: open_.pop()
    parser.Parse(drawing, True)
    return elements


def _draws(drawing: bytes) -> bool:
    printer = Printer("")
    with printer.working() as warnings:
        write_pdf(printer.lay_out(IMAGE.format(b64encode(drawing).decode())))
    return not any(each.startswith("Failed to") for each in warnings)
