"""What the last build left, for the next to go on from: finished prints and its report."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from rulewright import freshness
from rulewright.pipeline import Before
from rulewright.readback.before import ReadBefore
from rulewright.render.print_cache import Print, PrintCache


def last_build(folder: Path, inputs: Mapping[str, object]) -> Before:
    """The prints that are still as they were written, and report.json; `inputs` is the fingerprint of this build."""
    report = None
    with suppress(OSError):
        report = (folder / "report.json").read_bytes()
    tool = _tool(inputs)
    return Before(PrintCache(tool, dict(_prints(folder))), report, ReadBefore(tool, frozenset(_read(folder))))


def print_records(kept: PrintCache, files: Mapping[str, bytes]) -> dict[str, dict[str, str]]:
    """What the record says of each print: what it was made from, and what it is."""
    return {
        path: {"made_from": made_from, "is": _digest(files[path])}
        for path, made_from in kept.made_from.items()
        if path in files
    }


def _prints(folder: Path) -> Iterator[tuple[str, Print]]:
    records = freshness.recorded(str(folder)).get("prints")
    for path, record in records.items() if isinstance(records, dict) else ():
        with suppress(OSError, TypeError, KeyError):
            data = (folder / path).read_bytes()
            if _digest(data) == record["is"]:
                yield path, Print(record["made_from"], data)


def _read(folder: Path) -> Iterator[str]:
    read = freshness.recorded(str(folder)).get("read")
    return (each for each in (read if isinstance(read, list) else ()) if isinstance(each, str))


def _tool(inputs: Mapping[str, object]) -> str:
    """All that a print depends on beside its game: this tool, its packages, and Python."""
    files = inputs["files"]
    assert isinstance(files, dict)
    return json.dumps([inputs["python"], inputs["packages"], files["tool"], files["tool templates"]])


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
