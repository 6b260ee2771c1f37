"""Cards as PDF: WeasyPrint with our fonts only, nothing fetched, and every overflow noticed."""

import gc
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rulewright.render.engine import (
    CSS,
    HTML,
    FontConfiguration,
    ReplacedBox,
    TableCellBox,
    TextBox,
    URLFetcher,
    URLFetcherResponse,
)
from rulewright.render.fonts import font_file
from rulewright.render.tags import mend_tags
from rulewright.render.tags.links import single_links

MM_PER_PX = 25.4 / 96
TOLERANCE = 0.05
"""Millimetres of overflow that come of rounding."""
INK = (TextBox, ReplacedBox, TableCellBox)
"""Boxes that leave ink themselves."""


@dataclass(frozen=True, slots=True)
class Overflow:
    """A block that does not fit its page, counted from 1, and by how much in millimetres; `side` is long or wide."""

    block: str
    side: str
    millimetres: float
    page: int = 1


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A finished PDF, or what kept it from fitting; `warnings` are WeasyPrint's own words."""

    pdf: bytes
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]


class _Fetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint is not typed
    """Serves our packaged fonts and data: URLs; anything else is refused, for a source fetches nothing."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("data",), fail_on_errors=True)

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        scheme, _, name = url.partition(":")
        if scheme != "font":
            return super().fetch(url, headers)
        return URLFetcherResponse(url, font_file(name))


class Printer:
    """Prints cards, or sheets for them; the fonts and the stylesheet are read once for all of them.

    `complaints` are WeasyPrint's about the stylesheet: they concern every print.
    """

    def __init__(self, stylesheet: str) -> None:
        self.fetcher = _Fetcher()
        self.fonts = FontConfiguration()
        with _Warnings() as self.complaints:
            self.css = CSS(string=stylesheet, url_fetcher=self.fetcher, font_config=self.fonts)

    def print_card(self, html: str, standard: str = "pdf/ua-1") -> PrintedCard:
        """One card as a PDF of a standard, by WeasyPrint's name for it; with none it claims to be nothing."""
        with self.working() as warnings:
            document = self.lay_out(html)
            overflows = tuple(_overflows(document))
            pdf = write_pdf(document, standard)
            return PrintedCard(pdf, overflows, tuple(dict.fromkeys(warnings)))

    @contextmanager
    def working(self) -> Iterator[list[str]]:
        """Gathers what WeasyPrint warns of, and collects no garbage meanwhile.

        Layout makes many small objects and few cycles: collecting takes a fifth of the time.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            with _Warnings() as warnings:
                warnings.extend(self.complaints)
                yield warnings
        finally:
            if collecting:
                gc.enable()

    def lay_out(self, html: str, first_page: int = 1) -> Any:
        """WeasyPrint's document: pages of boxes, the first of them with this number."""
        source = HTML(string=html, url_fetcher=self.fetcher)
        stylesheets = [self.css]
        if first_page > 1:
            stylesheets.append(CSS(string=f"@page :first {{ counter-reset: page {first_page} }}"))
        return source.render(stylesheets=stylesheets, font_config=self.fonts)


def write_pdf(document: Any, standard: str = "pdf/ua-1", *, outlined: bool = False) -> bytes:
    """A document as a PDF of a standard; only PDF/UA has tags, which are mended.

    One that is `outlined` opens with its bookmarks beside it.
    """
    tagged = standard.startswith("pdf/ua")

    def finish(document: Any, pdf: Any) -> None:
        if tagged:
            mend_tags(document, pdf)
        if outlined:
            pdf.catalog["PageMode"] = "/UseOutlines"

    single_links(document)
    return bytes(document.write_pdf(finisher=finish, pdf_variant=standard or None, pdf_tags=tagged))


class _Warnings:
    """What WeasyPrint logs as a warning or worse while this is open."""

    def __enter__(self) -> list[str]:
        found: list[str] = []
        self.handler = logging.Handler(logging.WARNING)
        self.handler.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]
        self.logger = logging.getLogger("weasyprint")
        self.before = self.logger.handlers[:]
        self.logger.handlers = [self.handler]
        return found

    def __exit__(self, *_: object) -> None:
        self.logger.handlers = self.before


def _overflows(document: Any) -> Iterator[Overflow]:
    """Blocks pushed off the page they stand on, or with something in them that reaches beyond its frame."""
    laid: dict[int, list[Any]] = {}
    for page in document.pages:
        laid.setdefault(_page_of_card(page._page_box), []).append(page._page_box)
    for number, (box, *more) in laid.items():
        for block, side, pixels in (*_outside(box), *_spilt(more)):
            yield from overflow(block, side, pixels, number)


def overflow(block: str, side: str, pixels: float, page: int = 1) -> Iterator[Overflow]:
    """The overflow that so many pixels are, unless they come of rounding."""
    if (millimetres := pixels * MM_PER_PX) > TOLERANCE:
        yield Overflow(block, side, round(millimetres, 1), page)


def _page_of_card(page: Any) -> int:
    """Which page of the card is laid out on a page of the document: one that is too long takes several."""
    elements = (box.element for box in page.descendants() if box.element is not None)
    return next((int(number) for element in elements if (number := element.get("data-page"))), 1)


Beyond = tuple[str, str, float]
"""A block, which way it is too large, and by how many pixels; none where it fits."""


def _outside(page: Any) -> Iterator[Beyond]:
    """How far the blocks on a page reach beyond its frame."""
    bottom, right = page.content_box_y() + page.height, page.content_box_x() + page.width
    for name, box in _blocks(page):
        leaves = list(_leaves(box))
        yield name, "long", max((leaf.position_y + leaf.margin_height() for leaf in leaves), default=0) - bottom
        # A block in a column is as wide as that: what reaches beyond it lies on its neighbour.
        own = min(right, box.content_box_x() + box.width)
        yield name, "wide", max((leaf.position_x + leaf.margin_width() for leaf in leaves), default=0) - own
        for cell, turned in _turned(box):
            yield f"{name}, turned text", "long", _width(turned) - cell.border_height()


def _spilt(pages: Sequence[Any]) -> Iterator[Beyond]:
    """What went on pages that the card does not have."""
    heights: dict[str, float] = {}
    for name, box in (found for page in pages for found in _blocks(page)):
        heights[name] = heights.get(name, 0.0) + box.margin_height()
    yield from ((name, "long", height) for name, height in heights.items())


def _leaves(box: Any) -> Iterator[Any]:
    """What leaves ink, except for turned text: that is laid out elsewhere than it stands."""
    if box.style["transform"]:
        return
    if isinstance(box, INK):
        yield box
    for child in getattr(box, "children", ()):
        yield from _leaves(child)


def _turned(box: Any, cell: Any = None) -> Iterator[tuple[Any, Any]]:
    """Turned boxes with the table cell each stands in."""
    if box.style["transform"]:
        yield cell, box
        return
    for child in getattr(box, "children", ()):
        yield from _turned(child, child if isinstance(child, TableCellBox) else cell)


def _width(box: Any) -> float:
    """The length of the text in a box of one line."""
    texts = [leaf for leaf in box.descendants() if isinstance(leaf, (TextBox, ReplacedBox))]
    return float(sum(leaf.width for leaf in texts))


def _blocks(box: Any) -> Iterator[tuple[str, Any]]:
    """The boxes of a card's blocks by the name their template gave them; of nested ones the innermost."""
    for inner in box.descendants():
        if inner.element is None or inner.element_tag != "section" or inner.element.find(".//section") is not None:
            continue
        if inner.element.get("data-block"):
            yield inner.element.get("data-block"), inner
