"""Decide, while pages are laid out, which links print the page that they lead to.

The first link in an entry that leads to another page prints the number. The contents of a page depend on what its
links print, so a page is laid out again until it agrees with the decisions. A link across two pages counts as on the
first.

<a href="#rule-x" data-entry="7">4.2 <span data-page-of="rule-x"> (p. 00)</span></a>

Upstream: not a bug; WeasyPrint has no hook between two pages.
Gain: a link does not print the number of its own page; nothing in speed.
Fallback: without `weasyprint.layout.page.remake_page` every link prints its page number. No version is checked.

Report to upstream:
A wish: a callback after each page of the layout, which may ask for a new layout of this page.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

ATTEMPTS = 4
FREE_ATTEMPTS = 2
"""Attempts after which a number that a page has printed stays, so that the layout cannot alternate forever."""

NEAR = 1_200
"""A target within this number of characters of its link is expected on the same page, before the layout."""

Remake = Callable[..., Any]


class LinkedPages:
    """The decisions for the links of one document, made page by page."""

    def __init__(self, root: Any) -> None:
        self._pages = {link: page for link in root.iter("a") for page in link if page.get("data-page-of")}
        self._links = {page: link for link, page in self._pages.items()}
        self._boxes: dict[Any, tuple[Any, Any]] = {}
        self._decided, self._mentioned, self._earlier = set[Any](), set[tuple[str, str]](), set[str]()
        near = _near(root, self._pages) if self._pages else set()
        self._shown = self._first(link for link in self._pages if link not in near)

    def _first(self, links: Iterable[Any]) -> set[Any]:
        """Return the first link to each target in each entry, without targets whose page was printed before."""
        first: dict[tuple[str, str], Any] = {}
        for link in links:
            first.setdefault(self._entry(link), link)
        return {link for entry, link in first.items() if entry not in self._mentioned}

    def _entry(self, link: Any) -> tuple[str, str]:
        return link.get("data-entry", ""), link.get("href")

    def begin(self, document: Any) -> None:
        """Find the boxes of the page numbers, before the first page is made."""
        if self._pages and not self._boxes:
            boxes = (box for box in document.descendants() if box.element in self._links and box.children)
            self._boxes = {self._links[box.element]: (box, box.children) for box in boxes}
            self._print()

    def _print(self) -> None:
        for link, (box, words) in self._boxes.items():
            box.children = words if link in self._shown else []

    def amend(self, page: Any, attempt: int) -> bool:
        """Return whether this page prints the wrong numbers and must be laid out again; otherwise accept it."""
        if not self._pages:
            return False
        boxes = [box for box in page.descendants() if box.element is not None]
        anchors = {box.style["anchor"] for box in boxes} - self._earlier
        found = dict.fromkeys(box.element for box in boxes if box.element in self._pages)
        links = [link for link in found if link not in self._decided]
        before = self._shown.intersection(links)
        kept = before if attempt > FREE_ATTEMPTS else ()
        wanted = self._first(link for link in links if link.get("href")[1:] not in anchors or link in kept)
        if wanted != before and attempt < ATTEMPTS:
            self._shown = (self._shown - before) | wanted
            self._print()
            return True
        self._decided.update(links)
        self._mentioned.update(map(self._entry, before))
        self._earlier |= anchors
        return False

    def finish(self) -> None:
        """Remove the numbers that are not printed from the descriptions of their links."""
        for link, page in self._pages.items():
            if link not in self._shown:
                page.text = ""


def _near(root: Any, links: Mapping[Any, Any]) -> set[Any]:
    """Return the links whose targets are near them in the text."""
    places, anchors, at = {}, {}, 0
    for element in root.iter():
        at += len(element.text or "") + len(element.tail or "")
        places[element] = anchors[f"#{element.get('id')}"] = at
    return {link for link in links if abs(places[link] - anchors.get(link.get("href"), -NEAR)) < NEAR}


def patch() -> None:
    """Wrap WeasyPrint's `remake_page` by `_deciding`."""
    paging: Any = import_module("weasyprint.layout.page")
    if paging.remake_page.__module__ != __name__:
        paging.remake_page = _deciding(paging.remake_page)


def _deciding(remake_page: Remake) -> Remake:
    """Wrap `remake_page`: in documents with `linked_pages`, repeat it until the page prints the right numbers."""

    def decided(index: int, context: Any, document: Any, source: Any) -> Any:
        links: LinkedPages = getattr(source, "linked_pages", NO_LINKS)
        links.begin(document)
        made = remake_page(index, context, document, source)
        attempt = 1
        while links.amend(made[0], attempt):
            made, attempt = remake_page(index, context, document, source), attempt + 1
        return made

    return decided


NO_LINKS = LinkedPages(ElementTree.Element("html"))
