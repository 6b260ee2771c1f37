"""What the script of a page needs so that a table can be used: looked up, rolled on, or added up.

The page carries it as JSON. It holds no rule: only the cases of the table as boxes over its inputs, each with its
place in the printed table, where the script finds the text. So what is answered is what is printed, and proved.
"""

from dataclasses import dataclass

from rulewright.model.book import Book
from rulewright.model.table import Modifiers, Policy, Table
from rulewright.render.typesetting.places import Places
from rulewright.render.web.use.inputs import Json, input_of
from rulewright.render.web.use.lookups import lookup
from rulewright.render.web.use.sums import adds_numbers, total

ANSWERED = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.LIST)
"""What is answered by the cases that hold; modifiers are added up. A table of any other policy is only printed."""


@dataclass(frozen=True, slots=True)
class UseView:
    """What the button at a table is called, and what the script is told of the table."""

    id: str
    verb: str
    data: Json


def use_view(table: Table, book: Book, places: Places) -> UseView | None:
    """How a table can be used; None where there is nothing to choose from, or its policy is one the script lacks."""
    if not table.cases or not table.axes:
        return None
    inputs: list[Json] = [input_of(axis, table, book) for axis in table.axes]
    if isinstance(table.layout, Modifiers):
        if not adds_numbers(table):
            return None
        return UseView(table.id, "Add up", {"inputs": inputs, **total(table, table.layout, book, places)})
    if table.policy not in ANSWERED:
        return None
    rolled = any(axis.domain.roll for axis in table.axes)
    return UseView(table.id, "Roll" if rolled else "Look up", {"inputs": inputs, **lookup(table)})
