"""Make the contents of a page, links to the page in other languages, and metadata.

The contents show the chapters, and the rules of the open chapter. Full contents on each page would grow with the square
of a game: a thousand chapters would make a hundred megabytes. A chapter of very many rules opens only at the rule of
the page, and a long list shows only the neighbours of that rule; a link leads to the overview, which has all rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from rulewright.base.messages.catalogues import catalogue, translated
from rulewright.base.messages.messages import tell
from rulewright.book.book import Book, Outline
from rulewright.book.game import Game
from rulewright.book.wording import plain
from rulewright.html.environment import markup
from rulewright.html.places import EXTERNAL, FURTHER_TABLES, Places
from rulewright.html.templating.template_errors import FOLDER
from rulewright.outputs.web.views import NOTHING, ContentsEntryView, LanguageView, MetaView

MOST_RULES = 200
"""A chapter with more rules than this opens only at the rule of the page."""
MOST_ON_OVERVIEW = 500
"""The most lines of the contents on the overview. It shows as many levels as fit, and at least the chapters."""
MOST_SIBLINGS, NEIGHBOURS = 60, 20
"""A list of more than MOST_SIBLINGS rules shows only NEIGHBOURS rules on each side of the open rule."""
OVERVIEW = "index.html"
ALL_LEVELS = 99
LIST = "web/contents-list.html.j2"
HOLE = Markup("\uf8ff")
"""A private-use character that stands for the lines below a line until they are inserted."""


class Contents:
    """The contents of one book for each page. Parts that several pages share are rendered once."""

    def __init__(self, book: Book, places: Places, project: Path) -> None:
        self.book, self.places, self.project = book, places, project
        self.catalogue = catalogue(book.game.language)
        self._open: dict[tuple[str, int], ContentsEntryView] = {}
        self._lines: dict[str, ContentsEntryView] = {}
        self._around: dict[tuple[str, bool, tuple[ContentsEntryView, ...]], list[Markup]] = {}
        """The HTML before and after the lines below an open line, which several pages share."""

    def on_page(self, page: str) -> Markup:
        """Return the contents for a page. The overview shows all of them, or as many levels as fit."""
        after = tuple(self._after_the_rules(page))
        if page == OVERVIEW:
            levels = self._levels_of_overview()
            return self._list((*(self._with_all_below(chapter, levels) for chapter in self.places.chapters), *after))
        return self._siblings(self.places.chapters, page, after, whole=False)

    def _after_the_rules(self, page: str) -> Iterator[ContentsEntryView]:
        """Yield lines for the pages that follow the chapters, unless these pages are empty."""
        if self.places.further_tables:
            title, current = Markup.escape(tell("Further tables")), page in self.places.further_table_pages
            yield ContentsEntryView("", title, f"{FURTHER_TABLES}.html", current)
        if self.places.external:
            title, href = Markup.escape(tell("Rules outside this source")), f"{EXTERNAL}.html"
            yield ContentsEntryView("", title, href, href == page)

    def line(self, outline: Outline, page: str = "", below: Markup = NOTHING) -> ContentsEntryView:
        """Return the line of a rule in the contents of a page, with the lines below it."""
        rule = outline.rule
        if rule.id not in self._lines:
            own_page, title = self.places.pages[rule.id], Markup.escape(plain(rule.title, self.book))
            href = own_page if self.places.heads[own_page] == rule.id else f"{own_page}#{rule.id}"
            self._lines[rule.id] = ContentsEntryView(rule.number, title, href)
        line = self._lines[rule.id]
        return replace(line, current=line.href == page, below=below) if below or line.href == page else line

    def sections(self, outlines: Iterable[Outline]) -> Markup:
        """Return the list of the sections that have pages of their own."""
        return self._list([self.line(each) for each in outlines])

    def _siblings(
        self, outlines: Sequence[Outline], page: str, after: tuple[ContentsEntryView, ...] = (), *, whole: bool
    ) -> Markup:
        """Return a list of rules, followed by the lines `after`. One of the rules may be open."""
        opened = self._opened(page)
        shown = range(len(outlines)) if whole else self._near(outlines, opened)
        at = next((at for at in shown if outlines[at].rule.id in opened), None)

        def rendered(open_line: ContentsEntryView | None = None) -> Markup:
            lines = (
                open_line if each == at and open_line is not None else self._closed(outlines[each], whole=whole)
                for each in shown
            )
            return self._list((*self._more(shown.start), *lines, *self._more(len(outlines) - shown.stop), *after))

        if at is None:
            return rendered()
        rule, sections = outlines[at].rule.id, outlines[at].sections
        all_below = whole or self.places.plan.sizes[rule] <= MOST_RULES or bool(opened[rule].below)
        below = self._siblings(sections, page, whole=all_below) if sections else NOTHING
        line = self.line(outlines[at], page, below)
        if not below or line.current or self._has_own_list:
            return rendered(line)
        key = line.href, whole, after
        if key not in self._around:
            self._around[key] = rendered(replace(line, below=HOLE)).split(HOLE)
        if len(self._around[key]) == 2:
            return below.join(self._around[key])
        return rendered(line)  # a title contains the private character

    def _closed(self, outline: Outline, *, whole: bool) -> ContentsEntryView:
        """Return the line of a closed rule; with `whole`, the rules below it are listed."""
        return self._with_all_below(outline, ALL_LEVELS) if whole else self.line(outline)

    @cached_property
    def _has_own_list(self) -> bool:
        """Whether the project has its own list template, which may use the lines below a line in any way."""
        return (self.project / FOLDER / LIST).exists()

    def _with_all_below(self, outline: Outline, levels: int) -> ContentsEntryView:
        """Return the line of a rule with `levels` levels of rules, including its own."""
        if not outline.sections or levels == 1:
            return self.line(outline)
        key = outline.rule.id, levels
        if key not in self._open:
            below = self._list([self._with_all_below(each, levels - 1) for each in outline.sections])
            self._open[key] = self.line(outline, below=below)
        return self._open[key]

    def _levels_of_overview(self) -> int:
        lines = len(self.places.chapters)
        level = [each for chapter in self.places.chapters for each in chapter.sections]
        levels = 1
        while level and (lines := lines + len(level)) <= MOST_ON_OVERVIEW:
            level = [each for outline in level for each in outline.sections]
            levels += 1
        return levels if level else ALL_LEVELS

    def _more(self, count: int) -> Iterator[ContentsEntryView]:
        """Yield a line that stands for `count` omitted lines."""
        if count:
            words = Markup.escape(translated(tell("{count:,} more", count=count), self.catalogue))
            yield ContentsEntryView("…", words, f"{OVERVIEW}#page-contents")

    def _list(self, entries: Sequence[ContentsEntryView]) -> Markup:
        return markup(self.project, LIST, self.book.game.language, entries=entries)

    def _near(self, outlines: Sequence[Outline], opened: Mapping[str, Outline]) -> range:
        """Return the positions of the rules to show: all, or the neighbours of the open rule."""
        if len(outlines) <= MOST_SIBLINGS:
            return range(len(outlines))
        places = (
            at for id_ in opened if (at := self.places.plan.places[id_]) < len(outlines) and outlines[at].rule.id == id_
        )
        here = next(places, 0)
        return range(max(0, here - NEIGHBOURS), min(len(outlines), here + NEIGHBOURS + 1))

    def _opened(self, page: str) -> Mapping[str, Outline]:
        """Return the rules that are open on a page: its first rule, as printed there, and the rules above it."""
        head = self._heads.get(page)
        if head is None:
            return {}
        return {above.id: Outline(above) for above in self.places.above(head.rule)} | {head.rule.id: head}

    @cached_property
    def _heads(self) -> Mapping[str, Outline]:
        return {page.name: page.outline for page in self.places.rule_pages}


# Links to the page in other languages of the game. Each language has its own web folder with the same file names.
# A list may be divided differently in each language, so these links lead to its first page.

DIVIDED = re.compile(r"(glossary|references)-.*")


def languages(file: str, game: Game) -> Iterator[LanguageView]:
    """Yield the other languages, each with the address of the page `file`."""
    page = DIVIDED.sub(r"\1.html", file)
    up = "../../" if game.is_translation else "../"
    for code in game.languages:
        if code != game.language:
            folder = "" if code == game.original_language else f"{code}/"
            yield LanguageView(code, _name(code), f"{up}{folder}web/{page}")


def _name(code: str) -> str:
    """Return the name of a language in that language."""
    from babel import Locale, UnknownLocaleError  # slow to import, and only a game in several languages needs it

    try:
        name = Locale.parse(code, sep="-").get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[0].upper() + name[1:]


# The metadata of a page for search engines, messengers and browsers

LONGEST = 160
"""The most characters of a description that search engines show."""
PREVIEW = "preview.png"
"""The picture in the web folder that messengers show for a link."""


def meta_view(file: str, description: str, game: Game) -> MetaView:
    """Return the metadata of the page `file` of the web folder."""
    web = f"{game.address}web/" if game.address else ""
    return MetaView(shortened(description), f"{web}{file}" if web else "", f"{web}{PREVIEW}")


def shortened(text: str) -> str:
    """Return a description of at most LONGEST characters, cut between words; " …" marks a cut."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return words
    return re.sub(r"[\s,;:.–-]*\S*$", "", words[: LONGEST - 1]) + " …"
