"""Where in the source printed words come from, so that a finding stands at their place."""

from collections.abc import Iterator
from functools import cached_property

from rulewright.diagnostics import Span
from rulewright.model.book import Book, printed_labels, table_texts, texts
from rulewright.model.product import Print
from rulewright.model.text import Text
from rulewright.readback.prints import tables_on, texts_on
from rulewright.readback.stated import CARD, Words
from rulewright.readback.tables import squeezed

SHORT = 3
"""Letters up to which words must be a whole text to be told from others."""


class Sources:
    """The texts of a book by what they say in print."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, Words(book, CARD)
        self.known: dict[str, list[tuple[str, Span]]] = {}

    def place(self, words: str, print_: Print) -> Span:
        """The first text that has these words, of those that the print shows; the place of the print if none has."""
        wanted = squeezed(words)
        for said, span in self._said(print_):
            if wanted == said or (len(wanted) > SHORT and wanted in said):
                return span
        return print_.span

    def with_character(self, character: str, print_: Print) -> Span:
        """The first text that has this character; the place of the print if none has."""
        for text in self._texts:
            if character in text.source and text.span.line:
                return text.locate(character) if character in text.raw else text.span
        return print_.span

    def texts_on(self, print_: Print) -> dict[str, Span]:
        """What a card must say outside its tables, each with its place; nothing of other prints."""
        found = texts_on(print_.card, self.book) if print_.card is not None else ()
        return {self.words.text(text): text.span for text in found if print_.tagged or not _has_marks(text)}

    def _said(self, print_: Print) -> list[tuple[str, Span]]:
        if print_.path not in self.known:
            found = self._on(print_)
            self.known[print_.path] = [(squeezed(self.words.text(text)), text.span) for text in found if text.span.line]
        return self.known[print_.path]

    def _on(self, print_: Print) -> Iterator[Text]:
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


def _has_marks(text: Text) -> bool:
    """Marks are pictures: only tags tell which letters they stand between."""
    return any(link.target.startswith("mark:") for link in text.links)
