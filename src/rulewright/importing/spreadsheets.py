"""Read spreadsheets: each block of cells of each sheet becomes a table, a list of records or a deck."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Layout, Remark, Unread, Value, literal, together
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.importing.grids.columns import number_of
from rulewright.importing.grids.shape import is_score
from rulewright.importing.sources import SourceFile
from rulewright.model.names import slug
from rulewright.source.nodes import Scalar
from rulewright.source.spreadsheets.data_file import read_data_file
from rulewright.source.spreadsheets.sheet import Sheet, SheetError

Row = tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together, less the empty columns around them. `title` is a line alone above them."""

    rows: tuple[Row, ...]
    title: str = ""

    @property
    def span(self) -> Span:
        return self.rows[0][0].span


def blocks_of(rows: Iterable[Row]) -> tuple[list[Block], list[Unread]]:
    """Return the tables of a sheet, and the lines outside of tables."""
    found: list[Block] = []
    lost: list[Unread] = []
    above: Scalar | None = None
    for rows_together in _together(rows):
        cells = [cell for row in rows_together for cell in row if cell.value]
        if len(cells) == 1:
            lost += _alone(above)
            above = cells[0]
        elif found and above is None and _goes_on(found[-1].rows, rows_together):
            found[-1] = replace(found[-1], rows=(*found[-1].rows, *rows_together))
        else:
            found.append(Block(tuple(_trimmed(rows_together)), above.value if above else ""))
            above = None
    return found, lost + _alone(above)


def _alone(cell: Scalar | None) -> list[Unread]:
    return [] if cell is None else [Unread(cell.span, cell.value, "this cell belongs to no table")]


def _together(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Divide the rows at empty rows."""
    run: list[Row] = []
    for row in rows:
        if any(cell.value for cell in row):
            run.append(row)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _goes_on(before: tuple[Row, ...], rows: list[Row]) -> bool:
    """Whether rows after an empty one go on with the table: they have no headings, but numbers where it has some."""
    first, last = rows[0], before[-1]
    figured = [
        at
        for at, cell in enumerate(last)
        if at < len(first) and (number_of(cell.value) is not None or is_score(cell.value))
    ]
    return any(number_of(first[at].value) is not None or is_score(first[at].value) for at in figured)


def _trimmed(rows: list[Row]) -> Iterator[Row]:
    """Without the empty columns at both sides."""
    used = [at for row in rows for at, cell in enumerate(row) if cell.value]
    return (row[min(used) : max(used) + 1] for row in rows)


HOW_MANY = re.compile(r"(?:number|no|nr|qty|quantity|count|copies|how many|anzahl|nombre)\.?", re.IGNORECASE)
SAYS = re.compile(r"(?:text|effects?|rules?|description|what happens)", re.IGNORECASE)


def deck_of(table: Draft) -> Draft:
    """The layout of the cards, and a sheet with so many of each; nothing if the table is no deck."""
    for entry in table.of("tables"):
        value = entry.value
        if (
            isinstance(value, dict)
            and isinstance(value.get("records"), dict)
            and isinstance(value.get("outputs"), dict)
        ):
            return _deck(entry, value)
    return Draft()


def _deck(entry: Entry, value: dict[str, Value]) -> Draft:
    outputs, records = value["outputs"], value["records"]
    assert isinstance(outputs, dict)
    assert isinstance(records, dict)
    headings = [str(each.get("title", "")) if isinstance(each, dict) else "" for each in outputs.values()]
    counted = next((at for at, heading in enumerate(headings) if HOW_MANY.fullmatch(heading)), None)
    told = next((at for at, heading in enumerate(headings) if SAYS.fullmatch(heading)), None)
    if counted is None or told is None:
        return Draft()
    blocks: Value = [{"note": f"[[record:{[*outputs][told]}]]"}]
    card: dict[str, Value] = {"title": "[[record:name]]", "size": "poker", "deck": entry.id, "blocks": blocks}
    why = "one column counts the cards, another has their text"
    copies: list[Value] = [
        {f"{entry.id}-{slug(name)}": str(number_of(str(row[counted])) or 1)}
        for name, row in records.items()
        if isinstance(row, list)
    ]
    listed = Guessed(copies, f"the column {headings[counted]!r} counts these")
    sheet: dict[str, Value] = {"kind": "sheet", "title": str(value["title"]), "paper": "A4", "cards": listed}
    return Draft(
        layouts=(
            Layout(entry.id, card, entry.origin, (why,)),
            Layout(f"{entry.id}-sheet", sheet, entry.origin, ("so many of each card as the table counts",)),
        )
    )


UNNAMED = re.compile(r"(?:sheet|tabelle|feuille?|blad|hoja|foglio)[ _-]*\d*", re.IGNORECASE)
"""How spreadsheets call a sheet that nobody has named."""


def read(files: Sequence[SourceFile]) -> Draft:
    """The tables of all sheets of all files."""
    names = Names()
    return together(draft for file in files for draft in _file(file, names))


def _file(file: SourceFile, names: Names) -> Iterator[Draft]:
    try:
        data = read_data_file(file.data(), file.name)
    except SheetError as error:
        raise Failure(f"{file.name} {error.says}; {error.hint}") from None
    yield Draft(remarks=tuple(Remark(found.span, found.message) for found in data.found))
    for sheet in data.sheets.values():
        yield from _sheet(sheet, PurePath(file.name).stem, names)


def _sheet(sheet: Sheet, stem: str, names: Names) -> Iterator[Draft]:
    """Cells that cannot be used, such as dates, are told beside the table that has them."""
    wrong = (Unread(span, sheet.shown(span), found.message) for span, found in sheet.wrong.items())
    blocks, alone = blocks_of(sheet.rows)
    yield Draft(unread=(*wrong, *alone))
    named = _words(stem) if UNNAMED.fullmatch(sheet.name) or not sheet.name else sheet.name
    for block in blocks:
        title = literal(block.title or named)
        made = table_of(Grid(title, tuple(_rows(block, sheet.areas)), block.span), names)
        yield made
        yield deck_of(made)


def _words(stem: str) -> str:
    """The name of a file as a title."""
    words = re.sub(r"[-_]+", " ", stem).strip()
    return words[:1].upper() + words[1:]


def _rows(block: Block, areas: Mapping[Span, tuple[int, int]]) -> Iterator[tuple[Cell, ...]]:
    """The cells in Markdown; of an area that is one cell only the first, with what it spans."""
    covered: set[Span] = set()
    for down, row in enumerate(block.rows):
        yield tuple(
            _cell(cell, *_spanned(block, down, at, areas, covered))
            for at, cell in enumerate(row)
            if cell.span not in covered
        )


def _spanned(
    block: Block, down: int, across: int, areas: Mapping[Span, tuple[int, int]], covered: set[Span]
) -> tuple[int, int]:
    """How many columns and rows a cell spans; the others that it spans are covered."""
    rows, columns = areas.get(block.rows[down][across].span, (1, 1))
    inside = [cell.span for row in block.rows[down : down + rows] for cell in row[across : across + columns]]
    covered.update(inside[1:])
    return columns, rows


def _cell(cell: Scalar, columns: int, rows: int) -> Cell:
    return Cell(literal(cell.value), cell.span, columns, rows)
