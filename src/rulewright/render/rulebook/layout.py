"""Lays rulebooks out again until every page number that they print is right."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.render.pdf.overflow import INK, Overflow, overflow
from rulewright.render.pdf.printer import Printer, write_pdf
from rulewright.render.rulebook.page_numbers import USE, PageLink, PageNumbers, page_numbers

LAYOUTS = 6
"""Most layouts; two or three are usual."""
FREE_LAYOUTS = 2
"""Layouts after which a link that printed a page number always prints one: it could otherwise flip forever."""


@dataclass(frozen=True, slots=True)
class PrintedBook:
    """A PDF, `settled` if its page numbers are right; `warnings` are WeasyPrint's."""

    pdf: bytes
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]
    settled: bool


def print_book(printer: Printer, compose: Callable[[PageNumbers], Sequence[str]]) -> PrintedBook:
    """The book as a tagged PDF (PDF/UA-1).

    `compose` makes the HTML of its parts for given page numbers. Each part begins a new page, and is laid out again
    only if a number in it has changed.
    """
    with printer.working() as warnings:
        pdf, excess, settled = _settle(printer, compose)  # by now no box is left for the garbage collection to walk
        return PrintedBook(pdf, excess, tuple(dict.fromkeys(warnings)), settled)


def _settle(
    printer: Printer, compose: Callable[[PageNumbers], Sequence[str]]
) -> tuple[bytes, tuple[Overflow, ...], bool]:
    """The PDF, what reaches beyond the margins, and whether the page numbers are right."""
    numbers, settled, known = PageNumbers(), False, dict[_Key, Any]()
    for layout in range(LAYOUTS):
        parts = _lay_out(printer, compose(numbers), known)
        known, pages = dict(parts), [page for _, document in parts for page in document.pages]
        actual = _numbers(pages)
        settled = actual == numbers
        if settled:
            break
        numbers = replace(actual, kept=numbers.kept | actual.distant if layout >= FREE_LAYOUTS else frozenset())
    pdf = write_pdf(parts[0][1].copy(pages), outlined=True)
    return pdf, tuple(_overflows(pages)), settled


_Key = tuple[str, int]
"""The HTML of a part and the number of its first page."""


def _lay_out(printer: Printer, parts: Iterable[str], known: Mapping[_Key, Any]) -> list[tuple[_Key, Any]]:
    """The parts as WeasyPrint's documents; known ones are reused."""
    laid_out: list[tuple[_Key, Any]] = []
    first = 1
    for html in parts:
        document = known.get((html, first)) or printer.lay_out(html, first)
        laid_out.append(((html, first), document))
        first += len(document.pages)
    return laid_out


def _numbers(pages: Sequence[Any]) -> PageNumbers:
    """The page numbers of one layout."""
    anchors: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        for anchor in page.anchors:
            if not anchor.startswith(USE):
                anchors.setdefault(anchor, number)
    return page_numbers(anchors, _links(pages))


def _links(pages: Iterable[Any]) -> Iterator[PageLink]:
    """The links that the template numbered."""
    for page, laid_out in enumerate(pages, 1):
        for _, anchor, _, box in laid_out.links:
            number = box.element.get("data-link") if box.element is not None else None
            if number is not None:
                yield PageLink(int(number), anchor, page, box.element.get("data-indexed") is not None)


def _overflows(pages: Iterable[Any]) -> Iterator[Overflow]:
    """What reaches beyond the margins of its page: for each block the furthest."""
    reach: dict[tuple[str, str], float] = {}
    for page in pages:
        box = page._page_box
        right, bottom = box.content_box_x() + box.width, box.content_box_y() + box.height
        for block, inked in _inked(box.children[0], "text"):
            for side, edge, limit in (
                ("wide", inked.position_x + inked.margin_width(), right),
                ("long", inked.position_y + inked.margin_height(), bottom),
            ):
                reach[block, side] = max(reach.get((block, side), 0.0), edge - limit)
    for (block, side), pixels in reach.items():
        yield from overflow(block, side, pixels)


def _inked(box: Any, block: str) -> Iterator[tuple[str, Any]]:
    """Boxes that leave ink, with the template's names of their blocks; without turned text."""
    if box.style["transform"]:
        return
    if box.element is not None:
        block = box.element.get("data-block", block)
    if isinstance(box, INK):
        yield block, box
    for child in getattr(box, "children", ()):
        yield from _inked(child, block)
