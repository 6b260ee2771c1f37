"""Turn the blocks of a section, HTML among them, into texts, tables, examples and pictures."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Entry, Unread, Value, divided, repaired, shortened
from rulewright.importing.grids import Cell, Grid, table_of
from rulewright.importing.markdown.inline import Cleaner, Mentions, Reading
from rulewright.importing.markdown.outline import EXAMPLE, UNTITLED, Document, Heading, words
from rulewright.importing.markdown.parsing import (
    TABBED,
    bare_line,
    beside_words,
    inline,
    line,
    paragraph,
    passage,
    plain_line,
)
from rulewright.importing.markdown.terms import Definition
from rulewright.markup.words import first_sentence

# HTML among Markdown

BREAKING = frozenset(
    (
        "p div li ul ol br hr h1 h2 h3 h4 h5 h6 tr table summary details blockquote dt dd caption section "
        "header footer figure figcaption center"
    ).split()
)
"""Elements that begin a line."""
HIDDEN = frozenset({"script", "style"})


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
class Block:
    """The contents of a block of HTML: paragraphs and tables in order, pictures, and removed parts."""

    parts: list[str | HtmlTable] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.block, self.first, self.hidden = Block(), line, 0
        self.table: HtmlTable | None = None
        self.cell: HtmlCell | None = None
        self.caption = False

    @property
    def line(self) -> int:
        return self.first + self.getpos()[0] - 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.hidden += tag in HIDDEN
        if tag == "table" and self.table is None:
            self.table = HtmlTable(self.line)
            self.block.parts.append(self.table)
        elif self.table is not None and tag == "tr":
            self.table.rows.append([])
        elif self.table is not None and tag in ("td", "th"):
            self._cell(self.table, tag, values)
        elif tag == "img":
            self.block.pictures.append((values.get("src", ""), values.get("alt", "")))
        else:
            self.caption = self.caption or (tag == "caption" and self.table is not None)
            written = " ".join((self.get_starttag_text() or "").split())
            if written not in self.block.tags:
                self.block.tags.append(written)
            if tag in BREAKING:
                self._break()

    def _cell(self, table: HtmlTable, tag: str, values: dict[str, str]) -> None:
        self.cell = HtmlCell(self.line, _count(values.get("colspan")), _count(values.get("rowspan")))
        table.rows = table.rows or [[]]
        table.rows[-1].append(self.cell)
        if tag == "th" and len(table.rows) == table.headings + 1 and len(table.rows[-1]) == 1:
            table.headings += 1
        elif tag == "td" and len(table.rows) == table.headings:
            table.headings -= 1

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in HIDDEN and self.hidden > 0
        if tag == "table":
            self.table = self.cell = None
        elif tag in ("td", "th", "tr"):
            self.cell = None
        elif tag == "caption":
            self.caption = False
        if tag in BREAKING:
            self._break()

    def handle_data(self, data: str) -> None:
        if self.hidden:
            self.block.remarks += [data] if data.strip() else []
        elif self.cell is not None:
            self.cell.words += data
        elif self.table is not None and self.caption:
            self.table.caption += data
        elif self.block.parts and isinstance(self.block.parts[-1], str):
            self.block.parts[-1] += data
        else:
            self.block.parts.append(data)

    def handle_comment(self, data: str) -> None:
        self.block.remarks.append(data)

    unknown_decl = handle_decl = handle_pi = handle_comment  # type: ignore[assignment]  # it has another name for `data`

    def _break(self) -> None:
        if self.cell is not None:
            self.cell.words += " "
        else:
            self.block.parts.append("")


def read_html(source: str, origin: Span) -> Block:
    """Read a block of HTML. Like a browser, accept any text."""
    reader = _Reader(origin.line)
    reader.feed(source)
    reader.close()
    reader.block.parts = [each for each in reader.block.parts if not isinstance(each, str) or each.strip()]
    return reader.block


def _count(written: str | None) -> int:
    return max(1, min(int(written), 1000)) if written and written.isascii() and written.isdecimal() else 1


BOLD = re.compile(r"\*\*([^*]+)\*\*")
Row = tuple[Cell, ...]


def _without_bold_heads(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Remove bold from the cells of the first row and of the first column."""
    return tuple(
        tuple(cell if down and across else _unbold(cell) for across, cell in enumerate(row))
        for down, row in enumerate(rows)
        if row or not down
    )


def _unbold(cell: Cell) -> Cell:
    match = BOLD.fullmatch(cell.text)
    return replace(cell, text=match[1]) if match else cell


LABEL = re.compile(rf"{EXAMPLE.pattern}(?:\s+of\s+play)?(?:\s+\d+)?\s*(?:[:.–—]|-\s)", re.IGNORECASE)
"""The beginning of a paragraph with an example."""


def label_of(block: Sequence[Token]) -> str:
    """Return the words that mark a paragraph or quotation as an example."""
    if block[0].type not in ("paragraph_open", "blockquote_open"):
        return ""
    first = next((token for token in block if token.type == "inline"), None)
    match = LABEL.match(words(first.children or ())) if first else None
    after = words([child for token in block for child in token.children or ()])[match.end() :] if match else ""
    return match[0] if match and after.strip() else ""


def drop(token: Token, label: str) -> None:
    """Remove words from the start of a line, and emphasis that is empty without them."""
    left, tokens = len("".join(label.split())), list[Token]()
    for each in token.children or ():
        while left and each.type == "text" and each.content:
            left -= not each.content[0].isspace()
            each.content = each.content[1:]
        if each.type == "text" and not (each.content if tokens else each.content.strip()):
            continue
        if tokens and tokens[-1].nesting == 1 and each.nesting == -1:
            tokens.pop()
        else:
            tokens.append(each)
    if tokens and tokens[0].type == "text":
        tokens[0].content = tokens[0].content.lstrip(" :.–—-")
    token.children = tokens


CAPTION = re.compile(r"(?:table|chart|tabelle|tableau)\b", re.IGNORECASE)


class BodyReader:
    """Reads the blocks of one section: its text, in parts that are not too long, and the entries of its blocks."""

    def __init__(self, reading: Reading, document: Document, heading: Heading, rule: str) -> None:
        """`rule` is the id of the rule that its tables, terms and examples belong to."""
        self.reading, self.document, self.heading, self.rule = reading, document, heading, rule
        self.section = heading.section
        self.title = plain_line(heading.title)
        self.cleaner = Cleaner(reading, document, rule, reading.mentions)
        self.parts: list[str] = []
        self.texts: list[str] = []
        self.entries: list[Entry] = []

    def read(self, defined: dict[int, list[Definition]]) -> None:
        """Read all blocks; `defined` has the terms that each block defines, by its place."""
        if self.section.heading:
            self.reading.unread += beside_words(self.section.heading.children or (), self.section.origin)
        blocks = self.section.blocks
        filled = [at for at, block in enumerate(blocks) if block[0].type != "hr"]
        for at in range(filled[0], filled[-1] + 1) if filled else ():  # without rules across the page at both ends
            self.cleaner.origin = self.section.at(blocks[at])
            for each in defined.get(at, ()):
                self._term(each)
            if at not in defined or any(each.copy for each in defined[at]):
                self._block(blocks[at])
        self.parts += self._notes()
        if self.parts:
            self.texts = [self._accepted(each, blocks=True) + "\n" for each in divided(self.parts)]

    def _block(self, block: list[Token]) -> None:
        kind, origin = block[0].type, self.section.at(block)
        if kind == "table_open":
            self._grid(self._table_rows(block, origin.file), origin, headings=1)
        elif kind == TABBED:
            self._grid(self._tabbed_rows(block[0], origin), origin)
        elif kind == "html_block":
            self._html(block[0], origin)
        elif label := label_of(block):
            inner = block[1:-1] if block[0].type == "blockquote_open" else block
            self.cleaner.clean(inner, origin)
            drop(next(token for token in inner if token.type == "inline"), label)
            text = self._accepted(passage(inner), blocks=True)
            self.entries.append(self.example(self.heading.title, [text], origin))
        else:
            self._text(block, origin)

    def _table_rows(self, block: Sequence[Token], file: str) -> tuple[Row, ...]:
        """The cells of a Markdown table, with those beyond its headings, which the parser leaves out."""
        rows: list[Row] = []
        cells: list[Cell] = []
        origin = Span(file)
        for token in block:
            if token.type == "tr_open":
                cells, origin = [], Span(file, token.map[0] + 1 if token.map else 1, 1)
            elif token.type == "inline":
                cells.append(self._cell(token, origin))
            elif token.type == "tr_close":
                parts = escapedSplit(self.document.lines[origin.line - 1].strip().lstrip("> ").strip())
                first = 1 if parts and not parts[0].strip() else 0
                beyond = (part.strip() for part in parts[first + len(cells) :] if part.strip())
                rows.append((*cells, *(self._cell(inline(part), origin) for part in beyond)))
        return _without_bold_heads(rows)

    def _tabbed_rows(self, token: Token, first: Span) -> tuple[Row, ...]:
        """The cells of lines that are divided by tabs; rows are as wide as the last cell with words."""
        rows: list[Row] = []
        for number, row in enumerate(token.content.split("\n"), first.line):
            origin = Span(first.file, number, 1)
            rows.append(tuple(self._cell(inline(part.strip()), origin) for part in row.split("\t")))
        width = max((at + 1 for row in rows for at, cell in enumerate(row) if cell.text), default=0)
        empty = ((Cell("", row[0].origin),) * (width - len(row)) for row in rows)
        return _without_bold_heads([(*row[:width], *cells) for row, cells in zip(rows, empty, strict=True)])

    def _text(self, tokens: list[Token], origin: Span) -> None:
        block = [*self._without_html(tokens, origin)]
        self.cleaner.clean(block, origin)
        written = passage(block)
        if written.strip():
            self.parts.append(written)
        pictures, self.cleaner.pictures = self.cleaner.pictures, []
        self.parts += map(_figure, pictures)

    def _without_html(self, block: Sequence[Token], origin: Span) -> Iterator[Token]:
        """Replace HTML inside a list or a quotation by its words."""
        for token in block:
            if token.type != "html_block":
                yield token
                continue
            html = self._read_html(token, origin)
            rows = (row for part in html.parts if isinstance(part, HtmlTable) for row in part.rows)
            tables = (cell.words for row in rows for cell in row)
            parts = (part for part in html.parts if isinstance(part, str))
            text = " ".join(" ".join((*parts, *tables, *(f"{file} {alt}" for file, alt in html.pictures))).split())
            if text:
                yield from paragraph(bare_line(text))

    def _read_html(self, token: Token, origin: Span) -> Block:
        """Read a block of HTML; its tags and comments become notes."""
        html = read_html(token.content, origin)
        if html.tags:
            self.reading.unread.append(Unread(origin, " ".join(html.tags), "HTML tag removed, text kept"))
        why = "comment in the source, left out"
        self.reading.unread += (Unread(origin, remark.strip(), why) for remark in html.remarks)
        return html

    def _cell(self, token: Token, origin: Span) -> Cell:
        """A cell of a table. Terms are not linked: a table repeats them dozens of times."""
        return Cell(self._run(token, origin, mentions=False), origin)

    def _run(self, token: Token, origin: Span, *, mentions: bool = True) -> str:
        before = self.cleaner.mentions
        self.cleaner.mentions = before if mentions else Mentions.of(())
        self.cleaner.clean([token], origin, run=True)
        self.cleaner.mentions = before
        return self._accepted(line(token), blocks=False)

    def _accepted(self, text: str, *, blocks: bool) -> str:
        """Make a text that no check refuses; words that are cut become notes."""

        def lost(run: str) -> None:
            self.reading.unread.append(Unread(self.cleaner.origin, run, "too long for one word, so it was cut"))

        return repaired(shortened(text, lost), blocks=blocks)

    def _grid(self, rows: tuple[Row, ...], origin: Span, *, headings: int | None = None, title: str = "") -> None:
        """Add a table to `tables`, and leave a link in its place."""
        title = title or self._caption() or self.title
        drafted = table_of(Grid(title, rows, origin, headings, self.rule), self.reading.names)
        self.entries += drafted.entries
        self.reading.unread += drafted.unread
        for each in drafted.entries:
            if each.section in ("tables", "references"):
                self.parts.append(f"[[{each.section.removesuffix('s')}:{each.id}]]")

    def _caption(self) -> str:
        """Take the paragraph right above a table, if it is only its title."""
        last = self.parts[-1] if self.parts else ""
        bold = last.startswith("**") and last.endswith("**") and last.count("**") == 2
        if (bold or CAPTION.match(last.strip("*_"))) and len(last) < 120 and "\n" not in last:
            return self.parts.pop().strip("*_").rstrip(":. ")
        return ""

    def _html(self, token: Token, origin: Span) -> None:
        html = self._read_html(token, origin)
        for part in html.parts:
            if isinstance(part, HtmlTable):
                rows = (
                    tuple(
                        Cell(self._plain(each.words), Span(origin.file, each.line, 1), each.columns, each.rows)
                        for each in row
                    )
                    for row in part.rows
                    if row
                )
                place, title = Span(origin.file, part.line, 1), self._plain(part.caption)
                self._grid(tuple(rows), place, headings=part.headings or None, title=title)
            else:
                self._text(paragraph(bare_line(" ".join(part.split()))), origin)
        for file, alt in html.pictures:
            image = Token("image", "img", 0, attrs={"src": file}, content=alt)
            picture = self.reading.pictures.taken(image, self.document.file, origin)
            self.parts += [_figure(picture)] if picture else [line(bare_line(alt))] if alt.strip() else []

    def _plain(self, text: str) -> str:
        return self._accepted(line(bare_line(" ".join(text.split()))), blocks=False)

    def example(self, title: str, texts: Sequence[str], origin: Span) -> Entry:
        text = "\n\n".join(texts) or UNTITLED
        value: Value = {"rule": self.rule, "title": self._plain(title), "text": text}
        return Entry("examples", self.reading.examples.new(title), value, origin)

    def _term(self, definition: Definition) -> None:
        """Add a term. A copy leaves its paragraph in the text and takes only its first sentence."""
        origin = Span(self.section.file.name, definition.line, 1)
        token = Token("inline", "", 0, children=[*definition.tokens])
        if not definition.copy:
            self.reading.unread += beside_words(definition.name_tokens, origin)
        noted = [*self.cleaner.noted]
        text = self._run(token, origin, mentions=not definition.copy)
        self.cleaner.noted = noted
        guesses: tuple[str, ...] = ()
        if definition.copy:
            guesses = ("taken from a paragraph of its rule that begins in bold",)
            first = first_sentence(text)
            text = first if first.count("**") % 2 == 0 and first.count("[[") == first.count("]]") else text
        keys = {"abbreviation": definition.short, "rule": self.rule, "text": text}
        value: Value = {key: each for key, each in keys.items() if each or key == "text"}
        self.entries.append(Entry("terms", definition.name, value, origin, guesses))

    def _notes(self) -> Iterator[str]:
        """The footnotes that the text has used, each a paragraph of its own."""
        for label in self.cleaner.noted:
            self.reading.noted.add((self.document.file.name, label))
            tokens = self.document.notes[label]
            self.cleaner.clean(tokens, self.section.origin)
            first, *others = passage(tokens).split("\n")
            yield "\n".join((f"[^{label}]: {first}", *(f"    {each}".rstrip() for each in others)))


def _figure(image: Token) -> str:
    return passage(paragraph(Token("inline", "", 0, children=[image])))
