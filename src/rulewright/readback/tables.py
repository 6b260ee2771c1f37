"""Tables as they are read back, out of whatever print: rows of cells with their spans and their headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from unicodedata import normalize

from rulewright.readback.page import Element, Page, Piece

SPACE = 0.12
"""Ems of a gap that a reader takes for a space."""


@dataclass(frozen=True, slots=True)
class ReadCell:
    """One cell: what it says, and what a screen reader is told of its pictures and of the headings it has.

    `heading` is whether it is marked as a heading itself.
    """

    text: str
    rows: int = 1
    columns: int = 1
    heading: bool = False
    headings: frozenset[str] = frozenset()
    pictures: tuple[str, ...] = ()

    @property
    def says(self) -> tuple[object, ...]:
        """All of it in an order of its own."""
        return self.text, self.rows, self.columns, self.heading, sorted(self.headings), self.pictures


ReadRow = tuple[ReadCell, ...]
Texts = tuple[tuple[str, ...], ...]
"""What the cells of a table say, row by row, without white space."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table, or a list as a table of one column; `where` it stands is `page 3` or the name of a web page.

    `head` is how many of its rows are its head. `begun` where it has a caption, so it does not go on from an earlier
    page; `last` and `first` where no other table stands after or before it on its page.
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
        return tuple(tuple(squeezed(cell.text) for cell in row) for row in self.rows)


HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010](?=[^\W\d_])")
"""Between two letters; a soft one is seen at the end of a line only, and there looks like any other."""


APART = "\0"
"""Stands in no text, and so in none that reaches from one part of a page to another."""


def squeezed(text: str) -> str:
    """Without white space and hyphens: where a line or a word is broken is the business of the layout."""
    return HYPHEN.sub("", normalize("NFC", "".join(text.split())))


@dataclass(slots=True)
class _Contents:
    """The letters of a page by the marked content that they belong to."""

    page: Page
    pieces: dict[int, list[Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for piece in self.page.pieces:
            if piece.content >= 0:  # heads and feet of the page belong to no tag
                self.pieces.setdefault(piece.content, []).append(piece)

    def of(self, element: Element) -> Iterator[Piece]:
        """In the order of the tags, which is that of reading."""
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
        ReadTable(rows, f"page {page.number}", head, False, begun, page.number, at == 0, at == len(tables) - 1)
        for at, (rows, head, begun) in enumerate(tables)
    ]
    lists = (_list(element, contents) for element in _lists(root))
    return placed + [ReadTable(rows, f"page {page.number}", listed=True) for rows in lists if rows]


def texts_of(page: Page) -> str:
    """All that a page says, without white space: in the order of its tags, then what has none, as its foot."""
    contents, root = _Contents(page), Element("Document", "", "", 1, 1, (), page.tags)
    tagged = list(contents.of(root))
    known = {piece.order for piece in tagged}
    others = (piece for piece in page.pieces if piece.order not in known)
    return APART.join(squeezed("".join(piece.text for piece in part)) for part in (tagged, others))


def _table(element: Element, contents: _Contents) -> tuple[tuple[ReadRow, ...], int, bool]:
    """Rows, the number of those in its head, and whether it has a caption."""
    heads = sum(1 for part in element.all("THead") for _ in part.all("TR"))
    lines = [[_cell_or_none(child) for child in row.children] for row in element.all("TR")]
    words = {cell.id: said(contents.of(cell)) for line in lines for cell in line if cell and cell.kind == "TH"}
    rows = tuple(tuple(_cell(cell, contents, words) for cell in line) for line in lines)
    return rows, heads, any(True for _ in element.all("Caption"))


def _cell_or_none(child: Element | int) -> Element | None:
    """None for a cell with nothing in it."""
    return child if isinstance(child, Element) else None


def _cell(element: Element | None, contents: _Contents, words: dict[str, str]) -> ReadCell:
    if element is None:
        return ReadCell("")
    headings = frozenset(words[id_] for id_ in element.headings if words.get(id_))
    pictures = tuple(figure.told for figure in element.all("Figure"))
    text = said(contents.of(element))
    return ReadCell(text, element.rows, element.columns, element.kind == "TH", headings, pictures)


def _lists(element: Element) -> Iterator[Element]:
    """Lists and those within them."""
    for found in element.all("L"):
        yield found
        yield from _lists(found)


def _list(element: Element, contents: _Contents) -> tuple[ReadRow, ...]:
    """Each item as a row of one cell."""
    items = (said(contents.of(item)) for item in element.all("LI"))
    return tuple((ReadCell(text),) for text in items if text)


def said(pieces: Iterator[Piece]) -> str:
    """What pieces say one after the other; a gap or a new line between two is a space."""
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
