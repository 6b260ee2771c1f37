"""Divide objects of Lout into pieces: paragraphs, headings, lists and tables, as Lout prints them.

The expanded objects of a text come in, and `Flow.pieces` returns its pieces in reading order; `blocks` turns
them into entries. `@B { Fire } @LP Roll two dice.` becomes two paragraphs. `tables` reads the tables.

An object is a word, `Parts` joined in a `Direction`, or a `Call` of a symbol with `options`, a `left` and a `right`
object, and a `meaning`: what the definition of the symbol makes of it. `plain` gives the words of an object.
`state.use` and `use_settings` mark objects as read; what is never read becomes a note.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.entries.numbering import level_number
from rulewright.importing.lout import symbols
from rulewright.importing.lout.objects import (
    Call,
    Direction,
    Object,
    Parts,
    Symbol,
    is_empty,
    join,
    nothing,
    start_of,
)
from rulewright.importing.lout.pieces import (
    Box,
    Bullets,
    Columns,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Section,
)
from rulewright.importing.lout.state import ImportState
from rulewright.importing.lout.tables import Tables, is_block
from rulewright.importing.lout.text import Texts


def number_of(kind: str, count: int) -> str:
    """The number before item `count` of a list, such as `2. ` or `(ii) ` for the kind `ParenRoman`; "" for a bullet."""
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
        case Headings(headings=headings):
            for each in headings:
                yield Paragraph(" ".join(filter(None, (f"**{each.title}**", each.number, each.note))), each.span)
        case Box(pieces=pieces):
            yield from pieces
        case Columns(columns=columns):
            yield from (each for column in columns for each in column)
        case Section(title=title, pieces=pieces, span=span):
            yield from ([Paragraph(f"**{title}**", span)] if title else [])
            yield from pieces


HEADING_SYMBOLS = {"@Heading", "@Title"}
PIECE_SYMBOLS = {"@Tbl", *HEADING_SYMBOLS}.union(
    symbols.LIST_SYMBOLS,
    symbols.LIST_ENDS,
    symbols.ITEMS,
    symbols.TAGGED_ITEMS,
    symbols.BOXES,
    symbols.SECTIONS,
    symbols.PARAGRAPHS,
    symbols.DISPLAYS,
)
"""Symbols that end the paragraph before them."""
_BULLETS = Symbol("@BulletList", standard=True)
"""The list of an item outside of a list."""


class Flow:
    """Divide the objects of a text into pieces.

    `_units` flattens an object into its lines and calls; `pieces` joins what stays in a line to paragraphs, and
    `_read_call` reads the calls of `PIECE_SYMBOLS`. While a list is open, its items take all pieces.
    """

    def __init__(self, state: ImportState) -> None:
        self.state = state
        self.texts = Texts(state)
        self.tables = Tables(state, self.texts, self.pieces)

    def pieces(self, value: Object) -> list[Piece]:
        """The pieces of an object, from top to bottom."""
        output: list[Piece] = []
        line: Object = nothing()
        open_lists: list[OpenList] = []
        for unit in (*self._units(value), None):
            if unit is not None and not self._is_piece(unit):
                if not is_empty(unit):
                    line = unit if is_empty(line) else join(Direction.LINE, line, " ", unit)
                continue
            # a new line, the end or a symbol: the line before it is a paragraph
            self._put(self._paragraph(line), output, open_lists)
            line = nothing()
            if isinstance(unit, Call):
                self._read_call(unit, output, open_lists)
        while open_lists:
            self._put([open_lists.pop().closed()], output, open_lists)
        return output

    def _units(self, value: Object) -> Iterator[Object | None]:
        """Divide an object into its parts, with None where a new line begins; open symbols for looks."""
        if isinstance(value, Parts) and (value.direction is Direction.DOWN or is_block(value)):
            yield from self._items(value)
        elif isinstance(value, Call) and value.meaning is not None and is_block(value.meaning):
            yield from self._units(value.meaning)
        elif isinstance(value, Call) and not self._is_piece(value) and value.right and is_block(value.right):
            self.state.use_left(value)
            self.state.use_settings(value)
            yield from (None, *self._units(value.right), None)
        elif not is_empty(value):
            yield value

    def _items(self, value: Parts) -> Iterator[Object | None]:
        """Divide a row or column into its items; adjacent words stay one item, with the blanks between them."""
        line = nothing()  # the adjacent words so far
        for glue, item in zip(["", *value.glues], value.items, strict=False):
            if value.direction is Direction.LINE and not is_block(item) and not self._is_piece(item):
                line = line.joined(glue, item) if line.items else Parts(Direction.LINE, [item])
                continue
            yield line
            line = nothing()
            if value.direction is not Direction.LINE:
                yield None
            yield from self._units(item)
        yield line

    def _is_piece(self, value: Object) -> bool:
        return isinstance(value, Call) and value.meaning is None and value.name in PIECE_SYMBOLS

    def _read_call(self, call: Call, output: list[Piece], open_lists: list[OpenList]) -> None:
        """Read a symbol of a list, which may open or close one, or another symbol with pieces."""
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
            self._put(list(self._pieces_of_call(call)), output, open_lists)

    @staticmethod
    def _put(pieces: list[Piece], output: list[Piece], open_lists: list[OpenList]) -> None:
        """Add pieces to the innermost open list, or to the output if none is open."""
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

    def _pieces_of_call(self, call: Call) -> Iterator[Piece]:
        """The pieces of a call of `PIECE_SYMBOLS` that is not about a list; none for the end of a paragraph."""
        self.state.use_settings(call)
        right = call.right or nothing()
        if call.name == "@Tbl":
            yield from self.tables.read(call)
        elif call.name in symbols.SECTIONS:
            title = self.texts.markdown(call.options.get("@Title", nothing()))
            yield Section(title, self.pieces(right), call.span)
        elif call.name in HEADING_SYMBOLS and not is_block(right):
            yield Headings((Heading(self.texts.markdown(right), "", "", "", call.span),))
        elif call.name in symbols.PARAGRAPHS:
            return
        elif call.name in symbols.BOXES:
            yield Box(self.pieces(right), call.option("paint"))
        elif is_block(right):
            yield from self.pieces(right)
        else:
            yield from self._paragraph(right)
