"""Divide objects of Lout into paragraphs, headings, lists and tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.known import (
    BOXES,
    DISPLAYS,
    ITEMS,
    LIST_ENDS,
    LIST_SYMBOLS,
    NUMBERED,
    PARAGRAPHS,
    SECTIONS,
    TAGGED_ITEMS,
)
from rulewright.importing.lout.objects import Call, Direction, Object, Parts, Symbol, is_empty, join, nothing, start_of
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
    Section,
)
from rulewright.importing.lout.tables import Tables, stands
from rulewright.importing.lout.text import Texts


def begins_list(value: Object) -> bool:
    return isinstance(value, Call) and value.name in LIST_SYMBOLS


def ends_list(value: Object) -> bool:
    return isinstance(value, Call) and value.name in LIST_ENDS


def is_item(value: Object) -> bool:
    return isinstance(value, Call) and value.name in (*ITEMS, *TAGGED_ITEMS)


def is_tagged(value: Object) -> bool:
    return isinstance(value, Call) and value.name in TAGGED_ITEMS


def number_of(kind: str, count: int) -> str:
    """What stands before an item of a numbered list; a bullet has none."""
    if kind not in NUMBERED:
        return ""
    if "Roman" in kind:
        number = roman(count)
    elif "Alpha" in kind:
        number = chr(ord("a") + (count - 1) % 26)
    else:
        number = str(count)
    number = number.upper() if "UC" in kind else number
    return f"({number}) " if "Paren" in kind else f"{number}. "


def roman(number: int) -> str:
    signs = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    found = ""
    for value, letters in signs:
        found += letters * (number // value)
        number %= value
    return found


@dataclass
class OpenList:
    """A list whose items are still coming."""

    start: Call
    items: list[Item] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return LIST_SYMBOLS[self.start.name]

    def add(self, call: Call, pieces: list[Piece]) -> None:
        """One more item, of the pieces that stand in it."""
        item = Item(number_of(self.kind, len(self.items) + 1), call.span)
        self.items.append(item)
        for piece in pieces:
            self.extend(piece)

    def extend(self, piece: Piece) -> None:
        """Something more of the last item: text, bullets or a table."""
        if not self.items:
            self.items.append(Item("", self.start.span))
        last = self.items[-1]
        match piece:
            case Paragraph():
                last.text = f"{last.text.strip()} {piece.text}".strip()
            case Bullets():
                last.items += piece.items
            case Printed():
                last.tables.append(piece.grid)
            case _:
                for part in _simpler(piece):
                    self.extend(part)

    def closed(self) -> Bullets:
        return Bullets([item for item in self.items if item.text.strip() or item.items or item.tables], self.start.span)


def _simpler(piece: Piece) -> Iterator[Piece]:
    """What a bullet can hold of a piece that stands by itself on a card."""
    match piece:
        case Heading(title=title, number=number, note=note, span=span):
            yield Paragraph(" ".join(filter(None, (f"**{title}**", number, note))), span)
        case Headings(headings=pieces) | Framed(pieces=pieces):
            yield from pieces
        case Beside(columns=columns):
            yield from (each for column in columns for each in column)
        case Section(title=title, pieces=pieces, span=span):
            yield from ([Paragraph(f"**{title}**", span)] if title else [])
            yield from pieces


HEADED = {"@Heading", "@Title"}
DEEPER = {"@SubSection": 2, "@SubAppendix": 2, "@SubSubSection": 3, "@SubSubAppendix": 3, "@Section": 1}


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a paragraph."""


BREAK = Break()
_BULLETS = Symbol("@BulletList", known=True)
"""The list of an item that no list is around."""


class Flow:
    """Makes pieces of objects."""

    def __init__(self, gathered: Gathered) -> None:
        self.gathered = gathered
        self.texts = Texts(gathered)
        self.tables = Tables(gathered, self.texts, self.pieces)

    def pieces(self, value: Object) -> list[Piece]:
        """The pieces of an object, from above to below."""
        found: list[Piece] = []
        line: Object = nothing()
        open_lists: list[OpenList] = []
        for each in (*self._units(value), BREAK):
            if not isinstance(each, Break) and is_empty(each):
                continue
            if not isinstance(each, Break) and not self._is_piece(each):
                line = join(Direction.LINE, line, " ", each) if not is_empty(line) else each
                continue
            self._put(self._paragraph(line), found, open_lists)
            line = nothing()
            if not isinstance(each, Break):
                self._piece(each, found, open_lists)
        while open_lists:
            self._put([open_lists.pop().closed()], found, open_lists)
        return found

    def _units(self, value: Object) -> Iterator[Object | Break]:
        """What stands in a row, without what only changes looks; a break between what stands below one another."""
        if isinstance(value, Parts) and (value.direction is Direction.DOWN or stands(value)):
            yield from self._items(value)
        elif isinstance(value, Call) and value.meaning is not None and stands(value.meaning):
            yield from self._units(value.meaning)
        elif isinstance(value, Call) and not self._is_piece(value) and value.right is not None and stands(value.right):
            yield from self._transparent(value)
        elif not is_empty(value):
            yield value

    def _items(self, value: Parts) -> Iterator[Object | Break]:
        """The items of a row or column; words that stand together stay together, with the blanks between them."""
        line = nothing()
        for glue, item in zip(["", *value.glues], value.items, strict=False):
            if value.direction is Direction.LINE and not stands(item) and not self._is_piece(item):
                line = line.joined(glue, item) if line.items else Parts(Direction.LINE, [item])
                continue
            yield line
            line = nothing()
            if value.direction is not Direction.LINE:
                yield BREAK
            yield from self._units(item)
        yield line

    def _transparent(self, call: Call) -> Iterator[Object | Break]:
        self.gathered.use_left(call)
        self.gathered.use_settings(call)
        yield BREAK
        yield from self._units(call.right or nothing())
        yield BREAK

    def _is_piece(self, value: Object) -> bool:
        if not isinstance(value, Call) or value.meaning is not None:
            return False
        listed = begins_list(value) or ends_list(value) or is_item(value)
        return listed or value.name in ("@Tbl", *BOXES, *SECTIONS, *HEADED, *PARAGRAPHS, *DISPLAYS)

    def _piece(self, value: Object, found: list[Piece], open_lists: list[OpenList]) -> None:
        assert isinstance(value, Call)
        if begins_list(value):
            open_lists.append(OpenList(value))
            self.gathered.use_settings(value)
        elif ends_list(value):
            if open_lists:
                self._put([open_lists.pop().closed()], found, open_lists)
        elif is_item(value):
            self._item(value, open_lists)
        else:
            self._put(list(self._standing(value)), found, open_lists)

    def _item(self, call: Call, open_lists: list[OpenList]) -> None:
        if not open_lists:
            open_lists.append(OpenList(Call(_BULLETS, call.span)))
        pieces = self.pieces(call.right or nothing())
        if is_tagged(call):
            pieces = [
                Paragraph(f"**{piece.text}**", piece.span) if isinstance(piece, Paragraph) else piece
                for piece in pieces
            ]
        open_lists[-1].add(call, pieces)
        self.gathered.use_settings(call)

    @staticmethod
    def _put(pieces: list[Piece], found: list[Piece], open_lists: list[OpenList]) -> None:
        for piece in pieces:
            if open_lists:
                open_lists[-1].extend(piece)
            else:
                found.append(piece)

    def _paragraph(self, line: Object) -> list[Piece]:
        if is_empty(line):
            return []
        span = start_of(line)
        text = self.texts.markdown(line)
        return [Paragraph(text, span)] if text and span is not None else []

    def _standing(self, call: Call) -> Iterator[Piece]:
        self.gathered.use_settings(call)
        right = call.right or nothing()
        if call.name == "@Tbl":
            yield from self.tables.read(call)
        elif call.name in SECTIONS:
            title = self.texts.markdown(call.options.get("@Title", nothing()))
            yield Section(title, DEEPER.get(call.name, 1), self.pieces(right), call.span)
        elif call.name in HEADED and not stands(right):
            yield Heading(self.texts.markdown(right), "", "", "", call.span)
        elif call.name in PARAGRAPHS:
            return
        elif call.name in BOXES:
            yield Framed(self.pieces(right), call.option("paint"), call.span)
        elif stands(right):
            yield from self.pieces(right)
        else:
            yield from self._paragraph(right)
