"""The files of a copy in place of the project's: all of them, or none."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def replace_files(project: Path, copy: Path, folders: Iterable[str]) -> None:
    """Writes what differs beside the old files first; if one cannot take its place, those before it go back."""
    folders = list(folders)
    new, old = _files(copy, folders), _files(project, folders)
    gone = old.keys() - new.keys()
    changed = {path: data for path, data in new.items() if old.get(path) != data}
    beside = {path: project / f"{path}.renaming" for path in changed}
    done: list[str] = []
    try:
        for path, data in changed.items():
            beside[path].write_bytes(data)
        for path, file in beside.items():
            file.replace(project / path)
            done.append(path)
        for path in gone:
            (project / path).unlink()
    except BaseException:
        for path in done:
            with suppress(OSError):
                (project / path).write_bytes(old[path]) if path in old else (project / path).unlink()
        raise
    finally:
        for file in beside.values():
            file.unlink(missing_ok=True)


def _files(root: Path, folders: Iterable[str]) -> dict[str, bytes]:
    found = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}
