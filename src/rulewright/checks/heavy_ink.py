"""More ink on one spot than paper takes up: it smears, dries slowly and comes off on the next sheet."""

from collections.abc import Iterator

from rulewright.checks.tints import given_tints
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.inks import HEAVIEST

FINDING = FindingKind("heavy-ink", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each colour whose author gives more; what the tool makes of a hex never is."""
    for given in given_tints(book):
        total = sum(given.tint.cmyk or ())
        if total > HEAVIEST:
            message = f"{given.what} takes {total} % of ink"
            hint = f"paper takes up {HEAVIEST} % of all inks together: black can stand for what the other three share"
            yield FINDING.at(given.span, message, hint, about=given.about)
