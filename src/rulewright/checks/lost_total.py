"""Modifiers whose total is said to go somewhere that cannot take it.

`modifies` is what lets a reader go on from the sum: to the score still needed, or to the table that takes the total. A
table without a number among its inputs, or with several, and a fact that is no whole number leave the total hanging.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Label
from rulewright.model.book import Book
from rulewright.model.goals import total_axis
from rulewright.model.table import Table

FINDING = FindingKind("lost-total")


def check(book: Book) -> Iterator[Diagnostic]:
    """A total that goes to a table or a throw which has no place for it."""
    for table in book.game.tables:
        named = table.goal.named if table.goal else None
        target = book.target_of(named)
        if named is None or target is None:  # a name that leads nowhere is found when linking
            continue
        about = f"{table.id}: {target.id}"
        if target.kind == "table" and total_axis(other := book.tables[target.id]) is None:
            message = f"the total of {table.id!r} goes to {other.id!r}, {_no_place(other)}"
            hint = "name a table with one number among its inputs, or with dice that have a modifier: 1d10 + -4..4"
            yield FINDING.at(named.span, message, hint, (Label(other.span, "this table"),), about=about)
        elif target.kind == "fact" and not isinstance(value := book.facts[target.id].value, int):
            message = f"a throw cannot be held against {target.id!r}, which is {value!r}"
            hint = "name a fact that is a whole number"
            yield FINDING.at(named.span, message, hint, about=about)


def _no_place(table: Table) -> str:
    """Why there is no telling which input the total is."""
    return f"whose inputs are {', '.join(axis.name for axis in table.axes)}: not one of them alone is a number"
