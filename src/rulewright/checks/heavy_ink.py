"""A colour with more ink than paper absorbs: it smears, dries slowly and comes off on the next sheet."""

from collections.abc import Iterator

from rulewright.checks.declared_colours import declared_colours
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.inks import HEAVIEST

FINDING = FindingKind("heavy-ink", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each colour with inks of its author's choice; the inks that the tool computes are never too heavy."""
    for given in declared_colours(book):
        total = sum(given.tint.cmyk or ())
        if total > HEAVIEST:
            message = f"{given.what} uses {total} % of ink"
            hint = f"paper absorbs at most {HEAVIEST} % of ink: replace equal parts of the other three by black"
            yield FINDING.at(given.span, message, hint, about=given.about)
