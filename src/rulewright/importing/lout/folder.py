"""The files that a text of Lout includes: `@Include { cards.lt }` reads a file next to the text.

`parsing` asks the `Folder` of the text for the tokens of each such file, and puts them in place of the symbol.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.base.limits import SOURCE_BYTES
from rulewright.importing.lout.objects import Notes
from rulewright.importing.lout.symbols import PACKAGES
from rulewright.importing.lout.tokens import Token, units
from rulewright.importing.sources import SourceFile, decoded
from rulewright.source.opening import CannotOpenError, read_file

SUFFIXES = ("", ".lt", ".lout", ".ld")
"""Ends that Lout or its users add to the name of a file."""


@dataclass
class Folder:
    """The folder of a text; `shown` is its path in messages, and `read_files` are the paths of files read so far."""

    path: Path
    shown: str
    read_files: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, file: SourceFile) -> "Folder":
        """The folder of a file to import."""
        shown = PurePosixPath(file.name).parent.as_posix()
        return cls(file.path.parent, "" if shown == "." else shown)

    def included(self, name: str, span: Span, standard: bool, notes: Notes) -> Iterable[Token]:
        """The units of a file that a text includes; none if it was read before, or cannot be read, with a note.

        `standard` is whether the text includes a file of Lout itself, which the import does not need.
        """
        names = (name + suffix for suffix in SUFFIXES)
        file = next((each for each in names if (self.path / each).is_file()), "")
        shown = f"{self.shown}/{file}" if self.shown else file
        if not file:
            if not (standard and name in PACKAGES):
                why = "no such file next to this one, so its definitions are unknown"
                notes.add(span, name, why)
            return ()
        if shown in self.read_files:
            return ()
        self.read_files.add(shown)
        try:
            text, _ = decoded(read_file(self.path / file, self.path, SOURCE_BYTES.most), file)
        except (CannotOpenError, Failure) as error:
            notes.add(span, file, f"the file {error!s}, so it was not read")
            return ()
        return units(text, shown, notes)
