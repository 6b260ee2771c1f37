"""The contents beside a page: the chapters, and the rules of the chapter that is read.

Contents of everything on each page grow with the square of a game: a thousand chapters would make a hundred megabytes.
A chapter of very many rules opens only where one reads, and of a long list only the neighbours are shown; a link leads
to the overview, which has all of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from rulewright.model.book import Book, Outline
from rulewright.model.game import Game, Rule
from rulewright.render.templating.faults import FOLDER
from rulewright.render.typesetting.environment import markup
from rulewright.render.typesetting.places import EXTERNAL, FURTHER_TABLES, Places
from rulewright.render.web.views import NOTHING, ContentsEntryView, LanguageView, MetaView
from rulewright.translation.catalogues import catalogue
from rulewright.translation.markup import translated
from rulewright.translation.messages import tell
from rulewright.wording import plain

MOST_RULES = 200
"""A chapter of more rules is not opened as a whole."""
MOST_ON_OVERVIEW = 500
"""The overview shows so many levels of the contents as have no more lines; the chapters in any case."""
MOST_SIBLINGS, NEIGHBOURS = 60, 20
"""Of a longer list only so many are shown on each side of the one that is read."""
OVERVIEW = "index.html"
ALL_LEVELS = 99
LIST = "web/contents-list.html.j2"
HOLE = Markup("\uf8ff")
"""Stands for the lines below a line."""


class Contents:
    """The contents of one book, page by page. What is the same on several pages is made once."""

    def __init__(self, book: Book, places: Places, project: Path) -> None:
        self.book, self.places, self.project = book, places, project
        self.catalogue = catalogue(book.game.language)
        self._open: dict[tuple[str, int], ContentsEntryView] = {}
        self._lines: dict[str, ContentsEntryView] = {}
        self._around: dict[tuple[str, bool, tuple[ContentsEntryView, ...]], list[Markup]] = {}
        """What lists have before and after the lines below their open one, where several pages show these."""

    def beside(self, page: str) -> Markup:
        """The contents on a page; on the overview all of them, or as many levels as there is room for."""
        if page == OVERVIEW:
            every = (self._with_all_below(chapter, self._levels_of_overview) for chapter in self.places.chapters)
            return self._list((*every, *self._after_the_rules(page)))
        return self._siblings(self.places.chapters, page, tuple(self._after_the_rules(page)), whole=False)

    def _after_the_rules(self, page: str) -> Iterator[ContentsEntryView]:
        """The pages that follow the chapters, if there is something on them."""
        places = self.places
        pages = (
            (FURTHER_TABLES, tell("Further tables"), places.further_tables),
            (EXTERNAL, tell("Rules outside this source"), places.external),
        )
        for name, title, shown in pages:
            if shown:
                href = f"{name}.html"
                current = page in places.further_table_pages if name == FURTHER_TABLES else href == page
                yield ContentsEntryView("", Markup.escape(title), href, current)

    def line(self, outline: Outline, page: str = "", below: Markup = NOTHING) -> ContentsEntryView:
        """A rule in the contents beside a page, with the lines below it."""
        line = self._line(outline.rule)
        return replace(line, current=line.href == page, below=below) if below or line.href == page else line

    def sections(self, outlines: Iterable[Outline]) -> Markup:
        """The list of those that have pages of their own."""
        return self._list([self.line(each) for each in outlines])

    def _siblings(
        self, outlines: Sequence[Outline], page: str, after: tuple[ContentsEntryView, ...] = (), *, whole: bool
    ) -> Markup:
        """The list of some rules, of which one may be open, and of what comes after them."""
        opened = self._opened(page)
        shown = range(len(outlines)) if whole else self._near(outlines, opened)
        at = next((at for at in shown if outlines[at].rule.id in opened), None)
        if at is None:
            return self._list(self._lines_of(outlines, shown, after, {}, whole=whole))
        line = self._open_line(outlines[at], page, opened, whole=whole)
        if not line.below or line.current or self._has_own_list:
            return self._list(self._lines_of(outlines, shown, after, {at: line}, whole=whole))
        key = line.href, whole, after
        if key not in self._around:
            closed = self._lines_of(outlines, shown, after, {at: replace(line, below=HOLE)}, whole=whole)
            self._around[key] = self._list(closed).split(HOLE)
        begin, *ends = self._around[key]
        if len(ends) == 1:
            return Markup(f"{begin}{line.below}{ends[0]}")  # noqa: S704 - of markup
        return self._list(self._lines_of(outlines, shown, after, {at: line}, whole=whole))  # a title has this sign

    def _lines_of(
        self,
        outlines: Sequence[Outline],
        shown: range,
        after: Sequence[ContentsEntryView],
        opened: Mapping[int, ContentsEntryView],
        *,
        whole: bool,
    ) -> Sequence[ContentsEntryView]:
        """The lines of those shown, with what stands for the others; `opened` are lines by their places."""
        lines = (opened.get(at) or self._closed(outlines[at], whole=whole) for at in shown)
        return (*self._more(shown.start), *lines, *self._more(len(outlines) - shown.stop), *after)

    def _closed(self, outline: Outline, *, whole: bool) -> ContentsEntryView:
        """A rule that is not open: with those below it, if they are all shown."""
        return self._with_all_below(outline, ALL_LEVELS) if whole else self.line(outline)

    def _open_line(
        self, outline: Outline, page: str, opened: Mapping[str, Outline], *, whole: bool
    ) -> ContentsEntryView:
        """A rule with those below it."""
        whole = whole or self.places.plan.sizes[outline.rule.id] <= MOST_RULES or bool(opened[outline.rule.id].below)
        sections = outline.sections
        return self.line(outline, page, self._siblings(sections, page, whole=whole) if sections else NOTHING)

    @cached_property
    def _has_own_list(self) -> bool:
        """Whether the project has a template of its own, which may do anything with the lines below a line."""
        return (self.project / FOLDER / LIST).exists()

    def _with_all_below(self, outline: Outline, levels: int) -> ContentsEntryView:
        """A rule with those below it, so many levels deep."""
        if not outline.sections or levels == 1:
            return self.line(outline)
        key = outline.rule.id, levels
        if key not in self._open:
            below = self._list([self._with_all_below(each, levels - 1) for each in outline.sections])
            self._open[key] = self.line(outline, below=below)
        return self._open[key]

    @cached_property
    def _levels_of_overview(self) -> int:
        lines = len(self.places.chapters)
        level = [each for chapter in self.places.chapters for each in chapter.sections]
        levels = 1
        while level and (lines := lines + len(level)) <= MOST_ON_OVERVIEW:
            level = [each for outline in level for each in outline.sections]
            levels += 1
        return levels if level else ALL_LEVELS

    def _more(self, count: int) -> Iterator[ContentsEntryView]:
        """The line that stands for so many that are left out."""
        if count:
            words = Markup.escape(translated(tell("{count:,} more", count=count), self.catalogue))
            yield ContentsEntryView("…", words, f"{OVERVIEW}#page-contents")

    def _list(self, entries: Sequence[ContentsEntryView]) -> Markup:
        return markup(self.project, LIST, self.book.game.language, entries=entries)

    def _near(self, outlines: Sequence[Outline], opened: Mapping[str, Outline]) -> range:
        """The places of those to show: all, or the neighbours of the one that is open."""
        if len(outlines) <= MOST_SIBLINGS:
            return range(len(outlines))
        places = (
            at for id_ in opened if (at := self.places.plan.places[id_]) < len(outlines) and outlines[at].rule.id == id_
        )
        here = next(places, 0)
        return range(max(0, here - NEIGHBOURS), min(len(outlines), here + NEIGHBOURS + 1))

    def _opened(self, page: str) -> Mapping[str, Outline]:
        """The rules that are open beside a page: those above the one that heads it, and that, as the page prints it."""
        head = self._heads.get(page)
        if head is None:
            return {}
        return {above.id: Outline(above) for above in self.places.above(head.rule)} | {head.rule.id: head}

    @cached_property
    def _heads(self) -> Mapping[str, Outline]:
        return {page.name: page.outline for page in self.places.rule_pages}

    def _line(self, rule: Rule) -> ContentsEntryView:
        """The line of a rule, as it is beside the pages of others."""
        if rule.id not in self._lines:
            page, title = self.places.pages[rule.id], Markup.escape(plain(rule.title, self.book))
            href = page if self.places.heads[page] == rule.id else f"{page}#{rule.id}"
            self._lines[rule.id] = ContentsEntryView(rule.number, title, href)
        return self._lines[rule.id]


# The same page in the other languages of the game

DIVIDED = re.compile(r"(glossary|references)-.*")


def languages(file: str, game: Game) -> Iterator[LanguageView]:
    """The other languages, each with the address of the page `file` in it."""
    page = DIVIDED.sub(r"\1.html", file)
    up = "../../" if game.is_translation else "../"
    for code in game.languages:
        if code != game.language:
            folder = "" if code == game.original_language else f"{code}/"
            yield LanguageView(code, _name(code), f"{up}{folder}web/{page}")


def _name(code: str) -> str:
    """What the speakers of a language call it."""
    from babel import Locale, UnknownLocaleError  # slow to import, and only a game in several languages needs it

    try:
        name = Locale.parse(code, sep="-").get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[0].upper() + name[1:]


# The metadata of a page for search engines, messengers and browsers

LONGEST = 160
"""Characters of a description that search engines show."""
PREVIEW = "preview.png"
"""The picture that messengers show, in the web folder."""


def meta_view(file: str, description: str, game: Game) -> MetaView:
    """The metadata of the page `file` of the web folder."""
    web = f"{game.address}web/" if game.address else ""
    return MetaView(shortened(description), f"{web}{file}" if web else "", f"{web}{PREVIEW}")


def shortened(text: str) -> str:
    """The words that fit, with an ellipsis if there are more."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return words
    return re.sub(r"[\s,;:.–-]*\S*$", "", words[: LONGEST - 1]) + " …"
