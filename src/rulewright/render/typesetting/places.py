"""Where things are published: the page and anchor of each rule, term and table, relative to the web folder."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.model.book import EXAMPLE_PASSAGE, Book, Outline, Target, citation_target, once_per_book
from rulewright.model.frame import frame_of
from rulewright.model.game import Reference, Rule
from rulewright.model.owners import items_below
from rulewright.model.table import OUTPUT, Table
from rulewright.render.typesetting.glossary import GlossaryPage, glossary
from rulewright.render.typesetting.site_plan import (
    EXTERNAL,
    FURTHER_TABLES,
    ChapterPlan,
    Divided,
    PlannedPage,
    below,
    divided_by_letters,
    divided_rules,
    form_of,
    letters,
    planned,
    together,
)

NUMBER = re.compile(r"[A-Za-z]{0,2}[0-9][0-9A-Za-z.–-]*|[A-Z]+(?:\.[0-9A-Za-z.–-]+)?|[a-z]+\.[0-9A-Za-z.–-]+")
"""The form of a rule number that can be an anchor: ids have small letters and no dots, and no other begins with one."""

LONGEST = 16_000
"""Characters of a chapter, where a cell of a table counts as CELL. A longer chapter has a page for each section, which
keeps a page with its links below 100 kB."""
CELL = 40
LONGEST_REFERENCES = 12_000
"""The same for quick references, which are denser with links."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page of rules: what it prints, and the rule whose section it is, if that has a page of its own."""

    name: str
    outline: Outline
    above: Outline | None = None
    sections: tuple[Outline, ...] = ()


class Places:
    """The addresses of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def chapters(self) -> tuple[Outline, ...]:
        """The outlines at the top."""
        return tuple(outline for outline in self.book.outline if not outline.rule.external)

    @cached_property
    def external(self) -> tuple[Outline, ...]:
        return tuple(outline for outline in self.book.outline if outline.rule.external)

    @cached_property
    def further_tables(self) -> tuple[Table, ...]:
        """The tables without a rule."""
        return self.book.tables_of.get("", ())

    @cached_property
    def further_table_pages(self) -> Mapping[str, tuple[Table, ...]]:
        """The pages of tables without a rule, by their names: one, or several if one would be too large."""
        pages: list[list[Table]] = []
        length = 0
        for table in self.further_tables:
            own = CELL * len(table.cases)
            if not pages or length + own > LONGEST:
                pages.append([])
                length = 0
            pages[-1].append(table)
            length += own
        return {f"{FURTHER_TABLES}{f'-{at}' if at > 1 else ''}.html": tuple(page) for at, page in enumerate(pages, 1)}

    @cached_property
    def _further_table_page(self) -> Mapping[str, str]:
        return {table.id: page for page, tables in self.further_table_pages.items() for table in tables}

    @cached_property
    def plan(self) -> ChapterPlan:
        """Pages, and what is around each rule, of all chapters."""
        return together(tuple(planned(form_of(chapter), self._divided(chapter)) for chapter in self.chapters))

    def _divided(self, chapter: Outline) -> Divided:
        further = self._further_lengths
        if form_of(chapter).ids.isdisjoint(further):
            return divided_by_letters(chapter, LONGEST)
        return divided_rules(chapter, further, LONGEST)

    @cached_property
    def rule_pages(self) -> tuple[RulePage, ...]:
        """The pages of rules in reading order: one for each chapter, or for each section of a long one."""
        inner = {chapter.rule.id: chapter for chapter in self.chapters}
        for chapter in self.chapters:
            inner |= below(chapter)
        return tuple(_rule_page(page, inner) for page in self.plan.pages)

    def lengths(self) -> Mapping[str, int]:
        """The length of each rule: chapters are divided by them."""
        walked = (each.rule for top in self.book.outline for each in top.walk())
        return {rule.id: letters(rule) + self._further_lengths.get(rule.id, 0) for rule in walked}

    @cached_property
    def _further_lengths(self) -> Mapping[str, int]:
        """What counts beside its letters for the length of a rule, where something does.

        A translation is divided as its original is.
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
        """The quick references by the chapters of their rules, within a chapter in the order of the source."""
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
        items = list(items_below(reference.items))
        tables = [target.id for item in items if (target := self.book.target_of(item.table)) is not None]
        cells = sum(len(self.book.tables[table].cases) for table in tables)
        return sum(len(item.text.source) for item in items) + CELL * cells

    def above(self, rule: Rule) -> tuple[Rule, ...]:
        """The rules above a rule, the nearest last."""
        return tuple(self.book.rules[id_] for id_ in self.plan.above.get(rule.id, ()))

    @cached_property
    def rule_at(self) -> Mapping[str, Rule]:
        """The rule of each number and of each former number or id; a current number beats a former one."""
        rules = self.book.game.rules
        found = {former.name: rule for rule in rules for former in (*rule.former_numbers, *rule.former_ids)}
        found |= {rule.number: rule for rule in rules if rule.number}
        return {name: rule for name, rule in found.items() if name not in self.book.rules}

    def anchors(self, rule: Rule) -> tuple[str, ...]:
        """The anchors of a rule beside its id: its numbers, now and former, and its former ids."""
        ids = [former.name for former in rule.former_ids]
        all_numbers = (rule.number, *(former.name for former in rule.former_numbers))
        numbers = [name for name in all_numbers if NUMBER.fullmatch(name)]
        return tuple(name for name in dict.fromkeys((*numbers, *ids)) if self.rule_at.get(name) is rule)

    @cached_property
    def glossary(self) -> tuple[GlossaryPage, ...]:
        """The glossary, page by page."""
        return glossary(self.book)

    @cached_property
    def term_pages(self) -> Mapping[str, str]:
        """The page of each term. An edit of another thing seldom makes it another one."""
        frame = frame_of(self.book)
        terms = self.book.game.terms
        return frame.of_things("term pages", terms, self._pages_of_terms) if frame else self._pages_of_terms()

    def _pages_of_terms(self) -> Mapping[str, str]:
        entries = ((page, entry) for page in self.glossary for _, found in page.letters for entry in found)
        return {entry.term.id: page.file for page, entry in entries if not entry.see}

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """The rule that heads each page; none on the page of external rules."""
        return {**{page.name: page.rule for page in self.plan.pages}, f"{EXTERNAL}.html": ""}

    def href(self, target: Target) -> str:
        """The address of a thing; that of a fact is its rule's, or empty."""
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
            case "erratum":
                return f"errata.html#{target.id}"
            case "ruling":
                return f"rulings.html#{target.id}"
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
        return ""

    def _figure(self, id_: str) -> str:
        """The address of a figure: on the page of its rule, or of the passage that prints it; empty where none does."""
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
        """The id of a quoted cell on its page; empty if it is merged with equal neighbours."""
        table = self.book.tables[citation_target(cell).id]
        columns = [key.written for key in self.book.case(cell).keys if key.axis == OUTPUT]
        merged = any(output.merged for output in table.outputs if output.id in columns)
        return "" if merged else f"table-{cell.id.replace(':', '-cell-')}"


def _rule_page(page: PlannedPage, outlines: Mapping[str, Outline]) -> RulePage:
    outline, above = outlines[page.rule], outlines[page.above] if page.above else None
    if not page.divided:
        return RulePage(page.name, outline, above)
    sidebars = tuple(each for each in outline.below if each.rule.sidebar)
    return RulePage(page.name, Outline(outline.rule, sidebars), above, outline.sections)


@once_per_book
def places_of(book: Book) -> Places:
    """The addresses of a book, which all that is made of it share."""
    return Places(book)


def anchor_in_print(target: Target) -> str:
    """The name of a thing's place in the printed rulebook; a cell has that of its table."""
    thing = citation_target(target)
    return f"{thing.kind}-{thing.id}"
