"""The cells of a sheet, each with its place."""

import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import BytesIO

from rulewright.findings import Finding, Span
from rulewright.limits import SHEET_CELLS, SHEET_UNPACKED
from rulewright.source.nodes import Scalar

FINDING = "bad-spreadsheet"
BETWEEN = " | "
"""Stands between the cells of a row where a finding shows it."""
LETTERS = 26
Area = tuple[int, int, int, int]
"""The row and column of its first cell, and those of its last."""


class SheetError(Exception):
    """Why a file cannot be read as a spreadsheet, and a hint."""

    def __init__(self, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.says, self.hint = says, hint


@dataclass(frozen=True, slots=True)
class Raw:
    """The text of a cell as it is shown, or why it has none that could be printed."""

    text: str
    wrong: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells by their places; an empty name for a file that is one sheet.

    `text` has a line for each row, for findings to show. `wrong` are the cells that cannot be used, by their places.
    `areas` are those that are one cell: rows and columns by the place of the first. All cells of one say the same.
    """

    name: str
    rows: tuple[tuple[Scalar, ...], ...]
    text: str
    wrong: Mapping[Span, Finding] = field(default_factory=dict)
    areas: Mapping[Span, tuple[int, int]] = field(default_factory=dict)

    def shown(self, span: Span) -> str:
        """What stands at a place, as findings show it."""
        line = self.text.split("\n")[span.line - 1]
        return line[span.column - 1 : span.column - 1 + span.length]

    @property
    def count(self) -> int:
        return sum(map(len, self.rows))


def address(row: int, column: int) -> str:
    """A cell as spreadsheets name it, both numbers from 1: B3, AA10."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, LETTERS)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def check_reach(row: int, column: int, name: str = "") -> None:
    """Refuses a sheet that reaches so far: one stray cell makes every row as long as itself."""
    if row * column > SHEET_CELLS.most:
        where = f"{name}!{address(row, column)}" if name else address(row, column)
        says = f"reaches to the cell {where}, and the limit is {SHEET_CELLS.most:,} cells"
        raise SheetError(says, "divide it, or delete what stands outside of the table")


def sheet_of(name: str, file: str, cells: dict[tuple[int, int], Raw], areas: Iterable[Area]) -> Sheet:
    """A sheet of an archive. Its rows are shown with signs between their cells; places are counted in that."""
    joined = list(_areas_with_words(cells, areas, name))
    height, width = (max((place[at] for place in cells), default=0) for at in (0, 1))
    check_reach(height, width, name)
    lines: list[str] = []
    rows: list[tuple[Scalar, ...]] = []
    wrong: dict[Span, Finding] = {}
    for row in range(1, height + 1):
        begin, made, shown = 1, list[Scalar](), list[str]()
        for column in range(1, width + 1):
            raw = cells.get((row, column), Raw(""))
            seen = " ".join(raw.text.split("\n"))
            span = Span(file, row, begin, max(1, len(seen)), f"{name}!{address(row, column)}")
            made.append(cell(raw.text, seen, span))
            shown.append(seen)
            begin += len(seen) + len(BETWEEN)
            if raw.wrong:
                wrong[span] = Finding(FINDING, span, raw.wrong, raw.hint)
        rows.append(tuple(made))
        lines.append(BETWEEN.join(shown))
    spanned = {
        rows[top - 1][left - 1].span: (bottom - top + 1, right - left + 1) for top, left, bottom, right in joined
    }
    return Sheet(name, tuple(rows), "\n".join(lines), wrong, spanned)


def _areas_with_words(cells: dict[tuple[int, int], Raw], areas: Iterable[Area], name: str) -> Iterator[Area]:
    """The areas in which something stands; each of their cells gets what the first one says."""
    for top, left, bottom, right in areas:
        first = cells.get((top, left))
        if first is not None:
            check_reach(bottom, right, name)
            cells |= {(row, column): first for row in range(top, bottom + 1) for column in range(left, right + 1)}
            yield top, left, bottom, right


def cell(text: str, raw: str, span: Span) -> Scalar:
    """A cell is text even if YAML would take it for nothing."""
    value = text.strip()
    return Scalar(value, span, raw, plain=not value)


def heading_words(text: str) -> str:
    """A heading in comparable form."""
    return " ".join(text.split()).casefold()


def id_of(heading: str) -> str:
    """An id of the letters a to z of a heading; empty if it has none."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", heading) if not unicodedata.combining(sign))
    return "-".join(re.findall("[a-z0-9]+", plain.casefold()))


def like(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint with the name that is most like a wrong one; `otherwise` if none is."""
    close = get_close_matches(name, list(known), 1, 0.5)
    return f"did you mean {close[0]!r}?" if close else otherwise


# Archives of XML, as XLSX and ODS are

XML = (".xml", ".rels")
DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))


def parts_of(data: bytes) -> dict[str, bytes]:
    """The XML files of an archive by their names. No program that saves spreadsheets declares entities."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            listed = archive.infolist()
            _check_size(sum(each.file_size for each in listed))  # no more is unpacked of a file than it says here
            parts = {each.filename: archive.read(each) for each in listed if each.filename.endswith(XML)}
    except SheetError:
        raise
    except Exception as error:  # whatever is wrong with an archive, by intent or not
        says = "is no spreadsheet that could be opened"
        raise SheetError(says, "save it again in the spreadsheet") from error
    for part in parts.values():
        check_declarations(part)
    return parts


def check_declarations(xml: bytes) -> None:
    if any(sign in xml for sign in DECLARATIONS):
        says = "declares entities of XML, as no spreadsheet does"
        raise SheetError(says, "save it again in the spreadsheet")


def _check_size(unpacked: int) -> None:
    if unpacked > SHEET_UNPACKED.most:
        size, most = unpacked / 1_000_000, SHEET_UNPACKED.most / 1_000_000
        says = f"is {size:,.0f} MB when unpacked, and the limit is {most:g} MB"
        raise SheetError(says, "keep pictures and other sheets in files of their own")
