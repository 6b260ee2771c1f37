"""A result in a procedure that the step which takes it does not know, or that never comes up.

A throw without a hit leads to a table whose rows are one hit and two: the procedure should end there, and does not.
"""

from collections.abc import Iterator

from rulewright.checks.procedure_slips import slips
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("unknown-result", Severity.ERROR)


def check(book: Book) -> Iterator[Finding]:
    """Each such result."""
    return slips(book, FINDING)
