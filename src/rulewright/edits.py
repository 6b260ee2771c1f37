"""Edit source files at places; nothing else in a file changes."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rulewright.findings import Span

LINE_END = re.compile(r"(\r\n|\r|\n)")
MARK = "\ufeff"
"""The byte order mark, which columns do not count."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace `old` by `new` at a line and column from 1. If `old` ends with a line feed, the line goes too."""

    file: str
    line: int
    column: int
    old: str
    new: str

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.column, len(self.old))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits that do not overlap; line endings stay."""
    parts = LINE_END.split(text)
    for edit in sorted(edits, reverse=True):
        at = 2 * (edit.line - 1)
        begin = edit.column - 1 + (edit.line == 1 and text.startswith(MARK))
        old = edit.old.removesuffix("\n")
        line, end = parts[at], begin + len(old)
        assert line[begin:end] == old, (edit, line)
        parts[at] = line[:begin] + edit.new + line[end:]
        if old != edit.old:
            parts[at + 1] = ""
    return "".join(parts)


def write_source(path: Path, text: str) -> None:
    """Write a source file completely or not at all; keep its kind of line endings."""
    ends = b"\r\n" if path.exists() and b"\r\n" in path.read_bytes() else b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(text.encode("utf-8").replace(b"\n", ends))
    beside.replace(path)


BESIDE = ".new"
"""The suffix of a file while it is written."""


def write_all(root: Path, files: Mapping[str, bytes | None]) -> None:
    """Write these files, and remove those without bytes; if one cannot be written, change none."""
    done: dict[Path, bytes | None] = {}
    made: list[Path] = []
    try:
        for path, data in files.items():
            made += _new_folders((root / path).parent)
            if data is not None:
                (root / f"{path}{BESIDE}").write_bytes(data)
        for path, data in files.items():
            target = root / path
            done[target] = target.read_bytes() if target.exists() else None
            target.unlink() if data is None else (root / f"{path}{BESIDE}").replace(target)
    except BaseException:
        for target, data in done.items():
            with suppress(OSError):
                target.unlink(missing_ok=True) if data is None else target.write_bytes(data)
        for path in files:
            with suppress(OSError):
                (root / f"{path}{BESIDE}").unlink()
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def _new_folders(folder: Path) -> list[Path]:
    """Create a folder with its parents; return those that were missing."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]
