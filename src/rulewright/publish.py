"""Write outputs: build/GAME is always a complete folder, put in place by one rename.

The new folder is made in build/.rulewright from all files of the build and from the author's files in build/GAME. If
that fails (a full disk, no permission, Ctrl-C, a file in the way), the last good output stays as it is. Even if the
process is killed between two system calls, build/GAME is either the whole old output or the whole new one.

The record in the folder names the files of the build. The next build removes only these, and follows no links. A file
that has not changed is a hard link to the old one, and so keeps its times.
"""

import errno
import os
import shutil
import signal
import stat
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from threading import current_thread, main_thread
from types import FrameType

from rulewright.listing import TICK, UNREAD, clock, describe, digest, settled, walk
from rulewright.progress import Progress, no_progress
from rulewright.record import HIDDEN, LOCK, RECORD, UNDERWAY, Record


@contextmanager
def sole_access(build: Path) -> Iterator[None]:
    """Let only this process publish in build/ inside the block, and first clean up after a killed one."""
    hidden = build / HIDDEN
    _refuse_links(build, hidden)
    hidden.mkdir(parents=True, exist_ok=True)
    with _lock(hidden / LOCK):
        clean_up(build)
        yield


def publish(
    folder: Path, files: Mapping[str, bytes], record: Record | None = None, progress: Progress = no_progress
) -> list[str]:
    """Replace the outputs in `folder` by `files`, given by their paths below it. Return the author's files, which stay.

    The caller has `sole_access`. Raise OSError if the folder cannot be written, and InTheWayError if something else
    is where a file should go.
    """
    record, hidden = record or Record(), folder.parent / HIDDEN
    _refuse_links(folder.parent, hidden, folder)
    last = Record.load(str(folder))
    others = [*_other_files(folder, {*last.outputs, RECORD})]
    _refuse_obstacles(folder, files, others, last)
    record.build, record.outputs = os.urandom(8).hex(), {path: [*UNREAD, digest(data)] for path, data in files.items()}
    new, old = (hidden / f"{folder.name}-{record.build}{suffix}" for suffix in UNDERWAY)
    try:
        _stage(new, folder, {**files, RECORD: record.encode()}, others, progress)
        with uninterrupted():
            _switch(new, folder, old)
            clean_up(folder.parent)
            _save_stamps(folder, record)
    except BaseException:
        clean_up(folder.parent)
        raise
    return [path for path in others if path not in files]


def _save_stamps(folder: Path, record: Record) -> None:
    """Record the times of the published files, so that the next build need not read them."""
    time.sleep(TICK / 1e9)  # from now on, any change alters the stamps
    now = clock()
    present = {path: describe(entry, follow=False) for path, entry in walk(str(folder))}
    unchanged = {
        path: present[path]
        for path, file in record.outputs.items()
        if path in present and present[path][-1] == file[-1]
    }
    record.outputs = {**record.outputs, **settled(unchanged, now)}
    new_record = folder.parent / HIDDEN / "record"
    with suppress(OSError):
        new_record.write_bytes(record.encode())
        new_record.replace(folder / RECORD)


# The lock. The system frees it when its holder ends, however it ends. The file stays: removing it would be a race.

POLL = 0.1
"""Seconds between two attempts where a process cannot sleep until the lock is free."""


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold the lock inside the block; if another process has it, say so and wait."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        try:
            is_ours = _take(file)
        except OSError as error:
            why = error.strerror or ""
            _say(f"this file system has no locks ({why}); do not start two builds of this project at once")
            is_ours = True
        if not is_ours:
            _say("another build of this project is running; this one waits for it to end")
            _wait(file)
        yield
    finally:
        os.close(file)


def _say(text: str) -> None:
    print(f"rulewright: {text}", file=sys.stderr, flush=True)


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _wait(file: int) -> None:
        while not _take(file):
            time.sleep(POLL)

else:
    import fcntl

    def _take(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


# What prevents publishing is found before anything is replaced


class InTheWayError(OSError):
    """A file or folder that no build wrote is where the output should go."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(0, message, str(path))


def _refuse_links(*folders: Path) -> None:
    """Raise InTheWayError for a link, which may lead outside of the project, and for a file."""
    for folder in folders:
        if folder.is_symlink():
            raise InTheWayError(folder, "this is a link, and the output is never written through links")
        if folder.exists() and not folder.is_dir():
            raise InTheWayError(folder, "this is a file, where a folder should go")


def _other_files(folder: Path, ours: Collection[str]) -> Iterator[str]:
    """Yield the files, links and empty folders below `folder` that are not ours; OSError if a folder cannot be read."""

    def fail(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):  # the first build has no folder
            raise error

    for top, folders, names in os.walk(folder, onerror=fail):
        below = Path(top).relative_to(folder)
        links = [name for name in folders if Path(top, name).is_symlink()]
        if not folders and not names and below.parts:
            yield below.as_posix()
        yield from (path for name in (*links, *names) if (path := (below / name).as_posix()) not in ours)


def _refuse_obstacles(folder: Path, files: Mapping[str, bytes], others: Collection[str], last: Record) -> None:
    """Raise InTheWayError for the first of the other files that leaves no room for a file of ours."""
    all_files = {**files, RECORD: b""}
    folders = {str(parent) for path in all_files for parent in PurePosixPath(path).parents}
    for other in others:
        path = folder / other
        is_folder = path.is_dir() and not path.is_symlink()
        above = next((str(parent) for parent in PurePosixPath(other).parents if str(parent) in all_files), None)
        if above is not None or (other in all_files and is_folder):
            raise InTheWayError(folder / (above or other), "this is a folder, where a file of the game should go")
        if other in folders and not is_folder:
            raise InTheWayError(path, "this is not a folder, but a folder of the game should go there")
        if other in all_files and (path.is_symlink() or not path.is_file()):
            raise InTheWayError(path, "this is a link or a device, where a file of the game should go")
        if other in files and last.outputs and path.read_bytes() != files[other]:
            raise InTheWayError(path, "no build wrote this file, and now a file of the game has the same name")


# The new folder is made beside the old one, and then takes its place


def _stage(new: Path, old: Path, files: Mapping[str, bytes], others: Collection[str], progress: Progress) -> None:
    """Make `new` from `files` and from the other files in `old`, which stays unchanged."""
    new.mkdir(parents=True)
    for done, (path, data) in enumerate(files.items()):
        progress(f"writing {path}", done, len(files))
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        if _has_content(old / path, data):
            _share(old / path, new / path)
        else:
            write_to_disk(new / path, data)
    for path in others:
        if path not in files:
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            _share(old / path, new / path)
    for top, _, _ in os.walk(new):  # each folder keeps its permissions
        old_folder = old / Path(top).relative_to(new)
        if old_folder.is_dir():
            Path(top).chmod(stat.S_IMODE(old_folder.stat().st_mode) | stat.S_IRWXU)


def _has_content(path: Path, data: bytes) -> bool:
    with suppress(OSError):
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data
    return False


def write_to_disk(path: Path, data: bytes) -> None:
    """Write a file and wait until the disk has it."""
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _share(source: Path, target: Path) -> None:
    """Make `target` a hard link to `source`, or a copy with the same times where there can be no hard link."""
    if source.is_symlink():
        shutil.copy2(source, target, follow_symlinks=False)
    elif source.is_dir():
        target.mkdir(exist_ok=True)
    else:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)


def _switch(new: Path, place: Path, old: Path) -> None:
    """Put `new` in its place. What was there is then in `new`, or in `old`.

    Between two renames the place is empty for a moment; after a kill `clean_up` puts the old folder back.
    """
    if not place.exists():
        new.rename(place)
    elif not exchange(new, place):
        place.rename(old)
        new.rename(place)


RENAME_EXCHANGE = 2
AT_FDCWD = -100
UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


def exchange(first: Path, second: Path) -> bool:
    """Exchange two folders by one rename. Return false, with nothing changed, if the system cannot do that."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(first), AT_FDCWD, os.fsencode(second), RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(second))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back SIGINT and SIGTERM inside the block, and deliver them at its end."""
    if current_thread() is not main_thread():
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    usual_handlers = {
        number: signal.signal(number, lambda *arguments: received.append(arguments))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in usual_handlers.items():
            signal.signal(number, handler)
        for caught, _ in received:
            signal.raise_signal(caught)


# Cleaning up. build/.rulewright/GAME-BUILD.new is a folder being made; without the lock it belongs to no one. If
# build/GAME is of this build, the two have been exchanged, and the folder has the old output. GAME-BUILD.old always has
# the old output.


def clean_up(build: Path) -> None:
    """Remove what a publication left beside the outputs, whether it was done, failed or killed.

    The caller has the lock. What cannot be removed now stays for the next time.
    """
    being_made, put_aside = UNDERWAY
    for new in _folders(build, being_made):
        with suppress(OSError):
            if _build_of(_place(new)) == new.stem.rpartition("-")[2]:
                new.rename(new.with_suffix(put_aside))
            else:
                shutil.rmtree(new)
    for old in _folders(build, put_aside):
        with suppress(OSError):
            if not os.path.lexists(_place(old)):
                old.rename(_place(old))
            elif _build_of(_place(old)):
                _remove_old_output(old, _place(old))
    with suppress(OSError):
        (build / HIDDEN / "record").unlink()


def _folders(build: Path, suffix: str) -> list[Path]:
    paths = sorted((build / HIDDEN).glob(f"*-*{suffix}"))
    return [path for path in paths if path.is_dir() and not path.is_symlink()]


def _place(folder: Path) -> Path:
    """Return where the output belongs: build/GAME."""
    return folder.parent.parent / folder.stem.rpartition("-")[0]


def _build_of(place: Path) -> str:
    """Return the id of the build that wrote the output there; empty for any other folder."""
    return "" if place.is_symlink() else Record.load(str(place)).build


def _remove_old_output(old: Path, place: Path) -> None:
    """Remove an output that was replaced, but move the files that others put there to the new output.

    The record goes last: only the record says which files a build wrote.
    """
    ours = Record.load(str(old)).outputs.keys() | Record.load(str(place)).outputs.keys()
    for path, _ in list(walk(str(old))):
        if path in ours:
            (old / path).unlink()
        elif path != RECORD:
            _move(old / path, place / path)
    for top, folders, _ in os.walk(old, topdown=False):
        for folder in folders:
            Path(top, folder).rmdir()
    (old / RECORD).unlink(missing_ok=True)
    old.rmdir()


def _move(source: Path, target: Path) -> None:
    """Move a file; most are at the target already, as a hard link or as a copy. Of two files, the newer one stays."""
    if not os.path.lexists(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        return
    source_stat, target_stat = source.lstat(), target.lstat()
    if os.path.samestat(source_stat, target_stat) or source_stat.st_mtime_ns < target_stat.st_mtime_ns:
        source.unlink()
    else:
        source.replace(target)
