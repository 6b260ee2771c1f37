"""What prints must say: the texts and tables of the source in the words of one medium, with their places."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape

from rulewright.entries.errata import RULING_LINK, RULING_SIGN
from rulewright.entries.text import Link, Target, Text
from rulewright.findings import Span
from rulewright.grid import COLUMN, CONDITION, CORNER, ROW, VALUE, Grid, GridCell, grid, placed
from rulewright.model.book import Book
from rulewright.model.card_contents import tables_on, texts_on
from rulewright.model.owners import texts
from rulewright.model.product import PrintedPdf
from rulewright.model.table import Table
from rulewright.readback.tables import ReadCell, Texts, squeeze, without_pages
from rulewright.render.typesetting.markdown import block, inline
from rulewright.render.typesetting.typesetter import ADDRESS, shortened
from rulewright.wording import link_text, unbracketed


@dataclass(frozen=True, slots=True)
class Medium:
    """How one kind of print differs from another.

    - `bracketed`: the numbers of rules are in brackets.
    - `lists_rolls`: all rolls print as lists of sentences. Without it only roll lists do, except in a plain medium.
    - `plain`: for a chart: marks are pictures with names, counters are words, and headings have no scope.
    - `links`: a link prints no address after its words, because a reader can follow it.
    """

    bracketed: bool = False
    lists_rolls: bool = False
    plain: bool = False
    links: bool = False

    def lists(self, table: Table) -> bool:
        """Whether a table prints as a list of sentences."""
        return table.listed and not self.plain and (self.lists_rolls or table.is_roll_list)


CARD = Medium(bracketed=True)
CHART = Medium(bracketed=True, plain=True)
RULEBOOK = Medium(lists_rolls=True)
WEB = Medium(lists_rolls=True, links=True)
WEB_REFERENCE = Medium(links=True)
"""A quick reference on the web, where rolls are tables as on a card."""


@dataclass(frozen=True, slots=True)
class ExpectedCell:
    """A cell as it must print, with its place in the source.

    `address` has the words of its headings, for messages; `value` is false for a heading.
    """

    content: ReadCell
    span: Span
    address: str
    value: bool

    @property
    def rows(self) -> int:
        return self.content.rows

    @property
    def columns(self) -> int:
        return self.content.columns


@dataclass(frozen=True, slots=True)
class ExpectedTable:
    """A table as it must print; a `listed` one prints as a list of sentences."""

    table: Table
    rows: tuple[tuple[ExpectedCell, ...], ...]
    listed: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """Everything that is compared with the printed table; equal in every process, so that the store can use it."""
        return (self.table.id, self.listed, *(tuple(cell.content.key for cell in row) for row in self.rows))

    @property
    def texts(self) -> Texts:
        return tuple(tuple(squeeze(cell.content.text) for cell in row) for row in self.rows)


def expected_table(table: Table, book: Book, medium: Medium) -> ExpectedTable:
    """The table as a medium must print it."""
    words = Words(book, medium)
    if not medium.lists(table):
        return ExpectedTable(table, tuple(_ExpectedRows(table, grid(table), words).rows()))
    sentences: list[tuple[ExpectedCell]] = []
    for row in grid(table).body:  # each score with its result
        score, result = (words.cell(cell, stacked=False) for cell in row.cells[:2])
        content = ReadCell(without_pages(f"{score} {result}"), pictures=words.pictures(*row.cells[:2]))
        sentences.append((ExpectedCell(content, _span(row.cells[1], table), score, True),))
    return ExpectedTable(table, tuple(sentences), listed=True)


class _ExpectedRows:
    def __init__(self, table: Table, printed: Grid, words: "Words") -> None:
        self.table, self.words = table, words
        self.lines = list(placed(row.cells for row in (*printed.head, *printed.body)))
        self.headings = [
            (cell, row, column)
            for row, line in enumerate(self.lines)
            for cell, column in line
            if cell.role in (ROW, CONDITION, COLUMN)
        ]
        self.texts = {id(cell): words.cell(cell, stacked=table.stacked) for line in self.lines for cell, _ in line}

    def rows(self) -> Iterator[tuple[ExpectedCell, ...]]:
        for row, line in enumerate(self.lines):
            yield tuple(self._cell(cell, row, column) for cell, column in line)

    def _cell(self, cell: GridCell, row: int, column: int) -> ExpectedCell:
        value = cell.role == VALUE
        headed = sorted(self._headings(cell, row, column), key=lambda heading: heading.role == COLUMN)  # beside first
        tagged = [each for each in headed if _is_tagged(each)] if value and not self.words.medium.plain else []
        headings = frozenset(text for each in tagged if (text := self.texts[id(each)]))
        pictures = self.words.pictures(cell)
        content = ReadCell(self.texts[id(cell)], cell.rows, cell.columns, _is_tagged(cell), headings, pictures)
        address = " × ".join(filter(None, (self.texts[id(each)] for each in headed))) if value else ""
        return ExpectedCell(content, _span(cell, self.table), address, value)

    def _headings(self, cell: GridCell, row: int, column: int) -> Iterator[GridCell]:
        """The headings of the rows and columns that a cell covers; beside it, only those that it names if it does."""
        for each, line, place in self.headings:
            if each.role == COLUMN:
                headed = place < column + cell.columns and column < place + each.columns and line < row
            elif cell.headers:
                headed = each.id in cell.headers
            else:
                headed = line < row + cell.rows and row < line + each.rows
            if headed:
                yield each


def _is_tagged(cell: GridCell) -> bool:
    """Whether a cell is tagged as a heading."""
    return cell.role in (COLUMN, ROW, CONDITION) or (cell.role == CORNER and bool(cell.parts))


def _span(cell: GridCell, table: Table) -> Span:
    """The place of the text of a cell; that of the table if it is empty."""
    spans = (part.case.span if part.case else part.text.span for part in cell.parts)
    return next((span for span in spans if span.line), table.span)


class Words:
    """Texts as one medium prints them."""

    def __init__(self, book: Book, medium: Medium) -> None:
        self.book, self.medium = book, medium

    def cell(self, cell: GridCell, *, stacked: bool) -> str:
        """The values of a cell: separated by slashes, or stacked."""
        parts = []
        for part in cell.parts:
            condition = ", ".join(map(self.text, part.conditions))
            sign = self.book.ruling_signs.sign(part.text, part.case)
            value = self.text(part.text) + (self.text(sign) if sign else "")
            parts.append(f"{condition} {value}" if stacked else f"{value} {condition}")
        return " ".join((" " if stacked else " / ").join(parts).split())

    def text(self, text: Text) -> str:
        """A text as Markdown sets it, without emphasis."""
        language = self.book.game.language
        text = unbracketed(text, self.book) if self.medium.bracketed else text
        return (block(text, language, self) if text.blocks else inline(text, language, self)).striptags()

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        after = Markup("") if spelt or self.medium.links else ADDRESS.format(shortened(url))
        return Markup(""), after

    def placed(self, target: str, passage: str) -> Markup | None:  # noqa: ARG002 - no cell prints a figure
        return None

    def figure(self, file: str, alt: str, caption: Markup) -> Markup:  # noqa: ARG002 - words print in captions only
        return caption

    def thing(self, target: str, shown: str) -> str:
        link = Link(target, shown, None)  # type: ignore[arg-type]  # its words need no place
        thing = self.book.resolve(link)
        if thing is not None and thing.kind == "mark":
            return "" if self.medium.plain else str(escape(self.book.marks[thing.id].printed))
        words = link_text(link, thing, self.book)
        if thing is not None and thing.kind == "rule" and self.medium.bracketed:
            ruled = self.book.ruling_signs.concern(link)
            words = f"[{words}]" + (self.text(RULING_SIGN) if ruled else "")
        return str(escape(words))

    def pictures(self, *cells: GridCell) -> tuple[str, ...]:
        """What a screen reader says for the marks and counters in cells."""
        parts = [part for cell in cells for part in cell.parts]
        signs = [self.book.ruling_signs.sign(part.text, part.case) for part in parts]
        texts = (text for part, sign in zip(parts, signs, strict=True) for text in (part.text, sign, *part.conditions))
        links = (each for text in texts if text is not None for link in text.links for each in self._with_sign(link))
        return tuple(words for link in links if (words := self._alternative(self.book.resolve(link), link)))

    def _with_sign(self, link: Link) -> Iterator[Link]:
        """A link, and the sign after it if it cites a rule that a ruling concerns."""
        yield link
        if self.medium.bracketed and self.book.ruling_signs.concern(link):
            yield RULING_LINK

    def _alternative(self, target: Target | None, link: Link) -> str:
        if target is not None and target.kind == "mark":
            return self.book.marks[target.id].name
        if target is not None and target.kind == "unit" and not link.shown and not self.medium.plain:
            return self.book.unit(target).description
        return ""


# The places in the source that printed words come from, for findings

SHORT = 3
"""Up to this many letters, words must be a whole text: within others they occur by chance."""


class Sources:
    """The texts and tables of a book as they must print, and their places in the source."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, Words(book, CARD)
        self._squeezed: dict[str, list[tuple[str, Span]]] = {}
        self._tables: dict[tuple[object, ...], ExpectedTable] = {}

    def expected(self, tables: Iterable[Table], medium: Medium) -> list[ExpectedTable]:
        """Return the tables as a medium must print them; cached, because several prints share tables.

        Parts of a table without rows are left out.
        """
        expected: list[ExpectedTable] = []
        for table in tables:
            if table.part is None or grid(table).body:
                key = table.id, table.part, medium
                if key not in self._tables:
                    self._tables[key] = expected_table(table, self.book, medium)
                expected.append(self._tables[key])
        return expected

    def place(self, words: str, file: PrintedPdf) -> Span:
        """Return the place of the first text on the print that contains these words, or the place of the print."""
        wanted = squeeze(words)
        if file.path not in self._squeezed:
            texts = (text for text in self._texts_of(file) if text.span.line)
            self._squeezed[file.path] = [(squeeze(self.words.text(text)), text.span) for text in texts]
        for text, span in self._squeezed[file.path]:
            if wanted == text or (len(wanted) > SHORT and wanted in text):
                return span
        return file.span

    def with_character(self, character: str, file: PrintedPdf) -> Span:
        """Return the place of the first text with this character, or the place of the print."""
        for text in self._texts:
            if character in text.source and text.span.line:
                return text.locate(character) if character in text.raw else text.span
        return file.span

    def texts_on(self, file: PrintedPdf) -> dict[str, Span]:
        """Return the texts that a card must show outside its tables, with their places; empty for other prints."""
        texts = texts_on(file.card, self.book) if file.card is not None else ()
        return {self.words.text(text): text.span for text in texts if file.tagged or not self._has_marks(text)}

    def _texts_of(self, file: PrintedPdf) -> Iterator[Text]:
        if file.card is None:
            yield from self._texts
            return
        yield from texts_on(file.card, self.book)
        for table in tables_on(file.card, self.book):
            yield from table.labels()
            yield from table.own_texts()
            yield from (case.value.label for case in table.cases)
        yield from (mark.legend for mark in self.book.game.marks if mark.legend is not None)

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return tuple(text for _, text in texts(self.book.game))

    def _has_marks(self, text: Text) -> bool:
        """Marks are pictures: only tags show which letters they are between."""
        return any(link.target.startswith("mark:") or self.book.ruling_signs.concern(link) for link in text.links)
