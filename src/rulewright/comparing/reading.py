"""Readers of the statements of source files: Markdown, Lout, and plain text."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulewright.boundary import Failure
from rulewright.comparing.statements import Kind, Statement
from rulewright.findings import Span
from rulewright.importing.grids import Grid
from rulewright.importing.lout.flow import (
    Box,
    Bullets,
    Columns,
    Flow,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Section,
)
from rulewright.importing.lout.folder import Folder
from rulewright.importing.lout.objects import Notes
from rulewright.importing.lout.parsing import parsed
from rulewright.importing.lout.state import Expander, ImportState
from rulewright.importing.sources import SourceFile, source_files
from rulewright.markup.links import LINK
from rulewright.markup.words import sentences


@dataclass(slots=True)
class Passage:
    """Plain words with the line breaks of the source. `strong` has the start and end of emphasised words.

    `column` is where the words begin in their first line, from 1; 0 if markup hides it.
    """

    text: str = ""
    strong: list[tuple[int, int]] = field(default_factory=list)
    column: int = 0

    def add(self, text: str, *, strong: bool = False) -> None:
        if strong and text.strip():
            self.strong.append((len(self.text), len(self.text) + len(text)))
        self.text += text

    def emphasised(self, begin: int, end: int) -> tuple[str, ...]:
        """Return the emphasised words of a part; none if all of it is emphasised, as headings and labels are."""
        parts = [(max(begin, first), min(end, last)) for first, last in self.strong if first < end and last > begin]
        if sum(last - first for first, last in parts) >= len(self.text[begin:end].rstrip(" :")):
            return ()
        words = (" ".join(self.text[slice(*self._whole_words(*part))].split()) for part in parts)
        return tuple(dict.fromkeys(filter(None, (word.strip(" ,.;:") for word in words))))

    def column_at(self, begin: int) -> int:
        """Return the column of a position; 1 if markup hides it."""
        before = self.text.rfind("\n", 0, begin)
        if not self.column:
            return 1
        return self.column + begin if before < 0 else begin - before

    def _whole_words(self, begin: int, end: int) -> tuple[int, int]:
        """Extend a part to whole words, because some texts emphasise only initials."""
        while 0 < begin < end and self.text[begin].isalpha() and self.text[begin - 1].isalpha():
            begin -= 1
        while end < len(self.text) and self.text[end - 1].isalpha() and self.text[end].isalpha():
            end += 1
        return begin, end


def statements_of(passage: Passage, frame: Statement) -> Iterator[Statement]:
    """Yield a statement for each sentence of a passage.

    `frame` has their kind and path, and the line of the passage.
    """
    for begin, end in sentences(passage.text):
        words = " ".join(passage.text[begin:end].split())
        line = frame.span.line + passage.text.count("\n", 0, begin)
        if any(sign.isalnum() for sign in words):
            span, strong = Span(frame.span.file, line, passage.column_at(begin)), passage.emphasised(begin, end)
            yield replace(frame, text=words, span=span, strong=strong)


Row = tuple[int, Sequence[Passage]]
"""The line of a row, and its cells."""


def cell_statements(rows: Sequence[Row], file: str, path: tuple[str, ...]) -> Iterator[Statement]:
    """Yield every cell with its headings: the first row, the first column, and the last row with a single cell."""
    head: list[str] = []
    group: tuple[str, ...] = ()
    for number, (line, passages) in enumerate(rows):
        cells = [" ".join(passage.text.split()) for passage in passages]
        if not number:
            head = cells
        elif sum(map(bool, cells)) == 1:
            group = (next(filter(None, cells)),)
        else:
            for column, passage in enumerate(passages[1:], 1):
                beside = (*group, cells[0], *head[column : column + 1])
                strong = passage.emphasised(0, len(passage.text))
                yield Statement(cells[column], Span(file, line, 1), Kind.CELL, path, beside, strong)


_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^<>]*>")
_STRONG_TAGS = frozenset({"b", "strong"})
_FEWEST_ROWS = 2


def markdown_statements(file: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a Markdown file in order."""
    text = file.text()[0]
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    return _MarkdownReader(parser.parse(text), text.split("\n"), file.name).statements()


def markdown_words(text: str) -> Passage:
    """Return the words of inline Markdown, and what it emphasises."""
    return _inline(MarkdownIt("commonmark").parseInline(text)[0].children or [])


class _MarkdownReader:
    """Walks over the tokens. `above` has the current heading of each level, `bullets` the enclosing bullets."""

    def __init__(self, tokens: Sequence[Token], lines: Sequence[str], file: str) -> None:
        self.tokens, self.lines, self.file = tokens, lines, file
        self.above: dict[int, str] = {}
        self.bullets: list[str] = []

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.above[level] for level in sorted(self.above))

    def statements(self) -> Iterator[Statement]:
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.type == "table_open":
                end = next(n for n in range(at, len(self.tokens)) if self.tokens[n].type == "table_close")
                yield from cell_statements(_rows(self.tokens[at:end]), self.file, self.path)
                at = end
            elif token.type == "fence":
                yield from self._passage(Passage(token.content), token)
            elif token.type == "list_item_open":
                self.bullets.append("")
            elif token.type == "list_item_close":
                self.bullets.pop()
            elif token.type == "html_block":
                yield from self._passage(_html(token.content), token)
            elif token.type == "inline":
                yield from self._inline(token, self.tokens[at - 1])
            at += 1

    def _inline(self, token: Token, before: Token) -> Iterator[Statement]:
        words = _inline(token.children or [])
        if before.type == "heading_open":
            level, title = int(before.tag[1:]), " ".join(words.text.split())
            self.above = {other: name for other, name in self.above.items() if other < level}
            yield Statement(title, self._span(token), Kind.HEADING, self.path)
            self.above[level] = title
            return
        if rows := self._tabbed(token):
            yield from cell_statements(rows, self.file, self.path)
            return
        yield from self._passage(words, token)
        if self.bullets and not self.bullets[-1]:
            self.bullets[-1] = " ".join(words.text.split())

    def _passage(self, words: Passage, token: Token) -> Iterator[Statement]:
        kind = Kind.BULLET if self.bullets and not self.bullets[-1] else Kind.SENTENCE
        frame = Statement("", self._span(token), kind, self.path, tuple(filter(None, self.bullets)))
        yield from statements_of(words, frame)

    def _tabbed(self, token: Token) -> list[tuple[int, list[Passage]]]:
        """Return the rows of a paragraph that is really a table with tabs between its cells; else []."""
        first, last = token.map or (0, 0)
        lines = self.lines[first:last]
        if sum("\t" in line.strip() for line in lines) < _FEWEST_ROWS:
            return []
        return [(number, [_html(cell) for cell in line.split("\t")]) for number, line in enumerate(lines, first + 1)]

    def _span(self, token: Token) -> Span:
        return Span(self.file, token.map[0] + 1 if token.map else 1, 1)


def _rows(tokens: Sequence[Token]) -> list[tuple[int, list[Passage]]]:
    rows: list[tuple[int, list[Passage]]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append((token.map[0] + 1 if token.map else 1, []))
        elif token.type == "inline":
            rows[-1][1].append(_inline(token.children or []))
    return rows


def _html(source: str) -> Passage:
    return _inline([Token("html_inline", "", 0, content=source)])


def _inline(tokens: Sequence[Token]) -> Passage:
    """Return the words of inline tokens, without HTML tags."""
    passage, depth = Passage(), 0
    for token in tokens:
        if token.type in {"strong_open", "strong_close"}:
            depth += token.nesting
        elif token.type in {"softbreak", "hardbreak"}:
            passage.add("\n")
        elif token.type == "html_inline":
            begin = 0
            for tag in (*_TAG.finditer(token.content), None):
                passage.add(unescape(token.content[begin : tag.start() if tag else None]), strong=depth > 0)
                if tag:
                    depth += 0 if tag[2].lower() not in _STRONG_TAGS else -1 if tag[1] else 1
                    begin = tag.end()
        elif token.content:
            passage.add(token.content, strong=depth > 0)
    return passage


_GAP = re.compile(r" +(?=[,.;:)])")


def lout_statements(file: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a Lout file in order. Raise `Failure` if the file exceeds a limit."""
    state = ImportState(Notes())
    tree, _ = parsed(file.text()[0], file.name, Folder.of(file), state.notes)
    pieces = Flow(state).pieces(Expander(state.notes).expanded(tree))
    yield from _Card().pieces(pieces)


class _Card:
    """Walks over the pieces of a card. `path` is the current heading."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Statement]:
        for piece in pieces:
            yield from self._piece(piece)

    def _piece(self, piece: Piece) -> Iterator[Statement]:
        match piece:
            case Heading():
                yield from self._headings((piece,))
            case Headings(headings=headings):
                yield from self._headings(headings)
            case Bullets(items=items):
                yield from (each for item in items for each in self._item(item, ()))
            case Paragraph(text=text, span=span):
                yield from statements_of(_words(text), Statement("", span, path=self.path))
            case PrintedTable(grid=grid):
                yield from self._grid(grid)
            case Columns(columns=columns):
                yield from (each for column in columns for each in self.pieces(column))
            case Box(pieces=inner):
                yield from self.pieces(inner)
            case Section(title=title, pieces=inner):
                self.path = (title,)
                yield from self.pieces(inner)

    def _headings(self, headings: Sequence[Heading]) -> Iterator[Statement]:
        """Yield the texts of headings side by side, and make them the path of what follows."""
        self.path = (" · ".join(_words(each.title).text for each in headings),)
        for each in headings:
            for text in (each.title, each.number, each.note):
                yield from statements_of(_words(text), Statement("", each.span, Kind.HEADING))

    def _item(self, item: Item, above: tuple[str, ...]) -> Iterator[Statement]:
        words = _words(item.text)
        yield from statements_of(words, Statement("", item.span, Kind.BULLET, self.path, above))
        for grid in item.tables:
            yield from self._grid(grid)
        yield from (each for inner in item.items for each in self._item(inner, (*above, words.text)))

    def _grid(self, grid: Grid) -> Iterator[Statement]:
        """Yield the cells with their headings, or whole rows if the columns have no headings."""
        rows = [(row[0].origin.line, [_words(cell.text) for cell in row]) for row in grid.rows if row]
        if grid.headings and all(len(row) == len(rows[0][1]) for _, row in rows):
            yield from cell_statements(rows, grid.origin.file, self.path)
            return
        for line, cells in rows:
            words = " · ".join(cell.text for cell in cells if cell.text)
            strong = tuple(word for cell in cells for word in cell.emphasised(0, len(cell.text)))
            if any(sign.isalnum() for sign in words):
                yield Statement(words, Span(grid.origin.file, line, 1), Kind.ROW, self.path, (), strong)


def _words(text: str) -> Passage:
    """Return the words of Rulewright's Markdown. A link gives the words that it shows, else its name."""
    shown = LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], text)
    return markdown_words(_GAP.sub("", shown))


_LONG_LINE = 160
"""A text with a line of more characters is not wrapped: each line is a paragraph."""
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(?=\S)")
_CAPITALS = re.compile(r"[^a-z:]{3,60}(?::|$)")
_BULLET = re.compile(r"\s*(?:[-*•·‣–]|\(?\w[.)])\s+(?=\S)")
_BAR = re.compile(r"\s*\|\s*|\t+")


def text_statements(source: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a plain text. A number at the start of a paragraph becomes its heading."""
    text, file = source.text()[0], source.name
    path: tuple[str, ...] = ()
    for line, paragraph in _paragraphs(text):
        cells = [cell for cell in _BAR.split(paragraph.strip()) if cell]
        number, bullet = _NUMBER.match(paragraph), _BULLET.match(paragraph)
        span, kind, begin = Span(file, line, 1), Kind.SENTENCE, 0
        if len(cells) > 1:
            yield Statement(" ".join(cells), span, Kind.ROW, path)
            continue
        if number:
            title = _CAPITALS.match(paragraph, number.end())
            path = (f"{number[1]} {title[0].rstrip(':') if title else ''}".strip(),)
            if title:
                yield Statement(title[0].rstrip(":"), span, Kind.HEADING, (number[1],))
            begin = title.end() if title else number.end()
        elif bullet:
            kind, begin = Kind.BULLET, bullet.end()
        yield from statements_of(Passage(paragraph[begin:], column=begin + 1), Statement("", span, kind, path))


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph with its first line number; wrapped lines are joined."""
    lines = text.split("\n")
    unwrapped = any(len(line) > _LONG_LINE for line in lines)
    paragraph: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        ends = unwrapped or not line.strip() or _BULLET.match(line) or _BAR.search(line.strip())
        if paragraph and ends:
            yield number - len(paragraph), "\n".join(paragraph)
            paragraph = []
        if line.strip():
            paragraph.append(line)


READERS: Mapping[str, Callable[[SourceFile], Iterator[Statement]]] = {
    ".md": markdown_statements,
    ".markdown": markdown_statements,
    ".lout": lout_statements,
    ".lout.txt": lout_statements,
    ".txt": text_statements,
}
"""The readers by file ending; a longer ending comes before a shorter one that it ends with."""


def read_source(source: str) -> tuple[Statement, ...]:
    """Read the statements of a file, or of all readable files of a folder; raise `Failure` if there are none."""
    statements: list[Statement] = []
    for file in source_files((source,), READERS):
        reader = next((reader for end, reader in READERS.items() if file.name.lower().endswith(end)), None)
        if reader is None:
            raise Failure(f"{file.name} has a type that compare does not read; it reads {', '.join(READERS)}")
        statements += reader(file)
    if not statements:
        raise Failure(f"{source} has no text to compare")
    return tuple(statements)
