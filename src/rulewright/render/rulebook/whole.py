"""Prints a rulebook in one go, and again until its page numbers are right: where WeasyPrint lacks what pieces need."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright.render.pdf.overflow import reach_of
from rulewright.render.pdf.printer import Printer, write_pdf
from rulewright.render.rulebook.page_numbers import OPEN, PageNumbers
from rulewright.render.rulebook.runs import body, with_body

ATTEMPTS = 5
"""More digits in a number may move what follows."""
PAGE_BREAK = '<div style="break-after: page"></div>'
NUMBER = re.compile(rf'data-page-of="([^"]+)"([^{OPEN}]*){OPEN}')
INDEXED = re.compile(r'<a(?=[^>]* data-indexed)(?=[^>]* id="([^"]+)")[^>]* href="#([^"]+)"')

Printed = tuple[bytes, Mapping[tuple[str, str], float], list[str]]
"""The PDF; how far blocks reach beyond the margins; WeasyPrint's warnings."""


def print_whole(
    printer: Printer,
    parts: Iterable[str],
    empty: str,
    index: Callable[[PageNumbers], Mapping[str, str]],
    facing: str = "",
) -> Printed:
    """`parts` are documents, `empty` one with nothing in it, and `index` makes the last.

    `facing` is the style of left and right pages.
    """
    parts, pages = [*parts], PageNumbers()
    with printer.working() as warnings:
        for _ in range(ATTEMPTS):
            html = _numbered(PAGE_BREAK.join(map(body, (*parts, *index(pages).values()))), pages.anchors)
            document = printer.lay_out_parsed(printer.parsed(with_body(empty, html)), [facing] if facing else [])
            before, pages = pages, _page_numbers(document, html)
            if pages == before:
                break
        return write_pdf(document, outlined=True), reach_of(document.pages), list(dict.fromkeys(warnings))


def _numbered(html: str, pages: Mapping[str, int]) -> str:
    return NUMBER.sub(lambda found: f'data-page-of="{found[1]}"{found[2]}{pages.get(found[1], 0)}', html)


def _page_numbers(document: Any, html: str) -> PageNumbers:
    """A thing that goes on over pages is on its first; of the links on a page the first counts."""
    places: dict[str, int] = {}
    for number, page in enumerate(document.pages, 1):
        places |= {anchor: number for anchor in page.anchors if anchor not in places}
    uses: dict[str, dict[int, str]] = {}
    for link, anchor in INDEXED.findall(html):
        if link in places:
            uses.setdefault(anchor, {}).setdefault(places[link], link)
    return PageNumbers(places, uses)
