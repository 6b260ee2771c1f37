"""Divide objects of Lout into pieces: paragraphs, headings, lists and tables, as Lout prints them.

The expanded objects of a text come in, and `Flow.pieces` returns its pieces in reading order; `card_blocks` and
`chapters` turn them into entries. `@B { Fire } @LP Roll two dice.` becomes two paragraphs. A row of a table that is
painted in one colour becomes a `Heading`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Union

from rulewright.entries.numbering import level_number
from rulewright.findings import Span
from rulewright.importing.grids import Cell, Grid
from rulewright.importing.grids.scores import is_score
from rulewright.importing.lout import symbols
from rulewright.importing.lout.objects import (
    Call,
    Direction,
    Object,
    Parts,
    Symbol,
    centimetres,
    is_empty,
    join,
    nothing,
    plain,
    start_of,
)
from rulewright.importing.lout.state import NO_COLOUR, RULE_NUMBER, ImportState
from rulewright.importing.lout.text import Texts

# Pieces of a card

Piece = Union["Heading", "Headings", "Bullets", "Paragraph", "PrintedTable", "Columns", "Rule", "Section", "Box"]


@dataclass(frozen=True, slots=True)
class Heading:
    """Words on a coloured ground, perhaps with the number of a rule, and a note at the right."""

    title: str
    number: str
    colour: str
    note: str
    span: Span


@dataclass(frozen=True, slots=True)
class Headings:
    """Several headings side by side."""

    headings: tuple[Heading, ...]


@dataclass(slots=True)
class Item:
    """One bullet, with the bullets and tables under it."""

    text: str
    span: Span
    items: list["Item"] = field(default_factory=list)
    tables: list[Grid] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list. In a numbered list each text begins with its number."""

    items: list[Item]
    span: Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table of values."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of pieces; `widths` are in centimetres, 0 if Lout chooses the width."""

    columns: tuple[list[Piece], ...]
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a longer text with a title of its own."""

    title: str
    pieces: list[Piece]
    span: Span


@dataclass(frozen=True, slots=True)
class Box:
    """Pieces in a box: a card, or a note on one."""

    pieces: list[Piece]
    colour: str


# Tables

LOOKS = set(("@B @I @BI @II @S @R @F @Font @Colour @Color @Rotate @Underline @OneRow @OneCol").split())
"""Symbols in a format that change the looks of a whole cell."""
SPANNED = {"@HSpan", "@VSpan"}
SPANS = {"@StartHSpan", "@StartVSpan", "@StartHVSpan"}


@dataclass
class CellOf:
    """One cell of a row: its object and options, and the columns and rows that it spans."""

    content: Object
    options: dict[str, Object]
    span: Span
    letters: list[str] = field(default_factory=list)
    columns: int = 1
    rows: int = 1

    def option(self, *names: str) -> str:
        """The first of some options that is set for the cell, its row or its table."""
        return next((value for name in names if (value := plain(self.options.get(name) or nothing()))), "")


@dataclass
class Row:
    """The cells that begin in a row, by column."""

    call: Call
    letter: str
    cells: dict[int, CellOf] = field(default_factory=dict)
    header: bool = False


class Rows:
    """Reads the rows of one table. `open` has the cell in each column that a cell below may continue."""

    def __init__(self, table: Call, state: ImportState) -> None:
        self.table, self.state = table, state
        self.open: dict[int, CellOf] = {}
        self.rows = [self._row(call) for call in self._calls(table.right or nothing())]

    def _calls(self, value: Object) -> Iterator[Call]:
        """The rows of a table; a definition may stand for some."""
        if isinstance(value, Parts):
            for item in value.items:
                yield from self._calls(item)
        elif isinstance(value, Call) and value.name in symbols.ROWS:
            yield value
        elif isinstance(value, Call) and value.meaning is not None:
            yield from self._calls(value.meaning)

    def _row(self, call: Call) -> Row:
        """A row with its cells; note the texts that its format does not print."""
        letter = call.name[-1] if call.name[-1].islower() and call.name[-4:-1] == "Row" else ""
        row = Row(call, letter, header="Header" in call.name)
        shape = call.options.get("format") or self.table.options.get(f"{letter}format")
        if shape is None:
            # Lout prints nothing of a row whose format nothing says.
            self.state.remark(call.span, f"no format says how {call.name} looks: its letters are set side by side")
            texts = [call.options[each] for each in symbols.LETTERS if each in call.options]
            shape = Parts(Direction.ACROSS, texts, ["|"] * (len(texts) - 1))
        parts = shape.items if isinstance(shape, Parts) and shape.direction is Direction.ACROSS else [shape]
        for column, part in enumerate(parts):
            self._place(row, column, part)
        shown = {each for cell in row.cells.values() for each in cell.letters}
        for name, value in call.options.items() if letter or "format" in call.options else ():
            if name in symbols.LETTERS and name not in shown and not is_empty(value):
                self.state.use(value)
                why = f"the format of this row has no {name}: Lout does not print it either"
                self.state.notes.add(start_of(value) or call.span, f"{name} {{{plain(value)}}}", why)
        return row

    def _place(self, row: Row, column: int, part: Object) -> None:
        """Add a part of a format: a cell, or a sign that the cell above or to the left spans this place too."""
        above = self.open.get(column)
        match part:
            case Call(symbol=symbol) if symbol.name == "@VSpan" and above is not None:
                is_first_column = column == min(index for index, cell in self.open.items() if cell is above)
                above.rows += is_first_column
            case Call(symbol=symbol) if symbol.name in SPANNED:
                before = self.open.get(column - 1)
                if before is not None:
                    before.columns += before in row.cells.values()
                    self.open[column] = before
            case Call(symbol=symbol, right=right) if symbol.name in SPANS and right is not None:
                self._place(row, column, right)
            case _:
                row.cells[column] = self.open[column] = self._cell(row, part)

    def _cell(self, row: Row, part: Object) -> CellOf:
        """A cell; the options of its table, of all rows with the letter of its row, and of its row apply to it."""
        table, own = self.table.options, row.call.options
        of_letter = {name[1:]: value for name, value in table.items() if row.letter and name.startswith(row.letter)}
        cell = CellOf(nothing(), {**table, **of_letter, **own}, row.call.span)
        if isinstance(part, Call) and part.name == "@Cell":
            cell.options |= part.options
            part = part.right or nothing()
        while isinstance(part, Call) and part.name in LOOKS and part.right is not None:
            part = part.right
        cell.content = self._filled(part, row, cell)
        cell.span = start_of(next((own[letter] for letter in cell.letters if letter in own), None)) or row.call.span
        return cell

    def _filled(self, value: Object, row: Row, cell: CellOf) -> Object:
        """Replace the letters in a format by the objects that the row gives for them."""
        if isinstance(value, Parts):
            return Parts(value.direction, [self._filled(item, row, cell) for item in value.items], value.glues)
        if isinstance(value, Call) and value.symbol.parameter and value.name in symbols.LETTERS:
            cell.letters.append(value.name)
            return row.call.options.get(value.name) or nothing()
        if isinstance(value, Call):
            parts = (
                self._filled(part, row, cell) if part is not None else None
                for part in (value.left, value.right, value.meaning)
            )
            return Call(value.symbol, value.span, value.options, *parts)
        return value


STANDING = {"@Tbl", "@Heading", "@Figure", "@Table", *symbols.LIST_SYMBOLS, *symbols.ITEMS, *symbols.SECTIONS}
"""Symbols that cannot be part of a line of text."""


def stands(value: Object | None) -> bool:
    """Whether an object is more than a paragraph of text."""
    waiting = [value] if value is not None else []
    while waiting:
        first = waiting.pop()
        if isinstance(first, Parts):
            waiting += first.items
        elif isinstance(first, Call):
            if first.name in STANDING:
                return True
            waiting += first.inner
    return False


class Tables:
    """Reads the tables of a card. `pieces` reads the object in a cell."""

    def __init__(self, state: ImportState, texts: Texts, pieces: Callable[[Object], list[Piece]]) -> None:
        self.state, self.texts, self.pieces = state, texts, pieces
        self.heading = ""

    def read(self, table: Call) -> Iterator[Piece]:
        rows = [row for row in Rows(table, self.state).rows if row.cells]
        for call in (table, *(row.call for row in rows)):
            self.state.use_settings(call)
        frame = any(stands(cell.content) for row in rows for cell in row.cells.values())
        if frame or all(len(row.cells) == 1 for row in rows):
            for row in rows:
                yield from self._in_frame(row)
        else:
            yield from (PrintedTable(self._grid(part)) for part in _tables_in_frame(rows, self._text))

    def _in_frame(self, row: Row) -> Iterator[Piece]:
        cells = [cell for cell in row.cells.values() if not is_empty(cell.content)]
        if cells and cells[0].option("ruleabove", "ra") == "yes":
            yield Rule()
        if any(stands(cell.content) for cell in cells):
            columns = tuple(self.pieces(cell.content) for cell in cells)
            if len(columns) == 1:
                yield from columns[0]
            else:
                yield Columns(columns, tuple(centimetres(cell.option("width", "w")) for cell in cells))
        elif cells and any(map(_paint, cells)):
            yield from self._headings(cells)
        else:
            texts = [(self._text(cell), cell.span) for cell in cells]
            yield from (Paragraph(text, span) for text, span in texts if text)
        if cells and cells[0].option("rulebelow", "rb") == "yes":
            yield Rule()

    def _headings(self, cells: list[CellOf]) -> Iterator[Piece]:
        """A painted row: a heading for each colour. Cells without a colour of their own are a note at its end."""
        own = [
            cell
            for cell in cells
            if "paint" in cell.options and cell.options["paint"] is not cells[0].options.get("paint")
        ]
        notes = [] if own else cells[1:]
        headings = tuple(self._heading(cell, notes) for cell in ([cells[0], *own] if own else cells[:1]))
        if len(headings) == 1:
            yield headings[0]
        else:
            yield Headings(headings)

    def _heading(self, cell: CellOf, notes: list[CellOf]) -> Heading:
        text = unfaced(self._text(cell))
        words, _, last = text.rpartition(" ")
        number = last if RULE_NUMBER.fullmatch(last) and words else ""
        title = words if number else text
        self.heading = title
        return Heading(title, number, _paint(cell), " ".join(self._text(note) for note in notes), cell.span)

    def _text(self, cell: CellOf) -> str:
        """The text of a cell, without a single bullet sign at its start."""
        text = self.texts.markdown(cell.content)
        return text.removeprefix("• ") if text.count("•") == 1 else text

    def _grid(self, rows: list[Row]) -> Grid:
        texts = [[self._text(cell) for cell in row.cells.values()] for row in rows]
        count = _heading_count(rows, texts)
        for row in texts[: count or 0]:
            row[:] = (text.replace("**", "") for text in row)
        cells = (
            tuple(
                Cell(text, cell.span, cell.columns, cell.rows)
                for text, cell in zip(line, row.cells.values(), strict=True)
            )
            for line, row in zip(texts, rows, strict=True)
        )
        return Grid(self.heading, tuple(cells), rows[0].call.span, count)


def _paint(cell: CellOf) -> str:
    paint = cell.option("paint", "p")
    return "" if paint.lower() in NO_COLOUR else paint


def _heading_count(rows: list[Row], texts: list[list[str]]) -> int | None:
    """The rows of headings, where the text says it: by their symbol, by a format of their own, or all in bold.

    It is one row among others where it has numbers beside words, or where its paint comes again.
    """
    if headers := sum(row.header for row in rows):
        return headers
    others = [row for row in rows[1:] if row.letter == rows[0].letter]
    if rows[0].letter and len(rows) > 1 and not others:
        return 1
    if len(rows) > 1 and all(text.startswith("**") for text in texts[0] if text):
        return 1
    if others and 0 < sum(map(is_score, texts[0][1:])) < len(texts[0][1:]):
        return 0
    paint = _paint(next(iter(rows[0].cells.values())))
    striped = paint and any(_paint(cell) == paint for row in others for cell in row.cells.values())
    return 0 if striped else None


def unfaced(text: str) -> str:
    """Remove emphasis that covers the whole text."""
    for sign in ("***", "**", "*"):
        inner = text[len(sign) : -len(sign)]
        if text.startswith(sign) and text.endswith(sign) and "*" not in inner:
            return inner
    return text


def _tables_in_frame(rows: list[Row], text: Callable[[CellOf], str]) -> Iterator[list[Row]]:
    """Divide tables one below the other in one frame: each begins with the same heading in its first cell."""
    first = text(rows[0].cells[0]) if rows and 0 in rows[0].cells else ""
    repeats = [bool(first) and 0 in row.cells and text(row.cells[0]) == first for row in rows]
    starts = [
        index
        for index in range(1, len(rows))
        if repeats[index] and rows[index].letter == rows[0].letter != rows[index - 1].letter
    ]
    for start, end in zip([0, *starts], [*starts, len(rows)], strict=True):
        yield rows[start:end]


def number_of(kind: str, count: int) -> str:
    """The number before an item of a numbered list; "" for a bullet."""
    if kind not in symbols.NUMBERED:
        return ""
    sign = "i" if "Roman" in kind else "a" if "Alpha" in kind else "1"
    number = level_number(count, (sign.upper() if "UC" in kind else sign,), 0)
    return f"({number}) " if "Paren" in kind else f"{number}. "


@dataclass
class OpenList:
    """A list that is not complete yet."""

    start: Call
    items: list[Item] = field(default_factory=list)

    def add(self, call: Call, pieces: list[Piece]) -> None:
        """Add an item with some pieces."""
        kind = symbols.LIST_SYMBOLS[self.start.name]
        self.items.append(Item(number_of(kind, len(self.items) + 1), call.span))
        for piece in pieces:
            self.extend(piece)

    def extend(self, piece: Piece) -> None:
        """Add text, bullets or a table to the last item."""
        if not self.items:
            self.items.append(Item("", self.start.span))
        last = self.items[-1]
        match piece:
            case Paragraph():
                last.text = f"{last.text.strip()} {piece.text}".strip()
            case Bullets():
                last.items += piece.items
            case PrintedTable():
                last.tables.append(piece.grid)
            case _:
                for part in _simpler(piece):
                    self.extend(part)

    def closed(self) -> Bullets:
        return Bullets([item for item in self.items if item.text.strip() or item.items or item.tables], self.start.span)


def _simpler(piece: Piece) -> Iterator[Piece]:
    """Divide a piece into pieces that a bullet can hold."""
    match piece:
        case Heading(title=title, number=number, note=note, span=span):
            yield Paragraph(" ".join(filter(None, (f"**{title}**", number, note))), span)
        case Headings(headings=pieces) | Box(pieces=pieces):
            yield from pieces
        case Columns(columns=columns):
            yield from (each for column in columns for each in column)
        case Section(title=title, pieces=pieces, span=span):
            yield from ([Paragraph(f"**{title}**", span)] if title else [])
            yield from pieces


HEADED = {"@Heading", "@Title"}
PIECES = {"@Tbl", *HEADED}.union(
    symbols.LIST_SYMBOLS,
    symbols.LIST_ENDS,
    symbols.ITEMS,
    symbols.TAGGED_ITEMS,
    symbols.BOXES,
    symbols.SECTIONS,
    symbols.PARAGRAPHS,
    symbols.DISPLAYS,
)
_BULLETS = Symbol("@BulletList", standard=True)
"""The list of an item outside of a list."""


class Flow:
    """Makes pieces of objects."""

    def __init__(self, state: ImportState) -> None:
        self.state = state
        self.texts = Texts(state)
        self.tables = Tables(state, self.texts, self.pieces)

    def pieces(self, value: Object) -> list[Piece]:
        """The pieces of an object, from top to bottom."""
        output: list[Piece] = []
        line: Object = nothing()
        open_lists: list[OpenList] = []
        for each in (*self._units(value), None):
            if each is not None and not self._is_piece(each):
                if not is_empty(each):
                    line = each if is_empty(line) else join(Direction.LINE, line, " ", each)
                continue
            self._put(self._paragraph(line), output, open_lists)
            line = nothing()
            if isinstance(each, Call):
                self._piece(each, output, open_lists)
        while open_lists:
            self._put([open_lists.pop().closed()], output, open_lists)
        return output

    def _units(self, value: Object) -> Iterator[Object | None]:
        """Divide an object into its parts, with None between parts below one another. Symbols for looks are opened."""
        if isinstance(value, Parts) and (value.direction is Direction.DOWN or stands(value)):
            yield from self._items(value)
        elif isinstance(value, Call) and value.meaning is not None and stands(value.meaning):
            yield from self._units(value.meaning)
        elif isinstance(value, Call) and not self._is_piece(value) and value.right is not None and stands(value.right):
            self.state.use_left(value)
            self.state.use_settings(value)
            yield from (None, *self._units(value.right), None)
        elif not is_empty(value):
            yield value

    def _items(self, value: Parts) -> Iterator[Object | None]:
        """Divide a row or column into its items; adjacent words stay one item, with the blanks between them."""
        line = nothing()
        for glue, item in zip(["", *value.glues], value.items, strict=False):
            if value.direction is Direction.LINE and not stands(item) and not self._is_piece(item):
                line = line.joined(glue, item) if line.items else Parts(Direction.LINE, [item])
                continue
            yield line
            line = nothing()
            if value.direction is not Direction.LINE:
                yield None
            yield from self._units(item)
        yield line

    def _is_piece(self, value: Object) -> bool:
        if not isinstance(value, Call) or value.meaning is not None:
            return False
        return value.name in PIECES

    def _piece(self, call: Call, output: list[Piece], open_lists: list[OpenList]) -> None:
        if call.name in symbols.LIST_SYMBOLS:
            open_lists.append(OpenList(call))
            self.state.use_settings(call)
        elif call.name in symbols.LIST_ENDS:
            if open_lists:
                self._put([open_lists.pop().closed()], output, open_lists)
        elif call.name in symbols.ITEMS or call.name in symbols.TAGGED_ITEMS:
            if not open_lists:
                open_lists.append(OpenList(Call(_BULLETS, call.span)))
            pieces = self.pieces(call.right or nothing())
            if call.name in symbols.TAGGED_ITEMS:
                pieces = [
                    Paragraph(f"**{piece.text}**", piece.span) if isinstance(piece, Paragraph) else piece
                    for piece in pieces
                ]
            open_lists[-1].add(call, pieces)
            self.state.use_settings(call)
        else:
            self._put(list(self._standing(call)), output, open_lists)

    @staticmethod
    def _put(pieces: list[Piece], output: list[Piece], open_lists: list[OpenList]) -> None:
        for piece in pieces:
            if open_lists:
                open_lists[-1].extend(piece)
            else:
                output.append(piece)

    def _paragraph(self, line: Object) -> list[Piece]:
        if is_empty(line):
            return []
        span = start_of(line)
        text = self.texts.markdown(line)
        return [Paragraph(text, span)] if text and span is not None else []

    def _standing(self, call: Call) -> Iterator[Piece]:
        self.state.use_settings(call)
        right = call.right or nothing()
        if call.name == "@Tbl":
            yield from self.tables.read(call)
        elif call.name in symbols.SECTIONS:
            title = self.texts.markdown(call.options.get("@Title", nothing()))
            yield Section(title, self.pieces(right), call.span)
        elif call.name in HEADED and not stands(right):
            yield Heading(self.texts.markdown(right), "", "", "", call.span)
        elif call.name in symbols.PARAGRAPHS:
            return
        elif call.name in symbols.BOXES:
            yield Box(self.pieces(right), call.option("paint"))
        elif stands(right):
            yield from self.pieces(right)
        else:
            yield from self._paragraph(right)
