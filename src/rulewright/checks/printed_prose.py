"""The texts of a book as they print, for checks of English; errata are left out, for they quote faults on purpose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.checks.occurrences import Occurrences
from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.book import Book, Target, texts
from rulewright.model.text import Text
from rulewright.wording import plain

SENTENCE = re.compile(r"[^.!?;:\n|]+[.!?;:]?")


@dataclass(frozen=True, slots=True)
class Printed:
    """A text with its words as they print, and the thing it belongs to."""

    owner: Target
    text: Text
    shown: str

    def sentences(self) -> Iterator[str]:
        yield from SENTENCE.findall(self.shown)


def printed_texts(book: Book) -> Iterator[Printed]:
    """Every text of a book, whatever its language."""
    for owner, text in texts(book.game):
        if owner.kind != "erratum":
            yield Printed(owner, text, plain(text, book))


def english_texts(book: Book) -> Iterator[Printed]:
    """Every text of a book in English; of another none, for its grammar is another."""
    if book.game.language.partition("-")[0] == "en":
        yield from printed_texts(book)


class Slips:
    """Makes the findings of one check of words, each with an id of its own."""

    def __init__(self, finding: FindingKind) -> None:
        self._finding, self._occurrences = finding, Occurrences()

    def at(self, printed: Printed, phrase: str, message: str, hint: str) -> Diagnostic:
        """At the first place of a phrase, or of its last word where a link divides it."""
        words = phrase.split()
        part = phrase if phrase in printed.text.source else words[-1] if words else phrase
        about = self._occurrences.about(printed.owner, phrase)
        return self._finding.at(printed.text.locate(part), message, hint, about=about)
