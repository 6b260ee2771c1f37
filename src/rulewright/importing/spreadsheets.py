"""Read spreadsheets: each block of cells of each sheet becomes a table, a list of records or a deck.

The files of an import come in, and a draft goes out; `readers` calls `read`. A block is rows without an empty row
between them. If a table has a column that counts its rows and another with texts, such as `Copies` and `Effect`, its
rows are also cards of a deck.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePath

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.entries.names import slug
from rulewright.importing.draft import Draft, Entry, Guessed, Layout, Remark, Unread, Value, join_drafts, literal
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.importing.grids.columns import number_of
from rulewright.importing.grids.scores import is_score
from rulewright.importing.sources import SourceFile
from rulewright.source.nodes import Scalar
from rulewright.source.spreadsheets.data_file import Sheet, SheetError, read_data_file

Row = tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together, without the empty columns around them. `title` is a single cell above them."""

    rows: tuple[Row, ...]
    title: str = ""

    @property
    def span(self) -> Span:
        return self.rows[0][0].span


def blocks_of(rows: Iterable[Row]) -> tuple[list[Block], list[Unread]]:
    """Return the tables of a sheet, and the cells outside of tables."""
    tables: list[Block] = []
    unread: list[Unread] = []
    above: Scalar | None = None  # a single cell: the title of the next table, if one follows
    left = 0  # the first column of the last table
    for is_filled, group in groupby(rows, lambda row: any(cell.value for cell in row)):
        if not is_filled:
            continue
        block = list(group)
        used = [column for row in block for column, cell in enumerate(row) if cell.value]
        if len(used) == 1:
            unread += _alone(above)
            above = next(cell for row in block for cell in row if cell.value)
        elif tables and above is None and min(used) >= left and _continues(tables[-1].rows[-1], block[0][left:]):
            width = max(len(tables[-1].rows[0]), max(used) + 1 - left)
            tables[-1] = replace(tables[-1], rows=(*tables[-1].rows, *(row[left : left + width] for row in block)))
        else:
            left = min(used)
            trimmed = tuple(row[left : max(used) + 1] for row in block)
            tables.append(Block(trimmed, above.value if above else ""))
            above = None
    return tables, unread + _alone(above)


def _alone(cell: Scalar | None) -> list[Unread]:
    """A note about a single cell that is the title of no table."""
    return [] if cell is None else [Unread(cell.span, cell.value, "this cell belongs to no table")]


def _continues(last: Row, first: Row) -> bool:
    """Whether a row after an empty one continues a table: it has numbers where the last row has some."""
    pairs = zip(last, first, strict=False)
    return any(_is_figure(above) and _is_figure(below) for above, below in pairs)


def _is_figure(cell: Scalar) -> bool:
    return number_of(cell.value) is not None or is_score(cell.value)


COUNT_HEADING = re.compile(r"(?:number|no|nr|qty|quantity|count|copies|how many|anzahl|nombre)\.?", re.IGNORECASE)
TEXT_HEADING = re.compile(r"(?:text|effects?|rules?|description|what happens)", re.IGNORECASE)


def deck_of(table: Draft) -> Draft:
    """The layout of the cards, and a sheet with as many of each as the table counts; nothing if it is no deck."""
    for entry in table.of("tables"):
        match entry.value:
            case {"title": title, "outputs": dict(outputs), "records": dict(records)}:
                return _deck(entry, str(title), outputs, records)
    return Draft()


def _deck(entry: Entry, title: str, outputs: dict[str, Value], records: dict[str, Value]) -> Draft:
    headings = [str(each.get("title", "")) if isinstance(each, dict) else "" for each in outputs.values()]
    count_column, text_column = (
        next((column for column, heading in enumerate(headings) if pattern.fullmatch(heading)), None)
        for pattern in (COUNT_HEADING, TEXT_HEADING)
    )
    if count_column is None or text_column is None:
        return Draft()
    text_output = [*outputs][text_column]
    blocks: Value = [{"note": f"[[record:{text_output}]]"}]  # on each card, the text of its record
    card: Value = {"title": "[[record:name]]", "size": "poker", "deck": entry.id, "blocks": blocks}
    why = "one column counts the cards, another has their text"
    copies: list[Value] = [
        {f"{entry.id}-{slug(name)}": str(number_of(str(row[count_column])) or 1)}
        for name, row in records.items()
        if isinstance(row, list)
    ]
    listed = Guessed(copies, f"the column {headings[count_column]!r} counts these")
    sheet: Value = {"kind": "sheet", "title": title, "paper": "A4", "cards": listed}
    return Draft(
        layouts=(
            Layout(entry.id, card, entry.origin, (why,)),
            Layout(f"{entry.id}-sheet", sheet, entry.origin, ("as many of each card as the table counts",)),
        )
    )


UNNAMED = re.compile(r"(?:sheet|tabelle|feuille?|blad|hoja|foglio)[ _-]*\d*", re.IGNORECASE)
"""The names that spreadsheet programs give to new sheets."""


def read(files: Sequence[SourceFile]) -> Draft:
    """The tables of all sheets of all files."""
    names = Names()
    return join_drafts(draft for file in files for draft in _file(file, names))


def _file(file: SourceFile, names: Names) -> Iterator[Draft]:
    try:
        data = read_data_file(file.data(), file.name)
    except SheetError as error:
        raise Failure(f"{file.name} {error.says}; {error.hint}") from None
    yield Draft(remarks=tuple(Remark(each.span, each.message) for each in data.findings))
    for sheet in data.sheets.values():
        yield from _sheet(sheet, PurePath(file.name).stem, names)


def _sheet(sheet: Sheet, stem: str, names: Names) -> Iterator[Draft]:
    """The tables of a sheet. Cells that cannot be used, such as dates, become notes."""
    wrong = (Unread(span, sheet.shown(span), finding.message) for span, finding in sheet.findings.items())
    blocks, alone = blocks_of(sheet.rows)
    yield Draft(unread=(*wrong, *alone))
    words = re.sub(r"[-_]+", " ", stem).strip()
    unnamed = UNNAMED.fullmatch(sheet.name) or not sheet.name
    for block in blocks:
        title = literal(block.title or (words[:1].upper() + words[1:] if unnamed else sheet.name))
        table = table_of(Grid(title, tuple(_rows(block, sheet.areas)), block.span), names)
        yield table
        yield deck_of(table)


def _rows(block: Block, areas: Mapping[Span, tuple[int, int]]) -> Iterator[tuple[Cell, ...]]:
    """The cells in Markdown. Merged cells are one cell, with the columns and rows that it spans."""
    inside_merged: set[Span] = set()
    for down, row in enumerate(block.rows):
        cells: list[Cell] = []
        for across, cell in enumerate(row):
            if cell.span not in inside_merged:
                rows, columns = areas.get(cell.span, (1, 1))
                below = block.rows[down : down + rows]
                inside_merged.update(each.span for row_below in below for each in row_below[across : across + columns])
                cells.append(Cell(literal(cell.value), cell.span, columns, rows))
        yield tuple(cells)
