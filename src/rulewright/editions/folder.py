"""The recorded editions of a game: the files of content/GAME/editions, each named by its number."""

from dataclasses import dataclass
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.editions.file import DamagedEdition, parsed
from rulewright.editions.kinds import DAMAGED
from rulewright.editions.snapshot import Snapshot
from rulewright.editions.versions import Version, read_version
from rulewright.findings import Finding, Span
from rulewright.limits import EDITION_BYTES
from rulewright.source.opening import CannotOpenError, entries, read_file

FOLDER, SUFFIX = "editions", ".json"
HINT = "restore the file as it was recorded, or remove it if the edition was never published"


class UnreadableEdition(Failure):
    """The finding that says why an edition cannot be read; a command that needs the edition ends with it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.span!s}: {finding.message}: {finding.hint}")
        self.finding = finding


@dataclass(frozen=True, slots=True)
class EditionFile:
    """Where an edition lies: its number, and its path."""

    version: Version
    path: Path
    project: Path

    @property
    def name(self) -> str:
        """Its path from the project, for findings."""
        return self.path.relative_to(self.project).as_posix()

    def read(self) -> Snapshot:
        """What the edition says; raises `UnreadableEdition`."""
        try:
            return parsed(self.text(), self.version)
        except DamagedEdition as error:
            raise self._unreadable(error.says, line=error.line) from None

    def text(self) -> str:
        """The file, perhaps a damaged one; raises `UnreadableEdition`."""
        try:
            return read_file(self.path, self.path.parent.parent, EDITION_BYTES.most).decode()
        except CannotOpenError as error:
            raise self._unreadable(error.says, error.hint) from None
        except UnicodeDecodeError:
            raise self._unreadable("is damaged: it is not UTF-8") from None

    def _unreadable(self, says: str, hint: str = HINT, line: int = 0) -> UnreadableEdition:
        message = f"the recorded edition {says}"
        place = Span(self.name, line, 1 if line else 0)
        return UnreadableEdition(DAMAGED.at(place, message, hint, about=self.path.name))


def recorded(project: Path, game: str) -> tuple[EditionFile, ...]:
    """The editions of a game, the first one first; other files of the folder do not count."""
    folder = project / "content" / game / FOLDER
    try:
        files = [path for path in entries(folder) if path.suffix == SUFFIX]
    except CannotOpenError as error:
        place = Span(folder.relative_to(project).as_posix())
        message = f"the folder of editions {error.says}"
        raise UnreadableEdition(DAMAGED.at(place, message, error.hint, about=FOLDER)) from None
    named = ((read_version(path.stem), path) for path in files)
    return tuple(sorted((EditionFile(v, path, project) for v, path in named if v), key=lambda each: each.version))


def path_of(project: Path, game: str, version: Version) -> Path:
    """Where an edition of this number belongs."""
    return project / "content" / game / FOLDER / f"{version}{SUFFIX}"
