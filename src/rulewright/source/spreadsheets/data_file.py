"""A file of a spreadsheet as its sheets, and what has been made of it."""

import codecs
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulewright.findings import Finding, Severity, Span
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Scalar
from rulewright.source.spreadsheets.sheet import (
    FINDING,
    Area,
    Raw,
    Sheet,
    SheetError,
    address,
    cell,
    check_declarations,
    check_reach,
    parts_of,
    sheet_of,
)

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


# XLSX

FORM = re.compile(
    r'(?P<before>(?:"[^"]*"|\\.|[-+ ])*)(?P<figures>[#0,]*0)(?:\.(?P<places>0+))?(?P<after>(?:%|"[^"]*"|\\.| )*)'
)
"""The common forms of numbers: 0, 0.00, 0%, +0, 0" gp"."""
MONTHS = tuple(("January February March April May June July August September October November December").split())
FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")


def read_xlsx(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a workbook by their names."""
    parts = parts_of(data)
    shown = _worksheets(data, values=True)
    sheets = [name for name in parts if name.startswith("xl/worksheets/")]
    formulas = _worksheets(data, values=False) if any(FORMULA.search(parts[name]) for name in sheets) else {}
    return {name: _sheet(name, file, sheet, formulas.get(name)) for name, sheet in shown.items()}


def _worksheets(data: bytes, *, values: bool) -> "dict[str, Worksheet]":
    """The sheets with the last values of formulas, or with the formulas themselves."""
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what a workbook has beside its cells
            book = load_workbook(BytesIO(data), data_only=values, keep_links=False)
            return {sheet.title: sheet for sheet in book.worksheets}
    except Exception as error:  # openpyxl raises anything for a workbook that is not as it should be
        raise SheetError("is no XLSX file that could be read", "save it again in the spreadsheet") from error


def _sheet(name: str, file: str, sheet: "Worksheet", formulas: "Worksheet | None") -> Sheet:
    cells = {place: raw for place, raw in _cells(sheet, formulas) if raw.text or raw.wrong}
    for row, column in cells:
        check_reach(row, column, name)
    within = (each.bounds for each in sheet.merged_cells.ranges)
    return sheet_of(name, file, cells, ((top, left, bottom, right) for left, top, right, bottom in within))


def _cells(sheet: "Worksheet", formulas: "Worksheet | None") -> Iterator[tuple[tuple[int, int], Raw]]:
    for place, each in sheet._cells.items():  # the public ways make a cell for each place up to the last one
        formula = formulas is not None and formulas._cells[place].data_type == "f"
        yield place, _xlsx_raw(each.value, each.data_type, each.number_format, formula=formula)


def _xlsx_raw(value: Any, kind: str, form: str, *, formula: bool) -> Raw:
    if value is None:
        if not formula:
            return Raw("")
        hint = "open the file in the spreadsheet and save it, or write the value"
        return Raw("", "this formula has no value: the file was not calculated", hint)
    if kind == "e":
        return Raw(str(value), f"this formula has an error: {value!s}", "correct it")
    if isinstance(value, bool):
        return Raw("yes" if value else "no")
    if isinstance(value, (date, datetime, time, timedelta)):
        return Raw(str(value), *dated(value))
    if isinstance(value, (int, float)):
        return Raw(number_text(value, form))
    return Raw(str(value))


def dated(value: date | time | timedelta) -> tuple[str, str]:
    """A date, which a spreadsheet makes of 1-2 as soon as it is written."""
    hint = "format the column as text, then write the cell again"
    if not isinstance(value, date):
        return f"the spreadsheet holds a time here, {value!s}", hint
    day = f"{value.day} {MONTHS[value.month - 1]}"
    numbers = "-".join(map(str, sorted((value.day, value.month))))
    return f"the spreadsheet holds a date, {day}, where {numbers} was probably meant", hint


def number_text(value: float, form: str) -> str:
    """A number as the common forms show it, else with the figures that it needs."""
    sections = form.split(";")
    which = 1 if value < 0 else 2 if not value else 0
    section = sections[which] if which < len(sections) else sections[0]
    match = FORM.fullmatch(section)
    if match is None:
        return plain_number(value)
    number = abs(value) if value < 0 and len(sections) > 1 else value
    percent, places = "%" in match["after"], len(match["places"] or "")
    scaled = Decimal(repr(number)) * (100 if percent else 1)
    text = f"{scaled:,.{places}f}" if "," in match["figures"] else f"{scaled:.{places}f}"
    return f"{_literal(match['before'])}{text}{_literal(match['after'])}"


def plain_number(value: float) -> str:
    """3 for 3.0; at most 15 figures, as spreadsheets have it."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    return f"{Decimal(f'{value:.15g}'):f}"


def _literal(written: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', lambda match: match[1] or match[2] or "", written)


# CSV and TSV with the place of each cell, which the csv module of Python does not tell

SEPARATORS = (",", ";", "\t")
QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
OPENED = re.compile(r'"[^"]*"')
OLD = "cp1252"
FIRST = 20
"""Lines among which one has a separator, unless the file has a single column."""


def decoded(data: bytes, file: str) -> tuple[str, Finding | None]:
    """The text, with line feeds only; a warning where its encoding is a guess, an error where it has none."""
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    warning: Finding | None = None
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig", "replace" if utf16 else "strict")
    except UnicodeDecodeError as error:
        text = data.decode(OLD, "replace")
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, error.start - data.rfind(b"\n", 0, error.start)
        message = (
            "not UTF-8: the file is read in the old encoding of Windows, so "
            f"{data[error.start : error.start + 1].decode(OLD, 'replace')!r} is a guess"
        )
        hint = "save it in the spreadsheet as CSV UTF-8"
        warning = Finding("not-utf8", Span(file, line, column), message, hint, severity=Severity.WARNING)
    return text.replace("\r\n", "\n").replace("\r", "\n"), warning


def read_separated(text: str, file: str) -> Sheet:
    """All cells of a file, row by row."""
    return _Scanner(text, file).sheet()


def separator_of(text: str, file: str) -> str:
    """The sign between cells: that which the first line with any of them has most of, outside of quotes."""
    if file.casefold().endswith((".tsv", ".tab")):
        return "\t"
    lines = (OPENED.sub("", line) for line in islice(text.split("\n"), FIRST))
    first = next((line for line in lines if any(sign in line for sign in SEPARATORS)), "")
    return max(SEPARATORS, key=first.count)


class _Scanner:
    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.separator = separator_of(text, file)
        self.ends = re.compile(rf"[{re.escape(self.separator)}\n]")
        self.at, self.line, self.begin = 0, 1, 0
        self.wrong: dict[Span, Finding] = {}
        self.count = 0

    def sheet(self) -> Sheet:
        rows: list[tuple[Scalar, ...]] = []
        while self.at < len(self.text):
            rows.append(tuple(self._row(len(rows) + 1)))
        return Sheet("", tuple(rows), self.text, self.wrong)

    def _row(self, number: int) -> list[Scalar]:
        cells: list[Scalar] = []
        while True:
            cells.append(self._cell(number, len(cells) + 1))
            self.count += 1
            check_reach(1, self.count)
            ended = self.text[self.at : self.at + 1] != self.separator
            self.at += 1
            if ended:
                self.line, self.begin = self.line + 1, self.at
                return cells

    def _cell(self, row: int, column: int) -> Scalar:
        """The cell that begins here; what follows its closing quote belongs to it too, as for a spreadsheet."""
        start, line, begin = self.at, self.line, self.begin
        quoted = QUOTED.match(self.text, start)
        value, after = (quoted[1].replace('""', '"'), quoted.end()) if quoted else ("", start)
        end = self.ends.search(self.text, after)
        self.at = end.start() if end else len(self.text)
        value += self.text[after : self.at]
        if quoted and (breaks := quoted[0].count("\n")):
            self.line, self.begin = line + breaks, start + quoted[0].rfind("\n") + 1
        raw = self.text[start : self.at]
        length = max(1, len(raw.partition("\n")[0]))
        span = Span(self.file, line, start - begin + 1, length, address(row, column))
        if raw.startswith('"') and not quoted:
            hint = 'close it, or write two quotes for one: "a 6"" gun"'
            self.wrong[span] = Finding(FINDING, span, "the quote that opens here is not closed", hint)
        return cell(value, raw, span)


def _xlsx(data: bytes, file: str) -> dict[str, Sheet]:

    return read_xlsx(data, file)


def _ods(data: bytes, file: str) -> dict[str, Sheet]:

    return read_ods(data, file)


def _flat(data: bytes, file: str) -> dict[str, Sheet]:

    return read_flat(data, file)


WITH_SHEETS: Mapping[str, Callable[[bytes, str], dict[str, Sheet]]] = {
    ".xlsx": _xlsx,
    ".xlsm": _xlsx,
    ".ods": _ods,
    ".fods": _flat,
}
SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".fods", ".tab", ".txt", ".xlsm")
"""The ends of the names of such files, the usual ones first."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A table as it was `written`, with its cells, what was found in them, and how many nodes they are."""

    written: Tree
    table: Tree
    found: tuple[Finding, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class DataFile:
    """The sheets of a file by name, in their order; and the tables `filled` from it, by the identities of their nodes.

    A process that reads a game again finds the same nodes there, as long as neither the table nor the file has changed.
    """

    data: bytes
    sheets: dict[str, Sheet]
    found: tuple[Finding, ...] = ()
    filled: dict[int, Filled] = field(default_factory=dict)

    def texts(self, file: str) -> dict[str, str]:
        """The lines of its sheets, by the names that the places of their cells have for them."""
        return {f"{file}!{name}" if name else file: sheet.text for name, sheet in self.sheets.items()}


def read_data_file(data: bytes, file: str) -> DataFile:
    """The sheets of a file with one of the SUFFIXES; `SheetError` where it is none."""
    suffix = f".{file.rpartition('.')[2].casefold()}"
    if suffix in WITH_SHEETS:
        return DataFile(data, WITH_SHEETS[suffix](data, file))
    text, warning = decoded(data, file)
    return DataFile(data, {"": read_separated(text, file)}, (warning,) if warning else ())


# ODS, and FODS, which is the same in one text

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
HIDDEN = (f"{OFFICE}annotation",)


def read_ods(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a document by their names."""
    return _sheets(parts_of(data).get("content.xml", b""), file)


def read_flat(data: bytes, file: str) -> dict[str, Sheet]:
    """The sheets of a document that is one text of XML, and no archive."""
    check_declarations(data)
    return _sheets(data, file)


def _sheets(content: bytes, file: str) -> dict[str, Sheet]:
    try:
        root = ET.fromstring(content)  # noqa: S314 - without declarations there are no entities
        return {name: sheet_of(name, file, cells, areas) for name, cells, areas in _tables(root)}
    except (ET.ParseError, ValueError, RecursionError) as error:
        raise SheetError("is no ODS file that could be read", "save it again in the spreadsheet") from error


def _tables(root: ET.Element) -> Iterator[tuple[str, dict[tuple[int, int], Raw], list[Area]]]:
    for table in root.iter(f"{TABLE}table"):
        name, row = table.get(f"{TABLE}name") or "", 1
        cells: dict[tuple[int, int], Raw] = {}
        areas: list[Area] = []
        for line in table.iter(f"{TABLE}table-row"):
            again, found = _count(line, "rows-repeated"), list(_row(line, name))
            for column, raw, wide, high in found:
                check_reach(row + again - 1, column, name)
                cells |= {(down, column): raw for down in range(row, row + again)}
                areas.append((row, column, row + high - 1, column + wide - 1))
            row += again
        yield name, cells, [area for area in areas if area[:2] != area[2:]]


def _row(line: ET.Element, name: str) -> Iterator[tuple[int, Raw, int, int]]:
    """The cells that hold something: their columns, and how many columns and rows they span."""
    column = 1
    for each in line:
        if each.tag not in CELLS:
            continue
        raw, again = _raw(each), _count(each, "columns-repeated")
        if raw.text or raw.wrong:
            check_reach(1, column + again - 1, name)
            wide, high = (_count(each, f"{way}-spanned") for way in ("columns", "rows"))
            yield from ((across, raw, wide, high) for across in range(column, column + again))
        column += again


def _count(element: ET.Element, name: str) -> int:
    return max(1, int(element.get(f"{TABLE}number-{name}") or 1))


def _raw(cell: ET.Element) -> Raw:
    shown = "\n".join(_words(each) for each in cell if each.tag == f"{TEXT}p").strip()
    kind = cell.get(f"{OFFICE}value-type")
    if kind in ("date", "time"):
        written = cell.get(f"{OFFICE}date-value") or ""
        try:
            return Raw(shown, *dated(datetime.fromisoformat(written)))
        except ValueError:
            hint = "format the column as text, then write the cell again"
            return Raw(shown, f"the spreadsheet holds a time here, {shown}", hint)
    if cell.get(f"{TABLE}formula"):
        if shown.startswith(("#", "Err:")):
            return Raw(shown, f"this formula has an error: {shown}", "correct it")
        if not shown and kind is None:
            hint = "open the file in the spreadsheet and save it, or write the value"
            return Raw("", "this formula has no value: the file was not calculated", hint)
    if kind == "boolean":
        return Raw("yes" if cell.get(f"{OFFICE}boolean-value") == "true" else "no")
    return Raw(shown)


def _words(element: ET.Element) -> str:
    """The text in an element; repeated spaces, tabs and breaks are elements of their own."""
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
