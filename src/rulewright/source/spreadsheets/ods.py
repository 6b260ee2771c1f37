"""ODS, and FODS, which is the same in one text: each cell as it is shown, which the file holds beside its value."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime

from rulewright.source.spreadsheets.archive import check_declarations, parts_of
from rulewright.source.spreadsheets.sheet import Area, Raw, Sheet, SheetError, check_reach, sheet_of
from rulewright.source.spreadsheets.xlsx import dated

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
