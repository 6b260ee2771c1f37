"""The contents beside a page: the chapters, and the rules of the chapter that is read.

Contents of everything on each page grow with the square of a game: a thousand chapters would make a hundred megabytes.
A chapter of very many rules opens only where one reads, and of a long list only the neighbours are shown; a link leads
to the overview, which has all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from markupsafe import Markup

from rulewright.model.book import Book, Outline
from rulewright.render.typesetting.places import EXTERNAL, Places
from rulewright.render.web.views import ContentsEntryView
from rulewright.wording import plain

MOST_RULES = 200
"""A chapter of more rules is not opened as a whole."""
MOST_SIBLINGS, NEIGHBOURS = 60, 20
"""Of a longer list only so many are shown on each side of the one that is read."""
OVERVIEW = "index.html"


class Contents:
    """The contents of one book, page by page."""

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places

    def beside(self, page: str) -> tuple[ContentsEntryView, ...]:
        """The contents on a page; on the overview all of them."""
        found = self._entries(self.places.chapters, page, whole=page == OVERVIEW)
        if not self.places.external:
            return found
        href = f"{EXTERNAL}.html"
        return (*found, ContentsEntryView("", Markup("Rules outside this source"), href, href == page))

    def line(self, outline: Outline, page: str, below: tuple[ContentsEntryView, ...] = ()) -> ContentsEntryView:
        """A rule in the contents beside a page, with the lines below it."""
        number, title, href = self._lines[outline.rule.id]
        return ContentsEntryView(number, title, href, href == page, below)

    def _entries(self, outlines: Sequence[Outline], page: str, *, whole: bool) -> tuple[ContentsEntryView, ...]:
        opened = self._opened.get(page, {})
        shown = range(len(outlines)) if whole else self._near(outlines, opened)
        lines = (self._entry(outlines[at], page, opened, whole=whole) for at in shown)
        return (*_more(shown.start), *lines, *_more(len(outlines) - shown.stop))

    def _entry(self, outline: Outline, page: str, opened: Mapping[str, Outline], *, whole: bool) -> ContentsEntryView:
        """A rule with those below it, if they are all shown or it is one of those opened."""
        here = opened.get(outline.rule.id)
        if not whole and here is None:
            return self.line(outline, page)
        whole = whole or self._sizes[outline.rule.id] <= MOST_RULES or bool(here and here.below)
        return self.line(outline, page, self._entries(outline.below, page, whole=whole))

    def _near(self, outlines: Sequence[Outline], opened: Mapping[str, Outline]) -> range:
        """The places of those to show: all, or the neighbours of the one that is open."""
        if len(outlines) <= MOST_SIBLINGS:
            return range(len(outlines))
        places = (at for id_ in opened if (at := self._places[id_]) < len(outlines) and outlines[at].rule.id == id_)
        here = next(places, 0)
        return range(max(0, here - NEIGHBOURS), min(len(outlines), here + NEIGHBOURS + 1))

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The place of each rule among its siblings."""
        everything = (each for chapter in self.places.chapters for each in chapter.walk())
        siblings = (self.places.chapters, *(each.below for each in everything))
        return {each.rule.id: at for outlines in siblings for at, each in enumerate(outlines)}

    @cached_property
    def _opened(self) -> Mapping[str, Mapping[str, Outline]]:
        """The rules that are open beside each page: the one that heads it, as the page prints it, and those above."""
        return {
            page.name: {above.id: Outline(above) for above in self.places.above[page.outline.rule.id]}
            | {page.outline.rule.id: page.outline}
            for page in self.places.rule_pages
        }

    @cached_property
    def _lines(self) -> Mapping[str, tuple[str, Markup, str]]:
        """The number, title and address of each rule."""
        pages, heads = self.places.pages, self.places.heads
        rules = (each.rule for chapter in self.places.chapters for each in chapter.walk())
        return {
            rule.id: (
                rule.number,
                Markup.escape(plain(rule.title, self.book)),
                page if heads[page := pages[rule.id]] == rule.id else f"{page}#{rule.id}",
            )
            for rule in rules
        }

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many rules each rule has below it."""
        sizes: dict[str, int] = {}
        for outline in reversed([each for chapter in self.places.chapters for each in chapter.walk()]):
            sizes[outline.rule.id] = sum(1 + sizes[inner.rule.id] for inner in outline.below)
        return sizes


def _more(count: int) -> Iterator[ContentsEntryView]:
    """The line that stands for so many that are left out."""
    if count:
        yield ContentsEntryView("…", Markup("{:,} more").format(count), f"{OVERVIEW}#page-contents")
