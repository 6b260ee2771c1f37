"""What kind of table a grid is: the first of the kinds that its cells fit."""

from collections.abc import Callable
from dataclasses import replace

from rulewright.importing.draft import Draft, Entry, Unread, Value
from rulewright.importing.grids import decisions, lists, lookups, modifiers, records, scored
from rulewright.importing.grids.grid import Grid
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.shape import Shape, shape_of
from rulewright.importing.grids.table import Table
from rulewright.limits import ENTRIES

KINDS: tuple[Callable[[Shape, Names], Table | None], ...] = (
    lists.bullets,
    modifiers.modifiers,
    scored.scored,
    lookups.lookup,
    decisions.decisions,
    records.records,
)
"""What each makes of a shape; None if it is no table of the kind. The last takes all that have names."""


def table_of(grid: Grid, names: Names) -> Draft:
    """The table that a grid is, after the domains that it needs, and what no table can say."""
    shape = shape_of(grid)
    if shape is None:
        return Draft()
    if len(shape.rows) > ENTRIES.most:
        why = f"it has {len(shape.rows):,} rows, and a table at most {ENTRIES.most:,}"
        return Draft(unread=(Unread(grid.origin, shape.title, why),))
    if not shape.rows:
        words = " · ".join((*shape.headings, *(note.text for note in shape.notes)))
        return Draft(unread=(Unread(grid.origin, words, "this table has headings and no rows"),))
    table = next(filter(None, (kind(shape, names) for kind in KINDS)))
    return _drafted(table, shape, grid, names)


def _drafted(table: Table, shape: Shape, grid: Grid, names: Names) -> Draft:
    """The entry with what every table has: its title, its rule, and a note of the lines below it."""
    ids = names.references if table.section == "references" else names.tables
    head: dict[str, Value] = {"title": shape.title}
    if grid.rule:
        head["rule"] = grid.rule
    note: dict[str, Value] = {"note": " ".join(each.text for each in shape.notes)} if shape.notes else {}
    if note and table.section == "references":
        table, note = replace(table, unread=(*table.unread, *_unread_notes(shape))), {}
    entry = Entry(table.section, ids.new(shape.title), head | table.keys | note, grid.origin, table.why)
    return Draft(entries=(*table.domains, entry), unread=table.unread)


def _unread_notes(shape: Shape) -> tuple[Unread, ...]:
    return tuple(Unread(note.origin, note.text, "a list of bullets has no note below it") for note in shape.notes)
