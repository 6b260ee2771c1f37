"""A table of the game."""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import key
from rulewright.language.kinds import TEXT, link
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text


class TableBlockEntry(BlockEntry):
    """A table of the game, as wide as it needs to be."""

    noun = "the block table"
    table = key(link("table"), "One of the game's `tables`", "table: hits", required=True)
    title = key(TEXT, "A heading above the table", "table: hits\ntitle: What a squad must roll", default="none")

    def block(self) -> "TableBlock | None":
        return TableBlock(self.table, self.title, span=self.span) if self.table else None


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """A table by itself, under a heading if it is given a title."""

    table: Text
    title: Text | None

    @property
    def shown(self) -> Shown:
        return Shown(Heading(self.title, self.table), (self.title,), tables=(self.table,))

    def view(self, setter: Setter) -> View:
        content = TableBlockView(setter.table_of(self.table), setter.optional(self.title))
        return View("table.html.j2", f"table {self.table.name}", content)


@dataclass(frozen=True, slots=True)
class TableBlockView:
    table: object
    title: Markup | None
