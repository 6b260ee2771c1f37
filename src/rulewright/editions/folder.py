"""The recorded editions of a game: the files of content/GAME/editions, each named by its number.

An edition is the `rules.json` of a game on the day of its recording, with one entry on each line. A file may be
damaged, or come from anywhere: if it is not a `rules.json`, it is refused, with the line.
"""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from json import JSONDecodeError
from pathlib import Path

from rulewright.base.boundary import Failure
from rulewright.base.findings import Finding, FindingKind, Severity, Span
from rulewright.base.limits import EDITION_BYTES
from rulewright.editions.data import VERSION, Data
from rulewright.editions.edition import Edition, NotAnEntryError, Version, edition_of, read_version
from rulewright.source.opening import CannotOpenError, entries, read_file

DAMAGED = FindingKind("damaged-edition", waivable=False)
TOO_SMALL = FindingKind("version-too-small", Severity.WARNING)
NEXT = FindingKind("next-edition", Severity.NOTE)
DEAD = FindingKind("dead-id", Severity.WARNING)
EDITION_FINDINGS = (DAMAGED, TOO_SMALL, NEXT, DEAD)

# The file of an edition


class DamagedEdition(Exception):
    """A file is damaged: what is wrong, and in which line; line 0 stands for the whole file."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.says, self.line = says, line


@lru_cache(maxsize=4)
def parsed(text: str, version: Version) -> Edition:
    """Read the file of this edition, or raise `DamagedEdition`. Cached, because a preview reads it after each edit."""
    try:
        data = json.loads(text)
    except JSONDecodeError as error:
        raise DamagedEdition(f"is damaged: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise DamagedEdition("is damaged: it cannot be read as JSON") from None
    match data:
        case {"version": str(form)} if form.partition(".")[0] != VERSION.partition(".")[0]:
            raise DamagedEdition("has a format that this version of the tool cannot read")
        case {
            "version": str(),
            "recorded": {"number": str(number), "date": str(day)},
            "game": {"id": str(), "title": str(), "language": str()},
        }:
            pass
        case _:
            raise DamagedEdition("is not a recorded edition: it needs version, recorded and game")
    if read_version(number) != version:
        raise DamagedEdition(f"contains edition {number!r}", _line_of("recorded", text))
    if not _is_day(day):
        raise DamagedEdition(f"has {day!r} instead of a date such as 2026-05-31", _line_of("recorded", text))
    return _edition(data, text)


def _edition(data: Data, text: str) -> Edition:
    try:
        edition = edition_of(data)
    except NotAnEntryError as error:
        line = _line_of(error.section, text) + error.index + 1
        raise DamagedEdition("has an entry without an id", line) from None
    except (RecursionError, TypeError):
        raise DamagedEdition("is damaged: a section is not a list of entries") from None
    if twice := [key for key, count in Counter(thing.key for thing in edition.things).items() if count > 1]:
        raise DamagedEdition(f"names {':'.join(twice[0])} twice")
    return edition


def _line_of(section: str, text: str) -> int:
    """Return the line in which a section begins; its entries are on the lines below."""
    return text[: max(0, text.find(f'\n"{section}": ')) + 1].count("\n") + 1


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


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
    """The number of an edition, and the path of its file."""

    version: Version
    path: Path
    project: Path

    @property
    def name(self) -> str:
        """The path relative to the project, for findings."""
        return self.path.relative_to(self.project).as_posix()

    def read(self) -> Edition:
        """Read the edition, or raise `UnreadableEdition`."""
        try:
            return parsed(self.text(), self.version)
        except DamagedEdition as error:
            raise self._unreadable(error.says, line=error.line) from None

    def text(self) -> str:
        """Read the text of the file, or raise `UnreadableEdition`; the text may be damaged."""
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
