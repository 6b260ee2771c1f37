"""The file of an edition: JSON with one thing on each line, so that two editions differ line by line.

    {"format": 1, "game": "iron-cross", "edition": "1.1", "date": "2026-11-23", "title": "…", "language": "en",
    "things": [
    ["rule", "hits", {"number": "4.2", "title": "Hits", "text": "Roll one die."}],
    …
    ]}

The same snapshot always makes the same bytes. A file may be damaged, or come from anywhere: whatever does not have this
form is refused with the place.
"""

import json
from datetime import date
from functools import lru_cache
from json import JSONDecodeError
from typing import Any

from rulewright.editions.snapshot import KINDS, Key, Snapshot, Thing
from rulewright.editions.versions import Version, read_version
from rulewright.visible import escape_hidden

FORMAT = 1
"""The version of this form."""
HEAD = ("game", "edition", "date", "title", "language")


class DamagedEdition(Exception):
    """What is wrong with a file, and the line; 0 where it is all of the file."""

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
    """The snapshot of the file of this edition; raises `DamagedEdition`. A preview asks for it after each edit."""
    data = _json(text)
    if not isinstance(data, dict) or not isinstance(data.get("things"), list):
        raise DamagedEdition("is not a recorded edition: it has no list of things")
    if data.get("format") != FORMAT:
        raise DamagedEdition("has a format that this version of the tool cannot read")
    head = {name: _text(data.get(name)) for name in HEAD}
    if read_version(head["edition"]) != version:
        raise DamagedEdition(f"contains edition {head['edition']!r}", 1)
    if not _is_day(head["date"]):
        raise DamagedEdition(f"has {head['date']!r} instead of a date such as 2026-05-31", 1)
    things = tuple(_thing(each, line) for line, each in enumerate(data["things"], 3))
    seen: set[Key] = set()
    for line, thing in enumerate(things, 3):
        if thing.key in seen:
            raise DamagedEdition(f"names {':'.join(thing.key)} twice", line)
        seen.add(thing.key)
    return Snapshot(things=things, **head)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except JSONDecodeError as error:
        raise DamagedEdition(f"is damaged: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise DamagedEdition("is damaged: it cannot be read as JSON") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DamagedEdition("needs game, edition, date, title and language", 1)
    return value


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
