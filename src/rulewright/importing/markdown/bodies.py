"""Turn the blocks of a section, HTML among them, into texts, tables, examples and pictures."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import chain

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Entry, Unread, divided, repaired, shortened
from rulewright.importing.grids import Cell, Grid, table_of
from rulewright.importing.markdown.inline import Mentions, Reading
from rulewright.importing.markdown.outline import EXAMPLE, UNTITLED, Document, Heading, Section, words
from rulewright.importing.markdown.parsing import PARAGRAPH, TABBED, bare_line, beside_words, inline, line, passage
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
    """The rows of a table, of which the first `headings` have cells of headings only."""

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

    def words(self) -> Iterator[str]:
        """Return all words, for places that allow only words."""
        for part in self.parts:
            if isinstance(part, str):
                yield part
            else:
                yield from (part.caption, *(cell.words for row in part.rows for cell in row))
        yield from (word for picture in self.pictures for word in picture)


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

    def unknown_decl(self, data: str) -> None:
        self.block.remarks.append(data)

    def handle_decl(self, decl: str) -> None:
        self.block.remarks.append(decl)

    def handle_pi(self, data: str) -> None:
        self.block.remarks.append(data)

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
    """Return the cells of a row after the first `count`."""
    parts = escapedSplit(line.strip().lstrip("> ").strip())
    first = 1 if parts and not parts[0].strip() else 0
    yield from (part.strip() for part in parts[first + count :] if part.strip())


def tabbed_rows(token: Token, file: str, text: CellText) -> Rows:
    """The cells of lines that are divided by tabs."""
    first = token.map[0] + 1 if token.map else 1
    rows: list[tuple[Cell, ...]] = []
    for number, row in enumerate(token.content.split("\n"), first):
        origin = Span(file, number, 1)
        rows.append(tuple(Cell(text(inline(part.strip()), origin), origin) for part in row.split("\t")))
    return _without_bold_heads([*_without_empty_ends(rows)])


def _without_empty_ends(rows: Sequence[tuple[Cell, ...]]) -> Iterator[tuple[Cell, ...]]:
    """Rows as wide as their last cell with words."""
    width = max((at + 1 for row in rows for at, cell in enumerate(row) if cell.text), default=0)
    for row in rows:
        yield (*row[:width], *(Cell("", row[0].origin) for _ in range(width - len(row))))


LABEL = re.compile(rf"{EXAMPLE.pattern}(?:\s+of\s+play)?(?:\s+\d+)?\s*(?:[:.–—]|-\s)", re.IGNORECASE)
"""How such a paragraph begins."""


def label_of(block: Sequence[Token]) -> str:
    """Return the words that mark a paragraph or quotation as an example."""
    if block[0].type not in ("paragraph_open", "blockquote_open"):
        return ""
    first = next((token for token in block if token.type == "inline"), None)
    match = LABEL.match(words(first.children or ())) if first else None
    return (
        match[0]
        if match and words(list(chain.from_iterable(t.children or () for t in block)))[match.end() :].strip()
        else ""
    )


def drop(token: Token, label: str) -> None:
    """Remove words from the start of a line, and emphasis that is empty without them."""
    left, kept = len("".join(label.split())), list[Token]()
    for each in token.children or ():
        while left and each.type == "text" and each.content:
            left -= not each.content[0].isspace()
            each.content = each.content[1:]
        if not (each.type == "text" and not each.content):
            kept.append(each)
    token.children = _without_empty_emphasis(kept)


def _without_empty_emphasis(tokens: Sequence[Token]) -> list[Token]:
    kept: list[Token] = []
    for each in tokens:
        if kept and kept[-1].nesting == 1 and each.nesting == -1:
            kept.pop()
        elif kept or each.type != "text" or each.content.strip():
            kept.append(each)
    if kept and kept[0].type == "text":
        kept[0].content = kept[0].content.lstrip(" :.–—-")
    return kept


CAPTION = re.compile(r"(?:table|chart|tabelle|tableau)\b", re.IGNORECASE)


@dataclass(slots=True)
class Body:
    """Builds the text of a section, in parts that are not too long, and the entries of its blocks."""

    texts: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


class BodyReader:
    """Reads the blocks of one section."""

    def __init__(self, reading: Reading, document: Document, heading: Heading, rule: str) -> None:
        """`rule` is the id of the rule that its tables, terms and examples belong to."""
        self.reading, self.document, self.heading, self.rule = reading, document, heading, rule
        self.section: Section = heading.section
        self.title = repaired(shortened(line(bare_line(heading.title)), lambda _: None), blocks=False)
        self.cleaner = reading.cleaner(document, rule)
        self.parts: list[str] = []
        self.body = Body()

    def read(self, defined: dict[int, list[Definition]]) -> Body:
        """`defined` has the terms that a block of the section, by its place, defines."""
        if self.section.heading:
            self.reading.unread += beside_words(self.section.heading.children or (), self.section.origin)
        given = _without_lines(self.section.blocks)
        for at, block in given:
            self.cleaner.origin = self.section.at(block)
            for each in defined.get(at, ()):
                self._term(each)
            if at not in defined or any(each.copy for each in defined[at]):
                self._block(block)
        self.parts += self._notes()
        if self.parts:
            self.body.texts = [repaired(self._short(each), blocks=True) + "\n" for each in divided(self.parts)]
        return self.body

    def _block(self, block: list[Token]) -> None:
        kind, origin = block[0].type, self.section.at(block)
        if kind == "table_open":
            self._grid(table_rows(block, self.document.lines, origin.file, self._cell), origin, headings=1)
        elif kind == TABBED:
            self._grid(tabbed_rows(block[0], origin.file, self._cell), origin)
        elif kind == "html_block":
            self._html(block[0], origin)
        elif label := label_of(block):
            self._example(block, label, origin)
        else:
            self._text(block, origin)

    def _text(self, given: list[Token], origin: Span) -> None:
        block = [*self._without_html(given, origin)]
        self.cleaner.clean(block, origin)
        written = passage(block)
        if written.strip():
            self.parts.append(written)
        pictures, self.cleaner.pictures = self.cleaner.pictures, []
        self.parts += [_figure(each) for each in pictures]

    def _without_html(self, block: Sequence[Token], origin: Span) -> Iterator[Token]:
        """Replace HTML inside a list or a quotation by its words."""
        for token in block:
            if token.type != "html_block":
                yield token
                continue
            found = read_html(token.content, origin)
            self._told(found, origin)
            tables = (
                cell.words for part in found.parts if isinstance(part, HtmlTable) for row in part.rows for cell in row
            )
            parts = (part for part in found.parts if isinstance(part, str))
            text = " ".join(" ".join((*parts, *tables, *(f"{file} {alt}" for file, alt in found.pictures))).split())
            if text:
                yield from (PARAGRAPH[0], bare_line(text), PARAGRAPH[1])

    def _told(self, found: Block, origin: Span) -> None:
        """Tells of the tags and the remarks of a block of HTML."""
        if found.tags:
            self.reading.unread.append(Unread(origin, " ".join(found.tags), "HTML tag removed, text kept"))
        for remark in found.remarks:
            self.reading.unread.append(Unread(origin, remark.strip(), "comment in the source, left out"))

    def _cell(self, token: Token, origin: Span) -> str:
        """Return the text of a cell. Terms are not linked: a table repeats them dozens of times."""
        return self._run(token, origin, mentions=False)

    def _run(self, token: Token, origin: Span, *, mentions: bool = True) -> str:
        known = self.cleaner.mentions
        self.cleaner.mentions = known if mentions else Mentions.of(())
        self.cleaner.clean([token], origin, run=True)
        self.cleaner.mentions = known
        return repaired(self._short(line(token)), blocks=False)

    def _short(self, text: str) -> str:
        def lost(run: str) -> None:
            self.reading.unread.append(Unread(self.cleaner.origin, run, "this word is too long"))

        return shortened(text, lost)

    def _grid(self, rows: Rows, origin: Span, *, headings: int | None = None, title: str = "") -> None:
        """Add a table to `tables`, and leave a link in its place."""
        title = title or self._caption() or self.title
        drafted = table_of(Grid(title, rows, origin, headings, self.rule), self.reading.names)
        self.body.entries += drafted.entries
        self.reading.unread += drafted.unread
        for each in drafted.entries:
            if each.section in ("tables", "references"):
                self.parts.append(f"[[{each.section.removesuffix('s')}:{each.id}]]")

    def _caption(self) -> str:
        """The paragraph right above a table, if it is nothing but its title."""
        if not self.parts:
            return ""
        last = self.parts[-1]
        bold = last.startswith("**") and last.endswith("**") and last.count("**") == 2
        if (bold or CAPTION.match(last.strip("*_"))) and len(last) < 120 and "\n" not in last:
            return self.parts.pop().strip("*_").rstrip(":. ")
        return ""

    def _html(self, token: Token, origin: Span) -> None:
        found = read_html(token.content, origin)
        for part in found.parts:
            if isinstance(part, HtmlTable):
                rows = tuple(
                    tuple(
                        Cell(self._plain(each.words), Span(origin.file, each.line, 1), each.columns, each.rows)
                        for each in row
                    )
                    for row in part.rows
                    if row
                )
                self._grid(
                    rows,
                    Span(origin.file, part.line, 1),
                    headings=part.headings or None,
                    title=self._plain(part.caption),
                )
            else:
                self._text([PARAGRAPH[0], bare_line(" ".join(part.split())), PARAGRAPH[1]], origin)
        for file, alt in found.pictures:
            image = Token("image", "img", 0, attrs={"src": file}, content=alt)
            kept = self.reading.pictures.taken(image, self.document.file, origin)
            self.parts += [_figure(kept)] if kept else [line(bare_line(alt))] if alt.strip() else []
        self._told(found, origin)

    def _plain(self, text: str) -> str:
        return repaired(self._short(line(bare_line(" ".join(text.split())))), blocks=False)

    def _example(self, block: list[Token], label: str, origin: Span) -> None:
        """A paragraph or a quotation under `examples`."""
        inner = block[1:-1] if block[0].type == "blockquote_open" else block
        self.cleaner.clean(inner, origin)
        drop(next(token for token in inner if token.type == "inline"), label)
        text = repaired(self._short(passage(inner)), blocks=True)
        self.body.entries.append(self.example(self.heading.title, [text], origin))

    def example(self, title: str, texts: Sequence[str], origin: Span) -> Entry:
        id_ = self.reading.examples.new(title)
        shown = repaired(self._short(line(bare_line(title))), blocks=False)
        return Entry(
            "examples", id_, {"rule": self.rule, "title": shown, "text": "\n\n".join(texts) or UNTITLED}, origin
        )

    def _term(self, definition: Definition) -> None:
        """A term of the glossary; a copy leaves its paragraph in the text, and is only its first sentence."""
        origin = Span(self.section.file.name, definition.line, 1)
        token = Token("inline", "", 0, children=[*definition.tokens])
        if not definition.copy:
            self.reading.unread += beside_words(definition.named, origin)
        noted = [*self.cleaner.noted]
        text = self._run(token, origin, mentions=not definition.copy)
        self.cleaner.noted = noted
        value = {"abbreviation": definition.short} if definition.short else {}
        value |= {"rule": self.rule} if self.rule else {}
        guesses = ("its rule says it in a paragraph that begins in bold",) if definition.copy else ()
        written = first_sentence(text) if definition.copy else text
        sound = written.count("**") % 2 == 0 and written.count("[[") == written.count("]]")
        written = written if sound else text
        self.body.entries.append(Entry("terms", definition.name, {**value, "text": written}, origin, guesses))

    def _notes(self) -> Iterator[str]:
        """The footnotes that the text has used, each a paragraph of its own."""
        for label in self.cleaner.noted:
            self.reading.noted.add((self.document.file.name, label))
            tokens = self.document.notes[label]
            self.cleaner.clean(tokens, self.section.origin)
            first, *others = passage(tokens).split("\n")
            yield "\n".join((f"[^{label}]: {first}", *(f"    {each}".rstrip() for each in others)))


def _figure(image: Token) -> str:
    return passage([PARAGRAPH[0], Token("inline", "", 0, children=[image]), PARAGRAPH[1]])


def _without_lines(given: list[list[Token]]) -> list[tuple[int, list[Token]]]:
    """The blocks with their places, but for lines across the page at both ends."""
    numbered = list(enumerate(given))
    while numbered and numbered[0][1][0].type == "hr":
        numbered = numbered[1:]
    while numbered and numbered[-1][1][0].type == "hr":
        numbered = numbered[:-1]
    return numbered
