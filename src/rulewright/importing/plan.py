"""Plan an import: which files to write, and how to keep the edits of the author.

The record of an earlier import says what it wrote. A value that the author left alone takes the new text of the source;
a value that the author edited stays, with a note.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from rulewright.boundary import Failure
from rulewright.findings import Findings, Span
from rulewright.importing.draft import Unread
from rulewright.importing.writing import DraftFile
from rulewright.source.tree import parse

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


Match = tuple[int, int, int]
"""Where equal lines begin in the base and in the other text, and how many they are."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that changed in the source. `line` is the first of them in the merged file, from 1.

    `new` are the lines of the new draft, from its line `new_line`. They are in the file only if it was `renewed`.
    """

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    new_line: int
    renewed: bool


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged file, and the changes in the source."""

    text: str
    changes: tuple[Change, ...]


def merged(base: str, mine: str, new: str) -> Merged:
    """The file `mine` with what changed from `base` to `new`, wherever it is as in `base`."""
    lines: list[str] = []
    changes: list[Change] = []
    base_lines, my_lines, new_lines = base.split("\n"), mine.split("\n"), new.split("\n")
    for (b0, b1), (m0, m1), (n0, n1) in _ranges(base_lines, my_lines, new_lines):
        old, own, other = base_lines[b0:b1], my_lines[m0:m1], new_lines[n0:n1]
        renewed = own == old
        if other not in (old, own):
            changes.append(Change(len(lines) + 1, tuple(own), tuple(other), n0 + 1, renewed))
        lines += other if renewed else own
    return Merged("\n".join(lines), tuple(changes))


Stretch = tuple[int, int]


def _ranges(base: list[str], mine: list[str], new: list[str]) -> Iterator[tuple[Stretch, Stretch, Stretch]]:
    """The texts in stretches that belong together: in each other one all three are alike."""
    at_base = at_mine = at_new = 0
    for begin, in_mine, in_new, length in _common(_matches(base, mine), _matches(base, new)):
        yield (at_base, begin), (at_mine, in_mine), (at_new, in_new)
        at_base, at_mine, at_new = begin + length, in_mine + length, in_new + length
        yield (begin, at_base), (in_mine, at_mine), (in_new, at_new)
    yield (at_base, len(base)), (at_mine, len(mine)), (at_new, len(new))


def _matches(base: Sequence[str], other: Sequence[str]) -> list[Match]:
    return [(each.a, each.b, each.size) for each in SequenceMatcher(None, base, other).get_matching_blocks()]


def _common(mine: list[Match], new: list[Match]) -> Iterator[tuple[int, int, int, int]]:
    """The lines of the base that both others have: where they begin in each of the three, and how many."""
    at, other = 0, 0
    while at < len(mine) and other < len(new):
        (base_a, a, size_a), (base_b, b, size_b) = mine[at], new[other]
        begin, end = max(base_a, base_b), min(base_a + size_a, base_b + size_b)
        if begin < end:
            yield begin, a + begin - base_a, b + begin - base_b, end - begin
        if base_a + size_a < base_b + size_b:
            at += 1
        else:
            other += 1


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that an earlier import wrote and whose source has changed; without `changes`, why it stays."""

    path: str
    changes: tuple[Change, ...] = ()
    stays: str | None = None


@dataclass(slots=True)
class Plan:
    """The bytes to write by their paths, and what to tell of the files that were there."""

    files: dict[str, bytes] = field(default_factory=dict)
    new: list[str] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)


def planned(root: Path, files: Mapping[str, DraftFile], record: Record) -> Plan:
    """What to write; `Failure` where a file is in the way."""
    plan = Plan()
    for path, file in files.items():
        if path not in record.texts:
            _add(plan, root, path, file)
        elif record.texts[path] != base_of(file):
            _renew(plan, root, path, file, record.texts[path])
    plan.changed += _gone(files, record)
    return plan


def _add(plan: Plan, root: Path, path: str, file: DraftFile) -> None:
    data = file.content.encode() if isinstance(file.content, str) else file.content
    if (root / path).exists() and (root / path).read_bytes() != data:
        hint = f"{path} exists, and no import wrote it: move it, or import under another name"
        raise Failure(hint)
    plan.files[path] = data
    plan.new.append(path)


def _renew(plan: Plan, root: Path, path: str, file: DraftFile, base: str) -> None:
    """A file whose source has changed."""
    if not (root / path).exists():
        plan.changed.append(Changed(path, stays="you removed it; its source says something else now"))
        return
    mine = (root / path).read_bytes()
    if isinstance(file.content, str):
        _merge(plan, path, file.content, base, mine)
    elif base_of(DraftFile(file.source, mine)) == base:
        plan.files[path] = file.content
        plan.changed.append(Changed(path, stays="the picture is renewed"))
    else:
        plan.changed.append(Changed(path, stays="your picture stays; that of the source is another now"))


def _merge(plan: Plan, path: str, new: str, base: str, mine: bytes) -> None:
    try:
        text = mine.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Failure(f"{path} is not UTF-8: save it as UTF-8, then import again") from None
    found = merged(base, text, new)
    if _reads(text, path) and not _reads(found.text, path):
        plan.changed.append(Changed(path, stays="it stays as it is: with what changed, it could not be read"))
        return
    ends = b"\r\n" if b"\r\n" in mine else b"\n"
    if found.text != text:
        plan.files[path] = found.text.encode().replace(b"\n", ends)
    plan.changed.append(Changed(path, found.changes))


def _reads(text: str, path: str) -> bool:
    faults = Findings()
    return parse(text, path, faults) is not None and not faults.status


def _gone(files: Mapping[str, DraftFile], record: Record) -> Iterator[Changed]:
    """Files of these sources that the draft no longer has."""
    others = record.of_others(each.source for each in files.values())
    for path, source in record.sources.items():
        if path not in others and path not in files and not path.endswith("/game.yaml"):
            yield Changed(path, stays=f"{source} no longer says any of it: remove it if you agree")


def origin_of(file: DraftFile, line: int) -> Span | None:
    """Where in its source a line of a draft comes from."""
    assert isinstance(file.content, str)
    lines, entry = file.content.split("\n")[:line], ""
    for text in reversed(lines):
        if text.startswith("  ") and text[2:3] not in (" ", "#", "-") and not entry:
            entry = text.strip().partition(":")[0].strip('"')
        elif text and not text.startswith((" ", "#")):
            return file.places.get((text.rstrip(":"), entry))
    return None
