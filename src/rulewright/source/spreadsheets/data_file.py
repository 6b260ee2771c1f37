"""A file of a spreadsheet as its sheets, and what has been made of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulewright.findings import Finding
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.spreadsheets.separated import decoded, read_separated
from rulewright.source.spreadsheets.sheet import Sheet


def _xlsx(data: bytes, file: str) -> dict[str, Sheet]:
    from rulewright.source.spreadsheets.xlsx import read_xlsx  # as below: a game with CSV only needs no archives

    return read_xlsx(data, file)


def _ods(data: bytes, file: str) -> dict[str, Sheet]:
    from rulewright.source.spreadsheets.ods import read_ods

    return read_ods(data, file)


def _flat(data: bytes, file: str) -> dict[str, Sheet]:
    from rulewright.source.spreadsheets.ods import read_flat

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
