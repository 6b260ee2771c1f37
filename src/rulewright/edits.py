"""Edits of source files by places: only the letters named change."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Span

LINE_END = re.compile(r"(\r\n|\r|\n)")
MARK = "\ufeff"
"""The byte order mark, which no place counts."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """At a line and column from 1, `old` becomes `new`. A line that ends with its line feed in `old` goes with it."""

    file: str
    line: int
    column: int
    old: str
    new: str

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.column, len(self.old))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A file with its edits, of which no two overlap. Its ends of lines stay what they are."""
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
    """All of a source file or nothing; its lines end as they did."""
    ends = b"\r\n" if path.exists() and b"\r\n" in path.read_bytes() else b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(text.encode("utf-8").replace(b"\n", ends))
    beside.replace(path)
