"""Objects one below the other become pieces: paragraphs, lists, tables, headings."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.importing.lout import lists
from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.known import BOXES, DISPLAYS, PARAGRAPHS, SECTIONS
from rulewright.importing.lout.lists import OpenList
from rulewright.importing.lout.objects import Call, Direction, Object, Parts, Symbol, is_empty, join, nothing, start_of
from rulewright.importing.lout.pieces import Framed, Heading, Paragraph, Piece, Section
from rulewright.importing.lout.tables import Tables, stands
from rulewright.importing.lout.text import Texts

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
        listed = lists.begins(value) or lists.ends(value) or lists.is_item(value)
        return listed or value.name in ("@Tbl", *BOXES, *SECTIONS, *HEADED, *PARAGRAPHS, *DISPLAYS)

    def _piece(self, value: Object, found: list[Piece], open_lists: list[OpenList]) -> None:
        assert isinstance(value, Call)
        if lists.begins(value):
            open_lists.append(OpenList(value))
            self.gathered.use_settings(value)
        elif lists.ends(value):
            if open_lists:
                self._put([open_lists.pop().closed()], found, open_lists)
        elif lists.is_item(value):
            self._item(value, open_lists)
        else:
            self._put(list(self._standing(value)), found, open_lists)

    def _item(self, call: Call, open_lists: list[OpenList]) -> None:
        if not open_lists:
            open_lists.append(OpenList(Call(_BULLETS, call.span)))
        pieces = self.pieces(call.right or nothing())
        if lists.is_tagged(call):
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
