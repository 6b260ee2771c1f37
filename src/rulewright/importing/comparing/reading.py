"""Readers of the statements of source files: Markdown, Lout, and plain text.

A path comes in, the statements of its files go out, with their places and the headings above them. For example, the
Markdown line `Rafts cross **once** a turn.` below `# Ferry` becomes a sentence with the path `("Ferry",)` and the
emphasised word `once`. All readers first make passages, which keep line breaks and emphasis, and then divide them into
sentences.

A statement without words is a frame: it has the kind, the path and the place that several statements share. The readers
of Lout are those of the importer: `parse` makes an object of a file, `Expander` replaces its definitions, and `Flow`
divides it into pieces, such as a `Paragraph`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.importing.comparing.statements import Statement, StatementKind
from rulewright.importing.grids import Grid
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.objects import Expander, Notes
from rulewright.importing.lout.parsing import parse
from rulewright.importing.lout.pieces import (
    Box,
    Bullets,
    Columns,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Section,
)
from rulewright.importing.lout.state import ImportState
from rulewright.importing.sources import SourceFile, source_files
from rulewright.source.markup.links import LINK
from rulewright.source.markup.words import sentences


def read_source(source: str) -> tuple[Statement, ...]:
    """Read the statements of a file, or of all readable files of a folder; raise `Failure` if there are none."""
    statements: list[Statement] = []
    for file in source_files((source,), READERS):
        reader = next((reader for ending, reader in READERS.items() if file.name.lower().endswith(ending)), None)
        if reader is None:
            raise Failure(f"{file.name} has a type that compare does not read; it reads {', '.join(READERS)}")
        statements += reader(file)
    if not statements:
        raise Failure(f"{source} has no text to compare")
    return tuple(statements)


# Passages, and the statements in them


Slice = tuple[int, int]
"""The start and end of some words in a text."""


@dataclass(slots=True)
class Passage:
    """Plain words with the line breaks of the source.

    `emphasis` has the start and end of each run of emphasised words in `text`. `column` is where the words begin in
    their first line, from 1; 0 if that is unknown because of markup.
    """

    text: str = ""
    emphasis: list[Slice] = field(default_factory=list)
    column: int = 0

    def add(self, text: str, *, emphasised: bool = False) -> None:
        """Append a text."""
        if emphasised and text.strip():
            self.emphasis.append((len(self.text), len(self.text) + len(text)))
        self.text += text

    def emphasised(self, begin: int = 0, end: int | None = None) -> tuple[str, ...]:
        """Return the emphasised words of a part; none if all of it is emphasised, as headings and labels are."""
        end = len(self.text) if end is None else end
        overlapping = [(first, last) for first, last in self.emphasis if first < end and last > begin]
        parts = [(max(begin, first), min(end, last)) for first, last in overlapping]
        letters = sum(last - first for first, last in parts)  # the emphasised ones
        if letters >= len(self.text[begin:end].rstrip(" :")):
            return ()
        words = (" ".join(self.text[slice(*self._whole_words(*part))].split()) for part in parts)
        return tuple(dict.fromkeys(filter(None, (word.strip(" ,.;:") for word in words))))

    def column_at(self, begin: int) -> int:
        """Return the column of a position in the text, from 1; 1 if it is unknown because of markup."""
        if not self.column:
            return 1
        line_break = self.text.rfind("\n", 0, begin)
        return begin - line_break if line_break >= 0 else self.column + begin

    def _whole_words(self, begin: int, end: int) -> Slice:
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
        if any(sign.isalnum() for sign in words):
            line = frame.span.line + passage.text.count("\n", 0, begin)
            span = Span(frame.span.file, line, passage.column_at(begin))
            yield replace(frame, text=words, span=span, emphasised=passage.emphasised(begin, end))


Row = tuple[int, Sequence[Passage]]
"""The number of the line where a row begins, and its cells."""


def cell_statements(rows: Sequence[Row], file: str, path: tuple[str, ...]) -> Iterator[Statement]:
    """Yield the cells of a table. The first row and the first column have their headings.

    A row with a single filled cell is a heading too, of the rows below it. So the cell `2` in the row `Eel` and the
    column `Muddy`, below a row with only `Fish`, has the labels `Fish`, `Eel` and `Muddy`.
    """
    column_headings: list[str] = []
    group: tuple[str, ...] = ()
    for number, (line, passages) in enumerate(rows):
        cells = [" ".join(passage.text.split()) for passage in passages]
        filled = [cell for cell in cells if cell]
        if number == 0:
            column_headings = cells
        elif len(filled) == 1:
            group = (filled[0],)
        else:
            for column, passage in enumerate(passages[1:], 1):
                labels = (*group, cells[0], *column_headings[column : column + 1])
                span, kind = Span(file, line, 1), StatementKind.CELL
                yield Statement(cells[column], span, kind, path, labels, passage.emphasised())


# Markdown

_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[a-zA-Z]+)[^<>]*>")
"""An HTML tag, such as `<b>` or `</b>`."""
_EMPHASIS_TAGS = frozenset({"b", "strong"})
_FEWEST_ROWS = 2
"""The least number of lines with tabs in a paragraph that is a table."""


def markdown_statements(file: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a Markdown file in order."""
    text = file.text()[0]
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    return _MarkdownReader(parser.parse(text), text.split("\n"), file.name).statements()


class _MarkdownReader:
    """Walks over the tokens of a file.

    `headings` has the current heading of each level, `bullets` the words of the enclosing bullets, outermost first. The
    words of a bullet are empty until its first paragraph is read.
    """

    def __init__(self, tokens: Sequence[Token], lines: Sequence[str], file: str) -> None:
        self.tokens, self.lines, self.file = tokens, lines, file
        self.headings: dict[int, str] = {}
        self.bullets: list[str] = []

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above the current token."""
        return tuple(self.headings[level] for level in sorted(self.headings))

    def statements(self) -> Iterator[Statement]:
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.type == "table_open":
                end = next(n for n in range(index, len(self.tokens)) if self.tokens[n].type == "table_close")
                yield from cell_statements(_rows(self.tokens[index:end]), self.file, self.path)
                index = end
            elif token.type == "fence":
                yield from self._passage_statements(Passage(token.content), token)
            elif token.type == "list_item_open":
                self.bullets.append("")
            elif token.type == "list_item_close":
                self.bullets.pop()
            elif token.type == "html_block":
                yield from self._passage_statements(_html_passage(token.content), token)
            elif token.type == "inline":
                yield from self._inline_statements(token, self.tokens[index - 1])
            index += 1

    def _inline_statements(self, token: Token, before: Token) -> Iterator[Statement]:
        """Yield the statements of a heading, a paragraph or a table with tabs."""
        passage = _inline_passage(token.children or [])
        if before.type == "heading_open":
            level, title = int(before.tag[1:]), " ".join(passage.text.split())
            self.headings = {above: name for above, name in self.headings.items() if above < level}
            yield Statement(title, self._span(token), StatementKind.HEADING, self.path)
            self.headings[level] = title
            return
        if rows := self._tabbed_rows(token):
            yield from cell_statements(rows, self.file, self.path)
            return
        yield from self._passage_statements(passage, token)
        if self.bullets and not self.bullets[-1]:
            self.bullets[-1] = " ".join(passage.text.split())

    def _passage_statements(self, passage: Passage, token: Token) -> Iterator[Statement]:
        kind = StatementKind.BULLET if self.bullets and not self.bullets[-1] else StatementKind.SENTENCE
        frame = Statement("", self._span(token), kind, self.path, tuple(filter(None, self.bullets)))
        yield from statements_of(passage, frame)

    def _tabbed_rows(self, token: Token) -> list[Row]:
        """Return the rows of a paragraph that is really a table with tabs between its cells; none for others."""
        first, last = token.map or (0, 0)
        lines = self.lines[first:last]
        if sum("\t" in line.strip() for line in lines) < _FEWEST_ROWS:
            return []
        return [
            (number, [_html_passage(cell) for cell in line.split("\t")]) for number, line in enumerate(lines, first + 1)
        ]

    def _span(self, token: Token) -> Span:
        return Span(self.file, token.map[0] + 1 if token.map else 1, 1)


def _rows(tokens: Sequence[Token]) -> list[Row]:
    """Return the rows of a Markdown table from its tokens."""
    rows: list[tuple[int, list[Passage]]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append((token.map[0] + 1 if token.map else 1, []))
        elif token.type == "inline":
            rows[-1][1].append(_inline_passage(token.children or []))
    return [*rows]


def _html_passage(source: str) -> Passage:
    return _inline_passage([Token("html_inline", "", 0, content=source)])


def _inline_passage(tokens: Sequence[Token]) -> Passage:
    """Return the words of inline tokens, without HTML tags."""
    passage = Passage()
    depth = 0  # how many emphasising tags enclose the current token
    for token in tokens:
        if token.type in {"strong_open", "strong_close"}:
            depth += token.nesting
        elif token.type in {"softbreak", "hardbreak"}:
            passage.add("\n")
        elif token.type == "html_inline":
            begin = 0
            for tag in (*_TAG.finditer(token.content), None):  # None for the words after the last tag
                words = unescape(token.content[begin : tag.start() if tag else None])
                passage.add(words, emphasised=depth > 0)
                if tag:
                    begin = tag.end()
                    if tag["name"].lower() in _EMPHASIS_TAGS:
                        depth += -1 if tag["slash"] else 1
        elif token.content:
            passage.add(token.content, emphasised=depth > 0)
    return passage


# Lout

_SPACE_BEFORE_SIGN = re.compile(r" +(?=[,.;:)])")


def lout_statements(file: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a Lout file in order. Raise `Failure` if the file exceeds a limit."""
    state = ImportState(Notes())
    tree, _ = parse(file.text()[0], file.name, file.path.parent, state.notes)
    pieces = Flow(state).pieces(Expander(state.notes).expand(tree))
    yield from _LoutReader().statements(pieces)


class _LoutReader:
    """Walks over the pieces of a card. `path` is the current heading."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()

    def statements(self, pieces: Iterable[Piece]) -> Iterator[Statement]:
        for piece in pieces:
            yield from self._piece(piece)

    def _piece(self, piece: Piece) -> Iterator[Statement]:
        match piece:
            case Headings(headings=headings):
                yield from self._headings(headings)
            case Bullets(items=items):
                yield from (each for item in items for each in self._item(item, ()))
            case Paragraph(text=text, span=span):
                yield from statements_of(_words(text), Statement("", span, path=self.path))
            case PrintedTable(grid=grid):
                yield from self._grid(grid)
            case Columns(columns=columns):
                yield from (each for column in columns for each in self.statements(column))
            case Box(pieces=inner):
                yield from self.statements(inner)
            case Section(title=title, pieces=inner):
                self.path = (title,)
                yield from self.statements(inner)

    def _headings(self, headings: Sequence[Heading]) -> Iterator[Statement]:
        """Yield the texts of headings side by side, and make them the path of what follows."""
        self.path = (" · ".join(_words(each.title).text for each in headings),)
        for each in headings:
            for text in (each.title, each.number, each.note):
                yield from statements_of(_words(text), Statement("", each.span, StatementKind.HEADING))

    def _item(self, item: Item, above: tuple[str, ...]) -> Iterator[Statement]:
        """Yield the statements of a bullet and of those below it; `above` are the words of the bullets above."""
        words = _words(item.text)
        yield from statements_of(words, Statement("", item.span, StatementKind.BULLET, self.path, above))
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
            emphasised = tuple(word for cell in cells for word in cell.emphasised())
            if any(sign.isalnum() for sign in words):
                yield Statement(words, Span(grid.origin.file, line, 1), StatementKind.ROW, self.path, (), emphasised)


def _words(text: str) -> Passage:
    """Return the words of Rulewright's Markdown. A link gives the words that it shows, else its name."""
    shown = LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], text)
    (paragraph,) = MarkdownIt("commonmark").parseInline(_SPACE_BEFORE_SIGN.sub("", shown))
    return _inline_passage(paragraph.children or [])


# Plain text

_LONG_LINE = 160
"""A text with a line of more characters is not wrapped: each line is a paragraph."""
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(?=\S)")
"""The number of a paragraph: `12.1 `."""
_CAPITALS = re.compile(r"[^a-z:]{3,60}(?::|$)")
"""A title in capitals after the number: `FERRIES:`."""
_BULLET = re.compile(r"\s*(?:[-*•·‣–]|\(?\w[.)])\s+(?=\S)")
"""The sign of a bullet: `- ` or `(a) `."""
_CELL_END = re.compile(r"\s*\|\s*|\t+")
"""What separates the cells of a row: `|` or a tab."""


def text_statements(source: SourceFile) -> Iterator[Statement]:
    """Yield every statement of a plain text. A number at the start of a paragraph becomes its heading."""
    text, file = source.text()[0], source.name
    path: tuple[str, ...] = ()
    for line, paragraph in _paragraphs(text):
        cells = [cell for cell in _CELL_END.split(paragraph.strip()) if cell]
        span, kind, begin = Span(file, line, 1), StatementKind.SENTENCE, 0
        if len(cells) > 1:
            yield Statement(" ".join(cells), span, StatementKind.ROW, path)
            continue
        if number := _NUMBER.match(paragraph):
            title = _CAPITALS.match(paragraph, number.end())
            path = (f"{number[1]} {title[0].rstrip(':') if title else ''}".strip(),)
            if title:
                yield Statement(title[0].rstrip(":"), span, StatementKind.HEADING, (number[1],))
            begin = title.end() if title else number.end()
        elif bullet := _BULLET.match(paragraph):
            kind, begin = StatementKind.BULLET, bullet.end()
        yield from statements_of(Passage(paragraph[begin:], column=begin + 1), Statement("", span, kind, path))


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph with its first line number; wrapped lines are joined."""
    lines = text.split("\n")
    one_per_line = any(len(line) > _LONG_LINE for line in lines)
    paragraph: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        ends = one_per_line or not line.strip() or _BULLET.match(line) or _CELL_END.search(line.strip())
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
