"""Opens the spreadsheets that tables name, within the folder of their game."""

import os
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from rulewright.findings import Finding, Findings
from rulewright.limits import SHEET_BYTES
from rulewright.source.nodes import Scalar
from rulewright.source.opening import CannotOpenError, read_file
from rulewright.source.spreadsheets.data_file import SUFFIXES, DataFile, read_data_file
from rulewright.source.spreadsheets.sheet import FINDING, SheetError, like
from rulewright.visible import visible


@dataclass(slots=True)
class SpreadsheetOpener:
    """The files of one reading of a game, each opened once; `known` has those of the last one."""

    project: Path
    folder: Path
    faults: Findings
    texts: dict[str, str]
    known: dict[str, Any]
    opened: dict[str, DataFile | None] = field(default_factory=dict)

    def open(self, named: Scalar) -> DataFile | None:
        """The file of a name; None where it cannot be read, with a fault at the first table that names it."""
        if named.value not in self.opened:
            self.opened[named.value] = self._open(named)
        return self.opened[named.value]

    def _open(self, named: Scalar) -> DataFile | None:
        path, file = PurePosixPath(named.value), self.folder / named.value
        if path.suffix.casefold() not in SUFFIXES:
            message = f"{named.value!r} is no spreadsheet"
            self._refuse(FINDING, named, message, "save it as CSV, XLSX or ODS")
        elif path.is_absolute() or ".." in path.parts or "\\" in named.value or visible(named.value) != named.value:
            message = f"{named.value!r} is not in {self._shown(self.folder)}"
            hint = f"move it there, and write its path from that folder: data/{path.name}"
            self._refuse("outside", named, message, hint)
        elif not os.path.lexists(file):
            self._refuse(FINDING, named, f"there is no file {self._shown(file)}", self._near(named))
        else:
            return self._sound(named, file)
        return None

    def _sound(self, named: Scalar, file: Path) -> DataFile | None:
        try:
            return self._read(file)
        except (CannotOpenError, SheetError) as error:
            finding = error.finding if isinstance(error, CannotOpenError) else FINDING
            message = f"the file {named.value!r} {error.says}"
            self._refuse(finding, named, message, error.hint)
            return None

    def _read(self, file: Path) -> DataFile:
        data, shown = read_file(file, self.folder, SHEET_BYTES.most), self._shown(file)
        known = self.known.get(shown)
        if not isinstance(known, DataFile) or known.data != data:
            known = self.known[shown] = read_data_file(data, shown)
        self.faults.extend(known.found)
        self.texts.update(known.texts(shown))
        return known

    def _near(self, named: Scalar) -> str:
        there = (path for path in sorted(self.folder.rglob("*")) if path.suffix.casefold() in SUFFIXES)
        names = [path.relative_to(self.folder).as_posix() for path in there]
        beside = f"the spreadsheets there are: {', '.join(names[:8])}"
        return like(named.value, names, beside if names else f"put it into {self._shown(self.folder)}")

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _refuse(self, finding: str, named: Scalar, message: str, hint: str = "") -> None:
        self.faults.add(Finding(finding, named.span, message, hint))
