"""Where things are published: the page and anchor of each rule, term and table, relative to the web folder."""

from collections.abc import Mapping
from functools import cached_property

from rulewright.model.book import Book, Outline, Target, cited
from rulewright.model.table import OUTPUT

EXTERNAL = "external"
"""The page of rules that are cited and lie outside the source."""


class Places:
    """The addresses of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def chapters(self) -> tuple[Outline, ...]:
        """The outlines that get a page each."""
        return tuple(outline for outline in self.book.outline if not outline.rule.external)

    @cached_property
    def external(self) -> tuple[Outline, ...]:
        return tuple(outline for outline in self.book.outline if outline.rule.external)

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The page of each rule."""
        found = {o.rule.id: f"{chapter.rule.id}.html" for chapter in self.chapters for o in chapter.walk()}
        return {**found, **{outline.rule.id: f"{EXTERNAL}.html" for outline in self.external}}

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
                return f"index.html#reference-{target.id}"
            case "card":
                return f"../cards/{target.id}.pdf"
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
