"""Decoding of the layouts of tables: rows by columns, lists of cases, modifiers, lists to roll on, and records."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import replace
from functools import partial, reduce
from operator import or_

from rulewright.base.findings import Finding, Findings, Label, Span, over_limit
from rulewright.base.limits import MODIFIERS
from rulewright.entries.decode.axes import Axes
from rulewright.entries.decode.cases import NOTHING, Cases
from rulewright.entries.decode.table_entries import ModifierEntry, RollEntry
from rulewright.entries.domains import Axis, Domain, Name
from rulewright.entries.keys import Key, read_keys
from rulewright.entries.keyset import KeySet
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbers import DECIMAL, count_noun, decimal, minus
from rulewright.entries.roles import prose
from rulewright.entries.table import (
    NAME,
    Case,
    Cell,
    Listing,
    Lookup,
    Modifier,
    Modifiers,
    Records,
    RollList,
    Row,
    Value,
)
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind, name_in_source

# Records: rows of names with a value in each column, such as prices. They may be sorted and grouped.


def names_of_records(entry: RollEntry) -> Axis | None:
    """Return an axis whose keys are the names of the records, or None if there are no records."""
    records = entry.records
    if not isinstance(records, Mapping) or not records.entries:
        return None
    names = tuple(Name(name_in_source(name), prose(name, entry.findings), name.span) for name, _ in records.entries)
    return Axis(NAME, Domain(NAME, KeySet.union_of([(0, len(names) - 1)]), names, span=records.span))


def key_of_record(axis: Axis, at: int) -> Key:
    """Return the key of the record at a position."""
    name = axis.domain.names[at]
    return Key(axis.name, KeySet.of([at]), name.label, name.id, everything=False, span=name.span)


def convert_numbers(
    rows: SequenceOf[Row], columns: SequenceOf[Key], declared: SequenceOf[Domain | None]
) -> tuple[Row, ...]:
    """Turn texts into numbers in each column whose cells all look like numbers, if no domain is declared for it."""
    for at in range(max(1, len(columns))):
        cells = [cell for row in rows for cell in row.cells if cell.first <= at < cell.first + cell.count]
        if declared[at] is None and _all_numbers(cells):
            rows = [replace(row, cells=tuple(map(partial(_convert_cell, at), row.cells))) for row in rows]
    return tuple(rows)


def _all_numbers(cells: Iterable[Cell]) -> bool:
    """Return whether all values of the cells look like numbers, and there is at least one."""
    plain = [case.value.plain for cell in cells for case in cell.cases if case.value.plain is not None]
    return bool(plain) and all(isinstance(each, str) and re.fullmatch(DECIMAL, each) for each in plain)


def _convert_cell(at: int, cell: Cell) -> Cell:
    if cell.first != at or cell.count > 1:
        return cell
    return replace(cell, cases=tuple(replace(case, value=_convert_value(case.value)) for case in cell.cases))


def _convert_value(value: Value) -> Value:
    if not isinstance(value.plain, str):
        return value
    exact = decimal(value.plain)
    number = int(exact) if exact.denominator == 1 else float(exact)
    return replace(value, plain=number, label=Text(minus(number), (), value.label.span))


def sort_rows(entry: RollEntry, rows: SequenceOf[Row], columns: SequenceOf[Key]) -> tuple[Row, ...]:
    """Sort rows by the `sort-by` column or by name, then bring the rows of each group together."""
    orders = [(key, scalar) for key, scalar in (("sort-by", entry.sort_by), ("group-by", entry.group_by)) if scalar]
    names = [column.written for column in columns]
    for key, scalar in orders:
        options = [*names, rows[0].keys[0].axis] if key == "sort-by" and rows else names
        if scalar.value not in options:
            hint = did_you_mean(scalar.value, options, f"name one of: {', '.join(options)}")
            entry.report("bad-value", scalar.span, f"{entry.what} has no column {scalar.value!r}", hint)
        elif key == "sort-by":
            rows = sorted(rows, key=lambda row: _rank(row, names, scalar.value))
        else:
            ranks = list(dict.fromkeys(_rank(row, names, scalar.value) for row in rows))
            rows = sorted(rows, key=lambda row: ranks.index(_rank(row, names, scalar.value)))
    return tuple(rows)


Rank = tuple[bool, bool, float, str]


def _rank(row: Row, columns: SequenceOf[str], name: str) -> Rank:
    """Return the sort key of a row: numbers in order, then texts in alphabetical order, then empty cells."""
    if name not in columns:
        return False, True, 0, row.keys[0].label.words.casefold()
    at = columns.index(name)
    cases = [case for cell in row.cells if cell.first <= at < cell.first + cell.count for case in cell.cases]
    plain = cases[0].value.plain if cases else None
    if isinstance(plain, (int, float)):
        return False, False, plain, ""
    return plain is None, True, 0, cases[0].value.label.words.casefold() if cases else ""


class Layouts:
    """A reader of the layout of one table."""

    def __init__(self, entry: RollEntry, axes: Axes, cases: Cases, findings: Findings) -> None:
        self.entry, self.axes, self.cases, self.findings = entry, axes, cases, findings

    def listing(self) -> Listing | None:
        """Read a list of cases, which may be grouped by an axis."""
        entry = self.entry
        axis = None if entry.group_by is None else self.axes.axis(entry.group_by)
        cases: list[Case] = []
        groups: list[Key] = []
        for node in entry.cases:
            case = self.cases.case(node, (), general=False)
            if case is not None:
                cases.append(case)
                if axis is not None:
                    groups.append(self._group(case, axis))
        heads = self._heads(2 if axis is None else 3, headed=False)
        return Listing(axis.name if axis else None, entry.per_line or 1, tuple(cases), tuple(groups), heads)

    @staticmethod
    def _group(case: Case, axis: Axis) -> Key:
        """Return the key of a case on the grouping axis, from its first alternative."""
        for key in case.conditions[0] if case.conditions else ():
            if key.axis == axis.name:
                return key
        return Key(axis.name, axis.domain.keys, Text("any"), "any", everything=True, span=case.span)

    def modifiers(self, column_axis: Axis | None) -> Modifiers:
        """Read a list of modifiers."""
        columns = self._columns(column_axis)
        written = self.entry.modifiers
        if len(written) > MODIFIERS.most:
            place, hint = self.entry.key_place("modifiers"), "divide them into several tables"
            self.findings.add(over_limit(MODIFIERS, f"{self.entry.what} has {len(written):,} modifiers", place, hint))
            written = ()
        lines = tuple(self._modifier(node, columns) for node in written)
        texts = (1 if columns else 2) + any(line.remark for line in lines)  # the keys of columns head these themselves
        return Modifiers(self._heads(texts, headed=False), lines, columns)

    def _modifier(self, node: Node, columns: tuple[Key, ...]) -> Modifier:
        """Read `{label, remark, value, when}`. `value` may list several values, each with its own condition.

        In a table with columns, `cells` lists a value for each column.
        """
        entry = ModifierEntry(node, "a modifier", self.findings)
        label, remark = entry.label, entry.remark
        if entry.has("cells"):
            return Modifier(label, remark, tuple(self._modifier_cells(entry, columns)), entry.errata, entry.rule)
        entry.require("value")
        written = entry.value
        cases: list[Case] = []
        if isinstance(written, Sequence):
            if entry.has("when"):
                hint = "give each value its own: {value: 1, when: {axis: key}}"
                entry.report("bad-value", entry.place("when"), "'when' goes with one value, not a list", hint)
            several = (self.cases.case(part, (), general=False) for part in written.items)
            cases = [case for case in several if case is not None]
        elif written is not None:
            cases = list(self.cases.modifier_cases(entry.when, written))
        return Modifier(
            label, remark, (Cell(0, max(1, len(columns)), tuple(cases), node.span),), entry.errata, entry.rule
        )

    def _modifier_cells(self, entry: ModifierEntry, columns: tuple[Key, ...]) -> Iterator[Cell]:
        """Yield the cells of a modifier in a table with columns."""
        if not columns:
            hint = "write its 'value', or name the 'columns' of the table"
            message = "a modifier has 'cells' only where there are columns"
            entry.report("unknown-key", entry.key_place("cells"), message, hint)
            return
        if entry.has("value"):
            hint = "keep 'cells' for a value in each column, or 'value' for one in all"
            entry.report("bad-value", entry.place("value"), "a modifier has either 'value' or 'cells'", hint)
        written = entry.cells
        if not isinstance(written, Sequence):
            wrong = written or Scalar("", entry.span)
            entry.wrong(wrong, "'cells' lists a value for each column", "as in cells: [3, 4]")
            return
        if len(written.items) != len(columns):
            self._wrong_count(written, columns)
        for at, (item, column) in enumerate(zip(written.items, columns, strict=False)):
            yield Cell(at, 1, tuple(self.cases.modifier_cases(entry.when, item, (column,))), item.span)

    def roll_list(self, levels: list[list[Axis]], column_axis: Axis | None) -> RollList | None:
        """Read a list to roll on: a result, or a value for each column, for each score of the dice."""
        dice = levels[0][0].domain if levels and levels[0] else None
        if dice is not None and (dice.roll is None or len(levels) > 1 or len(levels[0]) > 1):
            message = f"{self.entry.what} is a list to roll on, but its rows are not dice"
            self.entry.report("bad-value", self.entry.place("rows"), message, "as in rows: 1d20")
            return None
        results = self.entry.list_
        by_score = None if dice is None or results is None else self._by_score(results, dice)
        table = self.lookup(levels, column_axis, by_score)
        if table is None or dice is None:
            return None
        head = table.headers[0] or dice.title or Text(dice.dice)
        return RollList((head,), table.columns, self._with_numbers(table.rows, table.columns), table.values_header)

    def records(self, levels: list[list[Axis]], column_axis: Axis | None) -> Records | None:
        """Read records: for each name, a value in each column. The rows are sorted and grouped."""
        table = self.lookup(levels, column_axis, self.entry.records)
        if table is None:
            return None
        rows = sort_rows(self.entry, self._with_numbers(table.rows, table.columns), table.columns)
        grouped = self.entry.group_by.value if self.entry.group_by else ""
        return Records(table.headers, table.columns, rows, table.values_header, grouped)

    def _with_numbers(self, rows: tuple[Row, ...], columns: tuple[Key, ...]) -> tuple[Row, ...]:
        domains = [self.cases.output_domains.get(column.written) for column in columns] or [self.cases.values]
        return convert_numbers(rows, columns, domains)

    def _by_score(self, results: Node, dice: Domain) -> Node:
        """Return a mapping of scores to results; a list has a result for each score in turn."""
        if not isinstance(results, Sequence):
            return results
        count, scores = len(results.items), dice.keys.size
        if count != scores:
            name = "missing-cell" if count < scores else "surplus-cell"
            message = f"this list has {count_noun(count, 'thing')} for the {scores} scores of {dice.dice}"
            hint = "write one thing for each score, or the scores before them: {1-3: Rope, 4: Lamp}"
            self.entry.report(name, self.entry.key_place("list"), message, hint)
        pairs = zip(dice.keys, results.items, strict=False)
        return Mapping(tuple((Scalar(str(score), item.span), item) for score, item in pairs), results.span)

    def lookup(self, levels: list[list[Axis]], column_axis: Axis | None, cells: Node | None) -> Lookup | None:
        """Read a grid of rows and columns; None if it has no headings or no columns."""
        if not levels or not all(levels):
            if not levels:
                hint = "name the domain whose values head the rows: rows: cover"
                self.entry.report("missing-key", self.entry.place("rows"), f"{self.entry.what} needs 'rows'", hint)
            return None
        columns = self._columns(column_axis)
        if column_axis is not None and not columns:
            return None  # without its columns no cell can be read
        rows = () if cells is None else tuple(self._rows(cells, levels, columns, ()))
        heads = self._heads(len(levels) + (not columns), headed=bool(columns))
        padded = (*heads, *[None] * (len(levels) + 1 - len(heads)))
        return Lookup(padded[: len(levels)], columns, rows, padded[len(levels)])

    def _heads(self, most: int, *, headed: bool) -> tuple[Text | None, ...]:
        """Return the texts above columns that no key heads; report more than `most`."""
        heads = tuple(prose(scalar, self.findings) if scalar.value else None for scalar in self.entry.headers)
        if len(heads) > most:
            columns = count_noun(most, "heading column" if headed else "column")
            message = f"there are {count_noun(len(heads), 'header')} for {columns}"
            hint = f"leave out {len(heads) - most}; a header stands above each column that has no key"
            self.entry.report("bad-value", self.entry.place("headers"), message, hint)
        return heads

    def _columns(self, axis: Axis | None) -> tuple[Key, ...]:
        """Return the column keys: those listed under `keys`, else all names of the domain."""
        if axis is None:
            return ()
        written: Iterable[Scalar] = self.entry.keys
        if not written and axis.domain.enumeration:
            written = [Scalar(name.id, self.entry.place("columns"), name.id) for name in axis.domain.names]
        if not written:
            are, such = ("sets", "[none, any]") if axis.domain.sets else ("numbers", '["1-3", "4-6"]')
            message = f"the columns of {axis.name!r} are {are}: list them under 'keys'"
            self.entry.report("missing-key", self.entry.place("columns"), message, f"write keys: {such}")
        keys = read_keys(axis.name, axis.domain, written, self.findings)
        return tuple(key for key in keys if key is not None)

    def _rows(
        self, node: Node, levels: list[list[Axis]], columns: tuple[Key, ...], outer: tuple[Key, ...]
    ) -> Iterator[Row]:
        """Yield the rows of one level. A row contains the rows of the next level, or cells on the last level."""
        inner = levels[1:]
        for keys, below, span in self._headings(node, levels[0]):
            path = (*outer, *keys)
            if inner:
                yield Row(keys, tuple(self._rows(below, inner, columns, path)), (), span)
            else:
                yield Row(keys, (), tuple(self._cells(below, path, columns)), span)

    def _headings(self, node: Node, axes: list[Axis]) -> Iterator[tuple[tuple[Key, ...], Node, Span]]:
        """Yield the keys, the node and the place of each row of one heading column.

        A column of several axes is written as nested mappings, one per axis, or with comparisons as keys.
        """
        if not isinstance(node, Mapping):
            message = f"the rows of {axes[0].name!r} are a mapping of keys to values, not {kind(node)}"
            self.findings.add(Finding("wrong-type", node.span, message, "as in {1-3: miss, 4-6: hit}"))
            return
        for written, key, below in self._keyed(node, axes[0]):
            if key is None:
                continue
            if len(axes) == 1 or key.region:
                yield (key,), below, written.span
            else:
                for rest, deeper, _ in self._headings(below, axes[1:]):
                    yield (key, *rest), deeper, written.span

    def _keyed(self, node: Mapping, axis: Axis) -> Iterator[tuple[Scalar, Key | None, Node]]:
        """Yield the entries of a heading column with their keys."""
        if axis.name == NAME and node is self.entry.records:
            yield from ((name, key_of_record(axis, at), below) for at, (name, below) in enumerate(node.entries))
            return
        plain = [written for written, _ in node.entries if written.span not in self.axes.compared]
        read = dict(zip(plain, read_keys(axis.name, axis.domain, plain, self.findings), strict=True))
        for written, below in node.entries:
            yield written, self.axes.compared.get(written.span) or read.get(written), below

    def _cells(self, node: Node, keys: tuple[Key, ...], columns: tuple[Key, ...]) -> Iterator[Cell]:
        """Yield the cells of one row: a list by column, a mapping by column key, or one value for all columns."""
        if not columns:
            yield self.cases.cell(node, keys, 0, 1)
        elif isinstance(node, Scalar):
            yield self.cases.cell(node, keys, 0, len(columns))
        elif isinstance(node, Sequence):
            if len(node.items) != len(columns):
                self._wrong_count(node, columns)
            for at, (item, column) in enumerate(zip(node.items, columns, strict=False)):
                yield self.cases.cell(item, (*keys, column), at, 1)
        else:
            yield from self._cells_by_key(node, keys, columns)

    def _cells_by_key(self, node: Mapping, keys: tuple[Key, ...], columns: tuple[Key, ...]) -> Iterator[Cell]:
        """Yield the cells of a row that is a mapping of column keys. A key may cover several columns."""
        axis = self.axes.by_name[columns[0].axis]
        cell_keys: dict[int, Scalar] = {}
        whole = reduce(or_, (column.keys for column in columns))
        keys_here = read_keys(axis.name, axis.domain, (written for written, _ in node.entries), self.findings, whole)
        for key, (written, value) in zip(keys_here, node.entries, strict=True):
            if key is None:
                continue
            covered = [at for at, column in enumerate(columns) if column.keys & key.keys]
            for at in covered:
                if at in cell_keys:
                    label = Label(cell_keys[at].span, "given here")
                    message = f"the column {columns[at].label.words!r} has two cells in this row"
                    self.entry.report("surplus-cell", written.span, message, "keep one of the two", (label,))
                cell_keys[at] = written
            if covered:
                yield self.cases.cell(value, (*keys, key), covered[0], len(covered))
        for at, column in enumerate(columns):
            if at not in cell_keys:
                message = f"this row has no cell for {column.label.words!r}"
                hint = f"add it, or write {NOTHING} where the table is empty on purpose"
                self.entry.report("missing-cell", node.span, message, hint)

    def _wrong_count(self, node: Sequence, columns: tuple[Key, ...]) -> None:
        name = "missing-cell" if len(node.items) < len(columns) else "surplus-cell"
        span = node.span if name == "missing-cell" else node.items[len(columns)].span
        titles = ", ".join(column.label.words for column in columns)
        message = f"this row has {count_noun(len(node.items), 'cell')} for {count_noun(len(columns), 'column')}"
        self.entry.report(name, span, message, f"the columns are: {titles}")
