"""Plan an import: which files to write, and how to keep the edits of the author.

The record of an earlier import says what it wrote. A value that the author left alone takes the new text of the source;
a value that the author edited stays, with a note.

The files of a draft and the record come in, and a `Plan` goes out: what to write, and what to report. In a merge,
`base` is what the last import wrote, `mine` is the author's file now, and `new` is what the source says now.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings, Span
from rulewright.importing.draft import Unread
from rulewright.importing.writing import DraftFile
from rulewright.source.tree import parse

NAME = "imported.json"
ABOUT = "What rulewright import wrote, for the next import to compare with. Keep it with the game; do not edit it."


@dataclass(frozen=True, slots=True)
class Record:
    """The files of the last import by path: their sources, and their texts or digests."""

    sources: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def of_others(self, names: Iterable[str]) -> set[str]:
        """The files that come from other sources than these. Sources are compared by file name, not by folder."""
        file_names = {PurePath(name).name for name in names}
        return {path for path, source in self.sources.items() if PurePath(source).name not in file_names}

    def with_files(self, files: Mapping[str, DraftFile]) -> "Record":
        """The record after an import of some sources; what it says about files of other sources stays."""
        sources = {path: each.source for path, each in files.items()}
        others = self.of_others(sources.values()) - sources.keys()
        return Record(
            {path: self.sources[path] for path in sorted(others)} | sources,
            {path: self.texts[path] for path in sorted(others)} | {path: base_of(each) for path, each in files.items()},
        )


def base_of(file: DraftFile) -> str:
    """What a record keeps of a file: its text, or the digest of its bytes."""
    return file.content if isinstance(file.content, str) else sha256(file.content).hexdigest()


def record_path(game: str) -> str:
    """The path of the record of a game in the project."""
    return f"content/{game}/{NAME}"


def read_record(root: Path, game: str) -> Record | None:
    """Read the record of a game; None if it has none. `Failure` if it cannot be read."""
    path = root / record_path(game)
    if not path.exists():
        return None
    try:
        files: Any = json.loads(path.read_text("utf-8"))["files"]
        sources = {name: str(each["source"]) for name, each in files.items()}
        return Record(sources, {name: "\n".join(each["lines"]) for name, each in files.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        broken = "cannot be read, and import needs it to keep your edits: "
        hint = "restore it, or import under another name"
        raise Failure(f"{record_path(game)} {broken}{hint}") from None


def record_text(record: Record, unread: Sequence[Unread]) -> str:
    """Write the record. Each line of a draft is on its own line, so that version control shows changes well."""
    files = {
        path: {"source": record.sources[path], "lines": record.texts[path].split("\n")}
        for path in sorted(record.sources)
    }
    missed = [{"place": str(each.origin), "words": each.words, "why": each.why} for each in unread]
    data = {"about": ABOUT, "not understood": missed, "files": files}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that changed in the source. `line` is the first of them in the merged file, from 1.

    `old` are the lines of the author's file, and `new` those of the new draft, from its line `new_line`. The merged
    file has the new ones if the lines were `renewed`, else the old ones.
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
    """Apply the changes from `base` to `new` to the file `mine`, except where its author has changed it too."""
    lines: list[str] = []
    changes: list[Change] = []
    texts = [text.split("\n") for text in (base, mine, new)]
    starts = (0, 0, 0)
    for ends in _boundaries(*texts):
        base_lines, my_lines, new_lines = (
            text[start:end] for text, start, end in zip(texts, starts, ends, strict=True)
        )
        renewed = my_lines == base_lines
        if new_lines not in (base_lines, my_lines):
            changes.append(Change(len(lines) + 1, tuple(my_lines), tuple(new_lines), starts[2] + 1, renewed))
        lines += new_lines if renewed else my_lines
        starts = ends
    return Merged("\n".join(lines), tuple(changes))


def _boundaries(base: list[str], mine: list[str], new: list[str]) -> Iterator[tuple[int, int, int]]:
    """The line in `base`, `mine` and `new` before which each part ends.

    Parts that differ alternate with parts that all three have. For `a b`, `a x b` and `a b` the parts are `a`, the `x`
    of `mine`, and `b`, so the ends are (1, 1, 1), (1, 2, 1) and (2, 3, 2).
    """
    blocks_of_mine, blocks_of_new = (SequenceMatcher(None, base, text).get_matching_blocks() for text in (mine, new))
    mine_index, new_index = 0, 0
    while mine_index < len(blocks_of_mine) and new_index < len(blocks_of_new):
        # a block is `size` equal lines: from line `a` in base, and from line `b` in the other text
        in_mine, in_new = blocks_of_mine[mine_index], blocks_of_new[new_index]
        mine_end, new_end = in_mine.a + in_mine.size, in_new.a + in_new.size
        start, end = max(in_mine.a, in_new.a), min(mine_end, new_end)  # lines of base that both others have
        for line in (start, end) if start < end else ():
            yield line, in_mine.b + line - in_mine.a, in_new.b + line - in_new.a
        if mine_end < new_end:  # go on with the text whose block ends first
            mine_index += 1
        else:
            new_index += 1
    yield len(base), len(mine), len(new)


@dataclass(frozen=True, slots=True)
class Changed:
    """A file of an earlier import whose source has changed: the changes, or why the file stays as it is."""

    path: str
    changes: tuple[Change, ...] = ()
    stays: str | None = None


@dataclass(slots=True)
class Plan:
    """The bytes to write by their paths, and what to report about files of an earlier import."""

    files: dict[str, bytes] = field(default_factory=dict)
    changed: list[Changed] = field(default_factory=list)


def planned(root: Path, files: Mapping[str, DraftFile], record: Record) -> Plan:
    """Decide what to write; `Failure` if a file is in the way."""
    plan = Plan()
    for path, file in files.items():
        base = record.texts.get(path)
        mine = (root / path).read_bytes() if (root / path).exists() else None
        if base is None:
            plan.files[path] = file.content.encode() if isinstance(file.content, str) else file.content
            if mine not in (None, plan.files[path]):  # the author has another file there
                raise Failure(f"{path} exists, and no import wrote it: move it, or import under another name")
        elif base == base_of(file):
            continue
        elif mine is None:
            plan.changed.append(Changed(path, stays="you deleted this file; its source has changed since"))
        elif isinstance(file.content, str):
            plan.changed.append(_merge(plan, path, file.content, base, mine))
        elif base_of(DraftFile(file.source, mine)) == base:  # a picture that the author left alone
            plan.files[path] = file.content
            plan.changed.append(Changed(path, stays="picture updated from the source"))
        else:
            plan.changed.append(Changed(path, stays="kept your picture; the source has another one now"))
    others = record.of_others(each.source for each in files.values())
    for path, source in record.sources.items():
        if path not in others and path not in files and not path.endswith("/game.yaml"):
            plan.changed.append(Changed(path, stays=f"{source} no longer has this: delete the file if you agree"))
    return plan


def _merge(plan: Plan, path: str, new: str, base: str, mine: bytes) -> Changed:
    """Merge changes of the source into a text that its author may have edited."""
    try:
        text = mine.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Failure(f"{path} is not UTF-8: save it as UTF-8, then import again") from None
    result = merged(base, text, new)
    if _is_readable(text, path) and not _is_readable(result.text, path):
        return Changed(path, stays="kept as it is: with the changes of the source it would not be valid")
    if result.text != text:
        ends = b"\r\n" if b"\r\n" in mine else b"\n"
        plan.files[path] = result.text.encode().replace(b"\n", ends)
    return Changed(path, result.changes)


def _is_readable(text: str, path: str) -> bool:
    """Whether a text is YAML without findings."""
    findings = Findings()
    return parse(text, path, findings) is not None and not findings.status


def origin_of(file: DraftFile, line: int) -> Span | None:
    """The place in the source from which a line of a draft comes; None if the line is above its first section.

    Search upwards for the key of the entry, `  4.2:`, and then for the key of its section, `rules:`.
    """
    assert isinstance(file.content, str)
    lines, entry = file.content.split("\n")[:line], ""
    for text in reversed(lines):
        is_key_of_entry = text.startswith("  ") and text[2:3] not in (" ", "#", "-")  # indented by two
        if is_key_of_entry and not entry:
            entry = text.strip().partition(":")[0].strip('"')
        elif text and not text.startswith((" ", "#")):
            return file.places.get((text.rstrip(":"), entry))
    return None
