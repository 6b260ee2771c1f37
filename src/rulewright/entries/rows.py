"""The rows of tables: a grid of headings and cells, records, lists to roll on, and modifiers."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from typing import Annotated, cast

from rulewright.base.findings import Label, Span, over_limit
from rulewright.base.limits import MODIFIERS
from rulewright.entries.axes import NAME, WHEN, Axes, Conditions
from rulewright.entries.cells import ADDEND, NOTHING, Case, Cell, CellReader, Row, Value
from rulewright.entries.domains import Axis, Domain, Name
from rulewright.entries.entry import Entry, EntryReader, Kind, Schema, key
from rulewright.entries.keys import Key, read_keys
from rulewright.entries.keyset import KeySet
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbers import DECIMAL, count_noun, decimal, minus
from rulewright.entries.roles import CELL_VALUE, PROSE, Prose, either, link, links, list_of, names_to, prose, ref
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind, name_in_source

# Headings and cells


def read_columns(axis: Axis | None, reader: EntryReader) -> tuple[Key, ...]:
    """Return the keys of the columns: those listed under `keys`, else all names of the domain."""
    if axis is None:
        return ()
    written: Iterable[Scalar] = reader.scalars_at("keys")
    if not written and axis.domain.enumeration:
        written = [Scalar(name.id, reader.place("columns"), name.id) for name in axis.domain.names]
    if not written:
        are, such = ("sets", "[none, any]") if axis.domain.sets else ("numbers", '["1-3", "4-6"]')
        message = f"the columns of {axis.name!r} are {are}: list them under 'keys'"
        reader.report("missing-key", reader.place("columns"), message, f"write keys: {such}")
    keys = read_keys(axis.name, axis.domain, written, reader.findings)
    return tuple(key for key in keys if key is not None)


class _Grid:
    """A reader of the rows of one table. `reader` has the keys of the table, and `cells` reads its cells."""

    def __init__(self, reader: EntryReader) -> None:
        self.reader, self.cells = reader, cast(CellReader, reader.context)
        self.axes: Axes = self.cells.axes

    def read(self, node: Node) -> tuple[Row, ...]:
        """Read all rows; none if the table has no headings."""
        levels = self.cells.levels
        if not levels:
            hint = "name the domain whose values head the rows: rows: cover"
            self.reader.report("missing-key", self.reader.place("rows"), f"{self.reader.what} needs 'rows'", hint)
        return tuple(self._rows(node, levels, ())) if levels and all(levels) else ()

    def _rows(self, node: Node, levels: SequenceOf[SequenceOf[Axis]], outer: tuple[Key, ...]) -> Iterator[Row]:
        """Yield the rows of one level. A row contains the rows of the next level, or cells on the last level."""
        inner = levels[1:]
        for keys, below, span in self._headings(node, levels[0]):
            path = (*outer, *keys)
            if inner:
                yield Row(keys=keys, rows=tuple(self._rows(below, inner, path)), span=span)
            else:
                yield Row(keys=keys, cells=tuple(self._cells(below, path)), span=span)

    def _headings(self, node: Node, axes: SequenceOf[Axis]) -> Iterator[tuple[tuple[Key, ...], Node, Span]]:
        """Yield the keys, the node and the place of each row of one heading column.

        A column of several axes is written as nested mappings, one per axis, or with comparisons as keys.
        """
        if not isinstance(node, Mapping):
            message = f"the rows of {axes[0].name!r} are a mapping of keys to values, not {kind(node)}"
            self.reader.report("wrong-type", node.span, message, "as in {1-3: miss, 4-6: hit}")
            return
        for written, own, below in self._keyed(node, axes[0]):
            if own is None:
                continue
            if len(axes) == 1 or own.region:
                yield (own,), below, written.span
            else:
                for rest, deeper, _ in self._headings(below, axes[1:]):
                    yield (own, *rest), deeper, written.span

    def _keyed(self, node: Mapping, axis: Axis) -> Iterator[tuple[Scalar, Key | None, Node]]:
        """Yield the entries of a heading column with their keys. The records of a table without `rows` are in order."""
        if axis.name == NAME and node is self.reader.node_at("records"):
            for at, (written, below) in enumerate(node.entries):
                name = axis.domain.names[at]
                yield written, Key(NAME, KeySet.of([at]), name.label, name.id, everything=False, span=name.span), below
            return
        plain = [written for written, _ in node.entries if written.span not in self.axes.compared]
        keys = dict(zip(plain, read_keys(axis.name, axis.domain, plain, self.reader.findings), strict=True))
        for written, below in node.entries:
            yield written, self.axes.compared.get(written.span) or keys.get(written), below

    def _cells(self, node: Node, keys: tuple[Key, ...]) -> Iterator[Cell]:
        """Yield the cells of one row: a list by column, a mapping by column key, or one value for all columns."""
        columns = self.cells.columns
        if not columns or isinstance(node, Scalar):
            yield self.cells.at(*keys).cell(node, 0, len(columns) or 1)
        elif isinstance(node, Sequence):
            for at, (column, item) in enumerate(by_column(node, self.reader)):
                yield self.cells.at(*keys, column).cell(item, at, 1)
        else:
            yield from self._cells_by_key(node, keys, columns)

    def _cells_by_key(self, node: Mapping, keys: tuple[Key, ...], columns: tuple[Key, ...]) -> Iterator[Cell]:
        """Yield the cells of a row that is a mapping of column keys. A key may cover several columns."""
        axis = self.axes.by_name[columns[0].axis]
        cell_keys: dict[int, Scalar] = {}
        whole = reduce(or_, (column.keys for column in columns))
        keys_here = read_keys(axis.name, axis.domain, (name for name, _ in node.entries), self.reader.findings, whole)
        for own, (written, value) in zip(keys_here, node.entries, strict=True):
            covered = [at for at, column in enumerate(columns) if own is not None and column.keys & own.keys]
            for at in covered:
                if at in cell_keys:
                    label = Label(cell_keys[at].span, "given here")
                    message = f"the column {columns[at].label.words!r} has two cells in this row"
                    self.reader.report("surplus-cell", written.span, message, "keep one of the two", (label,))
                cell_keys[at] = written
            if covered and own is not None:
                yield self.cells.at(*keys, own).cell(value, covered[0], len(covered))
        for at, column in enumerate(columns):
            if at not in cell_keys:
                message = f"this row has no cell for {column.label.words!r}"
                hint = f"add it, or write {NOTHING} where the table is empty on purpose"
                self.reader.report("missing-cell", node.span, message, hint)


def by_column(node: Sequence, reader: EntryReader) -> Iterable[tuple[Key, Node]]:
    """Return the columns of the table with the items of a row; report items too many or too few."""
    columns: tuple[Key, ...] = reader.context.columns
    if len(node.items) != len(columns):
        name = "missing-cell" if len(node.items) < len(columns) else "surplus-cell"
        span = node.span if name == "missing-cell" else node.items[len(columns)].span
        titles = ", ".join(column.label.words for column in columns)
        message = f"this row has {count_noun(len(node.items), 'cell')} for {count_noun(len(columns), 'column')}"
        reader.report(name, span, message, f"the columns are: {titles}")
    return zip(columns, node.items, strict=False)


CASE: Schema = either(CELL_VALUE, ref("Case"))
CELL: Schema = either(CASE, list_of(CASE))
LINE: Schema = either(CELL, list_of(CELL))
ROWS: Schema = {"type": "object"}
"""A mapping of the keys of rows to rows below them, or of the keys of columns to cells."""
GRID = Kind(
    "a mapping of row keys to a value for each column",
    lambda reader, name: _Grid(reader).read(cast(Node, reader.node_at(name))),
    names_to(either(CELL, list_of(CELL), ROWS)),
)

# Records and lists to roll on


def name_axis(records: Node | None, reader: EntryReader) -> Axis | None:
    """Return an axis whose keys are the names of the records, or None if there are no records."""
    if not isinstance(records, Mapping) or not records.entries:
        return None
    names = tuple(Name(name_in_source(name), prose(name, reader.findings), name.span) for name, _ in records.entries)
    return Axis(NAME, Domain(NAME, KeySet.union_of([(0, len(names) - 1)]), names, span=records.span))


def _with_numbers(rows: SequenceOf[Row], cells: CellReader) -> tuple[Row, ...]:
    """Turn texts into numbers in each column whose cells all look like numbers, if no domain is declared for it."""
    domains = [cells.output_domains.get(column.written) for column in cells.columns] or [cells.values]
    for at, domain in enumerate(domains):
        in_column = [cell for row in rows for cell in row.cells if cell.first <= at < cell.first + cell.count]
        if domain is None and _all_numbers(in_column):
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


def _list(reader: EntryReader, name: str) -> tuple[Row, ...]:
    """Read a list to roll on: a result, or a value for each column, for each score of the dice."""
    node, cells = cast(Node, reader.node_at(name)), cast(CellReader, reader.context)
    dice = cells.levels[0][0].domain if cells.levels and cells.levels[0] else None
    if dice is not None and (dice.roll is None or len(cells.levels) > 1 or len(cells.levels[0]) > 1):
        message = f"{reader.what} is a list to roll on, but its rows are not dice"
        reader.report("bad-value", reader.place("rows"), message, "as in rows: 1d20")
        return ()
    if isinstance(node, Sequence) and dice is not None:
        count, scores = len(node.items), dice.keys.size
        if count != scores:
            message = f"this list has {count_noun(count, 'thing')} for the {scores} scores of {dice.dice}"
            hint = "write one thing for each score, or the scores before them: {1-3: Rope, 4: Lamp}"
            finding = "missing-cell" if count < scores else "surplus-cell"
            reader.report(finding, reader.key_place(name), message, hint)
        pairs = zip(dice.keys, node.items, strict=False)
        node = Mapping(tuple((Scalar(str(score), item.span), item) for score, item in pairs), node.span)
    return _with_numbers(_Grid(reader).read(node), cells)


LIST = Kind(
    "a list of things in the order of their scores, or a mapping of scores to things",
    _list,
    either(list_of(LINE), names_to(LINE)),
)


def _records(reader: EntryReader, name: str) -> tuple[Row, ...]:
    """Read records: for each name, a value in each column. They may be sorted and grouped."""
    cells: CellReader = reader.context
    rows: SequenceOf[Row] = _with_numbers(_Grid(reader).read(cast(Node, reader.node_at(name))), cells)
    names = [column.written for column in cells.columns]
    for order in ("sort-by", "group-by"):
        scalar = reader.scalar_at(order)
        if scalar is None:
            continue
        options = [*names, rows[0].keys[0].axis] if order == "sort-by" and rows else names
        if scalar.value not in options:
            hint = did_you_mean(scalar.value, options, f"name one of: {', '.join(options)}")
            reader.report("bad-value", scalar.span, f"{reader.what} has no column {scalar.value!r}", hint)
            continue
        ranks = [_rank(row, names, scalar.value) for row in rows]
        if order == "group-by":  # the groups stand in the order of their first rows
            ranks = [(False, False, ranks.index(rank), "") for rank in ranks]
        rows = [row for _, row in sorted(zip(ranks, rows, strict=True), key=lambda pair: pair[0])]
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


RECORDS = Kind("a mapping of names to a value for each column", _records, names_to(LINE, PROSE))

# Modifiers


def _addends(reader: EntryReader, name: str) -> tuple[Case, ...]:
    """Read the value of a modifier, or a list of values, each with its own condition."""
    node, cells = cast(Node, reader.node_at(name)), cast(CellReader, reader.context)
    if not isinstance(node, Sequence):
        return tuple(filter(None, [cells.case_of(node, reader.value_of("when"))]))
    if reader.has("when"):
        hint = "give each value its own: {value: 1, when: {axis: key}}"
        reader.report("bad-value", reader.place("when"), "'when' goes with one value, not a list", hint)
    return tuple(filter(None, map(cells.case, node.items)))


def _addend_cells(reader: EntryReader, name: str) -> tuple[Cell, ...]:
    """Read the cells of a modifier in a table with columns."""
    node, cells = cast(Node, reader.node_at(name)), cast(CellReader, reader.context)
    if not cells.columns:
        hint = "write its 'value', or name the 'columns' of the table"
        message = "a modifier has 'cells' only where there are columns"
        reader.report("unknown-key", reader.key_place(name), message, hint)
        return ()
    if reader.has("value"):
        hint = "keep 'cells' for a value in each column, or 'value' for one in all"
        reader.report("bad-value", reader.place("value"), "a modifier has either 'value' or 'cells'", hint)
    if not isinstance(node, Sequence):
        reader.wrong(node, f"{name!r} lists a value for each column", "as in cells: [3, 4]")
        return ()
    conditions: Conditions = reader.value_of("when")
    cases = ((item, cells.at(column).case_of(item, conditions)) for column, item in by_column(node, reader))
    return tuple(
        Cell(first=at, count=1, cases=(case,) if case else (), span=item.span) for at, (item, case) in enumerate(cases)
    )


class Modifier(Entry, noun="a modifier"):
    """A line of a table of modifiers."""

    label: Prose = key("What the modifier is called", "label: Target in a wood")
    remark: Prose | None = key("A remark beside it", "remark: not for mortars", default=None)
    rule: Annotated[Text, link("rule")] | None = key(
        "The rule that says so, whose number prints at the end of the line", "rule: hits", default=None
    )
    errata: Annotated[tuple[Text, ...], links("erratum")] = key(
        "The errata that it follows; if one of them is a ruling, its label prints with a sign",
        "errata: wood",
        default=(),
    )
    addends: tuple[Case, ...] = key(
        "What it adds",
        "value: -1",
        kind=Kind(
            "a value, an amount, a count, or a list of cases",
            _addends,
            either(ADDEND, list_of(either(ADDEND, ref("Case")))),
        ),
        name="value",
        default=(),
        otherwise="`cells`, where the table has columns",
        former=("gives",),
    )
    conditions: Annotated[Conditions, WHEN] = key(
        "When it applies; without it, always", "when: {cover: wood}", name="when", default=(), otherwise="always"
    )
    by_column: tuple[Cell, ...] = key(
        "What it adds in each column, where the table has columns",
        "cells: [-1, -2]",
        kind=Kind("a list with a value for each column", _addend_cells, list_of(ADDEND)),
        name="cells",
        default=(),
    )
    width: int = 1
    """The number of columns of the table."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its value in each column, or one cell as wide as all columns."""
        return self.by_column or (Cell(first=0, count=self.width, cases=self.addends, span=self.span),)

    def check(self, reader: EntryReader) -> None:
        reader.require("cells" if reader.has("cells") else "value")


def _modifiers(reader: EntryReader, name: str) -> tuple[Modifier, ...]:
    nodes, width = reader.list_at(name), max(1, len(reader.context.columns))
    if len(nodes) > MODIFIERS.most:
        place, hint = reader.key_place(name), "divide them into several tables"
        reader.findings.add(over_limit(MODIFIERS, f"{reader.what} has {len(nodes):,} modifiers", place, hint))
        nodes = ()
    findings, cells = reader.findings, reader.context
    return tuple(Modifier.read(node, Modifier.noun, findings, cells, width=width) for node in nodes)


MODIFIERS_KIND = Kind("a list of modifiers", _modifiers, list_of(ref("Modifier")))
