"""CSV and TSV with the place of each cell, which the csv module of Python does not tell.

Spreadsheets write commas, or semicolons where the comma is the decimal sign, or tabs; UTF-8 with or without a mark,
UTF-16, or the old encoding of Windows. The separator is the one that the first line with any has most of.
"""

import codecs
import re
from itertools import islice

from rulewright.findings import Finding, Severity, Span
from rulewright.source.nodes import Scalar
from rulewright.source.spreadsheets.sheet import FINDING, Sheet, address, cell, check_reach

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
