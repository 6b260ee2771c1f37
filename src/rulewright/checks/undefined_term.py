"""An abbreviation that no term explains.

Its author knows what it means, and so does a player of the last edition; a new reader does not.
"""

from collections.abc import Iterator

from rulewright.checks.vocabulary import ABBREVIATION, Vocabulary, unlinked_words
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("undefined-term", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such abbreviation once, at its first use; `misspelt-term` reports those that misspell a term."""
    vocabulary = Vocabulary.of(book)
    reported: set[str] = set()
    for use in unlinked_words(book):
        word = use.word
        unknown = ABBREVIATION.fullmatch(word) and not vocabulary.knows(word) and vocabulary.misspelt_term(word) is None
        if unknown and word not in reported:
            reported.add(word)
            message = f"the abbreviation {word!r} is used but not defined"
            hint = f"add {word}: under terms; if no source explains it, say so with 'unexplained'"
            place = use.text.locate(word)
            yield FINDING.at(place, message, hint, about=word)
