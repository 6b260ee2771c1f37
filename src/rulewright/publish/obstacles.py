"""What prevents a publication is found before anything is replaced."""

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath

from rulewright.record import RECORD, Record


class InTheWayError(OSError):
    """Something of others is where the output should go."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(0, message, str(path))


def refuse_links(*folders: Path) -> None:
    """A link may lead anywhere, also to what is no output."""
    for folder in folders:
        if folder.is_symlink():
            raise InTheWayError(folder, "this is a link, and the output is never written through links")
        if folder.exists() and not folder.is_dir():
            raise InTheWayError(folder, "this is a file, where a folder should go")


def files_of_others(folder: Path, ours: Collection[str]) -> list[str]:
    """The paths below a folder that are not ours: files, links and empty folders.

    Raises OSError if a folder cannot be read.
    """
    return [*_others(folder, {*ours, RECORD})]


def _others(folder: Path, ours: Collection[str]) -> Iterator[str]:
    for top, folders, names in os.walk(folder, onerror=_raise):
        below = Path(top).relative_to(folder)
        links = [name for name in folders if Path(top, name).is_symlink()]
        if not folders and not names and below.parts:
            yield below.as_posix()
        yield from (path for name in (*links, *names) if (path := (below / name).as_posix()) not in ours)


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # the first build has no folder
        raise error


def refuse_obstacles(folder: Path, files: Mapping[str, bytes], others: Collection[str], last: Record) -> None:
    """Raises InTheWayError for the first of the files of others that leaves a file of ours no place."""
    wanted = {**files, RECORD: b""}
    folders = {str(parent) for path in wanted for parent in PurePosixPath(path).parents}
    for other in others:
        path = folder / other
        is_folder = path.is_dir() and not path.is_symlink()
        above = next((str(parent) for parent in PurePosixPath(other).parents if str(parent) in wanted), None)
        if above is not None or (other in wanted and is_folder):
            raise InTheWayError(folder / (above or other), "this is a folder, where a file of the game should go")
        if other in folders and not is_folder:
            raise InTheWayError(path, "this is no folder, but a folder of the game should go there")
        if other in wanted and (path.is_symlink() or not path.is_file()):
            raise InTheWayError(path, "this is a link or a device, where a file of the game should go")
        if other in files and last.outputs and path.read_bytes() != files[other]:
            raise InTheWayError(path, "no build wrote this file, and now a file of the game has the same name")
