"""Make a draft from cards in Lout: blocks of cards, chapters, sizes, and a list of what is unread."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import PurePosixPath

from rulewright.findings import Span
from rulewright.importing.draft import (
    Draft,
    Entry,
    Guessed,
    Ids,
    Layout,
    Unread,
    Value,
    divided,
    literal,
    repaired,
    texts_in,
)
from rulewright.importing.grids import Grid, table_of
from rulewright.importing.grids.scores import score_text
from rulewright.importing.grids.shape import shape_of, without_markup
from rulewright.importing.lout.flow import (
    Box,
    Bullets,
    Columns,
    Flow,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Rule,
    Section,
)
from rulewright.importing.lout.folder import Folder
from rulewright.importing.lout.objects import (
    Call,
    Notes,
    Object,
    Parts,
    Symbol,
    Word,
    centimetres,
    plain,
)
from rulewright.importing.lout.parsing import parsed
from rulewright.importing.lout.state import CitedRule, Expander, ImportState, colour_of, guessed
from rulewright.importing.lout.symbols import DOCUMENTS, PRINTED
from rulewright.importing.lout.text import HIDDEN, JOINING
from rulewright.importing.sources import SourceFile
from rulewright.limits import ENTRIES

# Blocks of cards


def missing(grid: Grid, made: Draft) -> Iterator[Unread]:
    """The cells of a grid whose words are not in its draft."""
    there = {word for each in made.entries for text in texts_in(each.value) for word in _compared(text)}
    there |= {word for each in made.unread for word in _compared(each.words)}
    for cell in (cell for row in grid.rows for cell in row):
        if not set(_compared(cell.text)) <= there:
            yield Unread(cell.origin, without_markup(cell.text), "the new table has no place for this text")


def _compared(text: str) -> list[str]:
    """The words of a text; numbers without a plus sign, which tables add."""
    return [word.lstrip("+") for word in score_text(without_markup(text)).split()]


MOST_COLUMNS = 8


@dataclass
class Blocks:
    """Makes the blocks of all cards, and collects their entries."""

    state: ImportState
    entries: list[Entry] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    title: str = ""
    rule: CitedRule | None = None
    colours: Ids = field(default_factory=Ids)
    colour_ids: dict[str, str] = field(default_factory=dict)
    around: int = 0

    def of(self, pieces: list[Piece]) -> list[Value]:
        """The blocks of some pieces; consecutive lists are one reference."""
        blocks: list[Value] = []
        for listed, group in groupby(pieces, lambda piece: isinstance(piece, Bullets)):
            if listed:
                blocks += self._bullets([each for each in group if isinstance(each, Bullets)])
            else:
                blocks += [block for piece in group for block in self._block(piece)]
        return _without_needless_lines(blocks)

    def _block(self, piece: Piece) -> Iterator[Value]:
        match piece:
            case Heading():
                yield from [self._band(piece)] if piece.title else []
            case Headings(headings=headings):
                parts = [self._band(each) for each in headings]
                yield {"bands": [{"rule": part.pop("band"), **part} for part in parts]}
            case Paragraph():
                yield {"note": piece.text}
            case PrintedTable(grid=grid):
                yield from self._table(grid)
            case Columns():
                yield from self._columns(piece)
            case Rule():
                yield "line"
            case Box():
                colour = {"colour": self._colour(piece.colour)} if piece.colour else {}
                for block in self.of(piece.pieces):
                    yield block | colour if isinstance(block, dict) and "note" in block else block
            case Section():
                yield from [self._band(Heading(piece.title, "", "", "", piece.span))] if piece.title else []
                yield from self.of(piece.pieces)

    def _band(self, heading: Heading) -> dict[str, Value]:
        self.title = heading.title
        self.rule = self.state.headed(heading.title, heading.number, heading.span)
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
            value = colour_of(words) or guessed(words, len(self.colour_ids) - 1)
            self.state.colours[self.colour_ids[words]] = value
        return self.colour_ids[words]

    def _bullets(self, lists: list[Bullets]) -> list[Value]:
        """One reference, then the tables in it that have no text of their own."""
        items = [each for bullets in lists for item in bullets.items for each in self._item(item)]
        texts = [item for item in items if not _is_block(item)]
        blocks = [item for item in items if _is_block(item)]
        starts = range(0, len(texts), ENTRIES.most)
        return [*(self._reference(texts[at : at + ENTRIES.most], lists[0].span) for at in starts), *blocks]

    def _reference(self, items: list[Value], span: Span) -> Value:
        name = self.state.names.references.new(without_markup(self.title) or "list")
        rule: dict[str, Value] = {"rule": self.rule.id} if self.rule is not None else {}
        guesses = () if self.title else ("the list has no heading",)
        value: Value = {"title": self.title or "List", **rule, "items": items}
        self.entries.append(Entry("references", name, value, span, guesses))
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
        made = table_of(replace(grid, title=grid.title or self.title, rule=rule), self.state.names)
        self.entries += made.entries
        self.unread += (*made.unread, *missing(grid, made))
        last = made.entries[-1] if made.entries else None
        if last is not None and last.section == "tables":
            yield {"table": last.id}
        elif last is not None and last.section == "references":
            yield {"bullets": last.id}

    def _columns(self, piece: Columns) -> Iterator[Value]:
        """Set columns that are not empty side by side; those without widths are balanced, unless inside others."""
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
    """Keep lines between blocks only, and none before or after a band."""
    needed: list[Value] = []
    for block in blocks:
        if _is_band(block) and needed and needed[-1] == "line":
            needed.pop()
        if block != "line" or (needed and needed[-1] != "line" and not _is_band(needed[-1])):
            needed.append(block)
    return needed[:-1] if needed and needed[-1] == "line" else needed


def _is_band(block: Value) -> bool:
    return isinstance(block, dict) and ("band" in block or "bands" in block)


class Chapters:
    """Makes the rules of one import. Their tables go to the entries of `blocks`."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.any = False

    def add(self, section: Section, parent: str = "") -> None:
        """Add the rule of a section, and those of the sections in it. A text too long for one rule becomes several."""
        self.any, state = True, self.blocks.state
        rule = state.headed(section.title or "Section", "", section.span)
        del state.rules[rule.id]  # only rules of other works stay there
        self.blocks.rule, self.blocks.title = rule, rule.title
        own = [piece for piece in section.pieces if not isinstance(piece, Section)]
        value: dict[str, Value] = {"parent": parent} if parent else {}
        at = len(self.blocks.entries)
        texts = [repaired(text, blocks=True) for text in divided([*self._passage(own)]) if text]
        below = [piece for piece in section.pieces if isinstance(piece, Section)]
        first: dict[str, Value] = {"text": texts[0]} if texts else {} if below else {"text": rule.title}
        entry = Entry("rules", rule.id, {**value, "title": rule.title, **first}, section.span)
        self.blocks.entries.insert(at, entry)
        for text in texts[1:]:
            name = state.rule_ids.new(rule.title)
            why = "the text is too long for one rule"
            more: dict[str, Value] = {"parent": rule.id, "title": rule.title, "text": text}
            self.blocks.entries.append(Entry("rules", name, more, section.span, (why,)))
        for each in below:
            self.add(each, rule.id)

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
                case Heading(title=title):
                    yield f"**{title}**"
                case Headings(headings=inner) | Box(pieces=inner):
                    yield from self._passage([*inner])
                case Columns(columns=columns):
                    yield from (text for column in columns for text in self._passage(column))
                case Section(pieces=inner, title=title):
                    yield from (f"**{title}**", *self._passage(inner))

    def _table(self, piece: PrintedTable) -> Iterator[str]:
        for block in self.blocks.of([piece]):
            if isinstance(block, dict):
                yield f"[[table:{block['table']}]]" if "table" in block else f"[[reference:{block['bullets']}]]"


def _lines(items: list[Item], before: str) -> Iterator[str]:
    for item in items:
        yield f"{before}- {item.text.strip() or '…'}"
        yield from _lines(item.items, before + "  ")


def _grids(items: list[Item]) -> Iterator[Grid]:
    for item in items:
        yield from item.tables
        yield from _grids(item.items)


def leftover(tree: Object, definitions: Iterable[Symbol], state: ImportState) -> None:
    """Note every word that nothing uses; words in a row are one note."""
    bodies = ((symbol.body, symbol.name) for symbol in definitions if symbol.body is not None)
    why = "only the definition of {} has this text, and no card uses that"
    parts = [(tree, "no card has this text"), *((body, why.format(name)) for body, name in bodies)]

    def unused(word_and_why: tuple[Word, str]) -> tuple[str, int] | None:
        word, why = word_and_why
        return None if word.span in state.used else (why, word.span.line)

    for part, reason in parts:
        for key, group in groupby(_words(part, reason), unused):
            if key is not None:
                words = [word for word, _ in group]
                state.notes.add(words[0].span, " ".join(word.text for word in words), key[0])


def _words(value: Object, why: str) -> Iterator[tuple[Word, str]]:
    """The words of an object that are not only looks, with the reason why a card may lack them."""
    match value:
        case Word():
            yield value, why
        case Parts():
            for item in value.items:
                yield from _words(item, why)
        case Call(symbol=symbol):
            if value.name in HIDDEN:
                why = f"{value.name} prints this elsewhere, or not at all"
            elif not symbol.standard and not symbol.unknown and not symbol.parameter:
                why = f"the definition of {value.name} does not print this"
            looks = symbol.standard and value.name not in JOINING
            options = (each for name, each in value.options.items() if not symbol.standard or name in PRINTED)
            for part in (None if looks else value.left, *options, value.right):
                if part is not None:
                    yield from _words(part, why)


PAPERS = ((105, 340, "105 × 148 mm"), (105, 520, "105 × 210 mm"), (148, 900, "148 × 210 mm"), (210, 2000, "A4"))
"""Millimetres of width, the most words, and the size."""
LETTER, PADDING, MARGIN, TURNED = 1.15, 2.4, 10, 5
"""Millimetres at the smallest type: of a letter, beside a cell, of a card, and of a column of turned words."""


def size_of(settings: dict[str, str], pieces: list[Piece], count: int) -> Value:
    """The page size that the text gives, or a guess."""
    width, height = (centimetres(settings.get(name, "")) * 10 for name in ("@PageWidth", "@PageHeight"))
    if width and height:
        return f"{width:g} × {height:g} mm"
    needed = _width(pieces) + MARGIN
    size = next((size for wide, most, size in PAPERS if needed <= wide and count <= most), PAPERS[-1][2])
    why = f"the source does not give a size; {count} words and the widest table fit on this one"
    return Guessed(size, why)


def _width(pieces: list[Piece]) -> float:
    """The width of the widest of some pieces, in millimetres."""
    return max(map(_needed, pieces), default=0)


def _needed(piece: Piece) -> float:
    match piece:
        case PrintedTable(grid=grid):
            return _table(grid)
        case Columns(columns=columns):
            return sum(map(_width, columns))
        case Bullets(items=items):
            return max(map(_item, items), default=0)
        case Box(pieces=pieces) | Section(pieces=pieces):
            return _width(pieces)
    return 0


def _item(item: Item) -> float:
    return max([*map(_table, item.tables), *map(_item, item.items), 0])


def _table(grid: Grid) -> float:
    shape = shape_of(grid)
    if shape is None or not shape.rows:
        return 0
    width = 0.0
    for at in range(shape.width):
        words = [
            word for text in (shape.headings[at], *shape.column_texts(at)) for word in without_markup(text).split()
        ]
        width += TURNED if at in shape.beside_all else PADDING + LETTER * max(map(len, words), default=1)
    return width


MOST_BLOCKS = ENTRIES.most // 2
"""Most blocks of a card; a text with more becomes several cards."""
FIRST = 3
"""How many objects at the start of a text may be the symbol of the document."""
WORK = "the rulebook"


def read(files: Sequence[SourceFile]) -> Draft:
    """Make a draft of all cards of an import; `Failure` if one exceeds a limit."""
    cards = Cards()
    for file in files:
        cards.add(file)
    return cards.draft()


class Cards:
    """Collects the cards of one import, which share colours, marks, rules and names."""

    def __init__(self) -> None:
        self.state = ImportState(Notes())
        self.blocks = Blocks(self.state)
        self.layouts: list[Layout] = []
        self.chapters = Chapters(self.blocks)
        self.title = ""
        self.names = Ids()
        self.trees: list[tuple[Object, list[Symbol]]] = []

    def add(self, file: SourceFile) -> None:
        """Add the cards of one more file."""
        text, remarks = file.text()
        self.state.remarks |= {str(remark): remark for remark in remarks}
        tree, definitions = parsed(text, file.name, Folder.of(file), self.state.notes)
        self.trees.append((tree, definitions))
        expanded = Expander(self.state.notes).expanded(tree)
        flow, settings = Flow(self.state), _document(expanded)
        if "@Title" in settings:
            self.title = self.title or flow.texts.markdown(settings["@Title"])
        pieces = flow.pieces(expanded)
        for section in (piece for piece in pieces if isinstance(piece, Section)):
            self.chapters.add(section)
        pages = {name: plain(value) for name, value in settings.items()}
        for card in _divided([piece for piece in pieces if not isinstance(piece, Section)]):
            self._card(card, pages, file)

    def draft(self) -> Draft:
        """Make the draft, with a note for every word that is in no card."""
        for tree, definitions in self.trees:
            leftover(tree, definitions, self.state)
        state, unread = self.state, (*self.state.notes.unread.values(), *self.blocks.unread)
        game: dict[str, Value] = {"title": self.title} if self.title else {}
        layouts = self.layouts
        if self.chapters.any:
            game["numbering"] = Guessed("auto", "the sections have no numbers")
            book: Value = {"kind": "rulebook", "title": self.title or "Rules", "paper": "A4"}
            layouts = [*layouts, Layout("rulebook", book, Span(self.blocks.entries[0].origin.file, 1, 1))]
        looks: dict[str, Value] = {"colours": state.colours, "marks": state.marks}
        return Draft(
            game | {name: value for name, value in looks.items() if value},
            entries=(*map(_rule, state.rules.values()), *self.blocks.entries),
            layouts=tuple(layouts),
            unread=tuple(sorted(unread, key=lambda each: each.origin)),
            remarks=tuple(state.remarks.values()),
        )

    def _card(self, pieces: list[Piece], settings: dict[str, str], file: SourceFile) -> None:
        title, span = _title(pieces)
        stem = literal(PurePosixPath(file.name).name.partition(".")[0])
        self.blocks.title, self.blocks.rule, before = title or stem, None, len(self.blocks.entries)
        made = self.blocks.of(pieces)
        values = (made, *(entry.value for entry in self.blocks.entries[before:]))
        texts = " ".join(text for value in values for text in texts_in(value))
        name: Value = title or Guessed(stem, "the text has no heading")
        size = size_of(settings, pieces, len(without_markup(texts).split()))
        legend = ["legend"] if "[[mark:" in texts else []
        for number in range(0, len(made), MOST_BLOCKS):
            blocks = [*made[number : number + MOST_BLOCKS], *legend]
            value: dict[str, Value] = {"title": name, "size": size, "fit": "shrink", "blocks": blocks}
            self.layouts.append(Layout(self.names.new(title or stem), value, span or Span(file.name, 1, 1)))


def _is_card(piece: Piece) -> bool:
    return isinstance(piece, Box) and len(piece.pieces) > 1


def _divided(pieces: list[Piece]) -> list[list[Piece]]:
    """Divide pieces into cards, one for each box. Pieces outside of boxes belong to the box before them."""
    cards: list[list[Piece]] = []
    boxed = False
    for piece in pieces:
        if not cards or (_is_card(piece) and boxed):
            cards.append([])
        boxed = boxed or _is_card(piece)
        cards[-1] += piece.pieces if isinstance(piece, Box) and _is_card(piece) else [piece]
    return cards


def _title(pieces: list[Piece]) -> tuple[str, Span | None]:
    for piece in pieces:
        if isinstance(piece, Heading):
            return literal(without_markup(piece.title)), piece.span
        if isinstance(piece, Headings):
            return literal(", ".join(without_markup(each.title) for each in piece.headings)), piece.headings[0].span
    return "", None


def _document(value: Object) -> dict[str, Object]:
    """The options of the symbol for the whole document."""
    waiting = [value]
    while waiting:
        first = waiting.pop(0)
        if isinstance(first, Parts):
            waiting = first.items[:FIRST] + waiting
        elif isinstance(first, Call) and first.name in DOCUMENTS:
            return first.options
        elif isinstance(first, Call):
            waiting = first.inner
    return {}


def _rule(rule: CitedRule) -> Entry:
    value: dict[str, Value] = {"number": rule.number} if rule.number else {}
    if rule.title:
        value["title"] = rule.title
    why = "the card cites this rule, but the source does not have its text"
    return Entry("rules", rule.id, {**value, "external": Guessed(WORK, why)}, rule.span)
