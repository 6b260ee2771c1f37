"""A spreadsheet file as its sheets: CSV and TSV, XLSX, and ODS.

XLSX and ODS are archives of XML, which may be crafted to do harm: they are opened only if they are small when unpacked
and declare no entities.
"""

import codecs
import re
import warnings
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulewright.findings import Finding, Severity, Span
from rulewright.limits import SHEET_CELLS, SHEET_UNPACKED
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Scalar

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

FINDING = "bad-spreadsheet"
SEPARATOR = " | "
"""Separates the cells of a row in a finding."""
Area = tuple[int, int, int, int]
"""The row and column of its first cell, and those of its last."""
SAVE_HINT = "save it again in the spreadsheet"
DATE_HINT = "format the column as text, then write the cell again"


class SheetError(Exception):
    """Why a file cannot be read as a spreadsheet (continues a sentence about the file), and a hint."""

    def __init__(self, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.says, self.hint = says, hint


@dataclass(frozen=True, slots=True)
class Raw:
    """The text of a cell as the spreadsheet shows it, or what is wrong with it."""

    text: str
    wrong: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells with their places; the name is empty if the file is one sheet.

    `text` has a line for each row, for findings. `wrong` has the cells that cannot be used, by their places. `areas`
    has the heights and widths of merged cells by the places of their first cells; all cells of an area have its text.
    """

    name: str
    rows: tuple[tuple[Scalar, ...], ...]
    text: str
    wrong: Mapping[Span, Finding] = field(default_factory=dict)
    areas: Mapping[Span, tuple[int, int]] = field(default_factory=dict)

    def shown(self, span: Span) -> str:
        """The text at a place, as findings show it."""
        line = self.text.split("\n")[span.line - 1]
        return line[span.column - 1 : span.column - 1 + span.length]

    @property
    def count(self) -> int:
        return sum(map(len, self.rows))


@dataclass(frozen=True, slots=True)
class Filled:
    """A table with its cells, the findings about them, and the number of their nodes.

    `written` is the table in the source: it is kept alive, so its identity stays its own.
    """

    written: Tree
    table: Tree
    findings: tuple[Finding, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class DataFile:
    """The sheets of a file by name, in order, and the tables `filled` from it by the identities of their nodes.

    A process that reads a game again gets the same nodes from here while neither the table nor the file has changed.
    """

    data: bytes
    sheets: dict[str, Sheet]
    findings: tuple[Finding, ...] = ()
    filled: dict[int, Filled] = field(default_factory=dict)

    def texts(self, file: str) -> dict[str, str]:
        """The lines of the sheets, by the names that the places of their cells use."""
        return {f"{file}!{name}" if name else file: sheet.text for name, sheet in self.sheets.items()}


def read_data_file(data: bytes, file: str) -> DataFile:
    """The sheets of a file with one of the SUFFIXES; `SheetError` if it cannot be read."""
    suffix = f".{file.rpartition('.')[2].casefold()}"
    if suffix in WITH_SHEETS:
        return DataFile(data, WITH_SHEETS[suffix](data, file))
    text, warning = _decoded(data, file)
    return DataFile(data, {"": read_separated(text, file)}, (warning,) if warning else ())


def address(row: int, column: int) -> str:
    """A cell as spreadsheets name it, both numbers from 1: B3, AA10."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def check_reach(row: int, column: int, name: str = "") -> None:
    """Refuses a sheet with a cell too far out: one stray cell makes every row that long."""
    if row * column > SHEET_CELLS.most:
        where = f"{name}!{address(row, column)}" if name else address(row, column)
        says = f"reaches to the cell {where}, and the limit is {SHEET_CELLS.most:,} cells"
        raise SheetError(says, "divide it, or delete what is outside the table")


def sheet_of(name: str, file: str, cells: dict[tuple[int, int], Raw], areas: Iterable[Area]) -> Sheet:
    """A sheet of an archive. Findings show a row with separators between its cells, and count columns in that line."""
    merged: list[Area] = []
    for top, left, bottom, right in areas:
        if (first := cells.get((top, left))) is not None:
            check_reach(bottom, right, name)
            cells |= {(row, column): first for row in range(top, bottom + 1) for column in range(left, right + 1)}
            merged.append((top, left, bottom, right))
    height, width = (max((place[at] for place in cells), default=0) for at in (0, 1))
    check_reach(height, width, name)
    lines: list[str] = []
    rows: list[tuple[Scalar, ...]] = []
    wrong: dict[Span, Finding] = {}
    for row in range(1, height + 1):
        begin, scalars, texts = 1, list[Scalar](), list[str]()
        for column in range(1, width + 1):
            raw = cells.get((row, column), Raw(""))
            text = " ".join(raw.text.split("\n"))
            span = Span(file, row, begin, max(1, len(text)), f"{name}!{address(row, column)}")
            scalars.append(cell(raw.text, text, span))
            texts.append(text)
            begin += len(text) + len(SEPARATOR)
            if raw.wrong:
                wrong[span] = Finding(FINDING, span, raw.wrong, raw.hint)
        rows.append(tuple(scalars))
        lines.append(SEPARATOR.join(texts))
    sizes = {rows[top - 1][left - 1].span: (bottom - top + 1, right - left + 1) for top, left, bottom, right in merged}
    return Sheet(name, tuple(rows), "\n".join(lines), wrong, sizes)


def cell(text: str, raw: str, span: Span) -> Scalar:
    """A cell as text, even if YAML would read it as an empty value."""
    value = text.strip()
    return Scalar(value, span, raw, plain=not value)


# CSV and TSV. Python's csv module does not say where each cell is

SEPARATORS = (",", ";", "\t")
OPENED = re.compile(r'"[^"]*"')
OLD_ENCODING = "cp1252"
FIRST_LINES = 20
"""One of these lines has a separator, unless the file has a single column."""


def _decoded(data: bytes, file: str) -> tuple[str, Finding | None]:
    """The text, with line feeds only, and a warning if its encoding is a guess."""
    warning: Finding | None = None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            text = data.decode(OLD_ENCODING, "replace")
            before = data[: error.start].decode("utf-8", "replace")
            line, column = before.count("\n") + 1, error.start - data.rfind(b"\n", 0, error.start)
            guess = data[error.start : error.start + 1].decode(OLD_ENCODING, "replace")
            message = f"not UTF-8: the file is read as Windows-1252, so {guess!r} is a guess"
            hint = "save it in the spreadsheet as CSV UTF-8"
            warning = Finding("not-utf8", Span(file, line, column), message, hint, severity=Severity.WARNING)
    return text.replace("\r\n", "\n").replace("\r", "\n"), warning


def read_separated(text: str, file: str) -> Sheet:
    """All cells of a file. Text after the closing quote of a cell belongs to it too, as in a spreadsheet."""
    separator = _separator(text, file)
    cells = re.compile(rf'(?:"((?:[^"]|"")*+)")?([^{re.escape(separator)}\n]*)(.?)', re.DOTALL)
    rows: list[tuple[Scalar, ...]] = []
    row: list[Scalar] = []
    wrong: dict[Span, Finding] = {}
    at, line, begin, count = 0, 1, 0, 0
    while row or at < len(text):
        match = cells.match(text, at)
        assert match is not None  # it matches any text
        quoted, rest, end = match.groups()
        raw = text[at : match.end(2)]
        length = max(1, len(raw.partition("\n")[0]))
        span = Span(file, line, at - begin + 1, length, address(len(rows) + 1, len(row) + 1))
        if raw.startswith('"') and quoted is None:
            hint = 'close it, or write two quotes for one: "a 6"" gun"'
            wrong[span] = Finding(FINDING, span, "the quote that opens here is not closed", hint)
        row.append(cell((quoted or "").replace('""', '"') + rest, raw, span))
        count += 1
        check_reach(1, count)
        if breaks := raw.count("\n"):
            line, begin = line + breaks, at + raw.rfind("\n") + 1
        at = match.end()
        if end != separator:
            rows.append(tuple(row))
            row, line, begin = [], line + 1, at
    return Sheet("", tuple(rows), text, wrong)


def _separator(text: str, file: str) -> str:
    """The sign between cells: the most frequent one, outside quotes, in the first line that has any."""
    if file.casefold().endswith((".tsv", ".tab")):
        return "\t"
    lines = (OPENED.sub("", line) for line in islice(text.split("\n"), FIRST_LINES))
    first = next((line for line in lines if any(sign in line for sign in SEPARATORS)), "")
    return max(SEPARATORS, key=first.count)


# Archives of XML

XML = (".xml", ".rels")
DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))


def _parts(data: bytes) -> dict[str, bytes]:
    """The XML files of an archive by their names."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            _refuse_bomb(sum(each.file_size for each in entries))  # reading unpacks no more than an entry states
            parts = {each.filename: archive.read(each) for each in entries if each.filename.endswith(XML)}
    except SheetError:
        raise
    except Exception as error:  # a damaged or hostile archive may raise anything
        raise SheetError("is not a spreadsheet that can be opened", SAVE_HINT) from error
    for part in parts.values():
        _refuse_declarations(part)
    return parts


def _refuse_bomb(size: int) -> None:
    if size > SHEET_UNPACKED.most:
        most = SHEET_UNPACKED.most / 1_000_000
        says = f"is {size / 1_000_000:,.0f} MB when unpacked, and the limit is {most:g} MB"
        raise SheetError(says, "keep pictures and other sheets in files of their own")


def _refuse_declarations(xml: bytes) -> None:
    if any(sign in xml for sign in DECLARATIONS):
        raise SheetError("declares entities of XML, as no spreadsheet does", SAVE_HINT)


# XLSX. It stores numbers without the format in which a spreadsheet shows them

NUMBER_FORMAT = re.compile(
    r'(?P<before>(?:"[^"]*"|\\.|[-+ ])*)(?P<digits>[#0,]*0)(?:\.(?P<decimals>0+))?(?P<after>(?:%|"[^"]*"|\\.| )*)'
)
"""The common formats of numbers: 0, 0.00, 0%, +0, 0" gp"."""
MONTHS = tuple("January February March April May June July August September October November December".split())
FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")


def read_xlsx(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a workbook by their names."""
    parts = _parts(data)
    worksheets = _worksheets(data, values=True)
    names = [name for name in parts if name.startswith("xl/worksheets/")]
    formulas = _worksheets(data, values=False) if any(FORMULA.search(parts[name]) for name in names) else {}
    return {name: _xlsx_sheet(name, file, sheet, formulas.get(name)) for name, sheet in worksheets.items()}


def _worksheets(data: bytes, *, values: bool) -> "dict[str, Worksheet]":
    """The sheets with the last values of formulas, or with the formulas themselves."""
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about anything but cells
            book = load_workbook(BytesIO(data), data_only=values, keep_links=False)
            return {sheet.title: sheet for sheet in book.worksheets}
    except Exception as error:  # a damaged workbook may make openpyxl raise anything
        raise SheetError("is not an XLSX file that can be read", SAVE_HINT) from error


def _xlsx_sheet(name: str, file: str, sheet: "Worksheet", formulas: "Worksheet | None") -> Sheet:
    cells: dict[tuple[int, int], Raw] = {}
    for (row, column), each in sheet._cells.items():  # the public ways create a cell for each place up to the last
        formula = formulas is not None and formulas._cells[row, column].data_type == "f"
        raw = _xlsx_cell(each.value, each.data_type, each.number_format, formula=formula)
        if raw.text or raw.wrong:
            check_reach(row, column, name)
            cells[row, column] = raw
    merged = (each.bounds for each in sheet.merged_cells.ranges)
    return sheet_of(name, file, cells, ((top, left, bottom, right) for left, top, right, bottom in merged))


def _xlsx_cell(value: Any, kind: str, number_format: str, *, formula: bool) -> Raw:
    if value is None:
        return _without_value() if formula else Raw("")
    if kind == "e":
        return _formula_error(str(value))
    if isinstance(value, bool):
        return Raw("yes" if value else "no")
    if isinstance(value, (date, datetime, time, timedelta)):
        return _dated(str(value), value)
    if isinstance(value, (int, float)):
        return Raw(number_text(value, number_format))
    return Raw(str(value))


def _without_value() -> Raw:
    hint = "open the file in the spreadsheet and save it, or write the value"
    return Raw("", "this formula has no value: the file was not calculated", hint)


def _formula_error(text: str) -> Raw:
    return Raw(text, f"this formula has an error: {text}", "correct it")


def _dated(text: str, value: date | time | timedelta) -> Raw:
    """A date: a spreadsheet turns 1-2 into one as soon as it is typed."""
    if not isinstance(value, date):
        return Raw(text, f"the spreadsheet holds a time here, {value!s}", DATE_HINT)
    day = f"{value.day} {MONTHS[value.month - 1]}"
    numbers = "-".join(map(str, sorted((value.day, value.month))))
    return Raw(text, f"the spreadsheet holds a date, {day}, where {numbers} was probably meant", DATE_HINT)


def number_text(value: float, number_format: str) -> str:
    """A number as the common formats show it, else with the digits that it needs."""
    sections = number_format.split(";")
    which = 1 if value < 0 else 2 if not value else 0
    section = sections[which] if which < len(sections) else sections[0]
    match = NUMBER_FORMAT.fullmatch(section)
    if match is None:
        if isinstance(value, int) or value.is_integer():
            return str(int(value))
        return f"{Decimal(f'{value:.15g}'):f}"  # spreadsheets show at most 15 digits
    number = abs(value) if value < 0 and len(sections) > 1 else value
    percent, decimals = "%" in match["after"], len(match["decimals"] or "")
    scaled = Decimal(repr(number)) * (100 if percent else 1)
    text = f"{scaled:,.{decimals}f}" if "," in match["digits"] else f"{scaled:.{decimals}f}"
    return f"{_literal(match['before'])}{text}{_literal(match['after'])}"


def _literal(written: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', lambda match: match[1] or match[2] or "", written)


# ODS, and FODS, which is the same in one XML file. It stores each cell as it is shown, so it needs no library

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
HIDDEN = (f"{OFFICE}annotation",)


def read_ods(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a document by their names."""
    return _ods_sheets(_parts(data).get("content.xml", b""), file)


def read_flat(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a document that is one XML file instead of an archive."""
    _refuse_declarations(data)
    return _ods_sheets(data, file)


def _ods_sheets(content: bytes, file: str) -> dict[str, Sheet]:
    try:
        root = ET.fromstring(content)  # noqa: S314 - without declarations there are no entities
        return dict(_ods_sheet(table, file) for table in root.iter(f"{TABLE}table"))
    except (ET.ParseError, ValueError, RecursionError) as error:
        raise SheetError("is not an ODS file that can be read", SAVE_HINT) from error


def _ods_sheet(table: ET.Element, file: str) -> tuple[str, Sheet]:
    name, row = table.get(f"{TABLE}name") or "", 1
    cells: dict[tuple[int, int], Raw] = {}
    areas: list[Area] = []
    for line in table.iter(f"{TABLE}table-row"):
        again, filled = _count(line, "rows-repeated"), list(_ods_row(line, name))
        for column, raw, wide, high in filled:
            check_reach(row + again - 1, column, name)
            cells |= {(down, column): raw for down in range(row, row + again)}
            areas.append((row, column, row + high - 1, column + wide - 1))
        row += again
    return name, sheet_of(name, file, cells, [area for area in areas if area[:2] != area[2:]])


def _ods_row(line: ET.Element, name: str) -> Iterator[tuple[int, Raw, int, int]]:
    """The cells that are not empty: their columns, and the columns and rows that they span."""
    column = 1
    for each in line:
        if each.tag not in CELLS:
            continue
        raw, again = _ods_cell(each), _count(each, "columns-repeated")
        if raw.text or raw.wrong:
            check_reach(1, column + again - 1, name)
            wide, high = (_count(each, f"{way}-spanned") for way in ("columns", "rows"))
            yield from ((across, raw, wide, high) for across in range(column, column + again))
        column += again


def _count(element: ET.Element, name: str) -> int:
    return max(1, int(element.get(f"{TABLE}number-{name}") or 1))


def _ods_cell(element: ET.Element) -> Raw:
    shown = "\n".join(_words(each) for each in element if each.tag == f"{TEXT}p").strip()
    kind = element.get(f"{OFFICE}value-type")
    if kind in ("date", "time"):
        try:
            return _dated(shown, datetime.fromisoformat(element.get(f"{OFFICE}date-value") or ""))
        except ValueError:
            return Raw(shown, f"the spreadsheet holds a time here, {shown}", DATE_HINT)
    if element.get(f"{TABLE}formula"):
        if shown.startswith(("#", "Err:")):
            return _formula_error(shown)
        if not shown and kind is None:
            return _without_value()
    if kind == "boolean":
        return Raw("yes" if element.get(f"{OFFICE}boolean-value") == "true" else "no")
    return Raw(shown)


def _words(element: ET.Element) -> str:
    """The text in an element; repeated spaces, tabs and line breaks are elements of their own."""
    parts = [element.text or ""]
    for each in element:
        if each.tag == f"{TEXT}s":
            parts.append(" " * min(int(each.get(f"{TEXT}c") or 1), 100))
        elif each.tag in (f"{TEXT}line-break", f"{TEXT}tab"):
            parts.append("\n" if each.tag.endswith("break") else " ")
        elif each.tag not in HIDDEN:
            parts.append(_words(each))
        parts.append(each.tail or "")
    return "".join(parts)


WITH_SHEETS: Mapping[str, Callable[[bytes, str], dict[str, Sheet]]] = {
    ".xlsx": read_xlsx,
    ".xlsm": read_xlsx,
    ".ods": read_ods,
    ".fods": read_flat,
}
SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".fods", ".tab", ".txt", ".xlsm")
"""The suffixes of spreadsheets, the usual ones first."""
