"""What the last import wrote, kept beside the sources: with it a second import knows what its author changed.

`content/GAME/imported.json` is no source, for only YAML is. It belongs to the game: keep it with the files.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from rulewright.boundary import Failure
from rulewright.importing.draft import Unread
from rulewright.importing.writing import DraftFile

NAME = "imported.json"
ABOUT = "What rulewright import wrote, for the next import to compare with. Keep it with the game; do not edit it."


@dataclass(frozen=True, slots=True)
class Record:
    """The files of the last import, by their paths: their source, and their text, or the digest of their bytes."""

    sources: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def of_others(self, names: Iterable[str]) -> set[str]:
        """The files that come from other sources than these, whatever folder they are in now."""
        own = {PurePath(name).name for name in names}
        return {path for path, source in self.sources.items() if PurePath(source).name not in own}

    def with_files(self, files: Mapping[str, DraftFile]) -> "Record":
        """The record after an import, which says nothing of the files of other sources."""
        sources = {path: each.source for path, each in files.items()}
        others = self.of_others(sources.values()) - sources.keys()
        return Record(
            {path: self.sources[path] for path in sorted(others)} | sources,
            {path: self.texts[path] for path in sorted(others)} | {path: base_of(each) for path, each in files.items()},
        )


def base_of(file: DraftFile) -> str:
    """What a record keeps of a file."""
    return file.content if isinstance(file.content, str) else sha256(file.content).hexdigest()


def record_path(game: str) -> str:
    return f"content/{game}/{NAME}"


def read_record(root: Path, game: str) -> Record | None:
    """The record of a game; None where it has none. `Failure` where it cannot be read."""
    path = root / record_path(game)
    if not path.exists():
        return None
    try:
        files: Any = json.loads(path.read_text("utf-8"))["files"]
        sources = {name: str(each["source"]) for name, each in files.items()}
        return Record(sources, {name: "\n".join(each["lines"]) for name, each in files.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        broken = (
            f"{record_path(game)} cannot be read: without it no import knows what you changed; "
            "bring it back, or import under another name"
        )
        raise Failure(broken) from None


def record_text(record: Record, unread: Sequence[Unread]) -> str:
    """The record as a file: each line of a draft has its own, so that versions can be compared."""
    files = {
        path: {"source": record.sources[path], "lines": record.texts[path].split("\n")}
        for path in sorted(record.sources)
    }
    missed = [{"place": str(each.origin), "words": each.words, "why": str(each.why)} for each in unread]
    data = {"about": ABOUT, "not understood": missed, "files": files}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
