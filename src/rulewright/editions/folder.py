"""The recorded editions of a game: the files of content/GAME/editions, each named by its number.

A file is JSON with one thing on each line, so that two editions can be compared line by line:

    {"format": 1, "game": "iron-cross", "edition": "1.1", "date": "2026-11-23", "title": "…", "language": "en",
    "things": [
    ["rule", "hits", {"number": "4.2", "title": "Hits", "text": "Roll one die."}],
    …
    ]}

The same snapshot always makes the same bytes. A file may be damaged, or come from anywhere: without this form it is
refused, with the line.
"""

import json
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from rulewright.base.boundary import Failure
from rulewright.base.findings import Finding, FindingKind, Severity, Span
from rulewright.base.limits import EDITION_BYTES
from rulewright.base.visible import escape_hidden
from rulewright.editions.snapshot import KINDS, Key, Snapshot, Thing, Version, read_version
from rulewright.source.opening import CannotOpenError, entries, read_file

DAMAGED = FindingKind("damaged-edition", waivable=False)
TOO_SMALL = FindingKind("version-too-small", Severity.WARNING)
NEXT = FindingKind("next-edition", Severity.NOTE)
DEAD = FindingKind("dead-id", Severity.WARNING)
EDITION_FINDINGS = (DAMAGED, TOO_SMALL, NEXT, DEAD)

# The file of an edition

FORMAT = 1
HEAD = ("game", "edition", "date", "title", "language")


class DamagedEdition(Exception):
    """A file is damaged: what is wrong, and in which line; line 0 stands for the whole file."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.says, self.line = says, line


def written(snapshot: Snapshot) -> str:
    head = {"format": FORMAT, **{name: getattr(snapshot, name) for name in HEAD}}
    lines = ",\n".join(_line([thing.kind, thing.id, thing.fields]) for thing in snapshot.things)
    return f'{_line(head)[:-1]},\n"things": [\n{lines}\n]}}\n'


def _line(value: object) -> str:
    return escape_hidden(json.dumps(value, ensure_ascii=False))


@lru_cache(maxsize=4)
def parsed(text: str, version: Version) -> Snapshot:
    """Read the file of this edition, or raise `DamagedEdition`. Cached, because a preview reads it after each edit."""
    try:
        data = json.loads(text)
    except JSONDecodeError as error:
        raise DamagedEdition(f"is damaged: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise DamagedEdition("is damaged: it cannot be read as JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("things"), list):
        raise DamagedEdition("is not a recorded edition: it has no list of things")
    if data.get("format") != FORMAT:
        raise DamagedEdition("has a format that this version of the tool cannot read")
    head: dict[str, Any] = {name: data.get(name) for name in HEAD}
    if not all(isinstance(value, str) for value in head.values()):
        raise DamagedEdition("needs game, edition, date, title and language", 1)
    if read_version(head["edition"]) != version:
        raise DamagedEdition(f"contains edition {head['edition']!r}", 1)
    if not _is_day(head["date"]):
        raise DamagedEdition(f"has {head['date']!r} instead of a date such as 2026-05-31", 1)
    things = {line: _thing(each, line) for line, each in enumerate(data["things"], 3)}
    keys: set[Key] = set()
    for line, thing in things.items():
        if thing.key in keys:
            raise DamagedEdition(f"names {':'.join(thing.key)} twice", line)
        keys.add(thing.key)
    return Snapshot(things=tuple(things.values()), **head)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _thing(value: Any, line: int) -> Thing:
    match value:
        case [str(kind), str(id_), dict(fields)] if kind in KINDS and all(isinstance(v, str) for v in fields.values()):
            return Thing(kind, id_, fields)
    raise DamagedEdition("has an entry of unknown kind", line)


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

    def read(self) -> Snapshot:
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
