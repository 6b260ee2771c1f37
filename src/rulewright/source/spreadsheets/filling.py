"""The cells of a spreadsheet in the place of a key of a table, as if they stood in YAML."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from rulewright.findings import Finding, Findings, Label, Severity, Span, over_limit
from rulewright.limits import ENTRIES, SHEET_BYTES, Budget
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.opening import CannotOpenError, read_file
from rulewright.source.spreadsheets.data_file import SUFFIXES, DataFile, Filled, read_data_file
from rulewright.source.spreadsheets.sheet import FINDING, Sheet, SheetError, heading_words, id_of, like
from rulewright.source.tree import text_faults
from rulewright.visible import visible

# The rows of a spreadsheet as the node of a table

Keys = list[tuple[Scalar, Node]]
"""Keys of a table with their values."""
MODIFIER = ("label", "value", "remark")
CASE = ("value", "label")
"""Headings of columns that are keys of a modifier or a case; the others are the inputs of its condition."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The cells of a table, its headings first, beside what is written of it in YAML."""

    table: Mapping
    cells: list[tuple[Scalar, ...]]
    file: Scalar
    faults: Findings

    @property
    def headings(self) -> tuple[Scalar, ...]:
        return self.cells[0]

    @property
    def body(self) -> list[tuple[Scalar, ...]]:
        """The rows below, each as long as that of the headings."""
        return [tuple(self._at(row, at) for at in range(len(self.headings))) for row in self.cells[1:]]

    @staticmethod
    def _at(row: tuple[Scalar, ...], at: int) -> Scalar:
        """A cell; beyond the end of a line of CSV there is an empty one."""
        return row[at] if at < len(row) else Scalar("", row[-1].span)

    def has(self, name: str) -> bool:
        return self.table.get(name) is not None

    def key(self, name: str) -> Scalar:
        """A key that the file gives; faults in it as a whole are at its first cell."""
        return Scalar(name, self.headings[0].span, name)

    def refuse(self, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.faults.add(Finding(FINDING, span, message, hint, labels))


def layout_of(rows: Rows, wanted: Scalar | None) -> Keys:
    """The key of the kind that is wanted, with those that its headings give.

    Without a wish it is `cells` where the table names its rows, else `records`.
    """
    kind = wanted.value if wanted else "cells" if rows.has("rows") else "records"
    if kind not in KINDS:
        return []  # said where the table is decoded
    given = next((key for key, _ in rows.table.entries if key.value in KINDS), None)
    if given is not None:
        message = f"the table has {given.value!r} beside the file {rows.file.value!r}"
        rows.refuse(given.span, message, "keep one of the two")
        return []
    return KINDS[kind](rows)


def _records(rows: Rows) -> Keys:
    return _keyed(rows, "records", 1)


def _list(rows: Rows) -> Keys:
    """Things by their scores; a single column has them in their order."""
    if len(rows.headings) == 1:
        things = Sequence(tuple(row[0] for row in rows.body), rows.headings[0].span)
        return [(rows.key("list"), things)]
    return _keyed(rows, "list", 1)


def _lookup(rows: Rows) -> Keys:
    return _keyed(rows, "cells", max(1, _count(rows.table.get("rows"))))


def _count(axes: Node | None) -> int:
    """How many inputs head the rows: each has a column."""
    if isinstance(axes, Sequence):
        return sum(map(_count, axes.items))
    return len(axes.entries) if isinstance(axes, Mapping) else 1


def _keyed(rows: Rows, layout: str, first: int) -> Keys:
    """Rows under their keys, which stand in the first columns; the others are values."""
    if len(rows.headings) <= first:
        message = f"{rows.file.value!r} has no column of values after its keys"
        rows.refuse(rows.headings[0].span, message, f"its first {first} columns are keys of rows")
        return []
    more, order = _columns(rows, first)
    headers = [] if rows.has("headers") else [(rows.key("headers"), _heads(rows, first, order))]
    lines = [
        _Line(keys, _value(rows, row, order)) for keys, row in zip(_whole_keys(rows, first), rows.body, strict=True)
    ]
    return [*headers, *more, (rows.key(layout), _under_their_keys(lines, rows, rows.headings[0].span))]


def _value(rows: Rows, row: tuple[Scalar, ...], order: list[int]) -> Node:
    """The one value of a row, or a list of its values."""
    values = tuple(row[at] for at in order)
    return values[0] if _is_single(rows, order) else Sequence(values, row[0].span)


def _is_single(rows: Rows, order: list[int]) -> bool:
    return len(order) == 1 and not rows.has("outputs") and not rows.has("columns")


def _heads(rows: Rows, first: int, order: list[int]) -> Sequence:
    """The headings that no key of a column stands for."""
    valued = [rows.headings[at] for at in order if _is_single(rows, order)]
    return Sequence((*rows.headings[:first], *valued), rows.headings[0].span)


def _columns(rows: Rows, first: int) -> tuple[Keys, list[int]]:
    """The keys that headings of values give, and the columns of values in the order of the table."""
    found = list(range(first, len(rows.headings)))
    outputs = rows.table.get("outputs")
    if isinstance(outputs, Mapping):
        return [], list(_declared(rows, outputs, found))
    if rows.has("columns"):
        if rows.has("keys"):
            span = next(key.span for key, _ in rows.table.entries if key.value == "keys")
            rows.refuse(span, f"the headings of {rows.file.value!r} are the keys", "remove 'keys'")
        keys = Sequence(tuple(rows.headings[at] for at in found), rows.headings[first].span)
        return [(rows.key("keys"), keys)], found
    if len(found) == 1:
        return [], found
    made: Keys = []
    for at in found:
        heading = rows.headings[at]
        name = id_of(heading.value) or f"column-{at + 1}"
        title = Scalar("title", heading.span, "title")
        made.append((Scalar(name, heading.span, heading.raw), Mapping(((title, heading),), heading.span)))
    _refuse_again(rows, [key for key, _ in made])
    return [(rows.key("outputs"), Mapping(tuple(made), rows.headings[first].span))], found


def _declared(rows: Rows, outputs: Mapping, found: list[int]) -> Iterator[int]:
    """The column of each output with values: headed by its id or its title. No column is left over."""
    left = {heading_words(rows.headings[at].value): at for at in reversed(found)}
    for key, node in outputs.entries:
        title = node.get("title") if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and node.get("text") is not None:
            continue
        names = [key.value, *([title.value] if isinstance(title, Scalar) else [])]
        at = next((left.pop(heading_words(name)) for name in names if heading_words(name) in left), None)
        if at is None:
            message = f"no column of {rows.file.value!r} is headed {names[-1]!r}"
            hint = f"its headings are: {', '.join(each.value for each in rows.headings)}"
            rows.refuse(key.span, message, like(names[-1], [each.value for each in rows.headings], hint))
        else:
            yield at
    for at in found:
        if at in left.values():
            heading = rows.headings[at]
            message = f"no output of the table is called {heading.value!r}"
            hint = (
                f"add it to outputs, or leave the column out: from: {{file: {rows.file.value}, "
                f"ignore: [{heading.value}]}}"
            )
            rows.refuse(heading.span, message, hint)


def _refuse_again(rows: Rows, names: list[Scalar]) -> None:
    first: dict[str, Scalar] = {}
    for name in names:
        if first.setdefault(name.value, name) is not name:
            label = Label(first[name.value].span, "first given here")
            message = f"two columns are headed {name.value!r}"
            rows.refuse(name.span, message, "give one of them another heading", (label,))


@dataclass(frozen=True, slots=True)
class _Line:
    """A row: the keys that head it, and what stands beside them."""

    keys: tuple[Scalar, ...]
    value: Node


def _under_their_keys(lines: list[_Line], rows: Rows, span: Span) -> Mapping:
    """Rows under their first keys, and so on inwards; a key that comes again at the end is a fault."""
    groups: dict[str, list[_Line]] = {}
    for line in lines:
        groups.setdefault(line.keys[0].value, []).append(line)
    entries: list[tuple[Scalar, Node]] = []
    for same in groups.values():
        key = same[0].keys[0]
        if len(same[0].keys) > 1:
            inner = [_Line(line.keys[1:], line.value) for line in same]
            entries.append((key, _under_their_keys(inner, rows, key.span)))
            continue
        entries.append((key, same[0].value))
        for again in same[1:]:
            label = Label(key.span, "first given here")
            message, place = f"the key {key.value!r} is given twice", again.keys[0].span
            rows.faults.add(Finding("duplicate-key", place, message, "keep one of the two", (label,)))
    return Mapping(tuple(entries), span)


def _whole_keys(rows: Rows, first: int) -> Iterator[tuple[Scalar, ...]]:
    """The keys of each row. An empty one before the last is that of the row above, as in a merged cell."""
    above: tuple[Scalar, ...] = ()
    for row in rows.body:
        keys = tuple(
            above[at] if above and at < first - 1 and not key.value else key for at, key in enumerate(row[:first])
        )
        for key in keys:
            if not key.value:
                rows.refuse(key.span, "this row has no key", "write what the row is for, or delete it")
        above = keys
        yield keys


def _conditional(rows: Rows, layout: str, own: tuple[str, ...]) -> Keys:
    """Lines with conditions: a column for each key of their own, and one for each input, empty where it is any."""
    headings = {at: heading.value.strip().casefold() for at, heading in enumerate(rows.headings)}
    for name in own[: 1 + (layout == "modifiers")]:
        if name not in headings.values():
            hint = f"a table of {layout} has columns headed {', '.join(own)}, and others by its inputs"
            rows.refuse(rows.headings[0].span, f"no column is headed {name!r}", hint)
            return []
    lines = (_conditional_line(rows, row, headings, own) for row in rows.body)
    return [(rows.key(layout), Sequence(tuple(lines), rows.headings[0].span))]


def _conditional_line(rows: Rows, row: tuple[Scalar, ...], headings: dict[int, str], own: tuple[str, ...]) -> Mapping:
    said = [(at, cell) for at, cell in enumerate(row) if cell.value]
    entries: Keys = [(Scalar(headings[at], rows.headings[at].span), cell) for at, cell in said if headings[at] in own]
    when = tuple((rows.headings[at], cell) for at, cell in said if headings[at] not in own)
    if when:
        entries.append((Scalar("when", when[0][0].span), Mapping(when, when[0][1].span)))
    return Mapping(tuple(entries), row[0].span)


def _modifiers(rows: Rows) -> Keys:
    return _conditional(rows, "modifiers", MODIFIER)


def _cases(rows: Rows) -> Keys:
    return _conditional(rows, "cases", CASE)


KINDS: dict[str, Callable[[Rows], Keys]] = {
    "records": _records,
    "cells": _lookup,
    "list": _list,
    "modifiers": _modifiers,
    "cases": _cases,
}


FROM = "from"
AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,5}):\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,5})")
OpenFile = Callable[[Scalar], DataFile | None]
"""The file that a table names; None, with a fault added, where it cannot be read."""


def filled(tree: Mapping, open_file: OpenFile, nodes: Budget, faults: Findings) -> Mapping:
    """A source file with the cells of all tables; the same object where they all stand in it.

    The cells are spent of the `nodes` of the game.
    """
    fill = partial(_table, open_file=open_file, nodes=nodes, faults=faults)
    tree = _replaced(tree, "tables", lambda tables: _each(tables, fill))
    rolls = partial(_replaced, name="rolls", change=lambda rolls: _each(rolls, fill))
    return _replaced(tree, "rules", lambda rules: _each(rules, rolls))


def _each(node: Node, change: Callable[[Mapping], Mapping]) -> Node:
    """A mapping with its mappings changed."""
    if not isinstance(node, Mapping):
        return node
    new = tuple((key, change(value) if isinstance(value, Mapping) else value) for key, value in node.entries)
    same = all(one is other for (_, one), (_, other) in zip(node.entries, new, strict=True))
    return node if same else Mapping(new, node.span)


def _replaced(node: Mapping, name: str, change: Callable[[Node], Node]) -> Mapping:
    """A mapping with one of its values changed."""
    old = node.get(name)
    new = None if old is None else change(old)
    if new is None or new is old:
        return node
    return Mapping(tuple((key, new if value is old else value) for key, value in node.entries), node.span)


def _table(table: Mapping, open_file: OpenFile, nodes: Budget, faults: Findings) -> Mapping:
    """A table with the cells of its file; as it is where they cannot be read, which is said."""
    written = table.get(FROM)
    asked = None if written is None else _asked(written)
    file = None if asked is None else open_file(asked.file)
    if asked is None or file is None:
        return table
    known = file.filled.get(id(table))
    if known is None:
        found = Findings()
        sheet = _sheet(file, asked, found)
        made = table if sheet is None else _filled(table, asked, sheet, found)
        known = file.filled[id(table)] = Filled(table, made, tuple(found.findings), 0 if sheet is None else sheet.count)
    faults.extend(known.found)
    if not nodes.spend(known.nodes):
        counted = f"the files of this game have, up to here, {nodes.spent:,} texts, lists and mappings"
        faults.add(over_limit(nodes.limit, counted, asked.file.span, "divide the game, or print less of it"))
    return known.table


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is written under `from`, as far as it can be read; its keys are declared where tables are decoded."""

    file: Scalar
    sheet: Scalar | None = None
    area: Scalar | None = None
    layout: Scalar | None = None
    ignore: tuple[Scalar, ...] = ()


def _asked(written: Node) -> _Asked | None:
    if isinstance(written, Scalar):
        return None if written.empty else _Asked(written)
    file = written.get("file") if isinstance(written, Mapping) else None
    if not isinstance(written, Mapping) or not isinstance(file, Scalar) or file.empty:
        return None
    sheet, area, layout = (_text(written.get(name)) for name in ("sheet", "cells", "as"))
    listed = written.get("ignore")
    ignored = listed.items if isinstance(listed, Sequence) else (listed,)
    return _Asked(file, sheet, area, layout, tuple(each for each in ignored if isinstance(each, Scalar)))


def _text(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and not node.empty else None


def _sheet(file: DataFile, asked: _Asked, faults: Findings) -> Sheet | None:
    """The sheet that is named, or the first."""
    wanted = asked.sheet
    if wanted is None or wanted.value in file.sheets:
        return file.sheets[wanted.value] if wanted else next(iter(file.sheets.values()), None)
    if "" in file.sheets:
        message, hint = f"{asked.file.value!r} has no sheets: it is one itself", "remove 'sheet'"
    else:
        message = f"{asked.file.value!r} has no sheet {wanted.value!r}"
        hint = like(wanted.value, file.sheets, f"its sheets are: {', '.join(file.sheets)}")
    faults.add(Finding(FINDING, wanted.span, message, hint))
    return None


def _filled(table: Mapping, asked: _Asked, sheet: Sheet, faults: Findings) -> Mapping:
    """The table with its key for the cells, and with further keys that the headings give."""
    cells = list(_in_area(sheet, asked.area, faults))
    cells = [row for row in cells if any(cell.value for cell in row)]
    faults.extend(sheet.wrong[cell.span] for row in cells for cell in row if cell.span in sheet.wrong)
    faults.extend(fault for row in cells for cell in row for fault in text_faults(cell))
    if len(cells) > ENTRIES.most + 1:
        counted = f"{asked.file.value!r} has {len(cells) - 1:,} rows"
        faults.add(over_limit(ENTRIES, counted, asked.file.span, "divide it"))
    if len(cells) < 2 and not faults.findings:
        message = f"{asked.file.value!r} has no rows below its headings"
        faults.add(Finding(FINDING, asked.file.span, message, "write the headings in its first row"))
    if any(fault.severity is Severity.ERROR for fault in faults.findings):
        return table
    rows = Rows(table, _kept(cells, asked, faults), asked.file, faults)
    new = layout_of(rows, asked.layout)
    if any(fault.severity is Severity.ERROR for fault in faults.findings):
        return table
    return Mapping((*table.entries, *new), table.span)


def _in_area(sheet: Sheet, area: Scalar | None, faults: Findings) -> Iterator[tuple[Scalar, ...]]:
    """The rows of an area such as B3:F20, or all; blank columns at the right are left out."""
    top, left, bottom, right = 1, 1, len(sheet.rows), max(map(len, sheet.rows), default=0)
    if area is not None:
        match = AREA.fullmatch(area.value.strip())
        if match is None:
            message = f"{area.value!r} is no area of cells"
            faults.add(Finding("bad-value", area.span, message, "write its first and its last cell: B3:F20"))
            return
        left, right = sorted(map(_column, (match[1], match[3])))
        top, bottom = sorted(map(int, (match[2], match[4])))
    rows = [row[left - 1 : right] for row in sheet.rows[top - 1 : bottom]]
    width = max((at for row in rows for at, cell in enumerate(row, 1) if cell.value), default=0)
    yield from (row[:width] for row in rows)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _kept(cells: list[tuple[Scalar, ...]], asked: _Asked, faults: Findings) -> list[tuple[Scalar, ...]]:
    """The columns that are not to be ignored; one to be ignored that is not there is a fault."""
    headings = [heading_words(cell.value) for cell in cells[0]]
    for each in asked.ignore:
        if heading_words(each.value) not in headings:
            message = f"{asked.file.value!r} has no column {each.value!r}"
            hint = like(each.value, [cell.value for cell in cells[0]], "remove it")
            faults.add(Finding(FINDING, each.span, message, hint))
    ignored = {heading_words(each.value) for each in asked.ignore}
    kept = [at for at, heading in enumerate(headings) if heading not in ignored]
    return [tuple(row[at] for at in kept if at < len(row)) for row in cells]


# Opens the spreadsheets that tables name, within the folder of their game


@dataclass(slots=True)
class SpreadsheetOpener:
    """The files of one reading of a game, each opened once; `known` has those of the last one."""

    project: Path
    folder: Path
    faults: Findings
    texts: dict[str, str]
    known: dict[str, Any]
    opened: dict[str, DataFile | None] = field(default_factory=dict)

    def open(self, named: Scalar) -> DataFile | None:
        """The file of a name; None where it cannot be read, with a fault at the first table that names it."""
        if named.value not in self.opened:
            self.opened[named.value] = self._open(named)
        return self.opened[named.value]

    def _open(self, named: Scalar) -> DataFile | None:
        path, file = PurePosixPath(named.value), self.folder / named.value
        if path.suffix.casefold() not in SUFFIXES:
            message = f"{named.value!r} is no spreadsheet"
            self._refuse(FINDING, named, message, "save it as CSV, XLSX or ODS")
        elif path.is_absolute() or ".." in path.parts or "\\" in named.value or visible(named.value) != named.value:
            message = f"{named.value!r} is not in {self._shown(self.folder)}"
            hint = f"move it there, and write its path from that folder: data/{path.name}"
            self._refuse("outside", named, message, hint)
        elif not os.path.lexists(file):
            self._refuse(FINDING, named, f"there is no file {self._shown(file)}", self._near(named))
        else:
            return self._sound(named, file)
        return None

    def _sound(self, named: Scalar, file: Path) -> DataFile | None:
        try:
            return self._read(file)
        except (CannotOpenError, SheetError) as error:
            finding = error.finding if isinstance(error, CannotOpenError) else FINDING
            message = f"the file {named.value!r} {error.says}"
            self._refuse(finding, named, message, error.hint)
            return None

    def _read(self, file: Path) -> DataFile:
        data, shown = read_file(file, self.folder, SHEET_BYTES.most), self._shown(file)
        known = self.known.get(shown)
        if not isinstance(known, DataFile) or known.data != data:
            known = self.known[shown] = read_data_file(data, shown)
        self.faults.extend(known.found)
        self.texts.update(known.texts(shown))
        return known

    def _near(self, named: Scalar) -> str:
        there = (path for path in sorted(self.folder.rglob("*")) if path.suffix.casefold() in SUFFIXES)
        names = [path.relative_to(self.folder).as_posix() for path in there]
        beside = f"the spreadsheets there are: {', '.join(names[:8])}"
        return like(named.value, names, beside if names else f"put it into {self._shown(self.folder)}")

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _refuse(self, finding: str, named: Scalar, message: str, hint: str = "") -> None:
        self.faults.add(Finding(finding, named.span, message, hint))
