"""Modifier tables for the script: what can be ticked or counted, what it adds, and what becomes of the total."""

from collections.abc import Iterator
from fractions import Fraction

from rulewright.model.book import Book
from rulewright.model.table import Case, Modifiers, Table, total_axis
from rulewright.render.typesetting.places import Places
from rulewright.render.web.use.inputs import Json, bound, boxes, dice
from rulewright.render.web.use.lookups import silences
from rulewright.wording import plain


def adds_numbers(table: Table) -> bool:
    """Whether all modifiers of a table are numbers."""
    amounts = [case.value.plain for case in table.cases if _adds(case) and not case.value.axis]
    return all(isinstance(amount, (int, float, Fraction)) for amount in amounts)


def total(table: Table, layout: Modifiers, book: Book, places: Places) -> dict[str, Json]:
    """The modifiers that add something, the axis of the columns, and the bounds of the total."""
    data: dict[str, Json] = {"ticks": list(ticks(table, layout)), "clamp": [bound(end) for end in table.clamp]}
    if layout.columns:
        data["column"] = _position(table, layout.columns[0].axis)
        data["columns"] = [[bound(end) for ends in key.keys.intervals for end in ends] for key in layout.columns]
    if (goal := _goal(table, book, places)) is not None:
        data["goal"] = goal
    return data | silences(table)


def ticks(table: Table, layout: Modifiers) -> Iterator[Json]:
    """One for each value of a line; in a line with columns, it has an amount for each column."""
    for line, printed in enumerate(layout.lines):
        for part in range(max((len(cell.cases) for cell in printed.cells), default=0)):
            cases = [cell.cases[part] for cell in printed.cells if len(cell.cases) > part]
            amounts: list[Json] = [[boxes(case.boxes, table), _amount(table, case)] for case in cases if _adds(case)]
            if amounts:
                yield {"line": line, "part": part, "cases": amounts}


def _adds(case: Case) -> bool:
    return bool(case.value.axis) or case.value.plain is not None


def _amount(table: Table, case: Case) -> Json:
    """A number; or an axis, the factor of its key, and the bounds of that key."""
    value = case.value
    if value.axis:
        low, high = value.clamp
        return [_position(table, value.axis), value.factor, bound(low), bound(high)]
    assert isinstance(value.plain, (int, float, Fraction)), value.plain
    return float(value.plain) if isinstance(value.plain, Fraction) else value.plain


def _position(table: Table, name: str) -> int:
    return [axis.name for axis in table.axes].index(name)


def _goal(table: Table, book: Book, places: Places) -> Json:
    """What becomes of the total: an input of another table, or a roll against a number."""
    goal = table.goal
    target = book.target_of(goal.named) if goal else None
    if goal is None or target is None:
        return None
    if target.kind == "table":
        other = book.tables[target.id]
        at = total_axis(other)
        if at is None:
            return None
        return {"table": other.id, "input": at, "href": places.href(target), "title": plain(other.title, book)}
    value = book.facts[target.id].value
    if goal.roll is None or not isinstance(value, int):
        return None
    return {"dice": dice(goal.roll), "score": value, "most": goal.at_most}
