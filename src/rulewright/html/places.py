"""Find the address of each thing: its page and its anchor, relative to the web folder.

The division into pages depends on the ids, levels and lengths of rules, not on their words. It is remembered for each
chapter, so after an edit of a text the preview of a large game only looks at the chapter of that text.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.base.memo import memoised
from rulewright.book.book import EXAMPLE_PASSAGE, Book, Outline, citation_target, once_per_book
from rulewright.book.kinds import OF_CONTENT
from rulewright.entries.axes import OUTPUT
from rulewright.entries.references import Reference, all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.glossary import GlossaryPage, glossary, in_runs

# The plan of a site

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


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page of rules: its outline, and the sections of its rule that have pages of their own."""

    name: str
    outline: Outline
    sections: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The pages of rules in reading order: one for each chapter, or for each section of a long one.

    Of each rule it has the page, the rules above, the position among its siblings, and the number of rules below.
    Sidebars have no position.
    """

    pages: list[RulePage]
    page_of: dict[str, str]
    above: dict[str, tuple[str, ...]]
    places: dict[str, int]
    sizes: dict[str, int]

    def add(self, other: "SitePlan") -> None:
        self.pages.extend(other.pages)
        self.page_of.update(other.page_of)
        self.above.update(other.above)
        self.places.update(other.places)
        self.sizes.update(other.sizes)


@memoised()
def chapter_plan(chapter: Outline, further: frozenset[tuple[str, int]]) -> SitePlan:
    """Divide a chapter into pages. `further` are the lengths of tables and examples by rule, in characters."""
    plan, lengths, long = SitePlan([], {}, {}, {}, {}), dict(further), set[str]()

    def measure(outline: Outline) -> int:
        """Return the length of a rule with all rules below, and find the rules that are too long for one page."""
        id_ = outline.rule.id
        length = letters(outline.rule) + lengths.get(id_, 0) + sum(map(measure, outline.below))
        plan.sizes[id_] = sum(1 + plan.sizes[each.rule.id] for each in outline.below)
        if length > LONGEST and outline.sections:
            long.add(id_)
        return length

    def place(outline: Outline, above: tuple[str, ...], page: str = "") -> None:
        """Place a rule and all below it on the page of the rule above, or without one on a page of its own."""
        rule = outline.rule
        name = page or page_of(rule.id)
        is_divided = not page and rule.id in long
        plan.page_of[rule.id], plan.above[rule.id] = name, above
        if is_divided:
            sidebars = tuple(each for each in outline.below if each.rule.sidebar)
            plan.pages.append(RulePage(name, Outline(rule, sidebars), outline.sections))
        elif not page:
            plan.pages.append(RulePage(name, outline))
        for each in outline.below:
            place(each, (*above, rule.id), "" if is_divided and not each.rule.sidebar else name)
        plan.places.update({each.rule.id: at for at, each in enumerate(outline.sections)})

    measure(chapter)
    place(chapter, ())
    return plan


@memoised()
def letters(rule: Rule) -> int:
    """Return the number of letters in a rule, without the rules below it."""
    return sum(len(text.source) for text in rule.body())


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
    def plan(self) -> SitePlan:
        """The plan of all chapters together."""
        plan, further = SitePlan([], {}, {}, {}, {}), frozenset(self._further_lengths.items())
        for at, chapter in enumerate(self.chapters):
            plan.add(chapter_plan(chapter, further))
            plan.places[chapter.rule.id] = at
        return plan

    @property
    def rule_pages(self) -> Sequence[RulePage]:
        return self.plan.pages

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
        """The page of each term."""
        of_letters = ((page, entries) for page in self.glossary for _, entries in page.letters)
        return {entry.term.id: page.file for page, entries in of_letters for entry in entries if not entry.see}

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """The id of the first rule on each page; empty for the page of external rules."""
        return {**{page.name: page.outline.rule.id for page in self.plan.pages}, f"{EXTERNAL}.html": ""}

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
