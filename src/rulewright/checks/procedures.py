"""Checks of procedures, their inputs, results and steps, and of totals of modifiers.

A procedure is a sequence of steps, such as "roll to hit, then look up the damage". `make_plan` of
`book.procedure_plan` finds its errors; the checks here only sort them by kind, so that each has its own documentation.
"""

from collections.abc import Iterator

from rulewright.base.findings import Finding, FindingKind, Label, Severity
from rulewright.book.book import Book, once_per_book
from rulewright.book.procedure_plan import make_plan
from rulewright.checks.named_check import finds
from rulewright.entries.rules import Rule
from rulewright.entries.table import total_axis


@once_per_book
def _plan_findings(book: Book) -> tuple[tuple[Rule, Finding], ...]:
    """Return the findings in all procedures with their rules."""
    procedures = ((rule, rule.procedure) for rule in book.game.rules if rule.procedure)
    return tuple((rule, finding) for rule, procedure in procedures for finding in make_plan(procedure, book).findings)


def _findings_of_kind(book: Book, kind: FindingKind) -> Iterator[Finding]:
    """Yield the findings of one kind. `@finds` turns a check into its kind, so each check below passes itself."""
    for rule, finding in _plan_findings(book):
        if finding.name == kind.name:
            yield kind.at(finding.span, finding.message, finding.hint, about=f"{rule.id}: {finding.about}")


@finds(Severity.ERROR)
def missing_input(book: Book) -> Iterator[Finding]:
    """An input of a table in a procedure that nothing provides: neither a question to the player nor an earlier step.

    A reader who follows the procedure reaches the table and does not know where to look. The calculator cannot go on
    either. This check also reports tables that give no single answer.
    """
    return _findings_of_kind(book, missing_input)


@finds(Severity.ERROR)
def unknown_input(book: Book) -> Iterator[Finding]:
    """A name in a procedure that is neither an input of the table nor the result of an earlier step.

    It was renamed or misspelt, so the step would ignore what the author meant.
    """
    return _findings_of_kind(book, unknown_input)


@finds(Severity.ERROR)
def unknown_result(book: Book) -> Iterator[Finding]:
    """A result in a procedure that the next step does not accept, or that never comes up.

    For example, a roll without a hit leads to a table that only has rows for one hit and two: the procedure should end
    there, but it does not.
    """
    return _findings_of_kind(book, unknown_result)


@finds(Severity.WARNING)
def unreachable_step(book: Book) -> Iterator[Finding]:
    """A step of a procedure that is never reached: no earlier step has the result it waits for, or all end before it.

    Either it is a leftover, or a condition before it is wrong and skips a part of the rule.
    """
    return _findings_of_kind(book, unreachable_step)


@finds(Severity.ERROR)
def lost_total(book: Book) -> Iterator[Finding]:
    """Modifiers whose total goes to something that cannot use it.

    `modifies` says what readers do with the sum: add it to a roll, or look it up in a table. A table without a number
    among its inputs, or with several, cannot use the total, nor can a fact that is not a whole number.
    """
    for table in book.game.tables:
        link = table.goal.named if table.goal else None
        target = book.target_of(link)
        if link is None or target is None:  # linking reports a name that leads nowhere
            continue
        about = f"{table.id}: {target.id}"
        if target.kind == "table" and total_axis(goal := book.tables[target.id]) is None:
            inputs = f"whose inputs are {', '.join(axis.name for axis in goal.axes)}"
            message = f"the total of {table.id!r} goes to {goal.id!r}, {inputs}: exactly one of them must be a number"
            hint = "name a table with one number among its inputs, or with dice that have a modifier: 1d10 + -4..4"
            yield lost_total.at(link.span, message, hint, (Label(goal.span, "this table"),), about=about)
        elif target.kind == "fact" and not isinstance(value := book.facts[target.id].value, int):
            message = f"a roll cannot be compared with {target.id!r}, which is {value!r}"
            hint = "name a fact that is a whole number"
            yield lost_total.at(link.span, message, hint, about=about)
