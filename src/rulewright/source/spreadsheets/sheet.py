"""The cells of a sheet, each with its place."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.findings import Finding, Span
from rulewright.limits import SHEET_CELLS
from rulewright.source.nodes import Scalar

FINDING = "bad-spreadsheet"
SEPARATOR = " | "
"""Separates the cells of a row in a finding."""
Area = tuple[int, int, int, int]
"""The row and column of its first cell, and those of its last."""


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


def heading_words(text: str) -> str:
    """A heading in a form to compare."""
    return " ".join(text.split()).casefold()


def id_of(heading: str) -> str:
    """An id made of the letters a to z and the digits of a heading; empty if it has none."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", heading) if not unicodedata.combining(sign))
    return "-".join(re.findall("[a-z0-9]+", plain.casefold()))
