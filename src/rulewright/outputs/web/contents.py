"""Make the contents of a page, links to the page in other languages, and metadata.

The contents show the chapters, and the rules of the open chapter. Full contents on each page would grow with the square
of a game: a thousand chapters would make a hundred megabytes. A chapter of very many rules opens only at the rule of
the page, and a long list shows only the neighbours of that rule; a link leads to the overview, which has all rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book, Outline
from rulewright.book.game import Game
from rulewright.book.wording import plain
from rulewright.html.environment import markup
from rulewright.html.places import EXTERNAL, FURTHER_TABLES, Places

MOST_RULES = 200
"""A chapter with more rules than this opens only at the rule of the page."""
MOST_ON_OVERVIEW = 500
"""The most lines of the contents on the overview. It shows as many levels as fit, and at least the chapters."""
MOST_SIBLINGS, NEIGHBOURS = 60, 20
"""A list of more than MOST_SIBLINGS rules shows only NEIGHBOURS rules on each side of the open rule."""
OVERVIEW = "index.html"
ALL_LEVELS = 99
LIST = "web/contents-list.html.j2"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the contents, with the list of lines `below` it. `current` marks the page that is shown."""

    number: str
    title: str
    href: str
    current: bool = False
    below: str = ""


class Contents:
    """The contents of one book for each page."""

    def __init__(self, book: Book, places: Places, project: Path) -> None:
        self.book, self.places, self.project = book, places, project
        self._open: dict[tuple[str, int], Line] = {}
        """Lines with all lines below them, which several pages share."""

    def on_page(self, page: str) -> Markup:
        """Return the contents for a page. The overview shows all of them, or as many levels as fit."""
        after = tuple(self._after_the_rules(page))
        if page == OVERVIEW:
            levels = self._levels_of_overview()
            return self._list((*(self._with_all_below(chapter, levels) for chapter in self.places.chapters), *after))
        return self._siblings(self.places.chapters, page, after, whole=False)

    def _after_the_rules(self, page: str) -> Iterator[Line]:
        """Yield lines for the pages that follow the chapters, unless these pages are empty."""
        if self.places.further_tables:
            current = page in self.places.further_table_pages
            yield Line("", tell("Further tables"), f"{FURTHER_TABLES}.html", current)
        if self.places.external:
            href = f"{EXTERNAL}.html"
            yield Line("", tell("Rules outside this source"), href, href == page)

    def line(self, outline: Outline, page: str = "", below: str = "") -> Line:
        """Return the line of a rule in the contents of a page, with the lines below it."""
        rule = outline.rule
        own_page = self.places.pages[rule.id]
        href = own_page if self.places.heads[own_page] == rule.id else f"{own_page}#{rule.id}"
        return Line(rule.number, plain(rule.title, self.book), href, href == page, below)

    def sections(self, outlines: Iterable[Outline]) -> Markup:
        """Return the list of the sections that have pages of their own."""
        return self._list([self.line(each) for each in outlines])

    def _siblings(self, outlines: Sequence[Outline], page: str, after: tuple[Line, ...] = (), *, whole: bool) -> Markup:
        """Return a list of rules, followed by the lines `after`. One of the rules may be open.

        With `whole`, all rules are listed, with all rules below them.
        """
        opened = self._opened(page)
        shown = range(len(outlines)) if whole else self._near(outlines, opened)

        def line(outline: Outline) -> Line:
            rule, sections = outline.rule.id, outline.sections
            if rule not in opened:
                return self._with_all_below(outline, ALL_LEVELS) if whole else self.line(outline)
            all_below = whole or self.places.plan.sizes[rule] <= MOST_RULES or bool(opened[rule].below)
            return self.line(outline, page, self._siblings(sections, page, whole=all_below) if sections else "")

        lines = [line(outlines[at]) for at in shown]
        return self._list((*self._more(shown.start), *lines, *self._more(len(outlines) - shown.stop), *after))

    def _with_all_below(self, outline: Outline, levels: int) -> Line:
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

    def _more(self, count: int) -> Iterator[Line]:
        """Yield a line that stands for `count` omitted lines."""
        if count:
            yield Line("…", tell("{count:,} more", count=count), f"{OVERVIEW}#page-contents")

    def _list(self, lines: Sequence[Line]) -> Markup:
        return markup(self.project, LIST, self.book.game.language, entries=lines)

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


def languages(file: str, game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the other languages: the code of each, its name, and the address of the page `file` in it."""
    page = DIVIDED.sub(r"\1.html", file)
    up = "../../" if game.is_translation else "../"
    for code in game.languages:
        if code != game.language:
            folder = "" if code == game.original_language else f"{code}/"
            yield code, _name(code), f"{up}{folder}web/{page}"


def _name(code: str) -> str:
    """Return the name of a language in that language."""
    from babel import Locale, UnknownLocaleError  # slow to import, and only a game in several languages needs it

    try:
        name = Locale.parse(code, sep="-").get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[0].upper() + name[1:]


LONGEST = 160
"""The most characters of a description that search engines show."""
PREVIEW = "preview.png"
"""The picture in the web folder that messengers show for a link."""


def shortened(text: str) -> str:
    """Return a description of at most LONGEST characters, cut between words; " …" marks a cut."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return words
    return re.sub(r"[\s,;:.–-]*\S*$", "", words[: LONGEST - 1]) + " …"
