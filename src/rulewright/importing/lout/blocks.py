"""Turn pieces of a card into blocks of our cards."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Unread, Value
from rulewright.importing.grids import Grid, table_of
from rulewright.importing.grids.shape import bare, score_text
from rulewright.importing.lout.colours import colour_of, guessed
from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.gathered import Rule as CitedRule
from rulewright.importing.lout.pieces import (
    Beside,
    Bullets,
    Framed,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    Printed,
    Rule,
    Section,
)
from rulewright.limits import ENTRIES


def missing(grid: Grid, made: Draft) -> Iterator[Unread]:
    """Cells of a grid whose words are not in what became of it."""
    there = {word for each in made.entries for word in _compared(said(each.value))}
    there |= {word for each in made.unread for word in _compared(each.words)}
    for cell in (cell for row in grid.rows for cell in row):
        if not set(_compared(cell.text)) <= there:
            yield Unread(cell.origin, bare(cell.text), "the new table has no place for this text")


def _compared(text: str) -> list[str]:
    """The words of a text; a number without the sign that a table adds."""
    return [word.lstrip("+") for word in score_text(bare(text)).split()]


def said(value: Value) -> str:
    """All texts of a value, its keys too."""
    match value:
        case dict():
            return " ".join(f"{key} {said(each)}" for key, each in value.items())
        case list():
            return " ".join(map(said, value))
        case Guessed():
            return said(value.value)
        case _:
            return str(value)


MOST_COLUMNS = 8


@dataclass
class Blocks:
    """Makes the blocks of one card after the other; `entries` grow with them."""

    gathered: Gathered
    entries: list[Entry] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    title: str = ""
    rule: CitedRule | None = None
    colours: Ids = field(default_factory=Ids)
    colour_ids: dict[str, str] = field(default_factory=dict)
    around: int = 0

    def of(self, pieces: list[Piece]) -> list[Value]:
        """The blocks of pieces in a row; lists that follow one another are one reference."""
        found: list[Value] = []
        for listed, group in groupby(pieces, lambda piece: isinstance(piece, Bullets)):
            if listed:
                found += self._bullets([each for each in group if isinstance(each, Bullets)])
            else:
                found += [block for piece in group for block in self._block(piece)]
        return _without_needless_lines(found)

    def _block(self, piece: Piece) -> Iterator[Value]:
        match piece:
            case Heading():
                yield from self._heading(piece)
            case Headings(headings=headings):
                parts = [self._band(each) for each in headings]
                yield {"bands": [{"rule": part.pop("band"), **part} for part in parts]}
            case Paragraph():
                yield {"note": piece.text}
            case Printed(grid=grid):
                yield from self._table(grid)
            case Beside():
                yield from self._columns(piece)
            case Rule():
                yield "line"
            case Framed():
                yield from self._framed(piece)
            case Section():
                yield from self._heading(Heading(piece.title, "", "", "", piece.span))
                yield from self.of(piece.pieces)

    def _framed(self, piece: Framed) -> Iterator[Value]:
        colour = {"colour": self._colour(piece.colour)} if piece.colour else {}
        for block in self.of(piece.pieces):
            yield block | colour if isinstance(block, dict) and "note" in block else block

    def _heading(self, heading: Heading) -> Iterator[Value]:
        if heading.title:
            yield self._band(heading)

    def _band(self, heading: Heading) -> dict[str, Value]:
        self.title = heading.title
        self.rule = self.gathered.headed(heading.title, heading.number, heading.span)
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
            known = colour_of(words)
            value = known or guessed(words, len(self.colour_ids) - 1)
            self.gathered.colours[self.colour_ids[words]] = value
        return self.colour_ids[words]

    def _bullets(self, lists: list[Bullets]) -> list[Value]:
        """One reference, then the tables that stand in it without a text of their own."""
        items = [each for bullets in lists for item in bullets.items for each in self._item(item)]
        texts = [item for item in items if not _is_block(item)]
        blocks = [item for item in items if _is_block(item)]
        starts = range(0, len(texts), ENTRIES.most)
        return [*(self._reference(texts[at : at + ENTRIES.most], lists[0].span) for at in starts), *blocks]

    def _reference(self, items: list[Value], span: Span) -> Value:
        name = self.gathered.names.references.new(bare(self.title) or "list")
        value: dict[str, Value] = {"title": self.title or "List"}
        if self.rule is not None:
            value["rule"] = self.rule.id
        guesses = () if self.title else ("the list stands under no heading",)
        self.entries.append(Entry("references", name, {**value, "items": items}, span, guesses))
        return {"bullets": name}

    def _item(self, item: Item) -> Iterator[Value]:
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
        rule = self.rule.id if self.rule is not None else ""
        made = table_of(replace(grid, title=grid.title or self.title, rule=rule), self.gathered.names)
        self.entries += made.entries
        self.unread += (*made.unread, *missing(grid, made))
        last = made.entries[-1] if made.entries else None
        if last is not None and last.section == "tables":
            yield {"table": last.id}
        elif last is not None and last.section == "references":
            yield {"bullets": last.id}

    def _columns(self, piece: Beside) -> Iterator[Value]:
        """Columns with something in them. Lout finds their widths; the tool does so for those within no others."""
        self.around += 1
        made = [(self.of(column), width) for column, width in zip(piece.columns, piece.widths, strict=True)]
        self.around -= 1
        columns = [(blocks, width) for blocks, width in made if blocks]
        if not 1 < len(columns) <= MOST_COLUMNS:
            yield from (block for blocks, _ in columns for block in blocks)
            return
        layout: dict[str, Value] = {"blocks": [blocks for blocks, _ in columns]}
        if all(width for _, width in columns):
            layout["ratio"] = [str(min(99, max(1, round(width * 2)))) for _, width in columns]
        elif not self.around:
            layout["ratio"] = Guessed("balance", "Lout finds the widths of columns")
        yield {"columns": layout}


def _is_block(value: Value) -> bool:
    return isinstance(value, dict) and ("table" in value or "bullets" in value) and "text" not in value


def _without_needless_lines(blocks: list[Value]) -> list[Value]:
    """Lines between blocks only, none before or after a band."""
    found: list[Value] = []
    for block in blocks:
        band = isinstance(block, dict) and ("band" in block or "bands" in block)
        if band and found and found[-1] == "line":
            found.pop()
        if block == "line" and (not found or found[-1] == "line" or _is_band(found[-1])):
            continue
        found.append(block)
    return found[:-1] if found and found[-1] == "line" else found


def _is_band(block: Value) -> bool:
    return isinstance(block, dict) and ("band" in block or "bands" in block)
