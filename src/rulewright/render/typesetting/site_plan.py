"""The plan of a site: what follows from ids, levels and lengths of the rules alone, and from none of their words.

An edit of a text seldom changes any of it. So the plan is made chapter by chapter and kept with these: as long as no
rule moves and no chapter gets too long for its page, it is the same object, and of ten thousand rules the preview looks
only at the chapter that was edited.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeVar
from weakref import WeakValueDictionary

from rulewright.model.book import Outline
from rulewright.model.game import Rule
from rulewright.once_per_value import once_per_value

T = TypeVar("T")

EXTERNAL = "external"
"""The page of rules that are cited and lie outside the source."""
FURTHER_TABLES = "tables"
"""The page of tables without a rule, the first one if there are several."""
OF_THE_SITE = re.compile(
    rf"(?:index|glossary|references|{FURTHER_TABLES}|all-tables|errata|rulings|questions|changes|differences|edition"
    rf"|card|code|go|search|offline|{EXTERNAL})(-.*)?"
)
"""Pages other than chapters: the page of a rule with such an id gets another name."""

Rows = tuple[tuple[str, int, bool], ...]
"""The rules of a chapter in reading order: the id of each, its level from 0, and whether it is a sidebar."""
Divided = frozenset[str]
"""The rules whose sections have pages of their own."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Form:
    """The form of a chapter. As long as a chapter has it, all equal ones are the same object."""

    rules: Rows
    ids: frozenset[str]


_FORMS: "WeakValueDictionary[Rows, Form]" = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page with a rule and all below it; of a `divided` one the sections have pages of their own.

    `above` is the rule whose section it is, empty for a chapter.
    """

    name: str
    rule: str
    above: str
    divided: bool


@dataclass(frozen=True, slots=True, eq=False)
class ChapterPlan:
    """A chapter: its pages, and for each rule its page, the rules above it, its place among its siblings, and its size.

    Sidebars have no place. A size counts the rules below one.
    """

    pages: tuple[PlannedPage, ...]
    page_of: Mapping[str, str]
    above: Mapping[str, tuple[str, ...]]
    places: Mapping[str, int]
    sizes: Mapping[str, int]


@once_per_value
def form_of(chapter: Outline) -> Form:
    rules = tuple(_rows(chapter, 0))
    return _FORMS.setdefault(rules, Form(rules, frozenset(id_ for id_, _, _ in rules)))


@once_per_value
def divided_by_letters(chapter: Outline, longest: int) -> Divided:
    """How a chapter is divided of which nothing but the letters count."""
    return divided_rules(chapter, {}, longest)


def divided_rules(chapter: Outline, further: Mapping[str, int], longest: int) -> Divided:
    """The rules with sections that are longer than a page, with all below them; `further` counts beside the letters."""
    full: dict[int, int] = {}
    found, parted = [], set[int]()
    lengths = [letters(each.rule) + further.get(each.rule.id, 0) for each in chapter.walk()]
    for (id_, level, sidebar), length in zip(reversed(form_of(chapter).rules), reversed(lengths), strict=True):
        whole = length + full.pop(level + 1, 0)
        full[level] = full.get(level, 0) + whole
        if level + 1 in parted and whole > longest:
            found.append(id_)
        parted.discard(level + 1)
        if not sidebar:
            parted.add(level)
    return frozenset(found)


@once_per_value
def letters(rule: Rule) -> int:
    """The letters of a rule alone."""
    return sum(len(text.source) for text in rule.prose())


@once_per_value
def below(chapter: Outline) -> Mapping[str, Outline]:
    """The rules below a chapter with those below them, by their ids."""
    return {each.rule.id: each for each in chapter.walk() if each is not chapter}


def planned(form: Form, divided: Divided) -> ChapterPlan:
    """The plan of a chapter, kept with its form."""
    plans = _plans(form)
    if divided not in plans:
        plans[divided] = _planned(form, divided)
    return plans[divided]


@once_per_value
def _plans(_: Form) -> dict[Divided, ChapterPlan]:
    return {}


def _planned(form: Form, divided: Divided) -> ChapterPlan:
    above, places, pages, page_names = dict[str, tuple[str, ...]](), dict[str, int](), list[PlannedPage](), {}
    trail, siblings, heads = list[str](), dict[str, int](), set[str]()
    for id_, level, sidebar in form.rules:
        del trail[level:]
        parent = trail[-1] if trail else ""
        above[id_] = tuple(trail)
        trail.append(id_)
        if not sidebar:
            places[id_] = siblings.get(parent, 0)
            siblings[parent] = places[id_] + 1
        if not parent or (parent in heads and parent in divided and not sidebar):
            heads.add(id_)
            pages.append(PlannedPage(page_of(id_), id_, parent, id_ in divided))
            page_names[id_] = pages[-1].name
        else:
            page_names[id_] = page_names[parent]
    return ChapterPlan(tuple(pages), page_names, above, places, _sizes(form))


def _sizes(form: Form) -> Mapping[str, int]:
    sizes, full = dict[str, int](), dict[int, int]()
    for id_, level, _ in reversed(form.rules):
        sizes[id_] = full.pop(level + 1, 0)
        full[level] = full.get(level, 0) + 1 + sizes[id_]
    return sizes


@lru_cache(8)
def together(chapters: tuple[ChapterPlan, ...]) -> ChapterPlan:
    """All chapters of a site as one."""
    return ChapterPlan(
        tuple(chain.from_iterable(each.pages for each in chapters)),
        _merged(each.page_of for each in chapters),
        _merged(each.above for each in chapters),
        _merged(each.places for each in chapters) | {each.pages[0].rule: at for at, each in enumerate(chapters)},
        _merged(each.sizes for each in chapters),
    )


def _rows(outline: Outline, level: int) -> Iterator[tuple[str, int, bool]]:
    yield outline.rule.id, level, outline.rule.sidebar
    for each in outline.below:
        yield from _rows(each, level + 1)


def _merged(parts: Iterable[Mapping[str, T]]) -> dict[str, T]:
    whole: dict[str, T] = {}
    for each in parts:
        whole.update(each)
    return whole


def page_of(id_: str) -> str:
    """The name of the page of a rule, if it has one."""
    return f"rule-{id_}.html" if OF_THE_SITE.fullmatch(id_) else f"{id_}.html"
