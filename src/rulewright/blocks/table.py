"""A table of the game, or some of its lines where the others follow on the next side or in the next column."""

import re
from dataclasses import dataclass

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import Entry, Kind, key
from rulewright.language.kinds import ONE_VALUE, TEXT, link, number
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.setter import Setter, View
from rulewright.model.table import Lines, Portion
from rulewright.model.text import Text

SOME = re.compile(r"([1-9][0-9]{0,3})\s*(\+|[-–]\s*([1-9][0-9]{0,3}))?")
MOST = 6
"""Columns into which lines are divided: more would hold no words."""


def _read_lines(entry: Entry, name: str) -> Lines | None:
    """`1-12`, `13+` or `5`."""
    written = entry.scalar_at(name)
    if written is None:
        return None
    match = SOME.fullmatch(written.value.strip())
    if match is None or (match[3] and int(match[3]) < int(match[1])):
        hint = "count the lines below the headings from 1: lines: 1-12 and, on the next side, lines: 13+"
        entry.fault("bad-value", written.span, f"{written.value!r} names no lines", hint)
        return None
    return Lines(int(match[1]), None if match[2] == "+" else int(match[3] or match[1]))


LINES: Kind[Lines | None] = Kind("lines of a table, such as 1-12 or 13+", _read_lines, ONE_VALUE)


class TableBlockEntry(BlockEntry):
    """A table of the game, as wide as it needs to be."""

    noun = "the block table"
    table = key(link("table"), "One of the game's `tables`", "table: hits", required=True)
    title = key(TEXT, "A heading above the table", "table: hits\ntitle: What a squad must roll", default="none")
    lines = key(
        LINES,
        "The lines that print here, where the table goes on elsewhere on the card, such as overleaf",
        "table: hits\nlines: 1+",
        default="all",
    )
    columns = key(
        number(
            f"[1-{MOST}]",
            f"a whole number from 1 to {MOST}",
            "is not a number of columns",
            f"give 1 to {MOST}",
        ),
        "The columns into which its lines are divided, each below the headings of the table",
        "table: hits\ncolumns: 2",
        default="1",
    )

    def block(self) -> "TableBlock | None":
        columns = self.columns or 1
        if self.lines and columns > 1:
            hint = "make two blocks of it, each with its lines, in 'columns'"
            self.fault("bad-value", self.place("columns"), "a block with 'lines' cannot have 'columns' too", hint)
        parts = (self.lines,) if self.lines else tuple(Portion(at, columns) for at in range(columns) if columns > 1)
        return TableBlock(self.table, self.title, parts, span=self.span) if self.table else None


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """A table by itself, under a heading if it is given a title; of one in `parts` only these."""

    table: Text
    title: Text | None
    parts: tuple[Lines | Portion, ...] = ()

    @property
    def shown(self) -> Shown:
        return Shown(Heading(self.title, self.table), (self.title,), tables=(self.table,), parts=self.parts)

    def view(self, setter: Setter) -> View:
        tables = tuple(setter.table_of(self.table, part) for part in self.parts or (None,))
        continued = any(isinstance(part, Lines) and part.first > 1 for part in self.parts)
        content = TableBlockView(tables, setter.optional(self.title), continued)
        return View("table.html.j2", f"table {self.table.name}", content)


@dataclass(frozen=True, slots=True)
class TableBlockView:
    """The tables of a block, side by side, and their heading; `continued` where the first lines are elsewhere."""

    tables: tuple[object, ...]
    title: Markup | None
    continued: bool
