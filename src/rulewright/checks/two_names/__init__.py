"""One thing under two names: readers take two names for two things, and search the rules for the difference."""

from collections.abc import Iterator

from rulewright.checks.reading import Reading
from rulewright.checks.two_names.abbreviations import abbreviated_alike
from rulewright.checks.two_names.head_nouns import other_head_nouns
from rulewright.checks.two_names.shared_labels import shared_labels
from rulewright.checks.two_names.spellings import spelt_twice
from rulewright.checks.two_names.tally import FINDING
from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

__all__ = ["FINDING", "check"]


def check(book: Book) -> Iterator[Diagnostic]:
    """Spellings, head nouns and abbreviations that give one thing two names, and labels that two things share."""
    reading = Reading(book)
    yield from spelt_twice(reading)
    yield from other_head_nouns(reading)
    yield from abbreviated_alike(reading)
    yield from shared_labels(book)
