"""Read a spreadsheet file, CSV, TSV, XLSX or ODS, as sheets of cells with their places.

In comes the file as bytes, out comes a `DataFile`. The cell B2 of the sheet Arms becomes a `Scalar` with its text as
the spreadsheet shows it, such as `1.50`, and a place with the address `Arms!B2`. Rows and columns count from 1.

XLSX and ODS are archives of XML, which may be crafted to do harm: they are opened only if they are small when unpacked
and declare no entities.
"""

import codecs
import re
import warnings
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from io import BytesIO
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.base.findings import Finding, Severity, Span
from rulewright.base.limits import SHEET_CELLS, SHEET_UNPACKED
from rulewright.base.memo import memoised
from rulewright.source.nodes import Scalar

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

FINDING = "bad-spreadsheet"
SEPARATOR = " | "
"""Separates the cells of a row in a finding."""
SAVE_HINT = "save it again in the spreadsheet"
DATE_HINT = "format the column as text, then write the cell again"


class SheetError(Exception):
    """A file cannot be read as a spreadsheet. `says` continues a sentence about the file."""

    def __init__(self, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.says, self.hint = says, hint


class Cell(NamedTuple):
    """The position of a cell in its sheet, from 1."""

    row: int
    column: int


class Area(NamedTuple):
    """A rectangle of cells, from its first row and column to its last."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def size(self) -> int:
        """The number of its cells."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a cell as the spreadsheet shows it; `problem` says why it cannot be used, and is empty if it can."""

    text: str
    problem: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells with their places; the name is empty if the file is one sheet.

    `text` has a line for each row, for findings. `findings` are about cells that cannot be used, by their places.
    `areas` has the numbers of rows and columns of merged cells, by the places of their first cells; all cells of an
    area have its text.
    """

    name: str
    rows: tuple[tuple[Scalar, ...], ...]
    text: str
    findings: Mapping[Span, Finding] = field(default_factory=dict)
    areas: Mapping[Span, tuple[int, int]] = field(default_factory=dict)

    def shown(self, span: Span) -> str:
        """Return the text at a place, as findings show it."""
        line = self.text.split("\n")[span.line - 1]
        return line[span.column - 1 : span.column - 1 + span.length]

    @property
    def cell_count(self) -> int:
        return sum(map(len, self.rows))


@dataclass(frozen=True, slots=True, weakref_slot=True)
class DataFile:
    """The sheets of a file by name, in order, and a finding if it is not UTF-8."""

    sheets: dict[str, Sheet]
    findings: tuple[Finding, ...] = ()

    def texts(self, file: str) -> dict[str, str]:
        """Return the lines of the sheets, by the names that the places of their cells use."""
        return {f"{file}!{name}" if name else file: sheet.text for name, sheet in self.sheets.items()}


@memoised(32)
def read_data_file(data: bytes, file: str) -> DataFile:
    """Return the sheets of a file with one of the `SUFFIXES`; raise `SheetError` if it cannot be read."""
    suffix = f".{file.rpartition('.')[2].casefold()}"
    if suffix in WITH_SHEETS:
        return DataFile(WITH_SHEETS[suffix](data, file))
    text, warning = _decoded(data, file)
    return DataFile({"": read_separated(text, file)}, (warning,) if warning else ())


def address(row: int, column: int) -> str:
    """Return the name of a cell in spreadsheets: `B3` for row 3 and column 2, `AA10` for row 10 and column 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def check_reach(row: int, column: int, name: str = "") -> None:
    """Raise `SheetError` for a sheet with a cell too far out: one stray cell makes every row that long."""
    if row * column > SHEET_CELLS.most:
        where = f"{name}!{address(row, column)}" if name else address(row, column)
        says = f"reaches to the cell {where}, and the limit is {SHEET_CELLS.most:,} cells"
        raise SheetError(says, "divide it, or delete what is outside the table")


def check_merged(count: int) -> None:
    """Raise `SheetError` if the merged areas of a sheet, and the links over several cells, have too many cells."""
    if count > SHEET_CELLS.most:
        says = f"merges or links {count:,} cells, and the limit is {SHEET_CELLS.most:,} cells"
        raise SheetError(says, "divide what is merged, and remove links that reach beyond the table")


def sheet_of(name: str, file: str, cells: dict[Cell, CellText], areas: Iterable[Area]) -> Sheet:
    """Make a sheet of the cells of an archive; `areas` are its merged cells.

    Findings show a row with separators between its cells, and count columns in that line.
    """
    merged: list[Area] = []
    merged_count = 0
    for area in areas:
        first = cells.get(Cell(area.top, area.left))
        if first is not None:
            check_reach(area.bottom, area.right, name)
            merged_count += area.size
            check_merged(merged_count)
            for row in range(area.top, area.bottom + 1):
                cells |= {Cell(row, column): first for column in range(area.left, area.right + 1)}
            merged.append(area)
    height = max((position.row for position in cells), default=0)
    width = max((position.column for position in cells), default=0)
    check_reach(height, width, name)
    lines: list[str] = []
    rows: list[tuple[Scalar, ...]] = []
    findings: dict[Span, Finding] = {}
    for row in range(1, height + 1):
        column_in_line, scalars, texts = 1, list[Scalar](), list[str]()
        for column in range(1, width + 1):
            content = cells.get(Cell(row, column), CellText(""))
            text = " ".join(content.text.split("\n"))
            span = Span(file, row, column_in_line, max(1, len(text)), f"{name}!{address(row, column)}")
            scalars.append(cell_scalar(content.text, text, span))
            texts.append(text)
            column_in_line += len(text) + len(SEPARATOR)
            if content.problem:
                findings[span] = Finding(FINDING, span, content.problem, content.hint)
        rows.append(tuple(scalars))
        lines.append(SEPARATOR.join(texts))
    sizes = {
        rows[area.top - 1][area.left - 1].span: (area.bottom - area.top + 1, area.right - area.left + 1)
        for area in merged
    }
    return Sheet(name, tuple(rows), "\n".join(lines), findings, sizes)


def cell_scalar(text: str, raw: str, span: Span) -> Scalar:
    """Return a cell as a node. A cell with `~` or `null` is text, although YAML would read no value."""
    value = text.strip()
    return Scalar(value, span, raw, plain=not value)


# CSV and TSV. Python's csv module does not say where each cell is

SEPARATORS = (",", ";", "\t")
QUOTED = re.compile(r'"[^"]*"')
OLD_ENCODING = "cp1252"
FIRST_LINES = 20
"""The number of lines that are searched for a separator; if none has one, the file has a single column."""


def _decoded(data: bytes, file: str) -> tuple[str, Finding | None]:
    """Return the text, with line feeds only, and a warning if its encoding is a guess."""
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
    """Return the cells of a CSV or TSV text. Text after the closing quote of a cell belongs to the cell too."""
    separator = _separator(text, file)
    # groups: the text in quotes, the text after them or without any, and the separator or line feed that ends the cell
    cell_pattern = re.compile(rf'(?:"((?:[^"]|"")*+)")?([^{re.escape(separator)}\n]*)(.?)', re.DOTALL)
    rows: list[tuple[Scalar, ...]] = []
    row: list[Scalar] = []
    findings: dict[Span, Finding] = {}
    position, line, line_start, count = 0, 1, 0, 0
    while row or position < len(text):
        match = cell_pattern.match(text, position)
        assert match is not None  # it matches any text
        quoted, rest, end = match.groups()
        raw = text[position : match.end(2)]
        length = max(1, len(raw.partition("\n")[0]))
        span = Span(file, line, position - line_start + 1, length, address(len(rows) + 1, len(row) + 1))
        if raw.startswith('"') and quoted is None:
            hint = 'close it, or write two quotes for one: "a 6"" gun"'
            findings[span] = Finding(FINDING, span, "the quote that opens here is not closed", hint)
        row.append(cell_scalar((quoted or "").replace('""', '"') + rest, raw, span))
        count += 1
        check_reach(1, count)  # a limit for all cells of the file, as if they were one row
        if breaks := raw.count("\n"):
            line, line_start = line + breaks, position + raw.rfind("\n") + 1
        position = match.end()
        if end != separator:
            rows.append(tuple(row))
            row, line, line_start = [], line + 1, position
    return Sheet("", tuple(rows), text, findings)


def _separator(text: str, file: str) -> str:
    """Return the sign between cells: the most frequent one, outside quotes, in the first line that has any."""
    if file.casefold().endswith((".tsv", ".tab")):
        return "\t"
    lines = (QUOTED.sub("", line) for line in islice(text.split("\n"), FIRST_LINES))
    first_divided = next((line for line in lines if any(sign in line for sign in SEPARATORS)), "")
    return max(SEPARATORS, key=first_divided.count)


# Archives of XML

XML = (".xml", ".rels")
DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))


def _xml_files(data: bytes) -> dict[str, bytes]:
    """Return the XML files of an archive by their names."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            _refuse_bomb(sum(each.file_size for each in entries))  # reading unpacks no more than an entry states
            files = {each.filename: archive.read(each) for each in entries if each.filename.endswith(XML)}
    except SheetError:
        raise
    except Exception as error:  # a damaged or hostile archive may raise anything
        raise SheetError("is not a spreadsheet that can be opened", SAVE_HINT) from error
    for xml in files.values():
        _refuse_declarations(xml)
    return files


def _refuse_bomb(size: int) -> None:
    if size > SHEET_UNPACKED.most:
        says = f"is {size / 1e6:,.0f} MB when unpacked, and the limit is {SHEET_UNPACKED.most / 1e6:g} MB"
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
RANGES = ("mergeCell", "hyperlink")
"""The elements for ranges of cells that are merged, or that are a link."""
RANGE = re.compile(r"\$?[A-Z]{1,3}\$?[0-9]{1,7}:\$?[A-Z]{1,3}\$?[0-9]{1,7}", re.IGNORECASE)


def read_xlsx(data: bytes, file: str) -> dict[str, Sheet]:
    """Return the sheets of a workbook by their names."""
    has_formulas = False
    for xml in _xml_files(data).values():
        has_formulas |= _check_ranges(xml)
    worksheets = _worksheets(data, values=True)
    formulas = _worksheets(data, values=False) if has_formulas else {}
    return {name: _xlsx_sheet(name, file, sheet, formulas.get(name)) for name, sheet in worksheets.items()}


def _check_ranges(xml: bytes) -> bool:
    """Return whether a part of a workbook has formulas; raise `SheetError` if its ranges have too many cells.

    openpyxl makes an object for each cell of a range that is merged or a link.
    """
    from openpyxl.utils import range_boundaries

    count, has_formulas = 0, False
    with suppress(ET.ParseError):  # openpyxl tells whether it needs this part
        for _, element in ET.iterparse(BytesIO(xml)):  # noqa: S314 - without declarations there are no entities
            name = element.tag.rpartition("}")[2]
            has_formulas = has_formulas or name == "f"
            if name in RANGES and (match := RANGE.fullmatch(element.get("ref", ""))):
                left, top, right, bottom = range_boundaries(match[0])
                count += Area(top, left, bottom, right).size
                check_merged(count)
            element.clear()
    return has_formulas


def _worksheets(data: bytes, *, values: bool) -> "dict[str, Worksheet]":
    """Return the sheets with the last values of formulas; without `values`, with the formulas themselves."""
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about anything but cells
            book = load_workbook(BytesIO(data), data_only=values, keep_links=False)
            return {sheet.title: sheet for sheet in book.worksheets}
    except Exception as error:  # a damaged workbook may make openpyxl raise anything
        raise SheetError("is not an XLSX file that can be read", SAVE_HINT) from error


def _xlsx_sheet(name: str, file: str, sheet: "Worksheet", formulas: "Worksheet | None") -> Sheet:
    """Read a sheet; `formulas` is the same sheet with its formulas, None if the workbook has none."""
    cells: dict[Cell, CellText] = {}
    for (row, column), each in sheet._cells.items():  # the public ways create a cell for each place up to the last
        is_formula = formulas is not None and formulas._cells[row, column].data_type == "f"  # f: formula
        content = _xlsx_cell(each.value, each.data_type, each.number_format, is_formula=is_formula)
        if content.text or content.problem:
            check_reach(row, column, name)
            cells[Cell(row, column)] = content
    merged = (each.bounds for each in sheet.merged_cells.ranges)
    return sheet_of(name, file, cells, (Area(top, left, bottom, right) for left, top, right, bottom in merged))


def _xlsx_cell(value: Any, kind: str, number_format: str, *, is_formula: bool) -> CellText:
    if value is None:
        return FORMULA_WITHOUT_VALUE if is_formula else CellText("")
    if kind == "e":  # an error, such as #REF!
        return _formula_error(str(value))
    if isinstance(value, bool):
        return CellText("yes" if value else "no")
    if isinstance(value, (date, datetime, time, timedelta)):
        return _dated(str(value), value)
    if isinstance(value, (int, float)):
        return CellText(number_text(value, number_format))
    return CellText(str(value))


FORMULA_WITHOUT_VALUE = CellText(
    "",
    "this formula has no value: the file was not calculated",
    "open the file in the spreadsheet and save it, or write the value",
)


def _formula_error(text: str) -> CellText:
    return CellText(text, f"this formula has an error: {text}", "correct it")


def _dated(text: str, value: date | time | timedelta) -> CellText:
    """Return a date as a cell that cannot be used: a spreadsheet turns 1-2 into a date as soon as it is typed."""
    if not isinstance(value, date):
        return CellText(text, f"the spreadsheet holds a time here, {value!s}", DATE_HINT)
    day = f"{value.day} {MONTHS[value.month - 1]}"
    numbers = "-".join(map(str, sorted((value.day, value.month))))
    return CellText(text, f"the spreadsheet holds a date, {day}, where {numbers} was probably meant", DATE_HINT)


def number_text(value: float, number_format: str) -> str:
    """Return a number as the common formats show it, else with the digits that it needs: `1.50` for 1.5 and `0.00`."""
    sections = number_format.split(";")  # for positive numbers, negative ones and zero
    index = 1 if value < 0 else 2 if value == 0 else 0
    section = sections[index] if index < len(sections) else sections[0]
    match = NUMBER_FORMAT.fullmatch(section)
    if match is None:
        if isinstance(value, int) or value.is_integer():
            return str(int(value))
        return f"{Decimal(f'{value:.15g}'):f}"  # spreadsheets show at most 15 digits
    number = abs(value) if value < 0 and len(sections) > 1 else value
    percent, decimals = "%" in match["after"], len(match["decimals"] or "")
    scaled = Decimal(repr(number)) * (100 if percent else 1)
    with localcontext(rounding=ROUND_HALF_UP):
        text = f"{scaled:,.{decimals}f}" if "," in match["digits"] else f"{scaled:.{decimals}f}"
    return f"{_literal(match['before'])}{text}{_literal(match['after'])}"


def _literal(written: str) -> str:
    """Return the text of a format without quotes and backslashes."""
    return re.sub(r'"([^"]*)"|\\(.)', lambda match: match[1] or match[2] or "", written)


# ODS, and FODS, which is the same in one XML file. It stores each cell as it is shown, so it needs no library

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
"""The elements for cells; a covered one is inside a merged area."""
HIDDEN = (f"{OFFICE}annotation",)
"""Remarks of the author about a cell."""
MOST_SPACES = 100
"""More spaces in a row than this are dropped: a hostile file may claim any number."""


def read_ods(data: bytes, file: str) -> dict[str, Sheet]:
    """Return the sheets of a document by their names; that of FODS is one XML file instead of an archive."""
    content = data if file.casefold().endswith(".fods") else _xml_files(data).get("content.xml", b"")
    _refuse_declarations(content)
    try:
        root = ET.fromstring(content)  # noqa: S314 - without declarations there are no entities
        return dict(_ods_sheet(table, file) for table in root.iter(f"{TABLE}table"))
    except (ET.ParseError, ValueError, RecursionError) as error:
        raise SheetError("is not an ODS file that can be read", SAVE_HINT) from error


def _ods_sheet(table: ET.Element, file: str) -> tuple[str, Sheet]:
    """Return the name of a sheet, and the sheet."""
    name, row = table.get(f"{TABLE}name") or "", 1
    cells: dict[Cell, CellText] = {}
    areas: list[Area] = []
    for line in table.iter(f"{TABLE}table-row"):
        rows, column = range(row, row + _count(line, "rows-repeated")), 1
        for each in (cell for cell in line if cell.tag in CELLS):
            content, columns = _ods_cell(each), range(column, column + _count(each, "columns-repeated"))
            if content.text or content.problem:
                check_reach(rows[-1], columns[-1], name)
                cells |= {Cell(*place): content for place in product(rows, columns)}
                bottom, width = row + _count(each, "rows-spanned") - 1, _count(each, "columns-spanned")
                if (bottom, width) != (row, 1):
                    areas += (Area(row, left, bottom, left + width - 1) for left in columns)
            column = columns.stop
        row = rows.stop
    return name, sheet_of(name, file, cells, areas)


def _count(element: ET.Element, name: str) -> int:
    """Return a number of an element, such as `columns-repeated`; 1 by default."""
    return max(1, int(element.get(f"{TABLE}number-{name}") or 1))


def _ods_cell(element: ET.Element) -> CellText:
    shown = "\n".join(_words(each) for each in element if each.tag == f"{TEXT}p").strip()
    kind = element.get(f"{OFFICE}value-type")
    if kind in ("date", "time"):
        try:
            return _dated(shown, datetime.fromisoformat(element.get(f"{OFFICE}date-value") or ""))
        except ValueError:
            return CellText(shown, f"the spreadsheet holds a time here, {shown}", DATE_HINT)
    if element.get(f"{TABLE}formula"):
        if shown.startswith(("#", "Err:")):
            return _formula_error(shown)
        if not shown and kind is None:
            return FORMULA_WITHOUT_VALUE
    if kind == "boolean":
        return CellText("yes" if element.get(f"{OFFICE}boolean-value") == "true" else "no")
    return CellText(shown)


def _words(element: ET.Element) -> str:
    """Return the text in an element; repeated spaces, tabs and line breaks are elements of their own."""
    parts = [element.text or ""]
    for each in element:
        if each.tag == f"{TEXT}s":
            parts.append(" " * min(int(each.get(f"{TEXT}c") or 1), MOST_SPACES))
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
    ".fods": read_ods,
}
SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".fods", ".tab", ".txt", ".xlsm")
"""The suffixes of spreadsheets, the usual ones first."""
