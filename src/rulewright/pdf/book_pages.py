"""Decide, while the pages of a book are laid out, which links print a page number and which chapters follow on.

- The first link in an entry that leads to another page prints the number. The contents of a page depend on what its
  links print, so a page is laid out again until it agrees with the decisions. A link across two pages counts as on the
  first.
- A chapter that begins a page follows on where the page before would be nearly empty.

Page numbers are zeros during the layout. `fill_in` writes the numbers in their place, so one layout is enough.

<a href="#rule-x" data-entry="7">4.2 <span data-page-of="rule-x"> (p. 00)</span></a>
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.pdf.engine import TextBox, split_first_line
from rulewright.pdf.overflow import filled

ATTEMPTS = 4
FREE_ATTEMPTS = 2
"""Attempts after which a number that a page has printed stays, so that the layout cannot alternate forever."""

NEAR = 1_200
"""A target within this number of characters of its link is expected on the same page, before the layout."""
LEAST = 0.35
"""The share of a page that must be filled before the next chapter begins a page."""


class BookPages:
    """The decisions for one book, made page by page; a watcher of its layout (`patches/page_hook.py`)."""

    def __init__(self, root: Any, *, follow_on: bool) -> None:
        """`root` is the element of the document. Unless chapters may `follow_on`, each begins its page."""
        self.follow_on = follow_on
        self._pages = {link: page for link in root.iter("a") for page in link if page.get("data-page-of")}
        self._links = {page: link for link, page in self._pages.items()}
        self._boxes: dict[Any, tuple[Any, Any]] = {}
        self._decided, self._mentioned, self._earlier = set[Any](), set[tuple[str, str]](), set[str]()
        self._attempt = 1
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

    def begin(self, root: Any) -> None:
        """Find the boxes of the page numbers, before the first page is made."""
        if self._pages and not self._boxes:
            boxes = (box for box in root.descendants() if box.element in self._links and box.children)
            self._boxes = {self._links[box.element]: (box, box.children) for box in boxes}
            self._print()

    def _print(self) -> None:
        for link, (box, words) in self._boxes.items():
            box.children = words if link in self._shown else []

    def amend(self, page: Any, after_break: Any) -> bool:
        """Return whether this page must be laid out again; otherwise accept it.

        `after_break` is the box that is forced to begin the next page, or None.
        """
        may_follow_on = self.follow_on and after_break is not None and after_break.style["break_before"] == "page"
        if may_follow_on and filled(page) < LEAST:
            after_break.style = after_break.style.copy()  # other chapters share the style
            after_break.style["break_before"] = "auto"
            return True
        boxes = [box for box in page.descendants() if box.element is not None]
        anchors = {box.style["anchor"] for box in boxes} - self._earlier
        on_page = dict.fromkeys(box.element for box in boxes if box.element in self._pages)
        links = [link for link in on_page if link not in self._decided]
        before = self._shown.intersection(links)
        fixed = before if self._attempt > FREE_ATTEMPTS else ()
        wanted = self._first(link for link in links if link.get("href")[1:] not in anchors or link in fixed)
        if wanted != before and self._attempt < ATTEMPTS:
            self._shown = (self._shown - before) | wanted
            self._print()
            self._attempt += 1
            return True
        self._attempt = 1
        self._decided.update(links)
        self._mentioned.update(map(self._entry, before))
        self._earlier |= anchors
        return False

    def fill_in(self, pages: Iterable[Any], numbers: Mapping[str, int], zeros: str) -> None:
        """Replace the `zeros` on laid-out pages by the page numbers of anchors, also in the descriptions of links."""
        for page in pages:
            for box in page._page_box.descendants():
                if isinstance(box, TextBox) and box.element is not None and box.element_tag != "a":
                    anchor = box.element.get("data-page-of")
                    if anchor and zeros in box.text:
                        _rewrite(box, box.text.replace(zeros, str(numbers.get(anchor, 0))))
        for link, page in self._pages.items():
            number = str(numbers.get(page.get("data-page-of"), 0))
            page.text = page.text.replace(zeros, number) if link in self._shown else ""


def _near(root: Any, links: Mapping[Any, Any]) -> set[Any]:
    """Return the links whose targets are near them in the text."""
    places, anchors, at = {}, {}, 0
    for element in root.iter():
        at += len(element.text or "") + len(element.tail or "")
        places[element] = anchors[f"#{element.get('id')}"] = at
    return {link for link in links if abs(places[link] - anchors.get(link.get("href"), -NEAR)) < NEAR}


def _rewrite(box: Any, text: str) -> None:
    """Give a laid-out text other words, which end where the old ones ended."""
    box.text, end = text, box.position_x + box.width
    box.pango_layout, _, _, box.width, *_ = split_first_line(text, box.style, None, None, box.justification_spacing)
    box.position_x = end - box.width


@dataclass(frozen=True)
class PageNumbers:
    """The pages of anchors. `uses` are the indexed links to each anchor: the first one on each page."""

    anchors: Mapping[str, int] = field(default_factory=dict)
    uses: Mapping[str, Mapping[int, str]] = field(default_factory=dict)


def page_numbers(pages: Iterable[Any]) -> PageNumbers:
    """Return the page numbers of anchors; something on several pages has the number of the first."""
    anchors, uses = dict[str, int](), dict[str, dict[int, str]]()
    for number, page in enumerate(pages, 1):
        for anchor in page.anchors:
            anchors.setdefault(anchor, number)
        for _, target, _, box in page.links:
            if box.element is not None and box.element.get("data-indexed") is not None:
                uses.setdefault(target, {}).setdefault(number, box.element.get("id"))
    return PageNumbers(anchors, uses)
