"""What is wrong with the procedures of a book: inputs, results and steps."""

from collections.abc import Iterator

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.game import Rule
from rulewright.model.once_per_book import once_per_book
from rulewright.model.procedure_plan import Slip
from rulewright.model.procedure_planner import planned


def findings_of(book: Book, finding: FindingKind) -> Iterator[Finding]:
    """Yield the findings of one kind in all procedures."""
    for rule, slip in _mistakes(book):
        if slip.kind == finding.name:
            yield finding.at(slip.span, slip.message, slip.hint, about=f"{rule.id}: {slip.about}")


@once_per_book
def _mistakes(book: Book) -> tuple[tuple[Rule, Slip], ...]:
    """Find the mistakes in all procedures, with their rules."""
    procedures = ((rule, rule.procedure) for rule in book.game.rules if rule.procedure)
    return tuple((rule, slip) for rule, each in procedures for slip in planned(each, book).slips)


MISSING_INPUT = FindingKind("missing-input", Severity.ERROR)


@finds(MISSING_INPUT)
def missing_input(book: Book) -> Iterator[Finding]:
    """An input of a table in a procedure that nothing provides: neither a question to the player nor an earlier step.

    A reader who follows the procedure reaches the table and does not know where to look. The calculator cannot go on
    either. This check also reports tables that give no single answer.
    """
    return findings_of(book, MISSING_INPUT)


UNKNOWN_INPUT = FindingKind("unknown-input", Severity.ERROR)


@finds(UNKNOWN_INPUT)
def unknown_input(book: Book) -> Iterator[Finding]:
    """A name in a procedure that is neither an input of the table nor the result of an earlier step.

    It was renamed or misspelt, so the step would ignore what the author meant.
    """
    return findings_of(book, UNKNOWN_INPUT)


UNKNOWN_RESULT = FindingKind("unknown-result", Severity.ERROR)


@finds(UNKNOWN_RESULT)
def unknown_result(book: Book) -> Iterator[Finding]:
    """A result in a procedure that the next step does not accept, or that never comes up.

    For example, a roll without a hit leads to a table that only has rows for one hit and two: the procedure should
    end there, but it does not.
    """
    return findings_of(book, UNKNOWN_RESULT)


UNREACHABLE_STEP = FindingKind("unreachable-step", Severity.WARNING)


@finds(UNREACHABLE_STEP)
def unreachable_step(book: Book) -> Iterator[Finding]:
    """A step of a procedure that is never reached: no earlier step has the result it waits for, or all end before it.

    Either it is a leftover, or a condition before it is wrong and skips a part of the rule.
    """
    return findings_of(book, UNREACHABLE_STEP)
