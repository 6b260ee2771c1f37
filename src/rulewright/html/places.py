"""Find the address of each thing: its page and its anchor, relative to the web folder.

The division into pages depends on the ids, levels and lengths of rules, not on their words. It is computed and cached
for each chapter, so after an edit of a text the preview of a large game only looks at the chapter of that text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

from rulewright.base.memo import memoised
from rulewright.book.book import EXAMPLE_PASSAGE, Book, Outline, citation_target, once_per_book
from rulewright.book.frame import frame_of
from rulewright.book.kinds import OF_CONTENT
from rulewright.entries.axes import OUTPUT
from rulewright.entries.references import Reference, all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.glossary import GlossaryPage, glossary, in_runs

# The plan of a site

T = TypeVar("T")

EXTERNAL = "external"
"""The page of rules that are cited but are not part of the source."""
FURTHER_TABLES = "tables"
"""The first page of tables that belong to no rule."""
LISTED = {kind.name: kind.section for kind in OF_CONTENT if kind.is_remark or not kind.has_place}
"""The pages that list all entries of a kind."""
OF_THE_SITE = re.compile(
    rf"(?:index|glossary|references|{FURTHER_TABLES}|all-tables|{'|'.join(LISTED.values())}|questions|changes"
    rf"|differences|edition|card|code|go|search|offline|{EXTERNAL})(-.*)?"
)
"""The names of pages other than chapters. A rule with such an id gets another name for its page."""

Rows = tuple[tuple[str, int, bool], ...]
"""The rules of a chapter in reading order: the id of each, its level from 0, and whether it is a sidebar."""
Divided = frozenset[str]
"""The rules whose sections have pages of their own."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Form:
    """The ids, levels and sidebars of a chapter. Chapters with equal rows share one object, the key of caches."""

    rules: Rows
    ids: frozenset[str]


@memoised(weak=True)
def _form(rules: Rows) -> Form:
    return Form(rules, frozenset(id_ for id_, _, _ in rules))


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page with a rule and all rules below it. Sections of a `divided` rule have pages of their own.

    `above` is the id of the rule that the page is a section of, empty for a chapter.
    """

    name: str
    rule: str
    above: str
    divided: bool


@dataclass(frozen=True, slots=True, eq=False)
class ChapterPlan:
    """The pages of a chapter, and each rule's page, the rules above it, its position among siblings, and its size.

    Sidebars have no position. The size of a rule is the number of rules below it.
    """

    pages: tuple[PlannedPage, ...]
    page_of: Mapping[str, str]
    above: Mapping[str, tuple[str, ...]]
    places: Mapping[str, int]
    sizes: Mapping[str, int]


@memoised()
def form_of(chapter: Outline) -> Form:
    return _form(tuple(_rows(chapter, 0)))


@memoised()
def divided_by_letters(chapter: Outline, longest: int) -> Divided:
    """Return the divided rules of a chapter without tables and examples."""
    return divided_rules(chapter, {}, longest)


def divided_rules(chapter: Outline, further: Mapping[str, int], longest: int) -> Divided:
    """Return the rules that have sections and are too long for one page.

    `further` are the lengths of the tables and examples of rules, in characters.
    """
    full: dict[int, int] = {}
    divided, parted = set[str](), set[int]()
    lengths = [letters(each.rule) + further.get(each.rule.id, 0) for each in chapter.walk()]
    for (id_, level, sidebar), length in zip(reversed(form_of(chapter).rules), reversed(lengths), strict=True):
        whole = length + full.pop(level + 1, 0)
        full[level] = full.get(level, 0) + whole
        if level + 1 in parted and whole > longest:
            divided.add(id_)
        parted.discard(level + 1)
        if not sidebar:
            parted.add(level)
    return frozenset(divided)


@memoised()
def letters(rule: Rule) -> int:
    """Return the number of letters in a rule, without the rules below it."""
    return sum(len(text.source) for text in rule.body())


@memoised()
def below(chapter: Outline) -> Mapping[str, Outline]:
    """Return the outlines of all rules below a chapter, by their ids."""
    return {each.rule.id: each for each in chapter.walk() if each is not chapter}


@memoised()
def chapter_plan(form: Form, divided: Divided) -> ChapterPlan:
    """Return the plan of a chapter."""
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
    sizes, full = dict[str, int](), dict[int, int]()
    for id_, level, _ in reversed(form.rules):
        sizes[id_] = full.pop(level + 1, 0)
        full[level] = full.get(level, 0) + 1 + sizes[id_]
    return ChapterPlan(tuple(pages), page_names, above, places, sizes)


@memoised(8)
def site_plan(chapters: tuple[ChapterPlan, ...]) -> ChapterPlan:
    """Combine the plans of all chapters into one for the site."""
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
    """Return the file name for the page of a rule."""
    return f"rule-{id_}.html" if OF_THE_SITE.fullmatch(id_) else f"{id_}.html"


NUMBER = re.compile(r"[A-Za-z]{0,2}[0-9][0-9A-Za-z.–-]*|[A-Z]+(?:\.[0-9A-Za-z.–-]+)?|[a-z]+\.[0-9A-Za-z.–-]+")
"""Rule numbers that can be anchors. They never look like ids, which have only small letters and no dots."""

LONGEST = 16_000
"""Characters of a chapter; a cell of a table counts as CELL. A longer chapter has a page for each section, so that
pages stay below 100 kB."""
CELL = 40
LONGEST_REFERENCES = 12_000
"""The most characters on one page of quick references; it is lower because they have more links."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page of rules: its outline, the outline of the rule that it is a section of, and its own sections."""

    name: str
    outline: Outline
    above: Outline | None = None
    sections: tuple[Outline, ...] = ()


class Places:
    """The addresses of all things of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def chapters(self) -> tuple[Outline, ...]:
        return tuple(outline for outline in self.book.outline if not outline.rule.external)

    @cached_property
    def external(self) -> tuple[Outline, ...]:
        return tuple(outline for outline in self.book.outline if outline.rule.external)

    @cached_property
    def further_tables(self) -> tuple[Table, ...]:
        """The tables that belong to no rule."""
        return self.book.tables_of.get("", ())

    @cached_property
    def further_table_pages(self) -> Mapping[str, tuple[Table, ...]]:
        """The tables that belong to no rule, by page name: one page, or several if one would be too large."""
        tables = self.further_tables
        pages = in_runs(tables, [CELL * len(table.cases) for table in tables], LONGEST)
        return {f"{FURTHER_TABLES}{f'-{at}' if at > 1 else ''}.html": tuple(page) for at, page in enumerate(pages, 1)}

    @cached_property
    def _further_table_page(self) -> Mapping[str, str]:
        return {table.id: page for page, tables in self.further_table_pages.items() for table in tables}

    @cached_property
    def plan(self) -> ChapterPlan:
        """The plan of all chapters together."""
        return site_plan(tuple(chapter_plan(form_of(chapter), self._divided(chapter)) for chapter in self.chapters))

    def _divided(self, chapter: Outline) -> Divided:
        if form_of(chapter).ids.isdisjoint(self._further_lengths):
            return divided_by_letters(chapter, LONGEST)
        return divided_rules(chapter, self._further_lengths, LONGEST)

    @cached_property
    def rule_pages(self) -> tuple[RulePage, ...]:
        """The pages of rules in reading order: one for each chapter, or for each section of a long one."""
        inner = {chapter.rule.id: chapter for chapter in self.chapters}
        for chapter in self.chapters:
            inner |= below(chapter)
        pages = []
        for page in self.plan.pages:
            outline, above = inner[page.rule], inner[page.above] if page.above else None
            sections = outline.sections if page.divided else ()
            if page.divided:
                outline = Outline(outline.rule, tuple(each for each in outline.below if each.rule.sidebar))
            pages.append(RulePage(page.name, outline, above, sections))
        return tuple(pages)

    def lengths(self) -> Mapping[str, int]:
        """Return the length of each rule, which decides where chapters are divided."""
        walked = (each.rule for top in self.book.outline for each in top.walk())
        return {rule.id: letters(rule) + self._further_lengths.get(rule.id, 0) for rule in walked}

    @cached_property
    def _further_lengths(self) -> Mapping[str, int]:
        """What a rule's tables and examples add to its length, in characters.

        In a translation it is the difference to the length of the original, so that both have the same pages.
        """
        game, further = self.book.game, Counter[str]()
        if game.lengths:
            return {rule.id: game.lengths.get(rule.id, letters(rule)) - letters(rule) for rule in game.rules}
        for table in game.tables:
            if (rule := self.book.rule_of(table.rule)) is not None:
                further[rule.id] += CELL * len(table.cases)
        for example in game.examples:
            if (rule := self.book.rule_of(example.rule)) is not None:
                further[rule.id] += sum(len(text.source) for text in example.prose())
        return further

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The page of each rule."""
        return {**self.plan.page_of, **{outline.rule.id: f"{EXTERNAL}.html" for outline in self.external}}

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The quick references in the order of the chapters of their rules, then in the order of the source."""
        chapter = {inner.rule.id: at for at, each in enumerate(self.chapters) for inner in each.walk()}

        def place(reference: Reference) -> int:
            rule = self.book.rule_of(reference.rule)
            return chapter.get(rule.id, len(chapter)) if rule else len(chapter)

        return tuple(sorted(self.book.game.references, key=place))

    @cached_property
    def reference_pages(self) -> Mapping[str, str]:
        """The page of each quick reference: one page for all, or one for each chapter if there are many."""
        references = self.book.game.references
        if sum(map(self._reference_length, references)) <= LONGEST_REFERENCES:
            return {reference.id: "references.html" for reference in references}
        chapter_of = {inner.rule.id: chapter.rule.id for chapter in self.chapters for inner in chapter.walk()}
        rules = {reference.id: self.book.rule_of(reference.rule) for reference in references}
        return {
            id_: f"references-{chapter_of[rule.id]}.html" if rule and rule.id in chapter_of else "references.html"
            for id_, rule in rules.items()
        }

    def _reference_length(self, reference: Reference) -> int:
        items = list(all_bullets(reference.items))
        tables = [target.id for item in items if (target := self.book.target_of(item.table)) is not None]
        cells = sum(len(self.book.tables[table].cases) for table in tables)
        return sum(len(item.text.source) for item in items) + CELL * cells

    def above(self, rule: Rule) -> tuple[Rule, ...]:
        """Return the rules above a rule, the nearest last."""
        return tuple(self.book.rules[id_] for id_ in self.plan.above.get(rule.id, ()))

    @cached_property
    def rule_at(self) -> Mapping[str, Rule]:
        """The rule of each number and of each former number or id; a current number beats a former one."""
        rules = self.book.game.rules
        by_name = {former.name: rule for rule in rules for former in (*rule.former_numbers, *rule.former_ids)}
        by_name |= {rule.number: rule for rule in rules if rule.number}
        return {name: rule for name, rule in by_name.items() if name not in self.book.rules}

    def anchors(self, rule: Rule) -> tuple[str, ...]:
        """Return the anchors of a rule in addition to its id: its present and former numbers, and its former ids."""
        ids = [former.name for former in rule.former_ids]
        all_numbers = (rule.number, *(former.name for former in rule.former_numbers))
        numbers = [name for name in all_numbers if NUMBER.fullmatch(name)]
        return tuple(name for name in dict.fromkeys((*numbers, *ids)) if self.rule_at.get(name) is rule)

    @cached_property
    def glossary(self) -> tuple[GlossaryPage, ...]:
        """The pages of the glossary."""
        return glossary(self.book)

    @cached_property
    def term_pages(self) -> Mapping[str, str]:
        """The page of each term. It is cached with the frame of the book."""
        frame = frame_of(self.book)
        terms = self.book.game.terms
        return frame.of_entries("term pages", terms, self._pages_of_terms) if frame else self._pages_of_terms()

    def _pages_of_terms(self) -> Mapping[str, str]:
        of_letters = ((page, entries) for page in self.glossary for _, entries in page.letters)
        return {entry.term.id: page.file for page, entries in of_letters for entry in entries if not entry.see}

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """The id of the first rule on each page; empty for the page of external rules."""
        return {**{page.name: page.rule for page in self.plan.pages}, f"{EXTERNAL}.html": ""}

    def href(self, target: Target) -> str:
        """Return the address of a thing, or "". A fact has the address of its rule."""
        match target.kind:
            case "rule":
                return f"{self.pages[target.id]}#{target.id}"
            case "term":
                return f"{self.term_pages[target.id]}#{target.id}"
            case "mark":
                return f"{self.glossary[-1].file}#mark-{target.id}"
            case "table":
                rule = self.book.rule_of(self.book.tables[target.id].rule)
                return f"{self.pages[rule.id] if rule else self._further_table_page[target.id]}#table-{target.id}"
            case "cell":
                table_at, anchor = self.href(citation_target(target)), self.anchor(target)
                return f"{table_at.partition('#')[0]}#{anchor}" if anchor else table_at
            case "reference":
                return f"{self.reference_pages[target.id]}#reference-{target.id}"
            case "example":
                rule = self.book.rule_of(self.book.examples[target.id].rule)
                return f"{self.pages[rule.id] if rule else 'index.html'}#example-{target.id}"
            case "figure":
                return self._figure(target.id)
            case "card":
                return f"card-{target.id}.html"
            case "fact":
                rule = self.book.rule_of(self.book.facts[target.id].rule)
                return f"{self.pages[rule.id]}#{rule.id}" if rule else ""
            case kind if kind in LISTED:
                return f"{LISTED[kind]}.html#{target.id}"
        return ""

    def _figure(self, id_: str) -> str:
        """Return the address of a figure: on the page of its rule, or of the passage that prints it; or ""."""
        figure = self.book.figures[id_]
        passage = self.book.figure_order.placed_by(figure)
        example = (
            self.book.examples.get(passage.removeprefix(EXAMPLE_PASSAGE))
            if passage.startswith(EXAMPLE_PASSAGE)
            else None
        )
        rule = self.book.rule_of(example.rule if example and passage not in self.book.rules else figure.rule)
        page = self.pages.get(passage) or (self.pages.get(rule.id) if rule else None)
        return f"{page}#figure-{id_}" if page else ""

    def anchor(self, cell: Target) -> str:
        """Return the id of a quoted cell on its page; "" if the cell is merged with equal neighbours."""
        table = self.book.tables[citation_target(cell).id]
        columns = [key.written for key in self.book.case(cell).keys if key.axis == OUTPUT]
        merged = any(output.merged for output in table.outputs if output.id in columns)
        return "" if merged else f"table-{cell.id.replace(':', '-cell-')}"


@once_per_book
def places_of(book: Book) -> Places:
    """Return the addresses of a book. They are computed once."""
    return Places(book)


def anchor_in_print(target: Target) -> str:
    """Return the anchor of a thing in the printed rulebook; a cell has the anchor of its table."""
    thing = citation_target(target)
    return f"{thing.kind}-{thing.id}"
