"""The cells of a spreadsheet in the place of a key of a table, as if they stood in YAML."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from rulewright.findings import Finding, Findings, Severity, over_limit
from rulewright.limits import ENTRIES, Budget
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.spreadsheets.data_file import DataFile, Filled
from rulewright.source.spreadsheets.rows import Rows, layout_of
from rulewright.source.spreadsheets.sheet import FINDING, Sheet, heading_words, like
from rulewright.source.tree import text_faults

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
