"""Tables of Markdown, of HTML and of lines with tabs as grids of cells.

Headings and names are bold in many, which only says that they head a row or a column.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.grids import Cell
from rulewright.importing.markdown.parsing import inline

CellText = Callable[[Token, Span], str]
"""A run of words as one of our texts."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")
Rows = tuple[tuple[Cell, ...], ...]


def table_rows(block: Sequence[Token], lines: Sequence[str], file: str, text: CellText) -> Rows:
    """The cells of a table of Markdown, also those beyond its headings, which Markdown itself leaves out."""
    rows: list[tuple[Cell, ...]] = []
    cells: list[Cell] = []
    origin = Span(file)
    for token in block:
        if token.type == "tr_open":
            cells, origin = [], Span(file, token.map[0] + 1 if token.map else 1, 1)
        elif token.type == "inline":
            cells.append(Cell(text(token, origin), origin))
        elif token.type == "tr_close":
            beyond = _beyond(lines[origin.line - 1], len(cells))
            rows.append((*cells, *(Cell(text(inline(each), origin), origin) for each in beyond)))
    return _without_bold_heads(rows)


def _without_bold_heads(rows: Sequence[tuple[Cell, ...]]) -> Rows:
    first = rows[:1]
    heads = [tuple(_plain(cell) for cell in row) for row in first]
    return (*heads, *((_plain(row[0]), *row[1:]) for row in rows[1:] if row))


def _plain(cell: Cell) -> Cell:
    match = BOLD.fullmatch(cell.text)
    return replace(cell, text=match[1]) if match else cell


def _beyond(line: str, count: int) -> Iterator[str]:
    """The cells of a row that stand after so many."""
    parts = escapedSplit(line.strip().lstrip("> ").strip())
    first = 1 if parts and not parts[0].strip() else 0
    yield from (part.strip() for part in parts[first + count :] if part.strip())


def tabbed_rows(token: Token, file: str, text: CellText) -> Rows:
    """The cells of lines that are divided by tabs."""
    first = token.map[0] + 1 if token.map else 1
    rows: list[tuple[Cell, ...]] = []
    for number, line in enumerate(token.content.split("\n"), first):
        origin = Span(file, number, 1)
        rows.append(tuple(Cell(text(inline(part.strip()), origin), origin) for part in line.split("\t")))
    return _without_bold_heads([*_without_empty_ends(rows)])


def _without_empty_ends(rows: Sequence[tuple[Cell, ...]]) -> Iterator[tuple[Cell, ...]]:
    """Rows as wide as their last cell with words."""
    width = max((at + 1 for row in rows for at, cell in enumerate(row) if cell.text), default=0)
    for row in rows:
        yield (*row[:width], *(Cell("", row[0].origin) for _ in range(width - len(row))))
