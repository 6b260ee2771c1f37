"""What a publication leaves beside the outputs is put right, however it ended: done, failed or killed.

build/.rulewright/GAME-BUILD.new is being made, and belongs to no one while the lock is held by another process. If the
output in place is of this build, the two have been exchanged, and it holds the old output. GAME-BUILD.old holds the old
output in any case.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from rulewright.listing import walk
from rulewright.record import HIDDEN, RECORD, UNDERWAY, Record


def clean_up(build: Path) -> None:
    """Only for who holds the lock. What cannot be put right now, stays for the next time."""
    being_made, put_aside = UNDERWAY
    for new in _folders(build, being_made):
        with suppress(OSError):
            if _build_in(_place(new)) == new.stem.rpartition("-")[2]:
                new.rename(new.with_suffix(put_aside))
            else:
                shutil.rmtree(new)
    for old in _folders(build, put_aside):
        with suppress(OSError):
            if not os.path.lexists(_place(old)):
                old.rename(_place(old))
            elif _build_in(_place(old)):
                _retire(old, _place(old))
    with suppress(OSError):
        (build / HIDDEN / "record").unlink()


def _folders(build: Path, suffix: str) -> Iterator[Path]:
    for path in sorted((build / HIDDEN).glob(f"*-*{suffix}")):
        if path.is_dir() and not path.is_symlink():
            yield path


def _place(folder: Path) -> Path:
    """Where the output belongs: build/GAME."""
    return folder.parent.parent / folder.stem.rpartition("-")[0]


def _build_in(place: Path) -> str:
    """The build whose output is there; empty for any other folder."""
    return "" if place.is_symlink() else Record.load(str(place)).build


def _retire(old: Path, place: Path) -> None:
    """Removes an output that was replaced. What others put there meanwhile goes to its place.

    The record goes last: without it nothing tells whose the files are.
    """
    ours = Record.load(str(old)).outputs.keys() | Record.load(str(place)).outputs.keys()
    for path, _ in list(walk(str(old))):
        if path in ours:
            (old / path).unlink()
        elif path != RECORD:
            _bring(old / path, place / path)
    for top, folders, _ in os.walk(old, topdown=False):
        for folder in folders:
            Path(top, folder).rmdir()
    (old / RECORD).unlink(missing_ok=True)
    old.rmdir()


def _bring(source: Path, target: Path) -> None:
    """Moves a file of others; most are at the target already, as a second name or as a copy."""
    if not os.path.lexists(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        return
    here, there = source.lstat(), target.lstat()
    if os.path.samestat(here, there) or here.st_mtime_ns < there.st_mtime_ns:
        source.unlink()
    else:
        source.replace(target)
