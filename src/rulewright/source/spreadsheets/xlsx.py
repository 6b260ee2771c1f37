"""XLSX: what its cells show. Numbers stand there without the form in which a spreadsheet shows them."""

import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, Any

from rulewright.source.spreadsheets.archive import parts_of
from rulewright.source.spreadsheets.sheet import Raw, Sheet, SheetError, check_reach, sheet_of

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

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
    for place, cell in sheet._cells.items():  # the public ways make a cell for each place up to the last one
        formula = formulas is not None and formulas._cells[place].data_type == "f"
        yield place, _raw(cell.value, cell.data_type, cell.number_format, formula=formula)


def _raw(value: Any, kind: str, form: str, *, formula: bool) -> Raw:
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
