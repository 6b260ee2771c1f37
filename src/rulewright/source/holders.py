"""Which folder holds a file that a game names: its own, or that of a game that it extends."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

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
