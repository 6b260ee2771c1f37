"""A `@Tbl` as it is meant: a table of values, or a frame in which headings, lists and other tables stand."""

from collections.abc import Callable, Iterator

from rulewright.importing.grids import Cell, Grid
from rulewright.importing.grids.scores import is_score
from rulewright.importing.lout.cells import CellOf, Row, Rows
from rulewright.importing.lout.colours import NO_COLOUR
from rulewright.importing.lout.gathered import RULE_NUMBER, Gathered
from rulewright.importing.lout.known import BOXES, ITEMS, LIST_SYMBOLS, SECTIONS
from rulewright.importing.lout.lengths import centimetres
from rulewright.importing.lout.objects import Call, Object, Parts, is_empty
from rulewright.importing.lout.pieces import Beside, Heading, Headings, Paragraph, Piece, Printed, Rule
from rulewright.importing.lout.text import Texts

STANDING = {"@Tbl", "@Heading", "@Figure", "@Table", *LIST_SYMBOLS, *ITEMS, *SECTIONS}
"""Symbols that are no part of a line of text."""


def stands(value: Object | None) -> bool:
    """Whether an object is more than a paragraph of text."""
    waiting = [value] if value is not None else []
    while waiting:
        first = waiting.pop()
        if isinstance(first, Parts):
            waiting += first.items
        elif isinstance(first, Call):
            if first.name in STANDING or (first.name in BOXES and first.right is not None and stands(first.right)):
                return True
            waiting += [part for part in (first.meaning, first.right) if part is not None]
    return False


class Tables:
    """Reads the tables of a card. `pieces` reads what stands in a cell."""

    def __init__(self, gathered: Gathered, texts: Texts, pieces: Callable[[Object], list[Piece]]) -> None:
        self.gathered, self.texts, self.pieces = gathered, texts, pieces
        self.heading = ""

    def read(self, table: Call) -> Iterator[Piece]:
        rows = [row for row in Rows(table, self.gathered).rows if row.cells]
        for call in (table, *(row.call for row in rows)):
            self.gathered.use_settings(call)
        frame = any(stands(cell.content) for row in rows for cell in row.cells.values())
        if frame or all(len(row.cells) == 1 for row in rows):
            for row in rows:
                yield from self._in_frame(row)
        else:
            yield from (Printed(self._grid(part)) for part in _divided(rows, self._text))

    def _in_frame(self, row: Row) -> Iterator[Piece]:
        cells = [cell for cell in row.cells.values() if not is_empty(cell.content)]
        if cells and cells[0].option("ruleabove", "ra") == "yes":
            yield Rule(row.call.span)
        if any(stands(cell.content) for cell in cells):
            yield from self._standing(row, cells)
        elif cells and any(_paint(cell) for cell in cells):
            yield from self._headings(cells)
        else:
            texts = [(self._text(cell), cell.span) for cell in cells]
            yield from (Paragraph(text, span) for text, span in texts if text)
        if cells and cells[0].option("rulebelow", "rb") == "yes":
            yield Rule(row.call.span)

    def _standing(self, row: Row, cells: list[CellOf]) -> Iterator[Piece]:
        columns = tuple(self.pieces(cell.content) for cell in cells)
        if len(columns) == 1:
            yield from columns[0]
        else:
            yield Beside(columns, tuple(centimetres(cell.option("width", "w")) for cell in cells), row.call.span)

    def _headings(self, cells: list[CellOf]) -> Iterator[Piece]:
        """A painted row: a heading for each colour; what has no colour of its own is a note at its end."""
        own = [
            cell
            for cell in cells
            if "paint" in cell.options and cell.options["paint"] is not cells[0].options.get("paint")
        ]
        notes = [] if own else cells[1:]
        found = tuple(self._heading(cell, notes) for cell in ([cells[0], *own] if own else cells[:1]))
        if len(found) == 1:
            yield found[0]
        else:
            yield Headings(found, found[0].span)

    def _heading(self, cell: CellOf, notes: list[CellOf]) -> Heading:
        text = unfaced(self._text(cell))
        words, _, last = text.rpartition(" ")
        number = last if RULE_NUMBER.fullmatch(last) and words else ""
        title = words if number else text
        self.heading = title
        return Heading(title, number, _paint(cell), " ".join(self._text(note) for note in notes), cell.span)

    def _text(self, cell: CellOf) -> str:
        """A cell's text; a sign for a bullet before a single line says nothing."""
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
    if said := sum(row.header for row in rows):
        return said
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
    """A text without the emphasis that all of it has."""
    for sign in ("***", "**", "*"):
        inner = text[len(sign) : -len(sign)]
        if text.startswith(sign) and text.endswith(sign) and "*" not in inner:
            return inner
    return text


def _divided(rows: list[Row], text: Callable[[CellOf], str]) -> Iterator[list[Row]]:
    """Tables under one another in one frame: each begins with the same heading in its first cell."""
    first = text(rows[0].cells[0]) if rows and 0 in rows[0].cells else ""
    starts = [at for at, row in enumerate(rows) if at and first and 0 in row.cells and text(row.cells[0]) == first]
    starts = [at for at in starts if rows[at].letter == rows[0].letter != rows[at - 1].letter]
    for start, end in zip([0, *starts], [*starts, len(rows)], strict=True):
        yield rows[start:end]
