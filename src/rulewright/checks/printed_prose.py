"""The texts of a book as they print, for checks of words; errata are left out, because they quote mistakes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.checks.occurrences import Occurrences
from rulewright.findings import Finding, FindingKind
from rulewright.model.book import Book, Target, texts
from rulewright.model.once_per_book import once_per_book
from rulewright.model.text import Text
from rulewright.wording import plain

LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Printed:
    """A text with its words as they print, and the entry that it belongs to.

    `words` are the same without signs and capitals: a check sees by them that it has nothing to look for.
    """

    owner: Target
    text: Text
    shown: str
    words: tuple[str, ...]


@once_per_book
def book_texts(book: Book) -> Sequence[tuple[Target, Text]]:
    """Every text of a book with its owner."""
    return list(texts(book.game))


@once_per_book
def printed_texts(book: Book) -> Sequence[Printed]:
    """Every text of a book, whatever its language."""
    shown = ((owner, text, plain(text, book)) for owner, text in book_texts(book) if owner.kind != "erratum")
    known: dict[str, str] = {}  # each word is there once in memory
    return [
        Printed(owner, text, words, tuple(known.setdefault(word, word) for word in LETTERS.findall(words.casefold())))
        for owner, text, words in shown
    ]


def is_english(book: Book) -> bool:
    return book.game.language.partition("-")[0].lower() == "en"


class TextFindings:
    """Make findings of one kind in texts, each with its own id."""

    def __init__(self, finding: FindingKind) -> None:
        self._finding, self._occurrences = finding, Occurrences()

    def at(self, printed: Printed, phrase: str, message: str, hint: str) -> Finding:
        """Report the first place of a phrase, or of its last word if a link divides the phrase."""
        words = phrase.split()
        part = phrase if phrase in printed.text.source else words[-1] if words else phrase
        about = self._occurrences.about(printed.owner, phrase)
        return self._finding.at(printed.text.locate(part), message, hint, about=about)
