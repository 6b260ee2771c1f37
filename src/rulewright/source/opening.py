"""Open the files of a game safely: only regular files inside its folder, no devices, no links that lead outside.

A game may come from anybody, so `content/marsh/fonts/x.ttf` may be a link to a private file, or a pipe that never
ends. `read_file` returns bytes or raises `CannotOpenError`. `NamedFiles` reads the files whose paths an author has
written, such as pictures, and reports those that cannot be read.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import TypeVar

from rulewright.base.findings import Finding, Findings
from rulewright.source.nodes import Scalar

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
LIMITS_HINT = "rulewright explain limits"


class CannotOpenError(Exception):
    """A file cannot be read. `says` continues a sentence about the file; `finding` is the name of the finding."""

    def __init__(self, finding: str, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.finding, self.says, self.hint = finding, says, hint


def read_file(path: Path, folder: Path, most: int) -> bytes:
    """Return the bytes of a file in `folder`; raise `CannotOpenError` if it cannot be read or is larger than `most`."""
    try:
        if path.parent == folder and not path.is_symlink():
            return _read(path, most)
        real = path.resolve(strict=True)
        if not real.is_relative_to(folder.resolve()):
            raise CannotOpenError("outside", "is a link to a place outside its game's folder", "copy the file there")
        return _read(real, most)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise _unreadable(path, error) from None


def entries(folder: Path) -> list[Path]:
    """Return the sorted paths in a folder, none if it does not exist; raise `CannotOpenError` if it cannot be read."""
    if not os.path.lexists(folder):
        return []
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise _unreadable(folder, error) from None


def _unreadable(path: Path, error: OSError | RuntimeError) -> CannotOpenError:
    if os.path.islink(path) and not isinstance(error, PermissionError):
        has_no_target = isinstance(error, FileNotFoundError)
        says = "is a link to nothing" if has_no_target else "is a link that leads to itself"
        return CannotOpenError("unreadable-file", says, "remove the link")
    says = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    return CannotOpenError("unreadable-file", says, "check its permissions, and that the file is not damaged")


def _read(path: Path, most: int) -> bytes:
    kind = stat.S_IFMT(path.stat(follow_symlinks=False).st_mode)
    if kind != stat.S_IFREG:
        raise CannotOpenError("unreadable-file", f"is {KINDS.get(kind, 'a device')}, not a file", "remove it")
    with path.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise CannotOpenError("too-large", f"is larger than {most / 1000000:g} MB")
    return data


# Files that a game names: pictures, fonts and spreadsheets


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that a game names, with the words for findings about such files."""

    noun: str
    suffixes: Collection[str]
    formats: str
    """The formats allowed, as in `'a.gif' is not a PNG, JPEG or SVG picture`."""
    bad: str
    bad_hint: str
    missing: str
    usual_folder: str
    too_large_hint: str = LIMITS_HINT


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """Reads the files of one kind that a game names by their paths in `folder`."""

    kind: FileKind
    folder: Path
    project: Path
    findings: Findings

    def read(self, name: Scalar, most: int) -> bytes | None:
        """Return the bytes of the file of this name; None, with a finding, if it cannot be read."""
        kind, path, file = self.kind, PurePosixPath(name.value), self.folder / name.value
        if path.suffix.casefold() not in kind.suffixes:
            self.refuse(kind.bad, name, f"{name.value!r} is not a {kind.formats}", kind.bad_hint)
        elif path.is_absolute() or ".." in path.parts or "\\" in name.value:
            self.refuse_outside(name)
        elif not os.path.lexists(file):  # true for a link to nothing, which `read_file` reports
            self.refuse(kind.missing, name, f"there is no file {self.display_path(file)}", self._nearest(name.value))
        else:
            try:
                return read_file(file, self.folder, most)
            except CannotOpenError as error:
                hint = kind.too_large_hint if error.finding == "too-large" else error.hint
                self.refuse(error.finding, name, f"the {kind.noun} {name.value!r} {error.says}", hint)
        return None

    def refuse(self, finding: str, name: Scalar, message: str, hint: str = "") -> None:
        """Add a finding at the place where the file is named."""
        self.findings.add(Finding(finding, name.span, message, hint))

    def refuse_outside(self, name: Scalar) -> None:
        """Add a finding about a path that leads out of the folder."""
        usual = f"{self.kind.usual_folder}/{PurePosixPath(name.value).name}"
        hint = f"copy it there, and write its path from that folder: {usual}"
        self.refuse("outside", name, f"{name.value!r} is not in {self.display_path(self.folder)}", hint)

    def display_path(self, path: Path) -> str:
        """Return a path as findings show it."""
        return path.relative_to(self.project).as_posix()

    def _nearest(self, name: str) -> str:
        """Return a hint for a missing file: the file with the most similar name, or the files that there are."""
        files = (path for path in sorted(self.folder.rglob("*")) if path.suffix.casefold() in self.kind.suffixes)
        names = [path.relative_to(self.folder).as_posix() for path in files if path.is_file()]
        otherwise = (
            f"the folder has: {', '.join(names[:8])}" if names else f"put it into {self.display_path(self.folder)}"
        )
        return did_you_mean(name, names, otherwise)


def did_you_mean(name: str, names: Iterable[str], otherwise: str) -> str:
    """Return a hint with the name most like a wrong one, or `otherwise` if none is like it."""
    close = get_close_matches(name, list(names), 1, 0.5)
    return f"did you mean {close[0]!r}?" if close else otherwise


Name = TypeVar("Name")
Key = TypeVar("Key")
File = TypeVar("File")


def read_from_folders(
    names_and_paths: Iterable[tuple[Name, str]],
    folders: Sequence[Path],
    read: Callable[[Iterable[Name], Path], dict[Key, File]],
) -> dict[Key, File]:
    """Call `read` for the files in each folder, and return all results.

    `names_and_paths` has names with the paths of their files. Each file is taken from the first folder that has it,
    because a game that extends others may name their files. A path that no folder has is looked for in the first.
    """
    by_folder: dict[Path, list[Name]] = {folder: [] for folder in folders}
    for each, path in names_and_paths:
        holders = (folder for folder in folders if ".." not in path and os.path.lexists(folder / path))
        by_folder[next(holders, folders[0])].append(each)
    return {key: file for folder, names in by_folder.items() if names for key, file in read(names, folder).items()}
