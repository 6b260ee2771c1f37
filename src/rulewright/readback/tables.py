"""Tables as they are read back from any print: rows of cells with their spans and headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from unicodedata import normalize
from xml.etree.ElementTree import Element as HtmlElement

import tinyhtml5

from rulewright.grid import placed
from rulewright.readback.page import Element, Page, Piece

SPACE = 0.12
"""Ems of a gap that a reader sees as a space."""


@dataclass(frozen=True, slots=True)
class ReadCell:
    """One cell: its text, and what a screen reader says for its pictures and as its headings.

    `heading` is whether it is tagged as a heading itself.
    """

    text: str
    rows: int = 1
    columns: int = 1
    heading: bool = False
    headings: frozenset[str] = frozenset()
    pictures: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """All of it, the same in every process."""
        return self.text, self.rows, self.columns, self.heading, sorted(self.headings), self.pictures


ReadRow = tuple[ReadCell, ...]
Texts = tuple[tuple[str, ...], ...]
"""The texts of the cells of a table, row by row, without white space."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table, or a list as a table of one column; `where` is `page 3` or the name of a web page.

    `head` is the number of rows in its head. One that has a caption is `begun`: it does not go on from an earlier page.
    `first` and `last` are whether it is the first or last table on its page.
    """

    rows: tuple[ReadRow, ...]
    where: str
    head: int = 0
    listed: bool = False
    begun: bool = True
    page: int = 0
    first: bool = False
    last: bool = False

    @property
    def texts(self) -> Texts:
        return tuple(tuple(squeeze(cell.text) for cell in row) for row in self.rows)


HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010](?=[^\W\d_])")
"""A hyphen between two letters; a soft one shows only at the end of a line, where it looks like any other."""


PAGE = re.compile(r"\s\(p\.\s\d+\)")
"""The number of the page that a link in a list leads to."""


def without_pages(text: str) -> str:
    """The text without the numbers of pages: no source has them."""
    return PAGE.sub("", text)


APART = "\0"
"""No text holds it, so no text reaches from one part of a page to another."""


def squeeze(text: str) -> str:
    """The text without white space and hyphens: layout may break lines and words anywhere."""
    return HYPHEN.sub("", normalize("NFC", "".join(text.split())))


@dataclass(slots=True)
class _Contents:
    """The letters of a page by their marked content."""

    page: Page
    pieces: dict[int, list[Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for piece in self.page.pieces:
            if piece.content >= 0:  # page headers and footers have no tag
                self.pieces.setdefault(piece.content, []).append(piece)

    def of(self, element: Element) -> Iterator[Piece]:
        """In the order of the tags, which is the reading order."""
        for child in element.children:
            if isinstance(child, Element):
                yield from self.of(child)
            else:
                yield from self.pieces.get(child, ())


def tables_of(page: Page) -> list[ReadTable]:
    """The tagged tables of a page in order, then its lists."""
    contents, root = _Contents(page), Element("Document", "", "", 1, 1, (), page.tags)
    tables = [_table(element, contents) for element in root.all("Table") if any(True for _ in element.all("TR"))]
    placed = [
        ReadTable(
            rows,
            f"page {page.number}",
            head,
            False,
            begun,
            page.number,
            at == 0,
            at == len(tables) - 1,
        )
        for at, (rows, head, begun) in enumerate(tables)
    ]
    lists = [rows for element in _lists(root) if (rows := _list(element, contents))]
    return placed + [
        ReadTable(rows, f"page {page.number}", 0, True, True, page.number, at == 0, at == len(lists) - 1)
        for at, rows in enumerate(lists)
    ]


def texts_of(page: Page) -> str:
    """All text of a page without white space: in the order of its tags, then what has no tag, such as the footer."""
    contents, root = _Contents(page), Element("Document", "", "", 1, 1, (), page.tags)
    tagged = list(contents.of(root))
    known = {piece.order for piece in tagged}
    others = (piece for piece in page.pieces if piece.order not in known)
    return APART.join(squeeze("".join(piece.text for piece in part)) for part in (tagged, others))


def _table(element: Element, contents: _Contents) -> tuple[tuple[ReadRow, ...], int, bool]:
    """Rows, the number of those in its head, and whether it has a caption."""
    heads = sum(1 for part in element.all("THead") for _ in part.all("TR"))
    lines = [[_cell_or_none(child) for child in row.children] for row in element.all("TR")]
    words = {cell.id: text_of(contents.of(cell)) for line in lines for cell in line if cell and cell.kind == "TH"}
    rows = tuple(tuple(_cell(cell, contents, words) for cell in line) for line in lines)
    return rows, heads, any(True for _ in element.all("Caption"))


def _cell_or_none(child: Element | int) -> Element | None:
    """None for an empty cell."""
    return child if isinstance(child, Element) else None


def _cell(element: Element | None, contents: _Contents, words: dict[str, str]) -> ReadCell:
    if element is None:
        return ReadCell("")
    headings = frozenset(words[id_] for id_ in element.headings if words.get(id_))
    text = text_of(contents.of(element))
    return ReadCell(text, element.rows, element.columns, element.kind == "TH", headings, _pictures(element))


def _pictures(element: Element) -> tuple[str, ...]:
    """What screen readers say for marks and counters."""
    return tuple(figure.alternative for figure in element.all("Figure"))


def _lists(element: Element) -> Iterator[Element]:
    """Lists and those within them."""
    for inner in element.all("L"):
        yield inner
        yield from _lists(inner)


def _list(element: Element, contents: _Contents) -> tuple[ReadRow, ...]:
    """Each item as a row of one cell."""
    items = ((without_pages(text_of(contents.of(item))), _pictures(item)) for item in element.all("LI"))
    return tuple((ReadCell(text, pictures=pictures),) for text, pictures in items if text)


def text_of(pieces: Iterator[Piece]) -> str:
    """The text of pieces in order; a gap or a new line between two is a space."""
    text, before = "", None
    for piece in pieces:
        text += (" " if before is not None and _apart(before, piece) else "") + piece.text
        before = piece
    return " ".join(text.split())


def _apart(before: Piece, piece: Piece) -> bool:
    wide = SPACE * piece.size
    if piece.turned:
        return piece.box[1] - before.box[3] > wide
    return piece.box[0] - before.box[2] > wide or abs(piece.box[1] - before.box[1]) > piece.size / 2


# Reads tables out of HTML, with the headings of each cell as the HTML standard finds them

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
        rows = tuple((ReadCell(_text(item), pictures=_web_tables_pictures(item)),) for item in root.iter("li"))
        yield ReadTable(rows, name, listed=True)
    else:
        yield from (_web_tables_table(table, name) for table in root.iter("table"))


def _parsed(html: bytes) -> HtmlElement:
    root: HtmlElement = tinyhtml5.parse(html, transport_encoding="utf-8", namespace_html_elements=False)
    return root


def _web_tables_table(table: HtmlElement, name: str) -> ReadTable:
    lines = [(part, row) for part in table for row in part.findall("tr")]
    spanning = placed(_spanning(row) for _, row in lines)
    placed_cells = [
        _PlacedCell(cell, row, column, lines[row][0]) for row, line in enumerate(spanning) for cell, column in line
    ]
    rows: list[list[ReadCell]] = [[] for _ in lines]
    for each in placed_cells:
        rows[each.row].append(_web_tables_cell(each, placed_cells))
    head = sum(len(part.findall("tr")) for part in table.findall("thead"))
    return ReadTable(tuple(map(tuple, rows)), name, head)


class _Spanning:
    """A cell with its spans, for `placed`."""

    def __init__(self, element: HtmlElement) -> None:
        self.element = element
        self.rows, self.columns = int(element.get("rowspan", "1")), int(element.get("colspan", "1"))


def _spanning(row: HtmlElement) -> tuple[_Spanning, ...]:
    return tuple(_Spanning(cell) for cell in row if cell.tag in ("td", "th"))


class _PlacedCell:
    """A cell in its row, its column and its part of the table, head or body."""

    def __init__(self, cell: _Spanning, row: int, column: int, part: HtmlElement) -> None:
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


def _web_tables_cell(cell: _PlacedCell, placed_cells: list[_PlacedCell]) -> ReadCell:
    heading = cell.element.tag == "th"
    headings = frozenset() if heading else frozenset(filter(None, map(_text, _headings(cell, placed_cells))))
    return ReadCell(_text(cell.element), cell.rows, cell.columns, heading, headings, _web_tables_pictures(cell.element))


def _headings(cell: _PlacedCell, placed_cells: list[_PlacedCell]) -> Iterator[HtmlElement]:
    """The headings that the cell names, or else those that have it in their scope."""
    if named := cell.element.get("headers", "").split():
        yield from (each.element for each in placed_cells if each.element.get("id") in named)
        return
    yield from (each.element for each in placed_cells if each.heads(cell))


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _web_tables_pictures(element: HtmlElement) -> tuple[str, ...]:
    """What screen readers say for marks and counters."""
    return tuple(text for inner in element.iter() if (text := _alternative(inner)) is not None)


def _alternative(element: HtmlElement) -> str | None:
    if element.tag == "img":
        return element.get("alt", "")
    return element.get("aria-label", "") if element.get("role") == "img" else None
