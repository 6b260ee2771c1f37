"""Printed tables: the grid of a table's cells, with spans, headings and colours.

`grid` takes a `Table` and returns its rows. A table with the rows `short` and `long` and one column of values has two
rows in its body, each with a cell of the role ROW and one of the role VALUE.

Every renderer, the checks and the read-back take their cells from here, so a card, a page and a listing cannot
disagree about the cells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Protocol, TypeVar

from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.cells import Case, Cell, Row
from rulewright.entries.keys import Key
from rulewright.entries.rows import Modifier
from rulewright.entries.table import CellColour, Layout, Lines, Output, Portion, Table
from rulewright.entries.text import Text

CORNER, COLUMN, ROW, CONDITION, VALUE = "corner", "column", "row", "condition", "value"
"""Roles of cells: a heading of the headings, of a column or of a row; the condition of a case in a list; a value."""
UNKNOWN = Text("unknown")
"""The text of a cell whose answer is an open question."""

FIGURES, WORDS = "figures", "words"
"""The contents of a column of records: numbers are aligned right, words left."""
NOTE, BANNER = "note", "banner"
"""More roles of cells: a remark beside a modifier, and a text beside all rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """One value of a cell. If the cell has several, each prints its `conditions` after it."""

    text: Text
    conditions: tuple[Text, ...] = ()
    case: Case | None = None


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell, listed in the row of its upper left corner. `role` is one of the constants above; `headers` are cell ids.

    - `lead`: it is a heading in the first heading column.
    - `output`: its column in a table of several outputs; `merged`: the equal cells below it that it replaces.
    - `holds`: FIGURES or WORDS in a column of records, else empty.
    """

    role: str
    parts: tuple[Part, ...]
    rows: int = 1
    columns: int = 1
    id: str = ""
    headers: tuple[str, ...] = ()
    lead: bool = False
    output: Output | None = None
    merged: tuple["GridCell", ...] = ()
    holds: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A printed row; `group` is the number of its top-level heading, if the headings have several levels."""

    cells: tuple[GridCell, ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it prints."""

    head: tuple[GridRow, ...]
    body: tuple[GridRow, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """One printed value, with its case and keys.

    `keys` are the alternatives under which it applies, nearly always one. Each maps an axis to the author's words for
    the key there.
    """

    table: Table
    case: Case
    keys: tuple[dict[str, str], ...]
    text: str


def grid(table: Table) -> Grid:
    """Return the printed cells of a table, or of its part, row by row."""
    printed = whole_grid(table)
    return printed if table.part is None else replace(printed, body=part_of(printed.body, table.part))


def part_of(body: tuple[GridRow, ...], part: Lines | Portion) -> tuple[GridRow, ...]:
    """Return the rows of a part. A portion, such as the second third, ends only where no cell spans two rows."""
    if isinstance(part, Lines):
        return body[part.first - 1 : part.last]
    ends = [0, *uncut(body), len(body)]

    def nearest_end(at: int) -> int:
        """Return the end nearest to `at` portions; of two the later, so that the last portion is not the longest."""
        equal_share = ceil(len(body) * at / part.of)
        return min(ends, key=lambda end: (abs(end - equal_share), -end))

    return body[nearest_end(part.at) : nearest_end(part.at + 1)]


def is_last(table: Table) -> bool:
    """Return whether this is the whole table or its last part: notes on the whole table print below it."""
    match table.part:
        case Lines(last=last):
            return last is None or last >= len(whole_grid(table).body)
        case Portion(at=at, of=of):
            return at == of - 1
    return True


def uncut(body: tuple[GridRow, ...]) -> Iterator[int]:
    """Yield the number of rows above each place where no cell spans two rows."""
    reach = 0
    for at, row in enumerate(body):
        if at > 0 and reach <= at:
            yield at
        reach = max(reach, *(at + cell.rows for cell in row.cells), 0)


@memoised()
def whole_grid(table: Table) -> Grid:
    """Return the cells of a whole table, row by row."""
    if table.layout is Layout.CASES:
        return _listing(table)
    if table.layout is Layout.MODIFIERS:
        return _modifiers(table)
    return _outputs(table) if table.outputs else _lookup(table)


class Spanning(Protocol):
    """Anything in a row that may span rows and columns."""

    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...


Spans = TypeVar("Spans", bound=Spanning)


def placed(rows: Iterable[Sequence[Spans]]) -> Iterator[tuple[tuple[Spans, int], ...]]:
    """Yield the cells of each row with their columns; cells that span rows push those of later rows to the right."""
    rows_spanned: dict[int, int] = {}
    for row in rows:
        cells: list[tuple[Spans, int]] = []
        column = 0
        for cell in row:
            while rows_spanned.get(column, 0):
                column += 1
            cells.append((cell, column))
            rows_spanned |= dict.fromkeys(range(column, column + cell.columns), cell.rows)
            column += cell.columns
        rows_spanned = {column: count - 1 for column, count in rows_spanned.items() if count > 1}
        yield tuple(cells)


def label(keys: tuple[Key, ...]) -> Text:
    """Return the text of a heading with several keys: those that restrict something, side by side."""
    labels = [key.label for key in keys if not key.everything] or [keys[0].label]
    links = tuple(link for text in labels for link in text.links)
    return Text(" ".join(text.source for text in labels), links, labels[0].span)


def _lookup(table: Table) -> Grid:
    *headers, values_header = table.headers
    corners = tuple(GridCell(CORNER, _head(head)) for head in headers)
    columns = tuple(GridCell(COLUMN, (Part(key.label),)) for key in table.columns)
    titled = columns or values_header or any(corner.parts for corner in corners)
    if titled and not columns:
        values = table.values
        unit = Text(values.unit if values else "")
        columns = (GridCell(COLUMN, (Part(values_header or (values and values.title) or unit),)),)
    levels = any(row.rows for row in table.rows)
    # groups count only where headings have several levels: else all are 0
    body = [GridRow(cells, group if levels else 0) for group, row in enumerate(table.rows) for cells in _lines(row)]
    return Grid((GridRow((*corners, *columns)),) if titled else (), tuple(body))


def _lines(row: Row, *, lead: bool = True) -> Iterator[tuple[GridCell, ...]]:
    """Yield the printed lines of one heading; the heading itself is in the first of them."""
    heading = GridCell(ROW, (Part(label(row.keys)),), rows=row.height, lead=lead)
    if not row.rows:
        values = (_value_cell(cell) for cell in sorted(row.cells, key=lambda cell: cell.first))
        yield (heading, *values)
        return
    below = (line for inner in row.rows for line in _lines(inner, lead=False))
    yield (heading, *next(below))
    yield from below


def _value_cell(cell: Cell) -> GridCell:
    """Return the cell with its values; an empty general value does not print beside its exceptions."""
    if not cell.cases:
        return GridCell(VALUE, (Part(UNKNOWN),), columns=cell.count)
    cases = cell.cases[1:] if len(cell.cases) > 1 and cell.cases[0].value.plain is None else cell.cases
    alone = len(cell.cases) == 1
    parts = (Part(case.value.label, () if alone or case.general else (condition(case),), case) for case in cases)
    return GridCell(VALUE, tuple(parts), columns=cell.count)


def _outputs(table: Table) -> Grid:
    """Return the grid of a table of several outputs, with texts beside all rows. One output may group the rows."""
    grouping = [output for output in table.outputs if table.layout is Layout.RECORDS and output.id == table.group_by]
    outputs = [output for output in table.outputs if output not in grouping]
    headers = (*(output.label for output in grouping), *table.headers[:-1])
    corners = tuple(GridCell(CORNER, _head(head)) for head in headers)
    lines = [list(cells) for row in table.rows for cells in _lines(row, lead=not grouping)]
    value_outputs = [output for output in table.outputs if output.says is None]  # the others are texts beside all rows
    count = len(value_outputs)  # the last cells of each line are these values
    columns = {output.id: [line[at - count] for line in lines] for at, output in enumerate(value_outputs)}
    holds = {name: _holds(table, column) for name, column in columns.items()}
    heads = tuple(_output_head(output, holds.get(output.id, "")) for output in outputs)
    group_outputs = [each for each in value_outputs if each.merged or each in grouping]  # a change begins a group
    body: list[GridRow] = []
    group = 0
    for index, line in enumerate(lines):
        groups = (cell for output in grouping for cell in _merged(output, columns[output.id], index))
        cells = [replace(cell, role=ROW, lead=True, merged=()) for cell in groups]
        cells += line[: len(line) - count]
        for output in outputs:
            values = _output_cells(output, columns.get(output.id, []), index, len(lines))
            cells += (replace(cell, holds=holds.get(output.id, "")) for cell in values)
        if index and any(_changes(columns[each.id], index) for each in group_outputs):
            group += 1
        body.append(GridRow(tuple(cells), group))
    head = GridRow((*corners, *heads))
    return Grid((head,) if any(cell.parts for cell in head.cells) else (), tuple(body))


def _head(text: Text | None) -> tuple[Part, ...]:
    return (Part(text),) if text is not None and text.source else ()


def _output_cells(output: Output, column: list[GridCell], index: int, rows: int) -> list[GridCell]:
    """Return the cell of one output in one line; none if a merged cell or a text from above spans the line."""
    if output.says is not None:
        return [GridCell(BANNER, (Part(output.says),), rows=rows, output=output)] if index == 0 else []
    return _merged(output, column, index) if output.merged else [replace(column[index], output=output)]


def _merged(output: Output, column: list[GridCell], index: int) -> list[GridCell]:
    """Return the cell that replaces all equal ones below it; none in a line that a cell from above spans."""
    if not _changes(column, index):
        return []
    rows = len(column)
    until = next((below for below in range(index + 1, rows) if _changes(column, below)), rows)
    return [replace(column[index], output=output, rows=until - index, merged=tuple(column[index + 1 : until]))]


def _output_head(output: Output, holds: str) -> GridCell:
    """Return the heading of an output, with the unit of its numbers unless the label names it or the cells have it."""
    values, title = output.values, output.label
    unit = values.unit if values is not None and values.step is None else ""
    if unit and not re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", title.source, re.IGNORECASE):
        title = replace(title, source=f"{title.source} ({unit})".strip())
    return GridCell(COLUMN, _head(title), output=output, holds=holds)


def _holds(table: Table, column: Iterable[GridCell]) -> str:
    """Return FIGURES or WORDS for a column of records or of a list; empty for other tables."""
    if table.layout is Layout.CELLS:
        return ""
    values = [part.case.value.plain for cell in column for part in cell.parts if part.case]
    return WORDS if any(isinstance(plain, (str, tuple)) for plain in values) else FIGURES


def _changes(column: list[GridCell], index: int) -> bool:
    """Return whether the value of a merged column changes at this line."""
    if index == 0:
        return True
    two_cells = column[index - 1 : index + 1]
    above, below = (
        [part.case.value.plain if part.case else part.text.source for part in cell.parts] for cell in two_cells
    )
    return below != above


def _modifiers(table: Table) -> Grid:
    """Return the grid of modifiers: value, name and remark; or with columns: name, values and remark.

    The number of a modifier's rule ends its line.
    """
    remarks = any(line.remark for line in table.modifiers)
    headers = (*table.headers, None, None, None)
    if table.columns:
        columns = (GridCell(COLUMN, (Part(key.label),)) for key in table.columns)
        remark_head = (GridCell(COLUMN, _head(headers[1])),) if remarks else ()
        head = (GridCell(CORNER, _head(headers[0])), *columns, *remark_head)
    else:
        head = tuple(GridCell(COLUMN, _head(text)) for text in headers[: 3 if remarks else 2])
    body = []
    for line in table.modifiers:
        values = [
            GridCell(VALUE, tuple(Part(case.value.label, (), case) for case in cell.cases), columns=cell.count)
            for cell in line.cells
        ]
        name, remark = _named(line, remarks=remarks)
        if table.columns:
            body.append(GridRow((name, *values, *remark)))
        else:
            value = GridCell(VALUE, tuple(part for cell in values for part in cell.parts))
            body.append(GridRow((value, name, *remark)))
    return Grid((GridRow(head),) if table.columns or any(table.headers) else (), tuple(body))


def _named(line: Modifier, *, remarks: bool) -> tuple[GridCell, tuple[GridCell, ...]]:
    """Return the cells of a modifier's name and, if the table has remarks, its remark; the last one cites its rule."""
    if not remarks:
        return GridCell(ROW, (Part(_cited(line.label, line.rule)),)), ()
    remark = line.remark if line.rule is None else _cited(line.remark or Text("", (), line.rule.span), line.rule)
    return GridCell(ROW, (Part(line.label),)), (GridCell(NOTE, _head(remark)),)


def _cited(text: Text, rule: Text | None) -> Text:
    """Return a text with the number of a rule after it."""
    if rule is None:
        return text
    return Text(f"{text.source} {rule.source}".strip(), (*text.links, *rule.links), text.span, text.raw)


def condition(case: Case, group_axis: str = "") -> Text:
    """Return the condition of a case in print: its label, or its keys, with commas between alternatives.

    The keys of `group_axis` are left out: the heading of the group has them.
    """
    if case.label is not None:
        return case.label
    alternatives = (tuple(key for key in alternative if key.axis != group_axis) for alternative in case.conditions)
    texts = [label(keys) for keys in alternatives if keys]
    links = tuple(link for text in texts for link in text.links)
    return Text(", ".join(text.source for text in texts), links, case.span)


def _listing(table: Table) -> Grid:
    """Return the grid of cases in order, `per_line` to a line. A *lead* is the heading of a group and begins a line."""
    groups: list[tuple[Key | None, list[Case]]] = []
    for case in table.case_list:
        lead = table.group(case)
        if not groups or (lead and groups[-1][0] and lead.keys != groups[-1][0].keys):
            groups.append((lead, []))
        groups[-1][1].append(case)
    body: list[GridRow] = []
    for number, (lead, cases) in enumerate(groups):
        lines = [cases[index : index + table.per_line] for index in range(0, len(cases), table.per_line)]
        head_id = f"{table.id}-lead-{number}"
        for index, line in enumerate(lines):
            cells = [*_pairs(table, line, head_id if lead else "")]
            if lead and index == 0:
                cells.insert(0, GridCell(ROW, (Part(lead.label),), rows=len(lines), id=head_id, lead=True))
            body.append(GridRow(tuple(cells), number))
    return Grid(_head_of_cases(table), tuple(body))


def _head_of_cases(table: Table) -> tuple[GridRow, ...]:
    """Return the titles above the cases of a line, repeated for each case."""
    if not any(table.headers):
        return ()
    grouped = bool(table.group_by)
    texts = (*table.headers, None, None, None)[: 3 if grouped else 2]
    corner = (GridCell(CORNER, _head(texts[0])),) if grouped else ()
    pairs = enumerate(texts[-2:] * table.per_line)
    return (GridRow((*corner, *(GridCell(COLUMN, _head(text), id=_column_id(table, at)) for at, text in pairs))),)


def _column_id(table: Table, at: int) -> str:
    """Return the id of a heading above the cases; the heading of the groups does not count."""
    return f"{table.id}-column-{at}"


def _pairs(table: Table, line: list[Case], lead_id: str) -> Iterator[GridCell]:
    """Yield two cells for each case of a line: its condition and its value; the last value fills an incomplete line."""
    for at, case in enumerate(line):
        condition_id = f"{table.id}-case-{table.case_list.index(case)}"
        missing = table.per_line - len(line) if case is line[-1] else 0
        yield GridCell(CONDITION, (Part(condition(case, table.group_by)),), id=condition_id)
        # the headings above the value: of case 0 heading 1, of case 1 heading 3, of a wider cell those to the end
        above = range(2 * at + 1, 2 * (at + missing) + 2) if any(table.headers) else ()
        columns = (_column_id(table, column) for column in above)
        headers = (*filter(None, (lead_id, condition_id)), *columns)
        yield GridCell(VALUE, (Part(case.value.label, (), case),), columns=1 + 2 * missing, headers=headers)


def printed_cells(book: Book) -> Iterator[PrintedCell]:
    """Yield every value printed in any table of the game, in reading order."""
    return (cell for table in book.game.tables for cell in printed_cells_of(table, book))


def printed_cells_of(table: Table, book: Book) -> Iterator[PrintedCell]:
    """Yield every value that one table prints."""
    for row in grid(table).body:
        for cell in row.cells:
            for each in (cell, *cell.merged) if cell.role == VALUE else ():
                for part in each.parts:
                    if part.case is not None:
                        words = " ".join(plain(text, book) for text in (part.text, *part.conditions))
                        yield PrintedCell(table, part.case, keys_of(part.case), words)


def keys_of(case: Case) -> tuple[dict[str, str], ...]:
    """Return the alternatives under which a case applies; each maps an axis to the author's words for the key."""
    row_and_column = {key.axis: key.written for key in case.keys}
    return tuple({**row_and_column, **{key.axis: key.written for key in extra}} for extra in (case.conditions or ((),)))


def colour_of(cell: GridCell, table: Table, book: Book) -> CellColour | None:
    """Return the first colour of the table that matches a value of the cell, or the whole heading of a row.

    A value also matches by its id, which translations share.
    """
    if not table.colours or cell.role not in (VALUE, ROW, CONDITION):
        return None
    is_value = cell.role == VALUE
    printed = [plain(part.text, book) for part in cell.parts]
    plains = (part.case.value.plain for part in cell.parts if part.case and is_value)
    printed += [value for value in plains if isinstance(value, str)]
    matching = (each for each in table.colours if any(each.matches(words, whole=not is_value) for words in printed))
    return next(matching, None)
