"""Write outputs: build/GAME is always a complete folder, put in place by one rename.

In: the files of a build by their paths. Out: the folder build/GAME. The new folder is made in build/.rulewright, from
the files of the build and from the *foreign files* in build/GAME, which no build wrote. If that fails (a full disk, no
permission, Ctrl-C, a file in the way), the last good output stays as it is. Even if the process is killed between two
system calls, build/GAME is either the whole old output or the whole new one.

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

from rulewright.base.listing import TICK, UNREAD, clock, describe, digest, settled, walk
from rulewright.base.progress import Progress, no_progress
from rulewright.base.record import HIDDEN, LOCK, NEW, OLD, RECORD, Record


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
    """Replace the outputs in `folder` by `files`, given by their paths below it. Return the foreign files, which stay.

    The caller has `sole_access`. Raise OSError if the folder cannot be written, and InTheWayError if something else
    is where a file should go.
    """
    record, hidden = record or Record(), folder.parent / HIDDEN
    _refuse_links(folder.parent, hidden, folder)
    last = Record.load(str(folder))
    foreign_files = [*_foreign_files(folder, {*last.outputs, RECORD})]
    _refuse_obstacles(folder, files, foreign_files, last)
    record.build, record.outputs = os.urandom(8).hex(), {path: [*UNREAD, digest(data)] for path, data in files.items()}
    new, old = (hidden / f"{folder.name}-{record.build}{suffix}" for suffix in (NEW, OLD))
    try:
        _fill(new, folder, {**files, RECORD: record.encode()}, foreign_files, progress)
        with uninterrupted():
            _put_in_place(new, folder, old)
            clean_up(folder.parent)
            _save_stamps(folder, record)
    except BaseException:
        clean_up(folder.parent)
        raise
    return [path for path in foreign_files if path not in files]


def _save_stamps(folder: Path, record: Record) -> None:
    """Record the times of the published files, so that the next build need not read them."""
    time.sleep(TICK / 1e9)  # from now on, any change alters the stamps
    now = clock()
    present = {path: describe(entry, follow=False) for path, entry in walk(str(folder)) if path in record.outputs}
    unchanged = {path: file for path, file in present.items() if file[-1] == record.outputs[path][-1]}
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
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        try:
            has_lock = _try_lock(descriptor)
        except OSError as error:
            reason = error.strerror or ""
            _say(f"this file system has no locks ({reason}); do not start two builds of this project at once")
            has_lock = True
        if not has_lock:
            _say("another build of this project is running; this one waits for it to end")
            _wait_for_lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def _say(text: str) -> None:
    print(f"rulewright: {text}", file=sys.stderr, flush=True)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        while not _try_lock(descriptor):
            time.sleep(POLL)

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


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


def _foreign_files(folder: Path, outputs: Collection[str]) -> Iterator[str]:
    """Yield the paths of files, links and empty folders below `folder` that are no `outputs` of a build.

    Raise OSError if a folder cannot be read.
    """

    def fail(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):  # the first build has no folder
            raise error

    for top, folders, names in os.walk(folder, onerror=fail):
        below = Path(top).relative_to(folder)
        links = [name for name in folders if Path(top, name).is_symlink()]
        if not folders and not names and below.parts:
            yield below.as_posix()
        paths = ((below / name).as_posix() for name in (*links, *names))
        yield from (path for path in paths if path not in outputs)


def _refuse_obstacles(folder: Path, files: Mapping[str, bytes], foreign_files: Collection[str], last: Record) -> None:
    """Raise InTheWayError for the first foreign file that leaves no room for one of `files`."""
    new_paths = {*files, RECORD}
    new_folders = {str(parent) for path in new_paths for parent in PurePosixPath(path).parents}
    for foreign in foreign_files:
        path = folder / foreign
        is_folder = path.is_dir() and not path.is_symlink()
        above = next((str(parent) for parent in PurePosixPath(foreign).parents if str(parent) in new_paths), None)
        if above is not None or (foreign in new_paths and is_folder):
            raise InTheWayError(folder / (above or foreign), "this is a folder, where a file of the game should go")
        if foreign in new_folders and not is_folder:
            raise InTheWayError(path, "this is not a folder, but a folder of the game should go there")
        if foreign in new_paths and (path.is_symlink() or not path.is_file()):
            raise InTheWayError(path, "this is a link or a device, where a file of the game should go")
        if foreign in files and last.outputs and path.read_bytes() != files[foreign]:
            raise InTheWayError(path, "no build wrote this file, and now a file of the game has the same name")


# The new folder is made beside the old one, and then takes its place


def _fill(new: Path, old: Path, files: Mapping[str, bytes], foreign_files: Collection[str], progress: Progress) -> None:
    """Make the folder `new` of `files` and of the foreign files in the folder `old`, which stays unchanged."""
    new.mkdir(parents=True)
    for done, (path, data) in enumerate(files.items()):
        progress(f"writing {path}", done, len(files))
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        if _has_content(old / path, data):
            _link_or_copy(old / path, new / path)
        else:
            write_to_disk(new / path, data)
    for path in foreign_files:
        if path not in files:
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            _link_or_copy(old / path, new / path)
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


def _link_or_copy(source: Path, target: Path) -> None:
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


def _put_in_place(new: Path, folder: Path, old: Path) -> None:
    """Rename `new` to `folder`. The folder that was there is then called `new`, or `old`.

    Between two renames there is no folder for a moment; after a kill `clean_up` puts the old one back.
    """
    if not folder.exists():
        new.rename(folder)
    elif not exchange(new, folder):
        folder.rename(old)
        new.rename(folder)


RENAME_EXCHANGE = 2  # as Linux defines it, in linux/fs.h
AT_FDCWD = -100  # in fcntl.h: paths are relative to the working folder
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
    error = ctypes.get_errno()
    if error in UNSUPPORTED:
        return False
    raise OSError(error, os.strerror(error), str(second))


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
        for received_number, _ in received:
            signal.raise_signal(received_number)


# Cleaning up. build/.rulewright/GAME-BUILD.new is a folder being made; without the lock it belongs to no one. If
# build/GAME is of this build, the two have been exchanged, and the folder has the old output. GAME-BUILD.old always has
# the old output.


def clean_up(build: Path) -> None:
    """Remove what a publication left beside the outputs, whether it was done, failed or killed.

    The caller has the lock. What cannot be removed now stays for the next time.
    """
    for new in _hidden_folders(build, NEW):
        with suppress(OSError):
            were_exchanged = _build_of(_published_folder(new)) == new.stem.rpartition("-")[2]
            if were_exchanged:
                new.rename(new.with_suffix(OLD))
            else:
                shutil.rmtree(new)
    for old in _hidden_folders(build, OLD):
        with suppress(OSError):
            published = _published_folder(old)
            if not os.path.lexists(published):
                old.rename(published)
            elif _build_of(published):
                _remove_old_output(old, published)
    with suppress(OSError):
        (build / HIDDEN / "record").unlink()


def _hidden_folders(build: Path, suffix: str) -> list[Path]:
    """Return the folders build/.rulewright/GAME-BUILD.suffix."""
    paths = sorted((build / HIDDEN).glob(f"*-*{suffix}"))
    return [path for path in paths if path.is_dir() and not path.is_symlink()]


def _published_folder(hidden: Path) -> Path:
    """Return build/GAME for the folder build/.rulewright/GAME-BUILD.new or .old."""
    return hidden.parent.parent / hidden.stem.rpartition("-")[0]


def _build_of(folder: Path) -> str:
    """Return the id of the build that wrote the output in a folder; empty if none did."""
    return "" if folder.is_symlink() else Record.load(str(folder)).build


def _remove_old_output(old: Path, published: Path) -> None:
    """Remove an output that was replaced, but move its foreign files to the `published` one.

    The record goes last: only the record says which files a build wrote.
    """
    outputs = Record.load(str(old)).outputs.keys() | Record.load(str(published)).outputs.keys()
    for path, _ in list(walk(str(old))):
        if path in outputs:
            (old / path).unlink()
        elif path != RECORD:
            _move(old / path, published / path)
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
