"""The rows of a `@Tbl` and the cells that their formats make of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.known import LETTERS, ROWS
from rulewright.importing.lout.objects import Call, Direction, Object, Parts, is_empty, nothing, plain, start_of

LOOKS = {
    "@B",
    "@I",
    "@BI",
    "@II",
    "@S",
    "@R",
    "@F",
    "@Font",
    "@Colour",
    "@Color",
    "@Rotate",
    "@Underline",
    "@OneRow",
    "@OneCol",
}
"""Symbols in a format that change the looks of a whole cell."""
SPANNED = {"@HSpan", "@VSpan"}
SPANS = {"@StartHSpan": (True, False), "@StartVSpan": (False, True), "@StartHVSpan": (True, True)}


@dataclass
class CellOf:
    """One cell of a row: its object, with the looks that its format gives; how far it reaches."""

    content: Object
    options: dict[str, Object]
    span: Span
    letters: list[str] = field(default_factory=list)
    columns: int = 1
    rows: int = 1

    def option(self, *names: str) -> str:
        """The first of some options that the cell, its row or its table has."""
        return next((found for name in names if (found := plain(self.options.get(name) or nothing()))), "")


@dataclass
class Row:
    """The cells that begin in a row. `place` of each is its column."""

    call: Call
    letter: str
    cells: dict[int, CellOf] = field(default_factory=dict)
    header: bool = False


class Rows:
    """Reads one table."""

    def __init__(self, table: Call, gathered: Gathered) -> None:
        self.table, self.gathered = table, gathered
        self.rows: list[Row] = []
        self.open: dict[int, CellOf] = {}
        for call in self._calls(table.right or nothing()):
            self.rows.append(self._row(call))

    def _calls(self, value: Object) -> Iterator[Call]:
        """The rows of the table's object; a definition may stand for some."""
        if isinstance(value, Parts):
            for item in value.items:
                yield from self._calls(item)
        elif isinstance(value, Call) and value.name in ROWS:
            yield value
        elif isinstance(value, Call) and value.meaning is not None:
            yield from self._calls(value.meaning)

    def _row(self, call: Call) -> Row:
        letter = call.name[-1] if call.name[-1].islower() and call.name[-4:-1] == "Row" else ""
        row = Row(call, letter, header="Header" in call.name)
        shape = call.options.get("format") or self.table.options.get(f"{letter}format")
        if shape is None:
            shape = self._without_format(call)
        parts = shape.items if isinstance(shape, Parts) and shape.direction is Direction.ACROSS else [shape]
        for column, part in enumerate(parts):
            self._place(row, column, part)
        self._dropped(row)
        return row

    def _without_format(self, call: Call) -> Object:
        """Lout prints nothing of a row whose format nothing says; we set its letters side by side."""
        said = f"no format says how {call.name} looks: its letters stand side by side"
        self.gathered.remark(call.span, said)
        letters = [letter for letter in LETTERS if letter in call.options]
        return Parts(Direction.ACROSS, [call.options[letter] for letter in letters], ["|"] * (len(letters) - 1))

    def _place(self, row: Row, column: int, part: Object) -> None:
        above = self.open.get(column)
        match part:
            case Call(symbol=symbol) if symbol.name == "@VSpan" and above is not None:
                above.rows += column == min(at for at, cell in self.open.items() if cell is above)
            case Call(symbol=symbol) if symbol.name in SPANNED:
                before = self.open.get(column - 1)
                if before is not None and before in row.cells.values():
                    before.columns += 1
                if before is not None:
                    self.open[column] = before
            case Call(symbol=symbol, right=right) if symbol.name in SPANS and right is not None:
                self._place(row, column, right)
            case _:
                row.cells[column] = self.open[column] = self._cell(row, part)

    def _cell(self, row: Row, part: Object) -> CellOf:
        settings = self._settings(row)
        if isinstance(part, Call) and part.name == "@Cell":
            settings |= part.options
            part = part.right or nothing()
        cell = CellOf(nothing(), settings, row.call.span)
        cell.content = self._filled(_without_looks(part), row, cell)
        first = next((row.call.options[letter] for letter in cell.letters if letter in row.call.options), None)
        cell.span = start_of(first) or row.call.span
        return cell

    def _settings(self, row: Row) -> dict[str, Object]:
        """The options of a row's cells: those of the table, of all rows of the letter, of the row."""
        table = self.table.options
        of_letter = {name[1:]: value for name, value in table.items() if row.letter and name.startswith(row.letter)}
        return {**table, **of_letter, **row.call.options}

    def _filled(self, value: Object, row: Row, cell: CellOf) -> Object:
        """The object of a format with what the row gives for its letters."""
        if isinstance(value, Parts):
            return Parts(value.direction, [self._filled(item, row, cell) for item in value.items], value.glues)
        if isinstance(value, Call) and value.symbol.parameter and value.name in LETTERS:
            cell.letters.append(value.name)
            return row.call.options.get(value.name) or nothing()
        if isinstance(value, Call):
            parts = (
                self._filled(part, row, cell) if part is not None else None
                for part in (value.left, value.right, value.meaning)
            )
            return Call(value.symbol, value.span, value.options, *parts)
        return value

    def _dropped(self, row: Row) -> None:
        """What a row gives for letters that its format does not have."""
        shown = {letter for cell in row.cells.values() for letter in cell.letters}
        for letter, value in row.call.options.items():
            if (
                letter in LETTERS
                and letter not in shown
                and not is_empty(value)
                and (row.letter or "format" in row.call.options)
            ):
                self.gathered.use(value)
                why = f"the format of this row has no {letter}: Lout does not print it either"
                self.gathered.trouble.note(start_of(value) or row.call.span, f"{letter} {{{plain(value)}}}", why)


def _without_looks(value: Object) -> Object:
    """The object of a format without the font and colour of all of it."""
    while isinstance(value, Call) and value.name in LOOKS and value.right is not None:
        value = value.right
    return value
