"""The draft of spreadsheets: CSV, TSV, XLSX, ODS and FODS."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Remark, Unread, together
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.importing.literal import literal
from rulewright.importing.sources import SourceFile
from rulewright.importing.spreadsheets.blocks import Block, blocks_of
from rulewright.importing.spreadsheets.decks import deck_of
from rulewright.source.nodes import Scalar
from rulewright.source.spreadsheets.data_file import read_data_file
from rulewright.source.spreadsheets.sheet import Sheet, SheetError

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
