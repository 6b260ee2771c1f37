"""Turn the blocks of a section, HTML among them, into texts, tables, examples and pictures.

The tokens of markdown-it come in; a block is the tokens of a paragraph, list, table or the like. `reading` makes a
`BodyReader` for each section, and takes its `texts` and `entries`. A table becomes an entry in `tables`, and the text
has the link `[[table:id]]` in its place; `**Example.** ...` becomes an entry in `examples`.

`Reading` is what all sections share: links, pictures and notes. `Cleaner.clean` changes tokens in place to what our
texts can hold; then `passage` writes those of a block as Markdown, and `line` those of a cell or a title. The cleaner
of a section remembers which terms have a link, which footnotes its text has used (`noted`), and the pictures of the
last block (`pictures`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from rulewright.base.findings import Span
from rulewright.importing.draft import Entry, Unread, Value, divided, repaired, shortened
from rulewright.importing.grids import Cell, Grid, table_of
from rulewright.importing.markdown.html import HtmlBlock, HtmlTable, read_html
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
from rulewright.source.markup.words import first_sentence

BOLD = re.compile(r"\*\*([^*]+)\*\*")
"""A text that is bold as a whole: `**Fire**`."""
Row = tuple[Cell, ...]
LABEL = re.compile(rf"{EXAMPLE.pattern}(?:\s+of\s+play)?(?:\s+\d+)?\s*(?:[:.–—]|-\s)", re.IGNORECASE)
"""The start of a paragraph with an example: `Example:`, `Example of play 2.`"""
CAPTION = re.compile(r"(?:table|chart|tabelle|tableau)\b", re.IGNORECASE)
"""The start of the title of a table: `Table 3: Fire`."""
LONGEST_CAPTION = 120


class BodyReader:
    """Reads the blocks of one section: its text, in parts that are not too long, and the entries of its blocks."""

    def __init__(self, reading: Reading, document: Document, heading: Heading, rule: str) -> None:
        """`rule` is the id of the rule that its tables, terms and examples belong to."""
        self.reading, self.document, self.heading, self.rule = reading, document, heading, rule
        self.section = heading.section
        self.title = plain_line(heading.title)
        self.cleaner = Cleaner(reading, document, rule, reading.mentions)
        self.parts: list[str] = []  # one for each block, as Markdown
        self.texts: list[str] = []  # the parts together, divided where they are too long for one rule
        self.entries: list[Entry] = []

    def read(self, definitions: dict[int, list[Definition]]) -> None:
        """Read all blocks; `definitions` has the terms that a block defines, by the index of the block."""
        if self.section.heading:
            self.reading.unread += beside_words(self.section.heading.children or (), self.section.origin)
        blocks = self.section.blocks
        filled = [index for index, block in enumerate(blocks) if block[0].type != "hr"]
        for index in range(filled[0], filled[-1] + 1) if filled else ():  # without lines `---` at both ends
            self.cleaner.origin = self.section.at(blocks[index])
            terms = definitions.get(index, ())
            for term in terms:
                self._add_term(term)
            only_defines_terms = terms and not any(term.copy for term in terms)
            if not only_defines_terms:
                self._block(blocks[index])
        self.parts += self._notes()
        if self.parts:
            self.texts = [self._accepted(each, blocks=True) + "\n" for each in divided(self.parts)]

    def _block(self, block: list[Token]) -> None:
        """Add a block to the parts of the text, or to the entries."""
        kind, origin = block[0].type, self.section.at(block)
        if kind == "table_open":
            self._add_table(self._table_rows(block, origin.file), origin, headings=1)
        elif kind == TABBED:
            self._add_table(self._tabbed_rows(block[0], origin), origin)
        elif kind == "html_block":
            self._html(block[0], origin)
        elif label := label_of(block):
            inner = block[1:-1] if block[0].type == "blockquote_open" else block
            self.cleaner.clean(inner, origin)
            drop_label(next(token for token in inner if token.type == "inline"), label)
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
                first = 1 if parts and not parts[0].strip() else 0  # `| a | b` has an empty part before `a`
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
        padding = ((Cell("", row[0].origin),) * (width - len(row)) for row in rows)
        return _without_bold_heads([(*row[:width], *cells) for row, cells in zip(rows, padding, strict=True)])

    def _text(self, tokens: list[Token], origin: Span) -> None:
        """Add a block of text, then the pictures in it."""
        block = [*self._without_html(tokens, origin)]
        self.cleaner.clean(block, origin)
        markdown = passage(block)
        if markdown.strip():
            self.parts.append(markdown)
        pictures, self.cleaner.pictures = self.cleaner.pictures, []  # `clean` took them out of the block
        self.parts += map(_figure, pictures)

    def _without_html(self, block: Sequence[Token], origin: Span) -> Iterator[Token]:
        """Replace HTML inside a list or a quotation by its words."""
        for token in block:
            if token.type != "html_block":
                yield token
                continue
            html = self._read_html(token, origin)
            rows = (row for part in html.parts if isinstance(part, HtmlTable) for row in part.rows)
            cell_texts = (cell.words for row in rows for cell in row)
            paragraphs = (part for part in html.parts if isinstance(part, str))
            pictures = (f"{file} {alt}" for file, alt in html.pictures)
            words_of_html = " ".join((*paragraphs, *cell_texts, *pictures)).split()
            if words_of_html:
                yield from paragraph(bare_line(" ".join(words_of_html)))

    def _read_html(self, token: Token, origin: Span) -> HtmlBlock:
        """Read a block of HTML; its tags and comments become notes."""
        html = read_html(token.content, origin)
        if html.tags:
            self.reading.unread.append(Unread(origin, " ".join(html.tags), "HTML tag removed, text kept"))
        why = "comment in the source, left out"
        self.reading.unread += (Unread(origin, comment.strip(), why) for comment in html.comments)
        return html

    def _cell(self, token: Token, origin: Span) -> Cell:
        """A cell of a table. Terms are not linked: a table repeats them dozens of times."""
        return Cell(self._one_line(token, origin, mentions=False), origin)

    def _one_line(self, token: Token, origin: Span, *, mentions: bool = True) -> str:
        """Write an inline token as one line; without `mentions` its words are not linked to terms."""
        before = self.cleaner.mentions
        self.cleaner.mentions = before if mentions else Mentions.of(())
        self.cleaner.clean([token], origin, run=True)
        self.cleaner.mentions = before
        return self._accepted(line(token), blocks=False)

    def _accepted(self, text: str, *, blocks: bool) -> str:
        """Make a text that no check refuses; words that are cut become notes."""
        why, unread = "too long for one word, so it was cut", self.reading.unread
        text = shortened(text, lambda word: unread.append(Unread(self.cleaner.origin, word, why)))
        return repaired(text, blocks=blocks)

    def _add_table(self, rows: tuple[Row, ...], origin: Span, *, headings: int | None = None, title: str = "") -> None:
        """Add a table to `tables`, and leave a link in its place."""
        title = title or self._take_caption() or self.title
        drafted = table_of(Grid(title, rows, origin, headings, self.rule), self.reading.names)
        self.entries += drafted.entries
        self.reading.unread += drafted.unread
        for each in drafted.entries:
            if each.section in ("tables", "references"):
                self.parts.append(f"[[{each.section.removesuffix('s')}:{each.id}]]")

    def _take_caption(self) -> str:
        """Take the paragraph right above a table, if it is only its title."""
        last = self.parts[-1] if self.parts else ""
        is_bold = last.startswith("**") and last.endswith("**") and last.count("**") == 2
        is_caption = is_bold or CAPTION.match(last.strip("*_"))
        if is_caption and len(last) < LONGEST_CAPTION and "\n" not in last:
            return self.parts.pop().strip("*_").rstrip(":. ")
        return ""

    def _html(self, token: Token, origin: Span) -> None:
        """Add the paragraphs, tables and pictures of a block of HTML."""
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
                self._add_table(tuple(rows), place, headings=part.headings or None, title=title)
            else:
                self._text(paragraph(bare_line(" ".join(part.split()))), origin)
        for file, alt in html.pictures:
            image = Token("image", "img", 0, attrs={"src": file}, content=alt)
            picture = self.reading.pictures.imported(image, self.document.file, origin)
            if picture:
                self.parts.append(_figure(picture))
            elif alt.strip():
                self.parts.append(line(bare_line(alt)))

    def _plain(self, text: str) -> str:
        return self._accepted(line(bare_line(" ".join(text.split()))), blocks=False)

    def example(self, title: str, texts: Sequence[str], origin: Span) -> Entry:
        text = "\n\n".join(texts) or UNTITLED
        value: Value = {"rule": self.rule, "title": self._plain(title), "text": text}
        return Entry("examples", self.reading.examples.new(title), value, origin)

    def _add_term(self, definition: Definition) -> None:
        """Add a term. A copy leaves its paragraph in the text and takes only its first sentence."""
        origin = Span(self.section.file.name, definition.line, 1)
        token = Token("inline", "", 0, children=[*definition.tokens])
        if not definition.copy:
            self.reading.unread += beside_words(definition.name_tokens, origin)
        noted = [*self.cleaner.noted]  # the footnotes of the text; a definition adds none
        text = self._one_line(token, origin, mentions=not definition.copy)
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
            tokens = self.document.notes[label]
            self.cleaner.clean(tokens, self.section.origin)
            first, *others = passage(tokens).split("\n")
            yield "\n".join((f"[^{label}]: {first}", *(f"    {each}".rstrip() for each in others)))


def _figure(image: Token) -> str:
    """A picture as a paragraph of its own."""
    return passage(paragraph(Token("inline", "", 0, children=[image])))


def _without_bold_heads(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Remove bold from the cells of the first row and of the first column."""
    return tuple(
        tuple(cell if down and across else _without_bold(cell) for across, cell in enumerate(row))
        for down, row in enumerate(rows)
        if row or not down  # rows without cells are left out, except the row of headings
    )


def _without_bold(cell: Cell) -> Cell:
    match = BOLD.fullmatch(cell.text)
    return replace(cell, text=match[1]) if match else cell


def label_of(block: Sequence[Token]) -> str:
    """Return the words that mark a paragraph or quotation as an example."""
    if block[0].type not in ("paragraph_open", "blockquote_open"):
        return ""
    first = next((token for token in block if token.type == "inline"), None)
    match = LABEL.match(words(first.children or ())) if first else None
    after = words([child for token in block for child in token.children or ()])[match.end() :] if match else ""
    return match[0] if match and after.strip() else ""


def drop_label(token: Token, label: str) -> None:
    """Remove the label from the start of an example: `**Example.** Roll a die` becomes `Roll a die`."""
    letters_to_drop = len("".join(label.split()))  # without blanks, which tokens may divide otherwise
    rest: list[Token] = []
    for each in token.children or ():
        while letters_to_drop and each.type == "text" and each.content:
            if not each.content[0].isspace():
                letters_to_drop -= 1
            each.content = each.content[1:]
        if each.type == "text" and not (each.content if rest else each.content.strip()):
            continue
        closes_empty_emphasis = rest and rest[-1].nesting == 1 and each.nesting == -1
        if closes_empty_emphasis:
            rest.pop()
        else:
            rest.append(each)
    if rest and rest[0].type == "text":
        rest[0].content = rest[0].content.lstrip(" :.–—-")
    token.children = rest
