"""What an import would write: new files, and files that an earlier import wrote, as far as their author left them.

Nothing of the author is overwritten: a file that no import wrote is refused, and one that was altered is merged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.findings import Findings, Span
from rulewright.importing.merging import Change, merged
from rulewright.importing.record import Record, base_of
from rulewright.importing.writing import DraftFile
from rulewright.source.tree import parse


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
        raise Failure(f"{path} is no UTF-8: save it as UTF-8, then import again") from None
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
