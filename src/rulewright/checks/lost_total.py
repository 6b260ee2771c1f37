"""Modifiers whose total goes to something that cannot use it.

`modifies` says what readers do with the sum: add it to a roll, or look it up in a table. A table without a number among
its inputs, or with several, cannot use the total, nor can a fact that is not a whole number.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Label
from rulewright.model.book import Book
from rulewright.model.goals import total_axis
from rulewright.model.table import Table

FINDING = FindingKind("lost-total")


def check(book: Book) -> Iterator[Finding]:
    """Each total that goes to a table without one numeric input, or to a fact that is not a whole number."""
    for table in book.game.tables:
        named = table.goal.named if table.goal else None
        target = book.target_of(named)
        if named is None or target is None:  # linking reports a name that leads nowhere
            continue
        about = f"{table.id}: {target.id}"
        if target.kind == "table" and total_axis(other := book.tables[target.id]) is None:
            message = f"the total of {table.id!r} goes to {other.id!r}, {_no_place(other)}"
            hint = "name a table with one number among its inputs, or with dice that have a modifier: 1d10 + -4..4"
            yield FINDING.at(named.span, message, hint, (Label(other.span, "this table"),), about=about)
        elif target.kind == "fact" and not isinstance(value := book.facts[target.id].value, int):
            message = f"a roll cannot be compared with {target.id!r}, which is {value!r}"
            hint = "name a fact that is a whole number"
            yield FINDING.at(named.span, message, hint, about=about)


def _no_place(table: Table) -> str:
    """Why it is not clear which input the total is."""
    return f"whose inputs are {', '.join(axis.name for axis in table.axes)}: exactly one of them must be a number"
