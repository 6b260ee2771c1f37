"""An input for which a table says nothing, and does not say that it is silent.

A table is a function of its keys. The classic gap is a die that a modifier pushes past the last row: nobody sees it
until it is thrown. Gaps are told as regions, each as wide as it can be, with the row that would close them.
"""

from collections.abc import Iterator
from dataclasses import replace

from rulewright.checks.row_to_add import to_add
from rulewright.checks.stated import Stated, told
from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.cover import gaps
from rulewright.model.keyset import Box
from rulewright.model.table import Modifiers, Table

FINDING = FindingKind("gap-in-table")


def check(stated: Stated) -> Iterator[Diagnostic]:
    """Inputs for which no case holds; of modifiers, which add up to 0 where none applies, those without a column."""
    table, layout = stated.table, stated.table.layout
    if stated.policy.complete:
        covered = [box for case in table.cases for box in case.boxes]
        yield from _gaps(table, covered, f"no row of table {table.id!r} covers ", "add the row")
    elif isinstance(layout, Modifiers) and layout.columns:
        message = f"table {table.id!r} has no column for "
        yield from _gaps(table, _columns(table, layout), message, "add the column")


def _gaps(table: Table, covered: list[Box], message: str, add: str) -> Iterator[Diagnostic]:
    silent = [box for silence in table.silences for box in silence.boxes]
    first, missing = told(table, gaps(table.box, covered + silent))
    if first:
        hint = f"{add}, or list the case under 'open' (a question) or 'outside' (not this table's business)"
        addition, about = to_add(table, first), f"{table.id}: {missing}"
        gap = FINDING.at(table.span, message + missing, hint, about=about)
        yield replace(gap, example=addition.text, example_is=addition.what)


def _columns(table: Table, layout: Modifiers) -> list[Box]:
    """What has a column: where none has, not even the sum of no modifiers can be read."""
    at = next(place for place, axis in enumerate(table.axes) if axis.name == layout.columns[0].axis)
    return [(*table.box[:at], key.keys, *table.box[at + 1 :]) for key in layout.columns]
