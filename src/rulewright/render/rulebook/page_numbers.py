"""The pages of the things in a book, from one layout of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

UNKNOWN = "00"
"""A placeholder for page numbers in the first layout, as wide as most."""

USE = "use-"
"""The prefix of anchors that the index links to; the number of a link follows."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link in a layout: its number in the book, its anchor, and the page it is on.

    `indexed` is whether the index lists it.
    """

    number: int
    anchor: str
    page: int
    indexed: bool


@dataclass(frozen=True)
class PageNumbers:
    """The pages of `anchors` and of `links` by their numbers; `uses` are the indexed links to an anchor, by page.

    `distant` are the links to another page than their own. `kept` always print their page number.
    """

    anchors: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[int, int] = field(default_factory=dict)
    uses: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    distant: frozenset[int] = frozenset()
    kept: frozenset[int] = field(default=frozenset(), compare=False)

    def of(self, anchor: str) -> str:
        """The page number of a thing, as text."""
        return str(self.anchors.get(anchor, UNKNOWN))

    def from_link(self, number: int, anchor: str) -> str:
        """The page number that a link prints; none for its own page."""
        if number in self.links and number not in self.distant | self.kept:
            return ""
        return self.of(anchor)


def page_numbers(anchors: Mapping[str, int], links: Iterable[PageLink]) -> PageNumbers:
    """The numbers of one layout; a link broken over two pages is on the first."""
    pages: dict[int, int] = {}
    uses: dict[str, dict[int, int]] = {}
    distant = set()
    for link in links:
        if pages.setdefault(link.number, link.page) != anchors.get(link.anchor):
            distant.add(link.number)
        if link.indexed:
            uses.setdefault(link.anchor, {}).setdefault(link.page, link.number)
    return PageNumbers(anchors, pages, uses, frozenset(distant))
