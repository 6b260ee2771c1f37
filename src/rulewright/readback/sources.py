"""Where in the source printed words come from, so that a finding can point there."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.findings import Span
from rulewright.grid import grid
from rulewright.model.book import Book, printed_labels, table_texts, texts
from rulewright.model.card_contents import tables_on, texts_on
from rulewright.model.product import PrintedPdf
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.readback.expected_tables import CARD, ExpectedTable, Medium, Words, expected_table
from rulewright.readback.tables import squeeze

SHORT = 3
"""Words of at most so many letters must be a whole text: within others they occur by chance."""


class Sources:
    """The texts of a book as they print."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, Words(book, CARD)
        self.known: dict[str, list[tuple[str, Span]]] = {}
        self._tables: dict[tuple[object, ...], ExpectedTable] = {}

    def expected(self, tables: Iterable[Table], medium: Medium) -> list[ExpectedTable]:
        """Tables as a medium must print them; several prints have the same, and none a part without lines."""
        return [self._expected(table, medium) for table in tables if table.part is None or grid(table).body]

    def _expected(self, table: Table, medium: Medium) -> ExpectedTable:
        key = table.id, table.part, medium
        if key not in self._tables:
            self._tables[key] = expected_table(table, self.book, medium)
        return self._tables[key]

    def place(self, words: str, print_: PrintedPdf) -> Span:
        """The place of the first text on the print that has these words; that of the print if none has."""
        wanted = squeeze(words)
        for text, span in self._texts_of(print_):
            if wanted == text or (len(wanted) > SHORT and wanted in text):
                return span
        return print_.span

    def with_character(self, character: str, print_: PrintedPdf) -> Span:
        """The place of the first text that has this character; that of the print if none has."""
        for text in self._texts:
            if character in text.source and text.span.line:
                return text.locate(character) if character in text.raw else text.span
        return print_.span

    def texts_on(self, print_: PrintedPdf) -> dict[str, Span]:
        """The texts that a card must show outside its tables, with their places; none for other prints."""
        texts = texts_on(print_.card, self.book) if print_.card is not None else ()
        return {self.words.text(text): text.span for text in texts if print_.tagged or not self._has_marks(text)}

    def _texts_of(self, print_: PrintedPdf) -> list[tuple[str, Span]]:
        if print_.path not in self.known:
            texts = (text for text in self._on(print_) if text.span.line)
            self.known[print_.path] = [(squeeze(self.words.text(text)), text.span) for text in texts]
        return self.known[print_.path]

    def _on(self, print_: PrintedPdf) -> Iterator[Text]:
        if print_.card is None:
            yield from self._texts
            return
        yield from texts_on(print_.card, self.book)
        for table in tables_on(print_.card, self.book):
            yield from printed_labels(table)
            yield from (text for text in table_texts(table) if text is not None)
            yield from (case.value.label for case in table.cases)
        yield from (mark.legend for mark in self.book.game.marks if mark.legend is not None)

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return tuple(text for _, text in texts(self.book.game))

    def _has_marks(self, text: Text) -> bool:
        """Marks are pictures: only tags show which letters they are between."""
        return any(link.target.startswith("mark:") or self.book.ruling_signs.concern(link) for link in text.links)
