"""Put the cells of a spreadsheet into a table, as if they were written in YAML.

In comes the tree of a source file with `from: data/weapons.csv` in a table, out comes the tree with the cells. The rows

    weapon,range,dice
    rifle,6,1

become `outputs: {range: {title: range}, dice: {title: dice}}` and `records: {rifle: [6, 1]}`, next to the other keys of
the table. The *layout* is the key that gets the rows: `records`, `cells`, `list`, `modifiers` or `cases`.

Nodes are `Mapping`, `Sequence` and `Scalar`: YAML with places. They are not changed: a changed tree is a new mapping
around the nodes that stay the same.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rulewright.base.findings import Finding, Findings, Label, Span, over_limit
from rulewright.base.limits import ENTRIES, SHEET_BYTES, Budget
from rulewright.base.memo import memoised
from rulewright.base.visible import visible
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.opening import FileKind, NamedFiles, did_you_mean
from rulewright.source.spreadsheets.data_file import (
    FINDING,
    SUFFIXES,
    DataFile,
    Sheet,
    SheetError,
    read_data_file,
)
from rulewright.source.text_limits import text_findings
from rulewright.source.tree import too_many_nodes

SPREADSHEET = FileKind(
    noun="file",
    suffixes=SUFFIXES,
    formats="spreadsheet",
    bad=FINDING,
    bad_hint="save it as CSV, XLSX or ODS",
    missing=FINDING,
    usual_folder="data",
)
FROM = "from"
"""The key of a table that names its spreadsheet."""
AREA_PATTERN = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,5}):\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,5})")
"""An area of cells, such as `B3:F20` or `$B$3:$F$20`."""
OpenFile = Callable[[Scalar], DataFile | None]
"""Opens the file that a table names; None, with a finding, if it cannot be read."""


class SpreadsheetOpener:
    """Opens the spreadsheets of one game, each once."""

    def __init__(self, project: Path, folder: Path, findings: Findings, texts: dict[str, str]) -> None:
        self.files, self.texts = NamedFiles(SPREADSHEET, folder, project, findings), texts
        self.opened: dict[str, DataFile | None] = {}

    def open(self, name: Scalar) -> DataFile | None:
        """Return the file of this name; None if it cannot be read, with a finding at the first table that names it."""
        if name.value not in self.opened:
            self.opened[name.value] = self._open(name)
        return self.opened[name.value]

    def _open(self, name: Scalar) -> DataFile | None:
        files = self.files
        if visible(name.value) != name.value:
            files.refuse_outside(name)
            return None
        data = files.read(name, SHEET_BYTES.most)
        if data is None:
            return None
        path = files.display_path(files.folder / name.value)
        try:
            file = read_data_file(data, path)
        except SheetError as error:
            files.refuse(FINDING, name, f"the file {name.value!r} {error.says}", error.hint)
            return None
        files.findings.extend(file.findings)
        self.texts.update(file.texts(path))
        return file


# The tables of a file of the source


def with_spreadsheet_cells(tree: Mapping, open_file: OpenFile, nodes: Budget, findings: Findings) -> Mapping:
    """Return a source file with the cells of all its tables; the same object if none is in a spreadsheet.

    The cells are spent from the `nodes` of the game.
    """
    # tables are at `tables: {arms: TABLE}` and at `rules: {4.2: {rolls: {weather: TABLE}}}`
    fill = partial(_filled_table, open_file=open_file, nodes=nodes, findings=findings)
    tree = _replaced(tree, "tables", lambda tables: _each(tables, fill))
    rolls = partial(_replaced, name="rolls", change=lambda rolls: _each(rolls, fill))
    return _replaced(tree, "rules", lambda rules: _each(rules, rolls))


def _each(node: Node, change: Callable[[Mapping], Mapping]) -> Node:
    """Return a mapping with its inner mappings changed; the same object if nothing changes."""
    if not isinstance(node, Mapping):
        return node
    new = tuple((key, change(value) if isinstance(value, Mapping) else value) for key, value in node.entries)
    is_unchanged = all(before is after for (_, before), (_, after) in zip(node.entries, new, strict=True))
    return node if is_unchanged else Mapping(new, node.span)


def _replaced(node: Mapping, name: str, change: Callable[[Node], Node]) -> Mapping:
    """Return a mapping with the value of the key `name` changed; the same object if nothing changes."""
    old = node.get(name)
    new = None if old is None else change(old)
    if new is None or new is old:
        return node
    return Mapping(tuple((key, new if value is old else value) for key, value in node.entries), node.span)


def _filled_table(table: Mapping, open_file: OpenFile, nodes: Budget, findings: Findings) -> Mapping:
    """Return a table with the cells of its file; unchanged if it names none, or if a finding says why it cannot."""
    source = _read_from(table.get(FROM))
    file = None if source is None else open_file(source.file)
    if source is None or file is None:
        return table
    filled, cell_count = _filled_from(file, table, findings)
    if not nodes.spend(cell_count):
        findings.add(too_many_nodes(nodes, source.file.span))
    return filled


@memoised()
def _filled_from(file: DataFile, table: Mapping, findings: Findings) -> tuple[Mapping, int]:
    """Return a table with the cells of its file, and how many these are."""
    source = _read_from(table.get(FROM))
    assert source is not None
    of_table = Findings()  # what is wrong elsewhere must not keep the cells out of this table
    sheet = _sheet(file, source, of_table)
    filled = table if sheet is None else _with_cells(table, source, sheet, of_table)
    findings.extend(of_table.items)
    return filled, 0 if sheet is None else sheet.cell_count


@dataclass(frozen=True, slots=True)
class _From:
    """The value of the key `from`, as far as it can be read; its keys are declared where tables are decoded.

    `area` is the text of its key `cells`, `layout` that of `as`, and `ignore` has the headings of columns to leave out.
    """

    file: Scalar
    sheet: Scalar | None = None
    area: Scalar | None = None
    layout: Scalar | None = None
    ignore: tuple[Scalar, ...] = ()


def _read_from(written: Node | None) -> _From | None:
    """Read the value of `from`; None if it names no file."""
    if isinstance(written, Scalar):
        return None if written.empty else _From(written)
    if not isinstance(written, Mapping):
        return None
    values = (written.get(name) for name in ("file", "sheet", "cells", "as"))
    file, sheet, area, layout = (each if isinstance(each, Scalar) and not each.empty else None for each in values)
    ignore = written.get("ignore")
    ignored = ignore.items if isinstance(ignore, Sequence) else (ignore,)
    names = tuple(each for each in ignored if isinstance(each, Scalar))
    return None if file is None else _From(file, sheet, area, layout, names)


def _sheet(file: DataFile, source: _From, findings: Findings) -> Sheet | None:
    """Return the sheet that is named, or the first; None, with a finding, if there is no such sheet."""
    wanted = source.sheet
    if wanted is None:
        return next(iter(file.sheets.values()), None)
    if wanted.value in file.sheets:
        return file.sheets[wanted.value]
    if "" in file.sheets:
        message, hint = f"{source.file.value!r} has no sheets: it is one itself", "remove 'sheet'"
    else:
        message = f"{source.file.value!r} has no sheet {wanted.value!r}"
        hint = did_you_mean(wanted.value, file.sheets, f"its sheets are: {', '.join(file.sheets)}")
    findings.add(Finding(FINDING, wanted.span, message, hint))
    return None


def _with_cells(table: Mapping, source: _From, sheet: Sheet, findings: Findings) -> Mapping:
    """Return the table with a key for its cells, and the keys that the headings give."""
    cells = [row for row in _rows_of_area(sheet, source.area, findings) if any(cell.value for cell in row)]
    findings.extend(sheet.findings[cell.span] for row in cells for cell in row if cell.span in sheet.findings)
    findings.extend(finding for row in cells for cell in row for finding in text_findings(cell))
    if len(cells) > ENTRIES.most + 1:
        counted = f"{source.file.value!r} has {len(cells) - 1:,} rows"
        findings.add(over_limit(ENTRIES, counted, source.file.span, "divide it"))
    if len(cells) < 2 and not findings.items:
        message = f"{source.file.value!r} has no rows below its headings"
        findings.add(Finding(FINDING, source.file.span, message, "write the headings in its first row"))
    new: Keys = []
    if not findings.fatal:
        rows = Rows(table, _without_ignored(cells, source, findings), source.file, findings)
        new = layout_of(rows, source.layout)
    return table if findings.fatal else Mapping((*table.entries, *new), table.span)


def _rows_of_area(sheet: Sheet, area: Scalar | None, findings: Findings) -> Iterator[tuple[Scalar, ...]]:
    """Yield the rows of an area such as B3:F20, or of the whole sheet, without blank columns at the right."""
    top, left, bottom, right = 1, 1, len(sheet.rows), max(map(len, sheet.rows), default=0)
    if area is not None:
        match = AREA_PATTERN.fullmatch(area.value.strip())
        if match is None:
            message = f"{area.value!r} is not an area of cells"
            findings.add(Finding("bad-value", area.span, message, "write its first and its last cell: B3:F20"))
            return
        left, right = sorted(map(_column_number, (match[1], match[3])))
        top, bottom = sorted(map(int, (match[2], match[4])))
    rows = [row[left - 1 : right] for row in sheet.rows[top - 1 : bottom]]
    width = max((column for row in rows for column, cell in enumerate(row, 1) if cell.value), default=0)
    yield from (row[:width] for row in rows)


def _column_number(letters: str) -> int:
    """Return the number of a column: 1 for A, 27 for AA."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _without_ignored(cells: list[tuple[Scalar, ...]], source: _From, findings: Findings) -> list[tuple[Scalar, ...]]:
    """Return the rows without the columns under `ignore`; report one that does not exist."""
    headings = [heading_words(cell.value) for cell in cells[0]]
    for each in source.ignore:
        if heading_words(each.value) not in headings:
            message = f"{source.file.value!r} has no column {each.value!r}"
            hint = did_you_mean(each.value, [cell.value for cell in cells[0]], "remove it")
            findings.add(Finding(FINDING, each.span, message, hint))
    ignored = {heading_words(each.value) for each in source.ignore}
    columns = [column for column, heading in enumerate(headings) if heading not in ignored]
    if source.ignore and not columns:
        message = f"nothing of {source.file.value!r} is left without these columns"
        findings.add(Finding(FINDING, source.ignore[0].span, message, "keep the columns of the table"))
        return cells
    return [tuple(row[column] for column in columns if column < len(row)) for row in cells]


# The rows of a spreadsheet as a key of a table

Keys = list[tuple[Scalar, Node]]
"""Keys of a table with their values."""
LAYOUTS = ("records", "cells", "list", "modifiers", "cases")
FIXED_COLUMNS = {"modifiers": ("label", "value", "remark"), "cases": ("value", "label")}
"""The columns that are keys of a modifier or a case; the other columns are the inputs of its condition."""
REQUIRED_COLUMNS = {"modifiers": 2, "cases": 1}
"""The number of fixed columns, from the first, that a spreadsheet must have."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The cells of a table, its headings first, and the table in YAML."""

    table: Mapping
    cells: list[tuple[Scalar, ...]]
    file: Scalar
    findings: Findings

    @property
    def headings(self) -> tuple[Scalar, ...]:
        return self.cells[0]

    @property
    def body(self) -> list[tuple[Scalar, ...]]:
        """The rows below the headings, all as long as the row of headings; a line of CSV may be shorter."""
        width = len(self.headings)
        return [(*row[:width], *[Scalar("", row[-1].span)] * (width - len(row))) for row in self.cells[1:]]

    def has(self, name: str) -> bool:
        return self.table.get(name) is not None

    def key(self, name: str) -> Scalar:
        """Return a key for the table; its place is the first cell."""
        return Scalar(name, self.headings[0].span, name)

    def refuse(self, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.findings.add(Finding(FINDING, span, message, hint, labels))


def layout_of(rows: Rows, wanted: Scalar | None) -> Keys:
    """Return the key with the cells in the layout that is wanted, and the keys that the headings give.

    The default is `cells` if the table has `rows`, else `records`.
    """
    layout = wanted.value if wanted else "cells" if rows.has("rows") else "records"
    if layout not in LAYOUTS:
        return []  # decoding the table reports it
    layout_in_yaml = next((key for key, _ in rows.table.entries if key.value in LAYOUTS), None)
    if layout_in_yaml is not None:
        message = f"the table has {layout_in_yaml.value!r} beside the file {rows.file.value!r}"
        rows.refuse(layout_in_yaml.span, message, "keep one of the two")
        return []
    if layout in FIXED_COLUMNS:
        return _conditional(rows, layout, FIXED_COLUMNS[layout])
    if layout == "list" and len(rows.headings) == 1:
        return [(rows.key("list"), Sequence(tuple(row[0] for row in rows.body), rows.headings[0].span))]
    key_columns = max(1, _input_count(rows.table.get("rows"))) if layout == "cells" else 1
    return _rows_under_keys(rows, layout, key_columns)


def _input_count(axes: Node | None) -> int:
    """Return the number of inputs that head the rows: each has a column."""
    if isinstance(axes, Sequence):
        return sum(map(_input_count, axes.items))
    return len(axes.entries) if isinstance(axes, Mapping) else 1


def _rows_under_keys(rows: Rows, layout: str, key_columns: int) -> Keys:
    """Return rows under their keys, which are in the first `key_columns` columns; the other columns are values."""
    if len(rows.headings) <= key_columns:
        message = f"{rows.file.value!r} has no column of values after its keys"
        rows.refuse(rows.headings[0].span, message, f"its first {key_columns} columns are keys of rows")
        return []
    heading_keys, order = _value_columns(rows, key_columns)
    has_single_values = len(order) == 1 and not rows.has("outputs") and not rows.has("columns")
    start = rows.headings[0].span
    if not rows.has("headers"):
        value_headings = [rows.headings[column] for column in order] if has_single_values else []
        headers = (*rows.headings[:key_columns], *value_headings)
        heading_keys = [(rows.key("headers"), Sequence(headers, start)), *heading_keys]
    lines: list[_Line] = []
    for keys, row in zip(_row_keys(rows, key_columns), rows.body, strict=True):
        values = tuple(row[column] for column in order)
        lines.append(_Line(keys, values[0] if has_single_values else Sequence(values, row[0].span)))
    return [*heading_keys, (rows.key(layout), _nested(lines, rows.findings, start))]


def _value_columns(rows: Rows, key_columns: int) -> tuple[Keys, list[int]]:
    """Return the keys that the headings of values give, and the columns of values in the order of the table, from 0.

    If the table has `outputs`, they say the order. If it has `columns`, the headings are the `keys` of that input. A
    single column needs no key. Else each heading becomes an output.
    """
    columns = list(range(key_columns, len(rows.headings)))
    outputs = rows.table.get("outputs")
    if isinstance(outputs, Mapping):
        return [], list(_output_columns(rows, outputs, columns))
    if rows.has("columns"):
        if rows.has("keys"):
            span = next(key.span for key, _ in rows.table.entries if key.value == "keys")
            rows.refuse(span, f"the headings of {rows.file.value!r} are the keys", "remove 'keys'")
        keys = Sequence(tuple(rows.headings[column] for column in columns), rows.headings[key_columns].span)
        return [(rows.key("keys"), keys)], columns
    if len(columns) == 1:
        return [], columns
    new: dict[str, tuple[Scalar, Node]] = {}
    for column in columns:
        heading = rows.headings[column]
        name = id_of(heading.value) or f"column-{column + 1}"
        key, title = Scalar(name, heading.span, heading.raw), Scalar("title", heading.span, "title")
        first_key = new.setdefault(name, (key, Mapping(((title, heading),), heading.span)))[0]
        if first_key is not key:
            label = Label(first_key.span, "first given here")
            message = f"two columns are headed {name!r}"
            rows.refuse(key.span, message, "give one of them another heading", (label,))
    return [(rows.key("outputs"), Mapping(tuple(new.values()), rows.headings[key_columns].span))], columns


def _output_columns(rows: Rows, outputs: Mapping, columns: list[int]) -> Iterator[int]:
    """Yield the column of each output with values, headed by its id or its title. Report a column that is left over."""
    unused = {heading_words(rows.headings[column].value): column for column in reversed(columns)}
    names_in_file = [each.value for each in rows.headings]
    for key, node in outputs.entries:
        title = node.get("title") if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and node.get("text") is not None:  # its text is in YAML
            continue
        names = [key.value, *([title.value] if isinstance(title, Scalar) else [])]
        column = next((unused.pop(heading_words(name)) for name in names if heading_words(name) in unused), None)
        if column is None:
            message = f"no column of {rows.file.value!r} is headed {names[-1]!r}"
            hint = did_you_mean(names[-1], names_in_file, f"its headings are: {', '.join(names_in_file)}")
            rows.refuse(key.span, message, hint)
        else:
            yield column
    for column in columns:
        if column in unused.values():
            heading = rows.headings[column]
            leave_out = f"from: {{file: {rows.file.value}, ignore: [{heading.value}]}}"
            hint = f"add it to outputs, or leave the column out: {leave_out}"
            rows.refuse(heading.span, f"no output of the table is called {heading.value!r}", hint)


def _row_keys(rows: Rows, key_columns: int) -> Iterator[tuple[Scalar, ...]]:
    """Yield the keys of each row. An empty key before the last is that of the row above, as in a merged cell."""
    above: tuple[Scalar, ...] = ()
    for row in rows.body:
        keys = row[:key_columns]
        if above:
            keys = (
                *(key if key.value else key_above for key, key_above in zip(keys[:-1], above, strict=False)),
                keys[-1],
            )
        for key in keys:
            if not key.value:
                rows.refuse(key.span, "this row has no key", "write what the row is for, or delete it")
        above = keys
        yield keys


class _Line(NamedTuple):
    """The keys of a row, the outermost first, and its value."""

    keys: tuple[Scalar, ...]
    value: Node


def _nested(lines: list[_Line], findings: Findings, span: Span) -> Mapping:
    """Return rows under their first keys, then under their second keys, and so on. Report two rows with the same keys.

    The rows `a b | 1` and `a c | 2` become `{a: {b: 1, c: 2}}`.
    """
    groups: dict[str, list[_Line]] = {}
    for keys, value in lines:
        groups.setdefault(keys[0].value, []).append(_Line(keys, value))
    entries: Keys = []
    for group in groups.values():
        (key, *inner), value = group[0]
        if inner:
            entries.append((key, _nested([_Line(keys[1:], value) for keys, value in group], findings, key.span)))
            continue
        entries.append((key, value))
        for other_keys, _ in group[1:]:
            message, labels = f"the key {key.value!r} is given twice", (Label(key.span, "first given here"),)
            findings.add(Finding("duplicate-key", other_keys[0].span, message, "keep one of the two", labels))
    return Mapping(tuple(entries), span)


def _conditional(rows: Rows, layout: str, fixed: tuple[str, ...]) -> Keys:
    """Return modifiers or cases. They have a column for each of their `fixed` keys, and one for each input.

    The row `In a wood | -1 | wood` below `label | value | cover` becomes `{label: In a wood, value: -1, when: {cover:
    wood}}`. An empty cell below an input stands for any value.
    """
    headings = [heading.value.strip().casefold() for heading in rows.headings]
    for name in fixed[: REQUIRED_COLUMNS[layout]]:
        if name not in headings:
            hint = f"a table of {layout} has columns headed {', '.join(fixed)}, and others by its inputs"
            rows.refuse(rows.headings[0].span, f"no column is headed {name!r}", hint)
            return []
    lines: list[Node] = []
    for row in rows.body:
        entries: Keys = []
        conditions: Keys = []
        for name, heading, cell in zip(headings, rows.headings, row, strict=True):
            if cell.value and name in fixed:
                entries.append((Scalar(name, heading.span), cell))
            elif cell.value:
                conditions.append((heading, cell))
        if conditions:
            (first_heading, first_cell), *_ = conditions
            entries.append((Scalar("when", first_heading.span), Mapping(tuple(conditions), first_cell.span)))
        lines.append(Mapping(tuple(entries), row[0].span))
    return [(rows.key(layout), Sequence(tuple(lines), rows.headings[0].span))]


def heading_words(text: str) -> str:
    """Return a heading in a form to compare."""
    return " ".join(text.split()).casefold()


def id_of(heading: str) -> str:
    """Return an id of the letters a to z and the digits of a heading: `to-hit` for `To hit`; empty if it has none."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", heading) if not unicodedata.combining(sign))
    return "-".join(re.findall("[a-z0-9]+", plain.casefold()))
