"""A step of a procedure that nothing leads to: it waits for a result that no step before it has, or all stop before.

Either it is a leftover, or a condition before it is wrong and leaves a part of the rule out.
"""

from collections.abc import Iterator

from rulewright.checks.procedure_slips import slips
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("unreachable-step", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each such step."""
    return slips(book, FINDING)
