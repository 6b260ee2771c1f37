"""An input that no row of a table answers, and that the table does not list as a question or as out of its scope.

A table is a function of its keys. The classic gap is a roll that a modifier pushes past the last row: nobody sees it
until somebody rolls it. The message gives the largest missing regions, and the row that would fill them. A cell that
says `unknown` needs a question wherever readers find it: else another cell gives the answer that this one denies.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.checks.table_analysis import TableAnalysis, all_keys, name_regions
from rulewright.findings import Finding, FindingKind
from rulewright.model.cover import gaps
from rulewright.model.key_text import key_text
from rulewright.model.keyset import Box
from rulewright.model.table import OUTPUT, Axis, Cell, Key, Lookup, Modifiers, Row, Table

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


PLAIN = re.compile(r"(?:[\w≥≤−+.]|-(?=\d))[^:#\"'{}\[\]]*")
"""A key that YAML reads without quotes."""
UNKNOWN = "?"


ROW_TO_ADD = "the row to add"


@dataclass(frozen=True, slots=True)
class Addition:
    """A text to paste, and what it is: `the row to add`."""

    text: str
    what: str = ROW_TO_ADD


def to_add(table: Table, regions: Iterable[Box]) -> Addition:
    """What fills some regions: rows, a column, or what else the first of them needs."""
    additions = [_Gap(table, part).addition() for part in _disjoint(regions)]
    same = [each.text for each in additions if each.what == additions[0].what]
    return Addition("\n".join(dict.fromkeys(same)), additions[0].what)


def question_to_add(table: Table, regions: Iterable[Box]) -> Addition:
    """The questions about some regions of unknown cells."""
    asked = "\n".join(f"  - {_Gap(table, part).question()}" for part in _disjoint(regions))
    return Addition(f"questions:\n{asked}", "the question to add, unless you fill the cell")


def _disjoint(regions: Iterable[Box]) -> Iterator[Box]:
    """The regions divided so that no two overlap, as the added rows must not."""
    taken: list[Box] = []
    for region in regions:
        while (part := next(gaps(region, taken), None)) is not None:
            yield part
            taken.append(part)


class _Gap:
    """One region of a table that no case covers."""

    def __init__(self, table: Table, region: Box) -> None:
        self.table, self.layout = table, table.layout
        self.region = {axis.name: keys for axis, keys in zip(table.axes, region, strict=True)}
        self.narrowed = [axis for axis in table.axes if self.region[axis.name] != axis.domain.keys]
        self.columns = () if not isinstance(self.layout, (Lookup, Modifiers)) else self.layout.columns

    def addition(self) -> Addition:
        if self.columns and not self._has_column():
            return self._column()
        if not isinstance(self.layout, Lookup):
            return self._case()
        if any(key.region for row in self.layout.rows for key in row.keys):
            return question_to_add(self.table, [tuple(self.region.values())])
        rows = self._row_axes()
        heads = {*(axis.name for axis in rows), *(key.axis for key in self.columns)}
        if any(axis.name not in heads for axis in self.narrowed):
            return self._value(heads)
        if any(axis.name == key.axis for axis in self.narrowed for key in self.columns[:1]):
            return question_to_add(self.table, [tuple(self.region.values())])
        return self._row(rows)

    def _has_column(self) -> bool:
        return any(column.keys & self.region[column.axis] for column in self.columns)

    def _column(self) -> Addition:
        axis = self.columns[0].axis
        keys = [*(column.written for column in self.columns), self._key(axis)]
        text = f"keys: [{', '.join(_quoted(key, flow=True) for key in keys)}]"
        return Addition(f"{text}  # and one more value in each row", "the column to add")

    def _case(self) -> Addition:
        if not self.narrowed:
            return Addition(f"- {{value: {UNKNOWN}}}", "the case to add")
        return Addition(f"- {{when: {self._when(self.narrowed)}, value: {UNKNOWN}}}", "the case to add")

    def _value(self, heads: set[str]) -> Addition:
        """A value with a condition, for a cell with other conditional values."""
        inside = [axis for axis in self.narrowed if axis.name not in heads]
        where = [axis for axis in self.narrowed if axis.name in heads]
        place = f"  # in the cell for {self._words(where)}" if where else "  # in each cell"
        return Addition(f"- {{value: {UNKNOWN}, when: {self._when(inside)}}}{place}", "the value to add")

    def question(self) -> str:
        return f"{{when: {self._when(self.narrowed)}, question: {UNKNOWN}}}"

    def _row(self, axes: list[Axis]) -> Addition:
        """A line for the key of each heading column, below the headings that the table already has."""
        keys = [self._key(axis.name) for axis in axes]
        below = self._headings(axes)
        comment = [f"# below {', '.join(keys[:below])}:"] if below else []
        lines = [f"{'  ' * depth}{_quoted(key)}:" for depth, key in enumerate(keys[below:])]
        return Addition("\n".join([*comment, *lines[:-1], f"{lines[-1]} {self._values()}"]))

    def _values(self) -> str:
        """One for each column; several outputs have names."""
        if not self.columns:
            return UNKNOWN
        if self.columns[0].axis == OUTPUT:
            return f"{{{', '.join(f'{column.written}: {UNKNOWN}' for column in self.columns)}}}"
        return f"[{', '.join(UNKNOWN for _ in self.columns)}]"

    def _row_axes(self) -> list[Axis]:
        """The axes of the heading columns from left to right; without a row, all axes but that of the columns."""
        assert isinstance(self.layout, Lookup)
        names: list[str] = []
        rows = self.layout.rows
        while rows:
            names += [key.axis for key in rows[0].keys]
            rows = rows[0].rows
        by_name = {axis.name: axis for axis in self.table.axes}
        columns = {key.axis for key in self.columns}
        return [by_name[name] for name in names] or [axis for axis in self.table.axes if axis.name not in columns]

    def _headings(self, axes: list[Axis]) -> int:
        """How many of the outer keys the table already has as headings."""
        assert isinstance(self.layout, Lookup)
        for depth in range(len(axes) - 1, 0, -1):
            wanted = [self.region[axis.name] for axis in axes[:depth]]
            if any([key.keys for key in path[:depth]] == wanted for path in _paths(self.layout.rows)):
                return depth
        return 0

    def _when(self, axes: Iterable[Axis]) -> str:
        return f"{{{', '.join(f'{axis.name}: {_quoted(self._key(axis.name), flow=True)}' for axis in axes)}}}"

    def _words(self, axes: Iterable[Axis]) -> str:
        return ", ".join(f"{axis.name} {self._key(axis.name)}" for axis in axes)

    def _key(self, name: str) -> str:
        """The keys of the region on an axis, in the notation of the other keys."""
        domain = next(axis.domain for axis in self.table.axes if axis.name == name)
        return key_text(domain, self.region[name], (key.written for key in all_keys(self.table) if key.axis == name))


def _paths(rows: Iterable[Row], outer: tuple[Key, ...] = ()) -> Iterator[tuple[Key, ...]]:
    """The keys of each innermost row, from the outermost heading on."""
    for row in rows:
        path = (*outer, *row.keys)
        yield path
        yield from _paths(row.rows, path)


def _quoted(key: str, *, flow: bool = False) -> str:
    """A key with the quotes that YAML needs; inside brackets a comma would end it."""
    return key if PLAIN.fullmatch(key) and not (flow and "," in key) else f'"{key}"'
