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
    folders = {
        "content": os.path.join(project, "content", game),
        "cards": os.path.join(project, "cards", game),
        "templates": os.path.join(project, "templates"),
        "tool": own,
        "tool templates": os.path.join(own, "..", "..", "templates"),
    }
    return {
        "format": FORMAT,
        "python": sys.version,
        "packages": [[path, os.stat(path).st_mtime_ns] for path in sys.path if path.endswith("-packages")],
        "settings": {**settings, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH")},
        "files": {name: contents(folder) for name, folder in folders.items()},
    }


def contents(folder: str) -> list[list[object]]:
    """The files below a folder, each as its path, time and size; hidden files and caches are passed over."""
    found: list[list[object]] = []
    _list(folder, "", found)
    return found


def _list(folder: str, below: str, found: list[list[object]]) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            _list(entry.path, f"{below}{entry.name}/", found)
        else:
            stat = entry.stat()
            found.append([below + entry.name, stat.st_mtime_ns, stat.st_size])


def record(game_inputs: dict[str, object], folder: str, said: str, prints: dict[str, dict[str, str]]) -> bytes:
    """The record of a build: what it read, what it wrote, what it said about it, and what its prints were made from."""
    return json.dumps({"inputs": game_inputs, "outputs": contents(folder), "said": said, "prints": prints}).encode()


def recorded(folder: str) -> dict[str, object]:
    """The record of the last build; empty where there is none that can be read."""
    try:
        with open(os.path.join(folder, RECORD), "rb") as stream:
            known = json.load(stream)
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def unchanged(game_inputs: dict[str, object], folder: str) -> str | None:
    """What the last build said, if it would do the same again; None if there is something to do."""
    known = recorded(folder)
    if not known or known.get("inputs") != game_inputs or known.get("outputs") != contents(folder):
        return None
    return str(known["said"])
