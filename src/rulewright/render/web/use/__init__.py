"""The data that the script of a page needs to use a table: to look it up, roll on it, or add it up.

A file beside the page has it (`page_data.py`). It holds no rules, only the cases of the table as boxes over its inputs,
each with its place in the printed table, where the script finds the text. So the answer is what is printed and proved.

A list to roll on may send its reader on to other lists; the file then has these too.

A tick narrows the region of inputs, and choices outside the region are disabled. The scripts of a page know each other
only by `use:` events on the document.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.model.book import Book
from rulewright.model.table import Modifiers, Policy, Records, Table
from rulewright.render.typesetting.places import Places
from rulewright.render.web.use.chains import chain, followed, in_words
from rulewright.render.web.use.inputs import Json, input_of
from rulewright.render.web.use.lookups import lookup
from rulewright.render.web.use.sums import adds_numbers, total
from rulewright.translation.messages import tell

ANSWERED = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.LIST)
"""Policies that the script can answer; modifiers are added up. Tables of other policies are only printed."""


@dataclass(frozen=True, slots=True)
class UseView:
    """The label of the button at a table, and the data for the script."""

    id: str
    verb: str
    data: Mapping[str, Json]


def use_view(table: Table, book: Book, places: Places) -> UseView | None:
    """How to use a table; None if it has no choices, or a policy that the script lacks."""
    if not table.cases or not table.axes or isinstance(table.layout, Records):
        return None
    inputs: list[Json] = [input_of(axis, table, book) for axis in table.axes]
    if isinstance(table.layout, Modifiers):
        if not adds_numbers(table):
            return None
        return UseView(table.id, tell("Add up"), {"inputs": inputs, **total(table, table.layout, book, places)})
    if table.policy not in ANSWERED:
        return None
    rolled = any(axis.domain.roll for axis in table.axes)
    more = chain(table, book) if table.is_roll_list else {}
    return UseView(table.id, tell("Roll") if rolled else tell("Look up"), {"inputs": inputs, **lookup(table), **more})


def used_with(table: Table, book: Book, places: Places) -> dict[str, Mapping[str, Json]]:
    """The data of all tables that rolls on a list may lead to, by their ids; the page may not print them."""
    views = ((each, use_view(each, book, places)) for each in followed(table, book))
    return {each.id: {**view.data, **in_words(each, book)} for each, view in views if view is not None}
