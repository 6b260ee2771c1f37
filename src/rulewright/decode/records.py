"""Records: rows of names with a value in each column, such as prices or weapons. They may be sorted and grouped."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from rulewright.decode.figures import DECIMAL, decimal
from rulewright.decode.table_entries import RollEntry
from rulewright.language.texts import prose
from rulewright.model.domain import Domain, Name, minus
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.table import NAME, Axis, Cell, Key, Row, Value
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, name_in_source


def names_of_records(entry: RollEntry) -> Axis | None:
    """The names of records as the keys of an axis; None where they could not be read."""
    records = entry.records
    if not isinstance(records, Mapping) or not records.entries:
        return None
    names = tuple(Name(name_in_source(name), prose(name, entry.faults), name.span) for name, _ in records.entries)
    return Axis(NAME, Domain(NAME, KeySet.union_of([(0, len(names) - 1)]), names, span=records.span))


def key_of_record(axis: Axis, at: int) -> Key:
    """The key of the record at a position."""
    name = axis.domain.names[at]
    return Key(axis.name, KeySet.of([at]), name.label, name.id, everything=False, span=name.span)


def typed(rows: Sequence[Row], columns: Sequence[Key], declared: Sequence[Domain | None]) -> tuple[Row, ...]:
    """The rows with numbers in each column without declared values whose cells all look like numbers."""
    for at in range(max(1, len(columns))):
        cells = [cell for row in rows for cell in row.cells if cell.first <= at < cell.first + cell.count]
        if declared[at] is None and _figures(cells):
            rows = [replace(row, cells=tuple(map(partial(_counted, at), row.cells))) for row in rows]
    return tuple(rows)


def _figures(cells: Iterable[Cell]) -> bool:
    """Whether all that these cells say looks like numbers, and there is one."""
    plain = [case.value.plain for cell in cells for case in cell.cases if case.value.plain is not None]
    return bool(plain) and all(isinstance(each, str) and re.fullmatch(DECIMAL, each) for each in plain)


def _counted(at: int, cell: Cell) -> Cell:
    if cell.first != at or cell.count > 1:
        return cell
    return replace(cell, cases=tuple(replace(case, value=_number(case.value)) for case in cell.cases))


def _number(value: Value) -> Value:
    if not isinstance(value.plain, str):
        return value
    exact = decimal(value.plain)
    number = int(exact) if exact.denominator == 1 else float(exact)
    return replace(value, plain=number, label=Text(minus(number), (), value.label.span))


def in_order(entry: RollEntry, rows: Sequence[Row], columns: Sequence[Key]) -> tuple[Row, ...]:
    """The rows sorted by a column or by name, and within that order those of one group together."""
    wanted = [(key, scalar) for key, scalar in (("sort-by", entry.sort_by), ("group-by", entry.group_by)) if scalar]
    known = [column.written for column in columns]
    for key, scalar in wanted:
        names = [*known, rows[0].keys[0].axis] if key == "sort-by" and rows else known
        if scalar.value not in names:
            hint = did_you_mean(scalar.value, names, f"name one of: {', '.join(names)}")
            entry.fault(
                "bad-value",
                scalar.span,
                f"{entry.what} has no column {scalar.value!r}",
                hint,
            )
        elif key == "sort-by":
            rows = sorted(rows, key=lambda row: _rank(row, known, scalar.value))
        else:
            ranks = list(dict.fromkeys(_rank(row, known, scalar.value) for row in rows))
            rows = sorted(rows, key=lambda row: ranks.index(_rank(row, known, scalar.value)))
    return tuple(rows)


Rank = tuple[bool, bool, float, str]


def _rank(row: Row, columns: Sequence[str], name: str) -> Rank:
    """The place of a row: numbers from the least up, then texts by their letters, then nothing."""
    if name not in columns:
        return False, True, 0, row.keys[0].label.words.casefold()
    at = columns.index(name)
    cases = [case for cell in row.cells if cell.first <= at < cell.first + cell.count for case in cell.cases]
    plain = cases[0].value.plain if cases else None
    if isinstance(plain, (int, float)):
        return False, False, plain, ""
    return plain is None, True, 0, cases[0].value.label.words.casefold() if cases else ""
