"""Archives of XML, as XLSX and ODS are: opened within limits, and without entities."""

import zipfile
from io import BytesIO

from rulewright.limits import SHEET_UNPACKED
from rulewright.source.spreadsheets.sheet import SheetError

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
