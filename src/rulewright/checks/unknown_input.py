"""A name in a procedure that means nothing there: no input of the table, and no step before it.

It was renamed or misspelt, so the step would do without what the author meant.
"""

from collections.abc import Iterator

from rulewright.checks.procedure_slips import slips
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("unknown-input", Severity.ERROR)


def check(book: Book) -> Iterator[Finding]:
    """Each such name."""
    return slips(book, FINDING)
