"""Make the blocks of cards: the YAML below `blocks:`, and the entries that the blocks name; and the rules of sections.

The pieces of a card come in as `flow` found them. A heading becomes a band, a paragraph a note, a list an entry in
`references`, and a table an entry in `tables`:

    Heading("Fire"), Paragraph("Roll two dice.")     becomes     [{band: fire, title: Fire}, {note: Roll two dice.}]

The `Value` of an entry or block is data as in YAML; `Guessed` around a value gives the reason for a guess.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from rulewright.base.findings import Span
from rulewright.base.limits import ENTRIES
from rulewright.importing.draft import Entry, Guessed, Ids, Unread, Value, divided, repaired
from rulewright.importing.grids import Grid, table_of
from rulewright.importing.grids.shape import without_markup
from rulewright.importing.lout.pieces import (
    Box,
    Bullets,
    Columns,
    Heading,
    Headings,
    HorizontalRule,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Section,
)
from rulewright.importing.lout.state import CitedRule, ImportState, colour_of, guessed_colour

MOST_COLUMNS = 8
"""Most columns side by side on a card; more are set below one another."""


@dataclass
class Blocks:
    """Makes the blocks of all cards of an import, and collects their entries.

    `title` and `rule` are those of the last heading, and `column_depth` counts the columns around the current piece.
    """

    state: ImportState
    entries: list[Entry] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    title: str = ""
    rule: CitedRule | None = None
    colours: Ids = field(default_factory=Ids)
    colour_ids: dict[str, str] = field(default_factory=dict)
    column_depth: int = 0

    def of_pieces(self, pieces: list[Piece]) -> list[Value]:
        """The blocks of some pieces; consecutive lists are one reference."""
        blocks: list[Value] = []
        for listed, group in groupby(pieces, lambda piece: isinstance(piece, Bullets)):
            if listed:
                blocks += self._bullets([each for each in group if isinstance(each, Bullets)])
            else:
                blocks += [block for piece in group for block in self._block(piece)]
        return _without_needless_lines(blocks)

    def _block(self, piece: Piece) -> Iterator[Value]:
        """The block of a piece, or several; none for a heading or section without words and a table without cells."""
        match piece:
            case Headings(headings=headings):
                bands = [self._band(each) for each in headings if each.title]
                # `{band: fire, title: Fire}` is `{rule: fire, title: Fire}` in a list of bands
                if len(bands) > 1:
                    yield {"bands": [{"rule": band.pop("band"), **band} for band in bands]}
                else:
                    yield from bands
            case Paragraph():
                yield {"note": piece.text}
            case PrintedTable(grid=grid):
                yield from self._table(grid)
            case Columns():
                yield from self._columns(piece)
            case HorizontalRule():
                yield "line"
            case Box():
                colour = {"colour": self._colour(piece.colour)} if piece.colour else {}
                for block in self.of_pieces(piece.pieces):
                    yield block | colour if isinstance(block, dict) and "note" in block else block
            case Section():
                if piece.title:
                    yield self._band(Heading(piece.title, "", "", "", piece.span))
                yield from self.of_pieces(piece.pieces)

    def _band(self, heading: Heading) -> dict[str, Value]:
        """The band of a heading, whose title and rule the blocks after it get."""
        self.title = heading.title
        self.rule = self.state.rule_of_heading(heading.title, heading.number, heading.span)
        band: dict[str, Value] = {"band": self.rule.id, "title": heading.title}
        if heading.colour:
            band["colour"] = self._colour(heading.colour)
        if heading.note:
            band["note"] = heading.note
        return band

    def _colour(self, words: str) -> str:
        """The id of a colour of the game."""
        if words not in self.colour_ids:
            self.colour_ids[words] = self.colours.new(words)
            value = colour_of(words) or guessed_colour(words, len(self.colour_ids) - 1)
            self.state.colours[self.colour_ids[words]] = value
        return self.colour_ids[words]

    def _bullets(self, lists: list[Bullets]) -> list[Value]:
        """One reference, then the tables in it that have no text of their own."""
        items = [each for bullets in lists for item in bullets.items for each in self._item(item)]
        texts = [item for item in items if not _is_block(item)]
        blocks = [item for item in items if _is_block(item)]
        starts = range(0, len(texts), ENTRIES.most)
        return [*(self._reference(texts[start : start + ENTRIES.most], lists[0].span) for start in starts), *blocks]

    def _reference(self, items: list[Value], span: Span) -> Value:
        """Add an entry with these items, and return the block that names it."""
        name = self.state.names.references.new(without_markup(self.title) or "list")
        rule: dict[str, Value] = {"rule": self.rule.id} if self.rule is not None else {}
        guesses = () if self.title else ("the list has no heading",)
        value: Value = {"title": self.title or "List", **rule, "items": items}
        self.entries.append(Entry("references", name, value, span, guesses))
        return {"bullets": name}

    def _item(self, item: Item) -> Iterator[Value]:
        """An item of a reference, then the blocks in it that have no place there."""
        inner = [each for part in item.items for each in self._item(part)]
        tables = [block for grid in item.tables for block in self._table(grid)]
        if not item.text.strip():
            yield from (*inner, *tables)
            return
        value: dict[str, Value] = {"text": item.text.strip()}
        texts = [each for each in inner if not _is_block(each)]
        if texts:
            value["items"] = texts
        if tables and isinstance(tables[0], dict) and "table" in tables[0]:
            value["table"], tables = tables[0]["table"], tables[1:]
        yield value if len(value) > 1 else item.text.strip()
        yield from (*(each for each in inner if _is_block(each)), *tables)

    def _table(self, grid: Grid) -> Iterator[Value]:
        """Add the entries of a table, and yield the block that names it; no block if the table has no rows."""
        rule = self.rule.id if self.rule is not None else ""
        draft = table_of(replace(grid, title=grid.title or self.title, rule=rule), self.state.names)
        self.entries += draft.entries
        self.unread += draft.unread
        last = draft.entries[-1] if draft.entries else None
        if last is not None and last.section == "tables":
            yield {"table": last.id}
        elif last is not None and last.section == "references":
            yield {"bullets": last.id}

    def _columns(self, piece: Columns) -> Iterator[Value]:
        """Set columns that are not empty side by side; those without widths are balanced, unless inside others."""
        self.column_depth += 1
        blocks_and_widths = [
            (self.of_pieces(column), width) for column, width in zip(piece.columns, piece.widths, strict=True)
        ]
        self.column_depth -= 1
        columns = [(blocks, width) for blocks, width in blocks_and_widths if blocks]
        if not 1 < len(columns) <= MOST_COLUMNS:
            yield from (block for blocks, _ in columns for block in blocks)
            return
        layout: dict[str, Value] = {"blocks": [blocks for blocks, _ in columns]}
        if all(width for _, width in columns):
            # a ratio is whole numbers from 1 to 99, so a width of 4.5 cm becomes 9 half centimetres
            layout["ratio"] = [str(min(99, max(1, round(width * 2)))) for _, width in columns]
        elif self.column_depth == 0:
            layout["ratio"] = Guessed("balance", "Lout finds the widths of columns")
        yield {"columns": layout}


def _is_block(value: Value) -> bool:
    """Whether a value is a block, not an item of a reference: it names a table or a list and has no text."""
    return isinstance(value, dict) and ("table" in value or "bullets" in value) and "text" not in value


def _without_needless_lines(blocks: list[Value]) -> list[Value]:
    """Keep lines between blocks only, and none before or after a band."""
    needed: list[Value] = []
    for block in blocks:
        if _is_band(block) and needed and needed[-1] == "line":
            needed.pop()
        separates = bool(needed) and needed[-1] != "line" and not _is_band(needed[-1])
        if block != "line" or separates:
            needed.append(block)
    return needed[:-1] if needed and needed[-1] == "line" else needed


def _is_band(block: Value) -> bool:
    return isinstance(block, dict) and ("band" in block or "bands" in block)


# Rules


class Chapters:
    """Makes the rules of one import. Their tables go to the entries of `blocks`."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.has_rules = False

    def add(self, section: Section, parent: str = "") -> None:
        """Add the rule of a section, and those of the sections in it. A text too long for one rule becomes several."""
        self.has_rules, state = True, self.blocks.state
        rule = state.rule_of_heading(section.title or "Section", "", section.span)
        del state.rules[rule.id]  # `rule_of_heading` has added it, but only rules of other works stay there
        self.blocks.rule, self.blocks.title = rule, rule.title
        own_pieces = [piece for piece in section.pieces if not isinstance(piece, Section)]
        value: dict[str, Value] = {"parent": parent} if parent else {}
        index = len(self.blocks.entries)  # the rule comes before the entries of its tables
        texts = [repaired(text, blocks=True) for text in divided([*self._passage(own_pieces)]) if text]
        below = [piece for piece in section.pieces if isinstance(piece, Section)]
        value["title"] = rule.title
        if texts or not below:
            value["text"] = texts[0] if texts else rule.title
        entry = Entry("rules", rule.id, value, section.span)
        self.blocks.entries.insert(index, entry)
        for text in texts[1:]:
            name = state.rule_ids.new(rule.title)
            why = "the text is too long for one rule"
            more: dict[str, Value] = {"parent": rule.id, "title": rule.title, "text": text}
            self.blocks.entries.append(Entry("rules", name, more, section.span, (why,)))
        for section_below in below:
            self.add(section_below, rule.id)

    def _passage(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """Write pieces as blocks of Markdown."""
        for piece in pieces:
            match piece:
                case Paragraph(text=text):
                    yield text
                case Bullets(items=items):
                    yield "\n".join(_lines(items, ""))
                    for grid in _grids(items):
                        yield from self._table(PrintedTable(grid))
                case PrintedTable():
                    yield from self._table(piece)
                case Headings(headings=headings):
                    yield from (f"**{each.title}**" for each in headings)
                case Box(pieces=inner):
                    yield from self._passage(inner)
                case Columns(columns=columns):
                    yield from (text for column in columns for text in self._passage(column))
                case Section(pieces=inner, title=title):
                    yield from (f"**{title}**", *self._passage(inner))

    def _table(self, piece: PrintedTable) -> Iterator[str]:
        """Add the entries of a table, and yield a link to it."""
        for block in self.blocks.of_pieces([piece]):
            if isinstance(block, dict):
                yield f"[[table:{block['table']}]]" if "table" in block else f"[[reference:{block['bullets']}]]"


def _lines(items: list[Item], before: str) -> Iterator[str]:
    """The lines of a list in Markdown, with the blanks `before` each."""
    for item in items:
        yield f"{before}- {item.text.strip() or '…'}"
        yield from _lines(item.items, before + "  ")


def _grids(items: list[Item]) -> Iterator[Grid]:
    """The tables in a list."""
    for item in items:
        yield from item.tables
        yield from _grids(item.items)
