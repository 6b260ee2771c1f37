"""An input of a table in a procedure that comes from nowhere: nobody is asked for it, and no earlier step gives it.

Who follows the procedure stands before a table and does not know where to look; the calculator could not go on either.
"""

from collections.abc import Iterator

from rulewright.checks.procedure_slips import slips
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("missing-input", Severity.ERROR)


def check(book: Book) -> Iterator[Finding]:
    """Each input without a source, and each table that gives no single answer."""
    return slips(book, FINDING)
