"""What prints must say: the texts and tables of the source in the words of one medium, with their places.

A book comes in, and `ExpectedContents` gives what each of its prints must say. For example, a cell of the source with
the text `+1 (see [[hits]])` must print `+1 (see [4.2])` on a card, because there numbers of rules are in brackets.

This describes prints a second time, apart from the templates and stylesheets that make them, and finds their errors.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup, escape

from rulewright.base.findings import Span
from rulewright.book.book import Book
from rulewright.book.card_contents import tables_on, texts_on
from rulewright.book.grid import COLUMN, CONDITION, CORNER, ROW, VALUE, Grid, GridCell, grid, placed
from rulewright.book.owners import texts as texts_of_game
from rulewright.book.wording import link_text, unbracketed
from rulewright.entries.errata import RULING_LINK, RULING_SIGN
from rulewright.entries.product import PrintedPdf
from rulewright.entries.table import Layout, Table
from rulewright.entries.text import Link, Target, Text
from rulewright.html.markdown import block, inline
from rulewright.html.typesetter import ADDRESS, shortened
from rulewright.readback.tables import ReadCell, Texts, squeeze, without_pages


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
        """Return whether a table prints as a list of sentences."""
        return table.listed and not self.plain and (self.lists_rolls or table.layout is Layout.LIST)


CARD = Medium(bracketed=True)
CHART = Medium(bracketed=True, plain=True)
RULEBOOK = Medium(lists_rolls=True)
WEB = Medium(lists_rolls=True, links=True)
WEB_REFERENCE = Medium(links=True)
"""A quick reference on the web, where rolls are tables as on a card."""

# The places in the source that printed words come from, for findings

FEWEST_LETTERS = 4
"""Words with fewer letters must be a whole text: within others they occur by chance."""


class ExpectedContents:
    """The texts and tables of a book as they must print, and their places in the source."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, Words(book, CARD)
        self._squeezed: dict[str, list[tuple[str, Span]]] = {}
        self._tables: dict[tuple[object, ...], ExpectedTable] = {}

    def tables(self, tables: Iterable[Table], medium: Medium) -> "list[ExpectedTable]":
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

    def place_of(self, words: str, file: PrintedPdf) -> Span:
        """Return the place of the first text on the print that contains these words, or the place of the print."""
        wanted = squeeze(words)
        if file.path not in self._squeezed:
            with_place = (text for text in self._texts_of(file) if text.span.line)
            self._squeezed[file.path] = [(squeeze(self.words.text(text)), text.span) for text in with_place]
        for text, span in self._squeezed[file.path]:
            if wanted == text or (len(wanted) >= FEWEST_LETTERS and wanted in text):
                return span
        return file.span

    def place_of_character(self, character: str, file: PrintedPdf) -> Span:
        """Return the place of the first text with this character, or the place of the print."""
        for text in self._all_texts:
            if character in text.source and text.span.line:
                return text.locate(character) if character in text.raw else text.span
        return file.span

    def card_texts(self, file: PrintedPdf) -> dict[str, Span]:
        """Return the texts that a card must show outside its tables, with their places; empty for other prints."""
        on_card = texts_on(file.card, self.book) if file.card is not None else ()
        return {self.words.text(text): text.span for text in on_card if file.tagged or not self._has_marks(text)}

    def _texts_of(self, file: PrintedPdf) -> Iterator[Text]:
        """Yield the texts of the source that may print in a file: those of its card, or all."""
        if file.card is None:
            yield from self._all_texts
            return
        yield from texts_on(file.card, self.book)
        for table in tables_on(file.card, self.book):
            yield from table.labels()
            yield from table.prose()
            yield from (case.value.label for case in table.cases)
        yield from (mark.legend for mark in self.book.game.marks if mark.legend is not None)

    @cached_property
    def _all_texts(self) -> tuple[Text, ...]:
        return tuple(text for _, text in texts_of_game(self.book.game))

    def _has_marks(self, text: Text) -> bool:
        """Whether a text has pictures in it, which only tags place between its letters."""
        return any(link.target.startswith("mark:") or self.book.ruling_signs.concern(link) for link in text.links)


@dataclass(frozen=True, slots=True)
class ExpectedCell:
    """A cell as it must print, with its place in the source.

    `address` has the words of its headings, for messages, such as `6-7 × Clear`; `value` is false for a heading.
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
    """Return the table as a medium must print it."""
    words = Words(book, medium)
    if not medium.lists(table):
        return ExpectedTable(table, tuple(_ExpectedRows(table, grid(table), words).rows()))
    sentences: list[tuple[ExpectedCell]] = []
    for row in grid(table).body:  # each score with its result
        score, result = (words.cell(cell, stacked=False) for cell in row.cells[:2])
        content = ReadCell(without_pages(f"{score} {result}"), pictures=words.pictures(*row.cells[:2]))
        sentences.append((ExpectedCell(content, _span(row.cells[1], table), score, True),))
    return ExpectedTable(table, tuple(sentences), listed=True)


class _PlacedCell(NamedTuple):
    """A cell of a grid, and the row and column where it begins, from 0."""

    cell: GridCell
    row: int
    column: int


class _ExpectedRows:
    """Makes the rows of a table as it must print."""

    def __init__(self, table: Table, printed: Grid, words: "Words") -> None:
        self.table, self.words = table, words
        lines = enumerate(placed(row.cells for row in (*printed.head, *printed.body)))
        self.lines = [[_PlacedCell(cell, row, column) for cell, column in line] for row, line in lines]
        cells = [each for line in self.lines for each in line]
        self.headings = [each for each in cells if each.cell.role in (ROW, CONDITION, COLUMN)]
        self.texts = {id(each.cell): words.cell(each.cell, stacked=table.stacked) for each in cells}

    def rows(self) -> Iterator[tuple[ExpectedCell, ...]]:
        return (tuple(map(self._cell, line)) for line in self.lines)

    def _cell(self, placed_cell: _PlacedCell) -> ExpectedCell:
        cell = placed_cell.cell
        is_value = cell.role == VALUE
        all_headings = [each.cell for each in self.headings if _heads(each, placed_cell)] if is_value else []
        all_headings.sort(key=lambda heading: heading.role == COLUMN)  # those of the row first
        address = " × ".join(filter(None, (self.texts[id(each)] for each in all_headings)))
        tagged = [] if self.words.medium.plain else filter(_is_tagged, all_headings)
        headings = frozenset(filter(None, (self.texts[id(each)] for each in tagged)))
        pictures = self.words.pictures(cell)
        content = ReadCell(self.texts[id(cell)], cell.rows, cell.columns, _is_tagged(cell), headings, pictures)
        return ExpectedCell(content, _span(cell, self.table), address, is_value)


def _heads(heading: _PlacedCell, value: _PlacedCell) -> bool:
    """Whether a heading is above a value, or beside it. If the value names the headings beside it, only these count."""
    head, cell = heading.cell, value.cell
    if head.role == COLUMN:
        share_columns = heading.column < value.column + cell.columns and value.column < heading.column + head.columns
        return share_columns and heading.row < value.row
    if cell.headers:
        return head.id in cell.headers
    return heading.row < value.row + cell.rows and value.row < heading.row + head.rows


def _is_tagged(cell: GridCell) -> bool:
    """Whether a cell is tagged as a heading: also a corner with words in it."""
    return cell.role in (COLUMN, ROW, CONDITION) or (cell.role == CORNER and bool(cell.parts))


def _span(cell: GridCell, table: Table) -> Span:
    """Return the place of the text of a cell; that of the table if it is empty."""
    spans = (part.case.span if part.case else part.text.span for part in cell.parts)
    return next((span for span in spans if span.line), table.span)


class Words:
    """Texts as one medium prints them; the methods from `outward` to `thing` are what `inline` and `block` ask for."""

    def __init__(self, book: Book, medium: Medium) -> None:
        self.book, self.medium = book, medium

    def cell(self, cell: GridCell, *, stacked: bool) -> str:
        """Return the values of a cell with their conditions: `+1 day / 0 night`, or stacked `day +1 night 0`."""
        parts = []
        for part in cell.parts:
            condition = ", ".join(map(self.text, part.conditions))
            sign = self.book.ruling_signs.sign(part.text, part.case)
            value = self.text(part.text) + (self.text(sign) if sign else "")
            parts.append(f"{condition} {value}" if stacked else f"{value} {condition}")
        return " ".join((" " if stacked else " / ").join(parts).split())

    def text(self, text: Text) -> str:
        """Return a text as Markdown sets it, without emphasis."""
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
        """Return the words of a link, as HTML."""
        link = Link(target, shown, None)  # type: ignore[arg-type]  # its words need no place
        entry = self.book.resolve(link)
        if entry is not None and entry.kind == "mark":
            return "" if self.medium.plain else str(escape(self.book.marks[entry.id].printed))
        words = link_text(link, entry, self.book)
        if entry is not None and entry.kind == "rule" and self.medium.bracketed:
            has_ruling = self.book.ruling_signs.concern(link)
            words = f"[{words}]" + (self.text(RULING_SIGN) if has_ruling else "")
        return str(escape(words))

    def pictures(self, *cells: GridCell) -> tuple[str, ...]:
        """Return what a screen reader says for the marks and counters in cells."""
        texts: list[Text | None] = []
        for cell in cells:
            for part in cell.parts:
                texts += [part.text, self.book.ruling_signs.sign(part.text, part.case), *part.conditions]
        links = (link for text in texts if text is not None for link in text.links)
        with_signs = (each for link in links for each in self._with_sign(link))
        return tuple(filter(None, (self._alternative(self.book.resolve(link), link) for link in with_signs)))

    def _with_sign(self, link: Link) -> Iterator[Link]:
        """Yield a link, and the sign after it if it cites a rule that a ruling concerns."""
        yield link
        if self.medium.bracketed and self.book.ruling_signs.concern(link):
            yield RULING_LINK

    def _alternative(self, target: Target | None, link: Link) -> str:
        if target is not None and target.kind == "mark":
            return self.book.marks[target.id].name
        if target is not None and target.kind == "unit" and not link.shown and not self.medium.plain:
            return self.book.unit(target).description
        return ""
