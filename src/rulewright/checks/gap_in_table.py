"""An input that no row of a table answers, and that the table does not list as a question or as out of its scope.

A table is a function of its keys. The classic gap is a roll that a modifier pushes past the last row: nobody sees it
until somebody rolls it. The message gives the largest missing regions, and the row that would fill them. A cell that
says `unknown` needs a question wherever readers find it: else another cell gives the answer that this one denies.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.checks.row_to_add import question_to_add, to_add
from rulewright.checks.table_analysis import TableAnalysis, name_regions
from rulewright.findings import Finding, FindingKind
from rulewright.model.cover import gaps
from rulewright.model.keyset import Box
from rulewright.model.table import Cell, Lookup, Modifiers, Table

FINDING = FindingKind("gap-in-table")


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Inputs that no case covers; for modifiers, which add up to 0 where none applies, those without a column."""
    table, layout = analysis.table, analysis.table.layout
    cells = [cell for row in layout.rows for cell in row.all_cells()] if isinstance(layout, Lookup) else []
    if analysis.policy.complete:
        covered = [box for case in table.cases for box in case.boxes]
        covered += [box for cell in cells for box in cell.unknown]
        yield from _gaps(table, covered)
    elif isinstance(layout, Modifiers) and layout.columns:
        yield from _gaps(table, _columns(table, layout), of_columns=True)
    yield from _unasked(analysis, cells)


def _gaps(table: Table, covered: list[Box], *, of_columns: bool = False) -> Iterator[Finding]:
    first, missing = name_regions(table, gaps(table.box, covered + _silent(table)))
    if first:
        add, message = (
            "add the row",
            f"no row of table {table.id!r} covers {missing}",
        )
        if of_columns:
            add = "add the column"
            message = f"table {table.id!r} has no column for {missing}"
        hint = f"{add}, or list the case under 'questions' (the sources leave it open) or 'not-applicable'"
        addition, about = to_add(table, first), f"{table.id}: {missing}"
        gap = FINDING.at(table.span, message, hint, about=about)
        yield replace(gap, example=addition.text, example_is=addition.what)


def _unasked(analysis: TableAnalysis, cells: Iterable[Cell]) -> Iterator[Finding]:
    """Unknown cells that reach beyond the questions; where the first case decides, earlier cells may hide them."""
    hidden = _silent(analysis.table)
    for cell in cells:
        if cell.unknown:
            yield from _of_unknown(analysis.table, cell, hidden)
        if analysis.policy.in_order:
            hidden += [*cell.unknown, *(box for case in cell.cases for box in case.boxes)]


def _of_unknown(table: Table, cell: Cell, hidden: list[Box]) -> Iterator[Finding]:
    first, where = name_regions(table, (gap for box in cell.unknown for gap in gaps(box, hidden)))
    if first:
        message = f"this cell of table {table.id!r} is unknown for {where}, and no question asks about it"
        hint = "list the case under 'questions', or say in the cell what holds there"
        addition, about = question_to_add(table, first), f"{table.id}: {where}"
        unasked = FINDING.at(cell.span, message, hint, about=about)
        yield replace(unasked, example=addition.text, example_is=addition.what)


def _silent(table: Table) -> list[Box]:
    return [box for silence in table.silences for box in silence.boxes]


def _columns(table: Table, layout: Modifiers) -> list[Box]:
    """The regions that have a column: elsewhere nobody can read even the sum of no modifiers."""
    at = next(place for place, axis in enumerate(table.axes) if axis.name == layout.columns[0].axis)
    return [(*table.box[:at], key.keys, *table.box[at + 1 :]) for key in layout.columns]
