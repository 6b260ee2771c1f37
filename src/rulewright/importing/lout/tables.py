"""Read the tables of a text in Lout.

The rows of a call of `@Tbl` come in, and pieces go out: a table of values, or the headings, columns and texts of one
that is only a frame. The row `@Rowa A { 1-3 } B { repelled }` with the format `@Cell A | @Cell B` has two cells. A row
that is painted in one colour becomes a `Heading`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rulewright.base.findings import Span
from rulewright.importing.grids import Cell, Grid
from rulewright.importing.grids.scores import is_score
from rulewright.importing.lout import symbols
from rulewright.importing.lout.objects import (
    Call,
    Direction,
    Object,
    Parts,
    centimetres,
    is_empty,
    nothing,
    plain,
    printed_in,
    start_of,
)
from rulewright.importing.lout.pieces import Columns, Heading, Headings, HorizontalRule, Paragraph, Piece, PrintedTable
from rulewright.importing.lout.state import NO_COLOUR, RULE_NUMBER, ImportState
from rulewright.importing.lout.text import Texts

LOOK_SYMBOLS = set(("@B @I @BI @II @S @R @F @Font @Colour @Color @Rotate @Underline @OneRow @OneCol").split())
"""Symbols in a format that change the looks of a whole cell."""
SPANNED_CELLS = {"@HSpan", "@VSpan"}
SPAN_STARTS = {"@StartHSpan", "@StartVSpan", "@StartHVSpan"}
"""A format such as `@StartHSpan @Cell A | @HSpan | @Cell B` has a cell of two columns and one of one."""


@dataclass
class LoutCell:
    """One cell of a row. It spans `columns` and `rows`; `letters` name the options of its row that it prints.

    `options` has the options of its table, its row and itself; the innermost counts.
    """

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
class LoutRow:
    """The cells that begin in a row, by column. `letter` is the `a` of `@Rowa`, or ""."""

    call: Call
    letter: str
    cells: dict[int, LoutCell] = field(default_factory=dict)
    header: bool = False


class RowReader:
    """Read the rows of one table.

    The format `@Cell A | @Cell B` and the call `@Rowa A { 1-3 } B { repelled }` become a row of two cells.
    """

    def __init__(self, table: Call, state: ImportState) -> None:
        self.table, self.state = table, state
        self.last_cells: dict[int, LoutCell] = {}  # by column; a cell below may continue them
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

    def _row(self, call: Call) -> LoutRow:
        """A row with its cells; note the texts that its format does not print."""
        letter = call.name[-1] if call.name[-1].islower() and call.name[-4:-1] == "Row" else ""  # `a` of `@HeaderRowa`
        row = LoutRow(call, letter, header="Header" in call.name)
        row_format = call.options.get("format") or self.table.options.get(f"{letter}format")
        if row_format is None:
            # Lout prints nothing of a row whose format nothing says.
            self.state.remark(call.span, f"no format says how {call.name} looks: its letters are set side by side")
            texts = [call.options[each] for each in symbols.LETTERS if each in call.options]
            row_format = Parts(Direction.ACROSS, texts, ["|"] * (len(texts) - 1))
        is_across = isinstance(row_format, Parts) and row_format.direction is Direction.ACROSS
        parts = row_format.items if isinstance(row_format, Parts) and is_across else [row_format]
        for column, part in enumerate(parts):
            self._add_cell(row, column, part)
        printed_letters = {option for cell in row.cells.values() for option in cell.letters}
        has_format = bool(letter) or "format" in call.options
        for name, value in call.options.items() if has_format else ():
            if name in symbols.LETTERS and name not in printed_letters and not is_empty(value):
                self.state.use(value)
                why = f"the format of this row has no {name}: Lout does not print it either"
                self.state.notes.add(start_of(value) or call.span, f"{name} {{{plain(value)}}}", why)
        return row

    def _add_cell(self, row: LoutRow, column: int, part: Object) -> None:
        """Add a part of a format: a cell, or a sign that the cell above or to the left spans this column too."""
        above = self.last_cells.get(column)
        match part:
            case Call(symbol=symbol) if symbol.name == "@VSpan" and above is not None:
                # one more row, but only once if the cell above also spans columns
                is_first_column = column == min(index for index, cell in self.last_cells.items() if cell is above)
                above.rows += 1 if is_first_column else 0
            case Call(symbol=symbol) if symbol.name in SPANNED_CELLS:
                before = self.last_cells.get(column - 1)
                if before is not None:
                    is_in_this_row = before in row.cells.values()  # else it is above, and counted its columns there
                    before.columns += 1 if is_in_this_row else 0
                    self.last_cells[column] = before
            case Call(symbol=symbol, right=right) if symbol.name in SPAN_STARTS and right is not None:
                self._add_cell(row, column, right)
            case _:
                row.cells[column] = self.last_cells[column] = self._cell(row, part)

    def _cell(self, row: LoutRow, part: Object) -> LoutCell:
        """A cell; the options of its table, of all rows with the letter of its row, and of its row apply to it."""
        of_table, of_row = self.table.options, row.call.options
        # the option `apaint` of a table is `paint` for its rows with the letter `a`
        of_letter = {name[1:]: value for name, value in of_table.items() if row.letter and name.startswith(row.letter)}
        cell = LoutCell(nothing(), {**of_table, **of_letter, **of_row}, row.call.span)  # later ones count
        if isinstance(part, Call) and part.name == "@Cell":
            cell.options |= part.options
            part = part.right or nothing()
        while isinstance(part, Call) and part.name in LOOK_SYMBOLS and part.right is not None:
            part = part.right
        cell.content = self._with_values(part, row, cell)
        first_value = next((of_row[letter] for letter in cell.letters if letter in of_row), None)
        cell.span = start_of(first_value) or row.call.span
        return cell

    def _with_values(self, value: Object, row: LoutRow, cell: LoutCell) -> Object:
        """Replace the letters in a format by the objects that the row gives for them."""
        if isinstance(value, Parts):
            return Parts(value.direction, [self._with_values(item, row, cell) for item in value.items], value.glues)
        if isinstance(value, Call) and value.symbol.parameter and value.name in symbols.LETTERS:
            cell.letters.append(value.name)
            return row.call.options.get(value.name) or nothing()
        if isinstance(value, Call):
            parts = (
                self._with_values(part, row, cell) if part is not None else None
                for part in (value.left, value.right, value.meaning)
            )
            return Call(value.symbol, value.span, value.options, *parts)
        return value


BLOCK_SYMBOLS = {"@Tbl", "@Heading", "@Figure", "@Table", *symbols.LIST_SYMBOLS, *symbols.ITEMS, *symbols.SECTIONS}
"""Symbols that cannot be part of a line of text: a table, a list, a section."""


def is_block(value: Object | None) -> bool:
    """Whether an object is more than a paragraph of text."""
    return any(isinstance(each, Call) and each.name in BLOCK_SYMBOLS for each in printed_in(value))


class Tables:
    """Read the tables of a card. `pieces` reads the object in a cell; `heading`, the last one, titles the next table.

    Lout uses tables as frames too: one with blocks in its cells, or one column, becomes headings, columns and texts.
    """

    def __init__(self, state: ImportState, texts: Texts, pieces: Callable[[Object], list[Piece]]) -> None:
        self.state, self.texts, self.pieces = state, texts, pieces
        self.heading = ""

    def read(self, table: Call) -> Iterator[Piece]:
        rows = [row for row in RowReader(table, self.state).rows if row.cells]
        for call in (table, *(row.call for row in rows)):
            self.state.use_settings(call)
        has_blocks = any(is_block(cell.content) for row in rows for cell in row.cells.values())
        if has_blocks or all(len(row.cells) == 1 for row in rows):
            for row in rows:
                yield from self._in_frame(row)
        else:
            yield from (PrintedTable(self._grid(part)) for part in _tables_in_frame(rows, self._text))

    def _in_frame(self, row: LoutRow) -> Iterator[Piece]:
        """The pieces of a row of a frame: columns, headings or paragraphs, between the lines above and below it."""
        cells = [cell for cell in row.cells.values() if not is_empty(cell.content)]
        if cells and cells[0].option("ruleabove", "ra") == "yes":
            yield HorizontalRule()
        if any(is_block(cell.content) for cell in cells):
            columns = tuple(self.pieces(cell.content) for cell in cells)
            if len(columns) == 1:
                yield from columns[0]
            else:
                yield Columns(columns, tuple(centimetres(cell.option("width", "w")) for cell in cells))
        elif cells and any(map(_paint, cells)):
            yield self._headings(cells)
        else:
            texts = [(self._text(cell), cell.span) for cell in cells]
            yield from (Paragraph(text, span) for text, span in texts if text)
        if cells and cells[0].option("rulebelow", "rb") == "yes":
            yield HorizontalRule()

    def _headings(self, cells: list[LoutCell]) -> Headings:
        """A painted row: a heading for each colour. Cells without a colour of their own are a note at its end."""
        # the paint of a whole row is one object, which its cells share: `is not` finds cells with a paint of their own
        first_paint = cells[0].options.get("paint")
        painted_differently = [cell for cell in cells if cell.options.get("paint", first_paint) is not first_paint]
        notes = [] if painted_differently else cells[1:]
        return Headings(tuple(self._heading(cell, notes) for cell in (cells[0], *painted_differently)))

    def _heading(self, cell: LoutCell, notes: list[LoutCell]) -> Heading:
        """A heading, divided into title and number: `Fire 4.3` becomes `Fire` and `4.3`."""
        text = without_emphasis(self._text(cell))
        title, _, number = text.rpartition(" ")
        if not title or not RULE_NUMBER.fullmatch(number):
            title, number = text, ""
        self.heading = title
        return Heading(title, number, _paint(cell), " ".join(self._text(note) for note in notes), cell.span)

    def _text(self, cell: LoutCell) -> str:
        """The text of a cell, without a single bullet sign at its start."""
        text = self.texts.markdown(cell.content)
        return text.removeprefix("• ") if text.count("•") == 1 else text

    def _grid(self, rows: list[LoutRow]) -> Grid:
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


def _paint(cell: LoutCell) -> str:
    paint = cell.option("paint", "p")
    return "" if paint.lower() in NO_COLOUR else paint


def _heading_count(rows: list[LoutRow], texts: list[list[str]]) -> int | None:
    """Count the rows of headings: those with a symbol or format of their own, or a first row all in bold.

    0 if the first row is one among others: it has numbers beside words, or its paint comes again. None if nothing says.
    """
    if headers := sum(row.header for row in rows):
        return headers
    with_same_format = [row for row in rows[1:] if row.letter == rows[0].letter]
    if rows[0].letter and len(rows) > 1 and not with_same_format:
        return 1
    if len(rows) > 1 and all(text.startswith("**") for text in texts[0] if text):
        return 1
    first_values = texts[0][1:]
    if with_same_format and 0 < sum(map(is_score, first_values)) < len(first_values):
        return 0
    paint = _paint(next(iter(rows[0].cells.values())))
    is_striped = paint and any(_paint(cell) == paint for row in with_same_format for cell in row.cells.values())
    return 0 if is_striped else None


def without_emphasis(text: str) -> str:
    """Remove emphasis that covers the whole text."""
    for sign in ("***", "**", "*"):
        inner = text[len(sign) : -len(sign)]
        if text.startswith(sign) and text.endswith(sign) and "*" not in inner:
            return inner
    return text


def _tables_in_frame(rows: list[LoutRow], text: Callable[[LoutCell], str]) -> Iterator[list[LoutRow]]:
    """Divide tables one below the other in one frame: each begins with the same heading in its first cell.

    The rows `Dice`, `1-3`, `4-6`, `Dice`, `1-2`, `3-6` become two tables of three rows.
    """
    first = text(rows[0].cells[0]) if rows and 0 in rows[0].cells else ""
    repeats = [bool(first) and 0 in row.cells and text(row.cells[0]) == first for row in rows]
    formats = [row.letter for row in rows]
    starts = [  # a table begins at a row with the format of the first row, below a row of another format
        index for index in range(1, len(rows)) if repeats[index] and formats[index] == formats[0] != formats[index - 1]
    ]
    for start, end in zip([0, *starts], [*starts, len(rows)], strict=True):
        yield rows[start:end]
