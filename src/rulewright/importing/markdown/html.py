"""Read blocks of HTML among Markdown: their words, tables and pictures, and what was removed.

    <p>Fire<br>at will</p><img src="gun.png">     becomes     parts ["Fire", "at will"], pictures [("gun.png", "")]

`bodies` calls `read_html`, and writes notes about the removed tags and comments.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from rulewright.base.findings import Span

BREAKING = frozenset(
    (
        "p div li ul ol br hr h1 h2 h3 h4 h5 h6 tr table summary details blockquote dt dd caption section "
        "header footer figure figcaption center"
    ).split()
)
"""Elements that begin a line."""
HIDDEN = frozenset({"script", "style"})
"""Elements whose text no browser shows."""


@dataclass(slots=True)
class HtmlCell:
    """The words of a cell, its line, and how many columns and rows it spans."""

    line: int
    columns: int = 1
    rows: int = 1
    words: str = ""


@dataclass(slots=True)
class HtmlTable:
    """The rows of a table. The first `headings` rows have only heading cells."""

    line: int
    rows: list[list[HtmlCell]] = field(default_factory=list)
    headings: int = 0
    caption: str = ""


@dataclass(slots=True)
class HtmlBlock:
    """The contents of a block of HTML: paragraphs and tables in order, and pictures as pairs of file and words.

    `tags` and `comments` are what was removed.
    """

    parts: list[str | HtmlTable] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def read_html(source: str, origin: Span) -> HtmlBlock:
    """Read a block of HTML. Like a browser, accept any text."""
    reader = _Reader(origin.line)
    reader.feed(source)
    reader.close()
    reader.block.parts = [each for each in reader.block.parts if not isinstance(each, str) or each.strip()]
    return reader.block


class _Reader(HTMLParser):
    """Collects a block that begins on line `first`. `hidden` counts the open elements whose text nobody sees."""

    def __init__(self, line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.block, self.first, self.hidden = HtmlBlock(), line, 0
        self.table: HtmlTable | None = None
        self.cell: HtmlCell | None = None
        self.in_caption = False

    @property
    def line(self) -> int:
        return self.first + self.getpos()[0] - 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.hidden += 1 if tag in HIDDEN else 0
        if tag == "table" and self.table is None:
            self.table = HtmlTable(self.line)
            self.block.parts.append(self.table)
        elif self.table is not None and tag == "tr":
            self.table.rows.append([])
        elif self.table is not None and tag in ("td", "th"):
            self._add_cell(self.table, tag, values)
        elif tag == "img":
            self.block.pictures.append((values.get("src", ""), values.get("alt", "")))
        else:
            self.in_caption = self.in_caption or (tag == "caption" and self.table is not None)
            written = " ".join((self.get_starttag_text() or "").split())
            if written not in self.block.tags:
                self.block.tags.append(written)
            if tag in BREAKING:
                self._break()

    def _add_cell(self, table: HtmlTable, tag: str, values: dict[str, str]) -> None:
        """Add a cell to the last row. It counts as a heading row from its first `th` until it gets a `td`."""
        self.cell = HtmlCell(self.line, _count(values.get("colspan")), _count(values.get("rowspan")))
        table.rows = table.rows or [[]]
        table.rows[-1].append(self.cell)
        begins_next_row = len(table.rows) == table.headings + 1 and len(table.rows[-1]) == 1
        if tag == "th" and begins_next_row:
            table.headings += 1
        elif tag == "td" and len(table.rows) == table.headings:
            table.headings -= 1

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= 1 if tag in HIDDEN and self.hidden else 0
        if tag == "table":
            self.table = self.cell = None
        elif tag in ("td", "th", "tr"):
            self.cell = None
        elif tag == "caption":
            self.in_caption = False
        if tag in BREAKING:
            self._break()

    def handle_data(self, data: str) -> None:
        if self.hidden:
            self.block.comments += [data] if data.strip() else []
        elif self.cell is not None:
            self.cell.words += data
        elif self.table is not None and self.in_caption:
            self.table.caption += data
        elif self.block.parts and isinstance(self.block.parts[-1], str):
            self.block.parts[-1] += data
        else:
            self.block.parts.append(data)

    def handle_comment(self, data: str) -> None:
        self.block.comments.append(data)

    unknown_decl = handle_decl = handle_pi = handle_comment  # type: ignore[assignment]  # it has another name for `data`

    def _break(self) -> None:
        """Begin a new paragraph, or a new word in a cell."""
        if self.cell is not None:
            self.cell.words += " "
        else:
            self.block.parts.append("")


def _count(written: str | None) -> int:
    """The number of columns or rows that a cell spans, from 1 to 1000; 1 if it is not given."""
    return max(1, min(int(written), 1000)) if written and written.isascii() and written.isdecimal() else 1
