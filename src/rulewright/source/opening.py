"""Opens the files of a game: regular files within a folder of its own, whatever links, pipes and devices lie there."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


class CannotOpenError(Exception):
    """The name of the finding, what the file is or does, and a hint."""

    def __init__(self, finding: str, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.finding, self.says, self.hint = finding, says, hint


def read_file(path: Path, folder: Path, most: int) -> bytes:
    """The bytes of a file in `folder`, at most so many of them; `CannotOpenError` where there is no such file."""
    try:
        if path.parent == folder and not path.is_symlink():
            return _read(path, most)
        real = path.resolve(strict=True)
        if not real.is_relative_to(folder.resolve()):
            raise CannotOpenError("outside", "is a link to a place outside its game's folder", "copy the file there")
        return _read(real, most)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise unreadable(path, error) from None


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, in order of name; nothing where there is none. `CannotOpenError` where nobody may look."""
    if not os.path.lexists(folder):
        return []
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise unreadable(folder, error) from None


def unreadable(path: Path, error: OSError | RuntimeError) -> CannotOpenError:
    """The system's reason in plain words."""
    if os.path.islink(path) and not isinstance(error, PermissionError):
        nowhere = isinstance(error, FileNotFoundError)
        says = "is a link to nothing" if nowhere else "is a link that leads to itself"
        return CannotOpenError("unreadable-file", says, "remove the link")
    says = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    return CannotOpenError("unreadable-file", says, "see that it is whole and that you may read it")


def _read(path: Path, most: int) -> bytes:
    kind = stat.S_IFMT(path.stat(follow_symlinks=False).st_mode)
    if kind != stat.S_IFREG:
        raise CannotOpenError("unreadable-file", f"is {KINDS.get(kind, 'a device')}, not a file", "remove it")
    with path.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise CannotOpenError("too-large", f"is larger than {most / 1000000:g} MB")
    return data


# Which folder holds a file that a game names

Name = TypeVar("Name")
Key = TypeVar("Key")
File = TypeVar("File")


def from_holders(
    named: Iterable[tuple[Name, str]],
    folders: Sequence[Path],
    read: Callable[[Iterable[Name], Path], dict[Key, File]],
) -> dict[Key, File]:
    """What `read` makes of the files that are named by paths, each from the first folder that has it."""
    held = dict(_held(named, folders))
    return {key: file for folder, names in held.items() for key, file in read(names, folder).items()}


def _held(named: Iterable[tuple[Name, str]], folders: Sequence[Path]) -> Iterator[tuple[Path, list[Name]]]:
    """The folders with what is to be read from each; from the first what none has."""
    found: dict[Path, list[Name]] = {folder: [] for folder in folders}
    for each, path in named:
        has = (folder for folder in folders if ".." not in path and os.path.lexists(folder / path))
        found[next(has, folders[0])].append(each)
    return ((folder, names) for folder, names in found.items() if names)
