"""Reads tables out of HTML, with the headings of each cell as the HTML standard finds them.

There is one exception: a heading with the scope `row` heads the whole row, also the cells before it. Only tables and
innermost lists are parsed: most of a rulebook is neither.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import tinyhtml5

from rulewright.grid import placed
from rulewright.readback.tables import ReadCell, ReadTable

TABLE = re.compile(rb"<table\b.*?</table\s*>", re.DOTALL | re.IGNORECASE)
OTHERS = re.compile(rb"<(?:table|ul) class=\"(?:digest|recorded)\"")
"""The excerpt of a table that a link to it shows: its first rows, without attributes; a table of a recorded edition,
which may be as it is today."""
LIST_BEGINS, LIST_ENDS = re.compile(rb"<ul\b", re.IGNORECASE), re.compile(rb"</ul\s*>", re.IGNORECASE)


def parts_of(html: bytes, *, lists: bool) -> Iterator[bytes]:
    """The tables of a page in order, then its innermost lists if `lists`; no excerpts, no recorded ones."""
    yield from (part for part in _parts(html, lists=lists) if not OTHERS.match(part))


def _parts(html: bytes, *, lists: bool) -> Iterator[bytes]:
    yield from (found[0] for found in TABLE.finditer(html))
    begins = [found.start() for found in LIST_BEGINS.finditer(html)] if lists else []
    after = 0
    for found in LIST_ENDS.finditer(html) if lists else ():
        inner = [begin for begin in begins[after:] if begin < found.start()]
        if inner:
            yield html[inner[-1] : found.end()]
        after += len(inner)


def read_part(html: bytes, name: str) -> Iterator[ReadTable]:
    """The table or list in one of these parts; tables within a list are separate parts."""
    root = _parsed(html)
    if LIST_BEGINS.match(html):
        rows = tuple((ReadCell(_text(item), pictures=_pictures(item)),) for item in root.iter("li"))
        yield ReadTable(rows, name, listed=True)
    else:
        yield from (_table(table, name) for table in root.iter("table"))


def _parsed(html: bytes) -> Element:
    root: Element = tinyhtml5.parse(html, transport_encoding="utf-8", namespace_html_elements=False)
    return root


def _table(table: Element, name: str) -> ReadTable:
    lines = [(part, row) for part in table for row in part.findall("tr")]
    spanning = placed(_spanning(row) for _, row in lines)
    placed_cells = [
        _PlacedCell(cell, row, column, lines[row][0]) for row, line in enumerate(spanning) for cell, column in line
    ]
    rows: list[list[ReadCell]] = [[] for _ in lines]
    for each in placed_cells:
        rows[each.row].append(_cell(each, placed_cells))
    head = sum(len(part.findall("tr")) for part in table.findall("thead"))
    return ReadTable(tuple(map(tuple, rows)), name, head)


class _Spanning:
    """A cell with its spans, for `placed`."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.rows, self.columns = int(element.get("rowspan", "1")), int(element.get("colspan", "1"))


def _spanning(row: Element) -> tuple[_Spanning, ...]:
    return tuple(_Spanning(cell) for cell in row if cell.tag in ("td", "th"))


class _PlacedCell:
    """A cell in its row, its column and its part of the table, head or body."""

    def __init__(self, cell: _Spanning, row: int, column: int, part: Element) -> None:
        self.element, self.row, self.column, self.part = cell.element, row, column, part
        self.rows, self.columns = cell.rows, cell.columns

    @property
    def scope(self) -> str:
        return self.element.get("scope", "") if self.element.tag == "th" else ""

    def heads(self, other: "_PlacedCell") -> bool:
        """Whether this heading has the other cell in its scope."""
        match self.scope:
            case "row":
                return self.row < other.row + other.rows and other.row < self.row + self.rows
            case "rowgroup":
                return self.part is other.part and self.row <= other.row
            case "col":
                across = self.column < other.column + other.columns and other.column < self.column + self.columns
                return across and self.row < other.row
        return False


def _cell(cell: _PlacedCell, placed_cells: list[_PlacedCell]) -> ReadCell:
    heading = cell.element.tag == "th"
    headings = frozenset() if heading else frozenset(filter(None, map(_text, _headings(cell, placed_cells))))
    return ReadCell(_text(cell.element), cell.rows, cell.columns, heading, headings, _pictures(cell.element))


def _headings(cell: _PlacedCell, placed_cells: list[_PlacedCell]) -> Iterator[Element]:
    """The headings that the cell names, or else those that have it in their scope."""
    if named := cell.element.get("headers", "").split():
        yield from (each.element for each in placed_cells if each.element.get("id") in named)
        return
    yield from (each.element for each in placed_cells if each.heads(cell))


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _pictures(element: Element) -> tuple[str, ...]:
    """What screen readers say for marks and counters."""
    return tuple(text for inner in element.iter() if (text := _alternative(inner)) is not None)


def _alternative(element: Element) -> str | None:
    if element.tag == "img":
        return element.get("alt", "")
    return element.get("aria-label", "") if element.get("role") == "img" else None
