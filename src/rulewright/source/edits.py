"""Change source files at exact positions and write them; comments and layout stay.

`Edit("a.yaml", 2, 7, "old", "new")` turns the line `name: old` into `name: new`. `rename`, `fmt` and `stubs` use it.
Files are written completely or not at all.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rulewright.base.findings import Span

LINE_END = re.compile(r"(\r\n|\r|\n)")
"""A line break. The group makes `split` return the breaks too: `["first line", "\\n", "second line"]`."""
BYTE_ORDER_MARK = "\ufeff"
"""It may begin a file; columns do not count it."""


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
    lines_and_breaks = LINE_END.split(text)
    for edit in sorted(edits, reverse=True):
        index = 2 * (edit.line - 1)  # the line break follows at the next index
        begin = edit.column - 1 + (edit.line == 1 and text.startswith(BYTE_ORDER_MARK))  # one more after the mark
        old = edit.old.removesuffix("\n")
        line, end = lines_and_breaks[index], begin + len(old)
        assert line[begin:end] == old, (edit, line)
        lines_and_breaks[index] = line[:begin] + edit.new + line[end:]
        if old != edit.old:
            lines_and_breaks[index + 1] = ""
    return "".join(lines_and_breaks)


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
    """Write files below `root`, and remove those whose bytes are None; if one cannot be written, restore all."""
    earlier: dict[Path, bytes | None] = {}
    new_folders: list[Path] = []
    try:
        for path, data in files.items():
            new_folders += _new_folders((root / path).parent)
            if data is not None:
                (root / f"{path}{BESIDE}").write_bytes(data)
        for path, data in files.items():
            target = root / path
            earlier[target] = target.read_bytes() if target.exists() else None
            target.unlink() if data is None else (root / f"{path}{BESIDE}").replace(target)
    except BaseException:
        for target, data in earlier.items():
            with suppress(OSError):
                target.unlink(missing_ok=True) if data is None else target.write_bytes(data)
        for path in files:
            with suppress(OSError):
                (root / f"{path}{BESIDE}").unlink()
        for folder in reversed(new_folders):
            with suppress(OSError):
                folder.rmdir()
        raise


def _new_folders(folder: Path) -> list[Path]:
    """Create a folder with its parents; return those that were missing."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]
