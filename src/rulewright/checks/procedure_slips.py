"""What is wrong with the procedures of a book, by the findings that tell it."""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.book import Book
from rulewright.model.procedure_planner import planned


def slips(book: Book, finding: FindingKind) -> Iterator[Diagnostic]:
    """The slips of all procedures that are of one kind."""
    for rule in book.game.rules:
        for slip in planned(rule.procedure, book).slips if rule.procedure else ():
            if slip.kind == finding.name:
                yield finding.at(slip.span, slip.message, slip.hint, about=f"{rule.id}: {slip.about}")
