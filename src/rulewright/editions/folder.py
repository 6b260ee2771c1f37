"""The recorded editions of a game: the files of content/GAME/editions, each named by its number.

A file may be damaged, or come from anywhere: if it is not a `rules.json`, it is refused, with the line.
"""

from dataclasses import dataclass
from pathlib import Path

from rulewright.base.boundary import Failure
from rulewright.base.findings import Finding, FindingKind, Severity, Span
from rulewright.base.limits import EDITION_BYTES
from rulewright.editions.versions import Version, read_version
from rulewright.source.opening import CannotOpenError, entries, read_file

DAMAGED = FindingKind("damaged-edition", waivable=False)
TOO_SMALL = FindingKind("version-too-small", Severity.WARNING)
NEXT = FindingKind("next-edition", Severity.NOTE)
DEAD = FindingKind("dead-id", Severity.WARNING)
EDITION_FINDINGS = (DAMAGED, TOO_SMALL, NEXT, DEAD)

# The folder of a game

FOLDER, SUFFIX = "editions", ".json"
HINT = "restore the file as it was recorded, or remove it if the edition was never published"


class UnreadableEdition(Failure):
    """An edition cannot be read. The finding says why; a command that needs the edition ends with it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.span!s}: {finding.message}: {finding.hint}")
        self.finding = finding


@dataclass(frozen=True, slots=True)
class EditionFile:
    """The number of an edition, and the path of its file. `edition.read` reads what it says."""

    version: Version
    path: Path
    project: Path

    @property
    def name(self) -> str:
        """The path relative to the project, for findings."""
        return self.path.relative_to(self.project).as_posix()

    def text(self) -> str:
        """Read the text of the file, or raise `UnreadableEdition`; the text may be damaged."""
        try:
            return read_file(self.path, self.path.parent.parent, EDITION_BYTES.most).decode()
        except CannotOpenError as error:
            raise self.unreadable(error.says, error.hint) from None
        except UnicodeDecodeError:
            raise self.unreadable("is damaged: it is not UTF-8") from None

    def unreadable(self, says: str, hint: str = HINT, line: int = 0) -> UnreadableEdition:
        """Return the error for a file that cannot be read; line 0 stands for the whole file."""
        message = f"the recorded edition {says}"
        place = Span(self.name, line, 1 if line else 0)
        return UnreadableEdition(DAMAGED.at(place, message, hint, about=self.path.name))


def recorded(project: Path, game: str) -> tuple[EditionFile, ...]:
    """Return the editions of a game, the first one first; other files in the folder are ignored."""
    folder = project / "content" / game / FOLDER
    try:
        files = [path for path in entries(folder) if path.suffix == SUFFIX]
    except CannotOpenError as error:
        place = Span(folder.relative_to(project).as_posix())
        message = f"the folder of editions {error.says}"
        raise UnreadableEdition(DAMAGED.at(place, message, error.hint, about=FOLDER)) from None
    editions = (EditionFile(version, path, project) for path in files if (version := read_version(path.stem)))
    return tuple(sorted(editions, key=lambda each: each.version))


def path_of(project: Path, game: str, version: Version) -> Path:
    """Return the path for an edition of this number."""
    return project / "content" / game / FOLDER / f"{version}{SUFFIX}"
