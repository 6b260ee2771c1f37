"""The files of a copy in place of the project's: all of them, or none."""

from collections.abc import Iterable
from pathlib import Path

from rulewright.edits import write_all


def replace_files(project: Path, copy: Path, folders: Iterable[str]) -> None:
    """Write the files that differ and remove those that the copy lacks; on failure change nothing."""
    folders = list(folders)
    new, old = _files(copy, folders), _files(project, folders)
    gone = dict.fromkeys(old.keys() - new.keys())
    write_all(project, {path: data for path, data in new.items() if old.get(path) != data} | gone)


def _files(root: Path, folders: Iterable[str]) -> dict[str, bytes]:
    found = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}
