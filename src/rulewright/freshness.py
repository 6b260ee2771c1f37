"""Whether a build would change anything. Imports next to nothing: answering costs little more than starting Python.

A build that went through leaves a record of all it depended on: the game's files, the templates, the
tool itself, the installed packages and the settings. If every file is as it was, so is the output.
"""

import json
import os
import sys

RECORD = ".rulewright.json"
FORMAT = 1


def fingerprint(project: str, game: str, settings: dict[str, object]) -> dict[str, object]:
    """What the output of one game depends on; files are told by size and time of change."""
    own = os.path.dirname(os.path.abspath(__file__))
    folders = [
        os.path.join(project, "content", game),
        os.path.join(project, "cards", game),
        os.path.join(project, "templates"),
        own,
        os.path.join(own, "..", "..", "templates"),
    ]
    files: list[list[object]] = []
    for folder in folders:
        _list(folder, files)
    packages = [
        [path, os.stat(path).st_mtime_ns] for path in sys.path if path.endswith("-packages") and os.path.isdir(path)
    ]
    return {
        "format": FORMAT,
        "python": sys.version,
        "packages": packages,
        "settings": {**settings, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH")},
        "files": files,
    }


def _list(folder: str, files: list[list[object]]) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                _list(entry.path, files)
        elif not entry.name.startswith("."):
            stat = entry.stat()
            files.append([entry.path, stat.st_mtime_ns, stat.st_size])


def outputs(folder: str) -> list[list[object]]:
    """What stands in an output folder, told the same way; the record itself left out."""
    files: list[list[object]] = []
    _list(folder, files)
    return files


def record(game_inputs: dict[str, object], folder: str, said: str) -> bytes:
    """The record of a build: what it read, what it wrote, and what it said about it."""
    return json.dumps({"inputs": game_inputs, "outputs": outputs(folder), "said": said}).encode()


def unchanged(game_inputs: dict[str, object], folder: str) -> str | None:
    """What the last build said, if it would do the same again; None if there is something to do."""
    try:
        with open(os.path.join(folder, RECORD), "rb") as stream:
            known = json.load(stream)
    except (OSError, ValueError):
        return None
    if known.get("inputs") != game_inputs or known.get("outputs") != outputs(folder):
        return None
    return str(known["said"])
