"""Where things are published: the page and anchor of each rule, term and table, relative to the web folder."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.model.book import Book, Outline, Target, cited, items_below
from rulewright.model.game import Reference
from rulewright.model.table import OUTPUT

EXTERNAL = "external"
"""The page of rules that are cited and lie outside the source."""

OF_THE_SITE = ("index", "glossary", "references", "errata", EXTERNAL)
"""Pages that are no chapter's, as those of cards are: a rule of that id gets another name for its own."""

LONGEST = 16_000
"""Characters of a chapter, a cell of a table counting for CELL: a longer one has a page for each of its sections,
which keeps a page below 100 kB with all its links."""
CELL = 40
LONGEST_REFERENCES = 12_000
"""The same for quick references, which are denser with links."""


@dataclass(frozen=True, slots=True)
class Leaf:
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
    def leaves(self) -> tuple[Leaf, ...]:
        """The pages of rules in reading order: one for a chapter, or where it is long one for each of its sections."""
        return tuple(leaf for chapter in self.chapters for leaf in self._leaves(chapter))

    def _leaves(self, outline: Outline, above: Outline | None = None) -> Iterator[Leaf]:
        if not outline.below or sum(map(self._length, outline.walk())) <= LONGEST:
            yield Leaf(_page(outline), outline, above)
            return
        yield Leaf(_page(outline), Outline(outline.rule), above, outline.below)
        for section in outline.below:
            yield from self._leaves(section, outline)

    def _length(self, outline: Outline) -> int:
        rule = outline.rule
        cells = sum(len(table.cases) for table in self.book.tables_of.get(rule.id, ()))
        examples = (text for example in self.book.examples_of.get(rule.id, ()) for text in example.prose())
        return sum(len(text.source) for text in (*rule.prose(), *examples)) + CELL * cells

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The page of each rule."""
        found = {o.rule.id: leaf.name for leaf in self.leaves for o in leaf.outline.walk()}
        return {**found, **{outline.rule.id: f"{EXTERNAL}.html" for outline in self.external}}

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
        """The page of each quick reference: one for all, or where they are many one for each chapter."""
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

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """The rule that heads each page; none on the page of external rules."""
        return {**{leaf.name: leaf.outline.rule.id for leaf in self.leaves}, f"{EXTERNAL}.html": ""}

    def href(self, target: Target) -> str:
        """The address of a thing; that of a fact is its rule's, or nothing."""
        match target.kind:
            case "rule":
                return f"{self.pages[target.id]}#{target.id}"
            case "term":
                return f"glossary.html#{target.id}"
            case "table":
                rule = self.book.rule_of(self.book.tables[target.id].rule)
                return f"{self.pages[rule.id] if rule else 'index.html'}#table-{target.id}"
            case "cell":
                table_at, anchor = self.href(cited(target)), self.anchor(target)
                return f"{table_at.partition('#')[0]}#{anchor}" if anchor else table_at
            case "reference":
                return f"{self.reference_pages[target.id]}#reference-{target.id}"
            case "example":
                rule = self.book.rule_of(self.book.examples[target.id].rule)
                return f"{self.pages[rule.id] if rule else 'index.html'}#example-{target.id}"
            case "card":
                return f"card-{target.id}.html"
            case "fact":
                rule = self.book.rule_of(self.book.facts[target.id].rule)
                return f"{self.pages[rule.id]}#{rule.id}" if rule else ""
        return ""

    def anchor(self, cell: Target) -> str:
        """The id of a quoted cell on its page; nothing where it prints as one with equal neighbours."""
        table = self.book.tables[cited(cell).id]
        columns = [key.written for key in self.book.case(cell).keys if key.axis == OUTPUT]
        merged = any(output.merged for output in table.outputs if output.id in columns)
        return "" if merged else f"table-{cell.id.replace(':', '-cell-')}"


def _page(outline: Outline) -> str:
    name = outline.rule.id
    return f"rule-{name}.html" if name in OF_THE_SITE or name.startswith("card-") else f"{name}.html"
