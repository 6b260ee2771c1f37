"""Tables as spreadsheets: a file of CSV for each, or a workbook with a sheet for each."""

import csv
import re
from collections.abc import Mapping
from io import BytesIO, StringIO

from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.render.export.rows import TableRows, rows_of
from rulewright.render.export.words_of_texts import plain_words

LONGEST = 31
"""Letters of the name of a sheet."""
NOT_IN_NAMES = re.compile(r"[\\[\]:*?/\\\\]")
FIGURES = re.compile(r"0|[1-9]\d{0,14}")
AS_TEXT = "@"
"""The form of a cell that no spreadsheet makes a date of."""


def csv_files(book: Book) -> Mapping[str, bytes]:
    """A file for each table, called like it; with the mark by which spreadsheets know UTF-8."""
    return {f"{table.id}.csv": _csv(table, book) for table in book.game.tables}


def _csv(table: Table, book: Book) -> bytes:
    written, rows = StringIO(), rows_of(table, plain_words(book))
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_headed(rows))
    writer.writerows(rows.body)
    return written.getvalue().encode("utf-8-sig")


def _headed(rows: TableRows) -> tuple[str, ...]:
    """A line of headings even for a table without: what reads the file takes its first line for them."""
    return rows.headings if any(rows.headings) else tuple(f"Column {at}" for at in range(1, len(rows.headings) + 1))


def workbook(book: Book) -> Mapping[str, bytes]:
    """A workbook with a sheet for each table, under its title."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    made = Workbook()
    made.remove(made.active)
    for table in book.game.tables:
        sheet = made.create_sheet(_name(table, book, made.sheetnames))
        rows = rows_of(table, plain_words(book))
        for down, row in enumerate((_headed(rows), *rows.body), 1):
            for across, text in enumerate(row, 1):
                cell = sheet.cell(down, across)
                figures = FIGURES.fullmatch(text) is not None and down > 1
                cell.value, cell.number_format = (int(text), "0") if figures else (text, AS_TEXT)
                cell.data_type = "n" if figures else "s"  # a text that begins with = is no formula
                if down == 1:
                    cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
    written = BytesIO()
    made.save(written)
    return {f"{book.game.id}.xlsx": written.getvalue()}


def _name(table: Table, book: Book, taken: list[str]) -> str:
    """The title as far as a sheet may be called so; another one of the same letters gets its id."""
    title = NOT_IN_NAMES.sub(" ", plain_words(book)(table.title)).strip(" '")[:LONGEST].strip() or table.id
    same = {name.casefold() for name in taken}
    return table.id[:LONGEST] if title.casefold() in same else title
