"""Spreadsheets for tests: XLSX as openpyxl writes it, ODS as a text of XML in an archive."""

import re
import zipfile
from collections.abc import Iterable, Mapping
from datetime import date
from io import BytesIO
from xml.sax.saxutils import escape

from openpyxl import Workbook

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
TIME = re.compile(rb">\d{4}-\d\d-\d\dT[\d:]+Z<")
Value = str | int | float | bool | date | None


def xlsx(
    sheets: Mapping[str, Iterable[Iterable[Value]]], *, merge: str = "", forms: Mapping[str, str] | None = None
) -> bytes:
    """A workbook; `merge` is an area of its first sheet, and `forms` are those of its numbers by their cells."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    if merge:
        book.worksheets[0].merge_cells(merge)
    for cell, form in (forms or {}).items():
        book.worksheets[0][cell].number_format = form
    written = BytesIO()
    book.save(written)
    with zipfile.ZipFile(written) as made:
        return archive({name: TIME.sub(b">2026-01-01T00:00:00Z<", made.read(name)) for name in made.namelist()})


def ods(name: str, rows: Iterable[Iterable[str]], *, head: str = "") -> bytes:
    """A document of one sheet; a cell that begins with < is XML of its own."""
    lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    table = f'<table:table table:name="{escape(name)}">{lines}</table:table>'
    content = f'<?xml version="1.0"?>{head}<office:document-content {NAMES}><office:body><office:spreadsheet>{table}'
    return archive({"content.xml": content + "</office:spreadsheet></office:body></office:document-content>"})


def _ods_cell(text: str) -> str:
    return text if text.startswith("<") else f"<table:table-cell><text:p>{escape(text)}</text:p></table:table-cell>"


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)  # without the time of the day
    return written.getvalue()
