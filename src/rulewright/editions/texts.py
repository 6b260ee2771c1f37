"""The texts of a book as its data have them: Markdown with the ids of what it links to, and plain words.

A link has the kind and id of its target, and words only where the author chose them. So a renumbered rule changes
itself, and not the Markdown of all rules that cite it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from rulewright.book.book import Book, citation_target
from rulewright.book.grid import keys_of
from rulewright.book.wording import link_text, plain
from rulewright.entries.cells import Case
from rulewright.entries.keys import Key
from rulewright.entries.table import Layout, Table
from rulewright.entries.text import Link, Target, Text
from rulewright.source.markup.links import LINK, target_and_shown

SIGNS = re.compile(r"[\[\]|]")
BETWEEN_PASSAGES = re.compile(r"\n{2,}|\n(?= *(?:[-*]|\d{1,9}[.)])[ \t])")
"""The gap between two paragraphs or items of a list."""
ITEM = re.compile(r" *(?:[-*]|\d{1,9}[.)])[ \t]+")
BULLET, BETWEEN = "- ", " · "


class Texts:
    """The texts of one book, and the ids of its cells."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._cells = dict[str, tuple[tuple[str, str], ...]]()

    @cached_property
    def above(self) -> Mapping[str, str]:
        """The id of the rule above each rule."""
        outlines = (outline for top in self.book.outline for outline in top.walk())
        return {inner.rule.id: outline.rule.id for outline in outlines for inner in outline.below}

    def data(self, text: Text) -> dict[str, str]:
        return {"markdown": self.markdown(text), "plain": self.plain(text)}

    def maybe(self, text: Text | None) -> dict[str, str] | None:
        return None if text is None else self.data(text)

    def markdown(self, text: Text) -> str:
        """Return a text with ids in its links."""
        return LINK.sub(self._link, text.source) if "[[" in text.source else text.source

    def plain(self, text: Text) -> str:
        """Return the words of a text; those of a passage with a line for each paragraph and for each item of a list."""
        if not text.blocks or "\n" not in text.source:
            return plain(text, self.book)
        parts = BETWEEN_PASSAGES.split(text.source.strip())
        words = [(plain(replace(text, source=part), self.book), ITEM.match(part)) for part in parts]
        return "\n".join(f"{BULLET}{each}" if is_item else each for each, is_item in words if each)

    def reference(self, text: Text) -> str:
        """Return the target of a text that is one link, as links name it: `rule:hits`; empty if a draft lacks it."""
        target = self.book.target_of(text)
        if target is None:
            return text.links[0].target if text.links else ""
        return self.id_of(target)

    def link(self, text: Text | None) -> str | None:
        return None if text is None else self.reference(text)

    def id_of(self, target: Target) -> str:
        """Return the kind and the id of a target. A cell has its table and the author's words for its keys."""
        if target.kind != "cell":
            return f"{target.kind}:{target.id}"
        table, case = self.book.tables[citation_target(target).id], self.book.case(target)
        return (
            f"cell:{next(id_ for each, (id_, _) in zip(table.cases, self.cells(table), strict=True) if each is case)}"
        )

    def _link(self, match: re.Match[str]) -> str:
        written, shown = target_and_shown(match)
        link = Link(written, shown, self.book.game.span)
        target = self.book.resolve(link)
        if target is None:
            return match[0]
        words = SIGNS.sub("", shown or self._spelling(link, target))
        return f"[[{self.id_of(target)}|{words}]]" if words else f"[[{self.id_of(target)}]]"

    def _spelling(self, link: Link, target: Target) -> str:
        """Return the words of a link that its target alone does not say: a form of a term, a range of rules."""
        words = link_text(link, target, self.book)
        rule = self.book.rules.get(target.id) if target.kind == "rule" else None
        is_range = rule is not None and words not in (rule.number, rule.title.source)
        return words if target.kind == "term" or is_range else ""

    def cells(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Return for each case of a table its id, such as `damage-throw(6-7)`, and its headings as they print."""
        if table.id not in self._cells:
            self._cells[table.id] = tuple(self._cells_of(table))
        return self._cells[table.id]

    def _cells_of(self, table: Table) -> Iterator[tuple[str, str]]:
        lines = {id(case): (line, cell) for line in table.modifiers for cell in line.cells for case in cell.cases}
        counts = Counter[str]()
        for case in table.cases:
            line, cell = lines.get(id(case), (None, None))
            label = [] if line is None else [self.plain(line.label)]
            keys = " or ".join(", ".join(each.values()) for each in keys_of(case))
            id_ = f"{table.id}({SIGNS.sub('', ', '.join(filter(None, (*label, keys))))})"
            counts[id_] += 1
            is_alone = cell is not None and len(cell.cases) == 1
            printed = (key for key in _printed_keys(case, table, is_alone=is_alone) if not key.everything)
            words = (self.plain(key.label) or key.written for key in printed)
            own = "" if case.label is None else self.plain(case.label)
            yield id_ if counts[id_] == 1 else f"{id_} {counts[id_]}", BETWEEN.join(filter(None, (*label, *words, own)))


def _printed_keys(case: Case, table: Table, *, is_alone: bool) -> tuple[Key, ...]:
    """Return the keys that print with a value, unless the label of its case or the name of its line replaces them.

    `is_alone` says that it is the only value of a modifier in its column.
    """
    keys = (*case.keys, *(key for keys in case.conditions for key in keys))
    if table.layout is Layout.CASES and case.label:
        return tuple(key for key in keys if key.axis == table.group_by)
    return case.keys if is_alone else keys
