"""What is wrong with the procedures of a book, by the findings that tell it."""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind
from rulewright.model.book import Book
from rulewright.model.game import Rule
from rulewright.model.once_per_book import once_per_book
from rulewright.model.procedure_plan import Slip
from rulewright.model.procedure_planner import planned


def slips(book: Book, finding: FindingKind) -> Iterator[Finding]:
    """The slips of all procedures that are of one kind."""
    for rule, slip in _all_slips(book):
        if slip.kind == finding.name:
            yield finding.at(slip.span, slip.message, slip.hint, about=f"{rule.id}: {slip.about}")


@once_per_book
def _all_slips(book: Book) -> tuple[tuple[Rule, Slip], ...]:
    """The slips of each kind, with their rules."""
    procedures = ((rule, rule.procedure) for rule in book.game.rules if rule.procedure)
    return tuple((rule, slip) for rule, each in procedures for slip in planned(each, book).slips)
