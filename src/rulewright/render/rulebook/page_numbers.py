"""On which page of a book each thing stands, as one layout of it had them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

UNKNOWN = "00"
"""Stands for a page number before the first layout: as wide as most."""

USE = "use-"
"""What the name of a place begins with that the index leads to; the number of a link follows."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link as it was laid out: its number in the book, the anchor it leads to, and the page it stands on.

    `indexed` where the index is to list it.
    """

    number: int
    anchor: str
    page: int
    indexed: bool


@dataclass(frozen=True)
class PageNumbers:
    """The pages of `anchors` and of `links` by their numbers; `uses` are the indexed links to an anchor, by page.

    `distant` are the links that lead to another page than their own. `kept` print their page in any case.
    """

    anchors: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[int, int] = field(default_factory=dict)
    uses: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    distant: frozenset[int] = frozenset()
    kept: frozenset[int] = field(default=frozenset(), compare=False)

    def of(self, anchor: str) -> str:
        """The page of a thing as it prints."""
        return str(self.anchors.get(anchor, UNKNOWN))

    def from_link(self, number: int, anchor: str) -> str:
        """The page that a link prints: none where it is the link's own."""
        if number in self.links and number not in self.distant | self.kept:
            return ""
        return self.of(anchor)


def page_numbers(anchors: Mapping[str, int], links: Iterable[PageLink]) -> PageNumbers:
    """The numbers of one layout; a link broken over two pages stands on the first."""
    pages: dict[int, int] = {}
    uses: dict[str, dict[int, int]] = {}
    distant = set()
    for link in links:
        if pages.setdefault(link.number, link.page) != anchors.get(link.anchor):
            distant.add(link.number)
        if link.indexed:
            uses.setdefault(link.anchor, {}).setdefault(link.page, link.number)
    return PageNumbers(anchors, pages, uses, frozenset(distant))
