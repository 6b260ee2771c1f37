"""Marks and their legends."""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book, Target


def marks_and_legends(book: Book) -> Iterator[Diagnostic]:
    """A mark printed somewhere without a legend, and a legend whose mark is printed nowhere."""
    for mark in book.game.marks:
        used = Target("mark", mark.id) in book.cited_by
        if used and mark.legend is None:
            message = f"the mark {mark.id!r} is printed and nothing tells what it means"
            yield Diagnostic("mark-without-legend", mark.span, message, "give it a legend")
        if not used:
            message = f"the mark {mark.id!r} is printed nowhere"
            hint = f"write [[mark:{mark.id}]] where it belongs, or remove it"
            yield Diagnostic("legend-without-mark", mark.span, message, hint, severity=Severity.WARNING)
