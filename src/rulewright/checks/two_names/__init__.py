"""Two names for one thing: readers take them for two things, and search the rules for the difference."""

from collections.abc import Iterator

from rulewright.checks.book_words import BookWords
from rulewright.checks.two_names.abbreviations import shared_abbreviations
from rulewright.checks.two_names.capitals import variant_capitals
from rulewright.checks.two_names.head_nouns import synonymous_head_nouns
from rulewright.checks.two_names.shared_labels import shared_labels
from rulewright.checks.two_names.spellings import variant_spellings
from rulewright.checks.two_names.tally import FINDING
from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

__all__ = ["FINDING", "check"]


def check(book: Book) -> Iterator[Diagnostic]:
    """Spellings, capitals, head nouns and abbreviations that give a thing two names, and labels that two share."""
    book_words = BookWords(book)
    yield from variant_spellings(book_words)
    yield from variant_capitals(book_words)
    yield from synonymous_head_nouns(book_words)
    yield from shared_abbreviations(book_words)
    yield from shared_labels(book)
