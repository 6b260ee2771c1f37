"""What a section says: its text, and the tables, terms, examples and pictures among its blocks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Entry, Unread
from rulewright.importing.grids import Cell, Grid, table_of
from rulewright.importing.markdown.examples import drop, label_of
from rulewright.importing.markdown.grids_of import Rows, tabbed_rows, table_rows
from rulewright.importing.markdown.headings import UNTITLED, Heading
from rulewright.importing.markdown.html import Block, HtmlTable, read_html
from rulewright.importing.markdown.parsing import TABBED
from rulewright.importing.markdown.plain import bare_line, beside_words
from rulewright.importing.markdown.references import Mentions
from rulewright.importing.markdown.rendering import PARAGRAPH, line, passage
from rulewright.importing.markdown.repairing import divided, repaired, shortened
from rulewright.importing.markdown.sections import Document, Section
from rulewright.importing.markdown.shared import Reading
from rulewright.importing.markdown.terms import Definition
from rulewright.markup.sentences import first_sentence

CAPTION = re.compile(r"(?:table|chart|tabelle|tableau)\b", re.IGNORECASE)


@dataclass(slots=True)
class Body:
    """The text of a section in parts that are not too long, and the entries that its blocks make."""

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
        """A block in which HTML, in a list or a quotation, is words."""
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
            self.reading.unread.append(Unread(origin, " ".join(found.tags), "no text has HTML; the words in it stay"))
        for remark in found.remarks:
            self.reading.unread.append(Unread(origin, remark.strip(), "a remark in the source, which no text shows"))

    def _cell(self, token: Token, origin: Span) -> str:
        """A cell as a text; it links no terms, which stand by the dozen in a table."""
        return self._run(token, origin, mentions=False)

    def _run(self, token: Token, origin: Span, *, mentions: bool = True) -> str:
        known = self.cleaner.mentions
        self.cleaner.mentions = known if mentions else Mentions.of(())
        self.cleaner.clean([token], origin, run=True)
        self.cleaner.mentions = known
        return repaired(self._short(line(token)), blocks=False)

    def _short(self, text: str) -> str:
        def lost(run: str) -> None:
            self.reading.unread.append(Unread(self.cleaner.origin, run, "a word of endless letters or signs"))

        return shortened(text, lost)

    def _grid(self, rows: Rows, origin: Span, *, headings: int | None = None, title: str = "") -> None:
        """A table under `tables`, and a link to it where it was."""
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
