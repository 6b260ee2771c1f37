"""Mutants of a table's keys: an end moved by one, two neighbouring columns swapped, a row left out."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from rulewright.findings import Span
from rulewright.model.domain import Domain
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import COMPARED, Case, Key, Listing, Lookup, Modifiers, Row, Table


@dataclass(frozen=True, slots=True)
class TableMutant:
    """A table as it could have been misprinted, and the misprint in the author's words."""

    table: Table
    words: str
    span: Span

    def touches(self, original: Table, cells: Set[Span]) -> bool:
        """Whether the misprint alters any of these cells."""
        after = {case.span: case for case in self.table.cases}
        return any(case.span in cells and after.get(case.span) != case for case in original.cases)


def table_mutants(table: Table) -> Iterator[TableMutant]:
    """The table with each of its keys, columns and rows misprinted in turn."""
    yield from _move_ends(table)
    yield from _swap_columns(table)
    yield from _delete_rows(table)


def _move_ends(table: Table) -> Iterator[TableMutant]:
    domains = {axis.name: axis.domain for axis in table.axes}
    for key in _keys(table):
        domain = domains.get(key.axis)
        if domain is None or domain.enumeration:
            continue
        for moved in _moved_keys(key.keys, domain):
            words = f"{key.axis} {key.written} altered to {domain.describe(moved)}"
            yield TableMutant(_rekey(table, {key.span: moved}, key.axis, {key.span: key.keys}), words, key.span)


def _keys(table: Table) -> list[Key]:
    """The printed keys, each once, though it may have many cells."""
    result: dict[Span, Key] = {}
    for case in table.cases:
        for key in (*case.keys, *(key for keys in case.conditions for key in keys)):
            if key.axis != COMPARED:
                result.setdefault(key.span, key)
    return list(result.values())


def _moved_keys(keys: KeySet, domain: Domain) -> Iterator[KeySet]:
    """The key with each end moved out and in by one, except ends that the domain itself sets."""
    for position, (low, high) in enumerate(keys.intervals):
        for moved in ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)):
            misprint = (
                KeySet.union_of((*keys.intervals[:position], moved, *keys.intervals[position + 1 :])) & domain.keys
            )
            if misprint and misprint != keys:
                yield misprint


def _rekey(table: Table, new: Mapping[Span, KeySet], axis: str, old: Mapping[Span, KeySet]) -> Table:
    """The table with the cases of each of these keys at its new set."""
    axis_index = next(position for position, each in enumerate(table.axes) if each.name == axis)

    def with_new_keys(case: Case) -> Case:
        spans = {key.span for keys in (case.keys, *case.conditions) for key in keys} & new.keys()
        boxes = case.boxes
        for span in spans:
            boxes = tuple(_replace_keys(box, axis_index, old[span], new[span]) for box in boxes)
        return replace(case, boxes=tuple(box for box in boxes if all(box)))

    return replace(table, cases=tuple(map(with_new_keys, table.cases)))


def _replace_keys(box: Box, axis_index: int, old: KeySet, new: KeySet) -> Box:
    """A condition may have narrowed the box already; then the box only loses what the key loses."""
    keys = new if box[axis_index] == old else box[axis_index] & new if not new - old else box[axis_index]
    return (*box[:axis_index], keys, *box[axis_index + 1 :])


def _swap_columns(table: Table) -> Iterator[TableMutant]:
    columns = table.layout.columns if isinstance(table.layout, (Lookup, Modifiers)) else ()
    for left, right in pairwise(columns):
        swapped = _rekey(
            table,
            {left.span: right.keys, right.span: left.keys},
            left.axis,
            {left.span: left.keys, right.span: right.keys},
        )
        yield TableMutant(swapped, f"columns {left.written} and {right.written} swapped", right.span)


def _delete_rows(table: Table) -> Iterator[TableMutant]:
    for words, spans, place in _rows(table):
        cases = tuple(case for case in table.cases if case.span not in spans)
        yield TableMutant(replace(table, cases=cases), f"the row {words} left out", place)


def _rows(table: Table) -> Iterator[tuple[str, set[Span], Span]]:
    """For each printed row: its name, the places of its cases, and its place."""
    row_text: Callable[[Case], str] = lambda case: table.describe(case.boxes[0])  # noqa: E731
    match table.layout:
        case Lookup(rows=rows):
            for row, keys in _leaves(rows, ()):
                spans = {case.span for cell in row.cells for case in cell.cases}
                if spans:
                    words = ", ".join(f"{key.axis} {key.written}" for key in keys)
                    yield words, spans, keys[-1].span if keys else min(spans)
        case Listing(cases=cases):
            yield from ((row_text(case), {case.span}, case.span) for case in cases)
        case Modifiers(lines=lines):
            for line in lines:
                spans = {case.span for cell in line.cells for case in cell.cases}
                if spans:
                    yield line.label.source, spans, min(spans)


def _leaves(rows: tuple[Row, ...], above: tuple[Key, ...]) -> Iterator[tuple[Row, tuple[Key, ...]]]:
    for row in rows:
        keys = (*above, *row.keys)
        if row.rows:
            yield from _leaves(row.rows, keys)
        else:
            yield row, keys
