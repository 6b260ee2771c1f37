"""Marks and their legends."""

from collections.abc import Iterator

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target

MARK_WITHOUT_LEGEND = FindingKind("mark-without-legend")


@finds(MARK_WITHOUT_LEGEND)
def mark_without_legend(book: Book) -> Iterator[Finding]:
    """A mark that some text prints but that has no legend.

    A badge or an asterisk on a card means nothing without its legend.
    """
    for mark in book.game.marks:
        if mark.legend is None and Target("mark", mark.id) in book.cited_by:
            message = f"the mark {mark.id!r} is printed, but nothing says what it means"
            yield MARK_WITHOUT_LEGEND.at(mark.span, message, "give it a legend", about=mark.id)


LEGEND_WITHOUT_MARK = FindingKind("legend-without-mark", Severity.WARNING)


@finds(LEGEND_WITHOUT_MARK)
def legend_without_mark(book: Book) -> Iterator[Finding]:
    """A mark with a legend that no text prints.

    Readers look for the mark and never find it. Most often somebody forgot it where it belongs.
    """
    for mark in book.game.marks:
        if Target("mark", mark.id) not in book.cited_by:
            message = f"the mark {mark.id!r} is not printed anywhere"
            hint = f"write [[mark:{mark.id}]] where it belongs, or remove it"
            yield LEGEND_WITHOUT_MARK.at(mark.span, message, hint, about=mark.id)
