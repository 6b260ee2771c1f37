"""Writing outputs: build/GAME is a complete folder, put in its place by one rename.

The new folder is made in build/.rulewright, from all files of the build and those of others that lie in build/GAME. If
that fails (a full disk, no permission, Ctrl-C, a file in the way), the last good output stays as it is. Whatever ends
the process, even between two system calls, build/GAME is the old output or the new one, whole.

The record in the folder names the files of the build. The next build removes only these, and follows no links. A file
that has not changed is a further name of the old one, and so keeps its times.
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

# What a publication leaves beside the outputs is put right, however it ended


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


# One process at a time publishes in a project; others wait, and say so

PATIENCE = 0.1
"""Seconds between two attempts where a process cannot sleep until the lock is free."""


@contextmanager
def held_lock(path: Path) -> Iterator[None]:
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        if not _take_or_refuse(file):
            _say("another build of this project is running; this one waits for it to end")
            _wait(file)
        yield
    finally:
        os.close(file)


def _take_or_refuse(file: int) -> bool:
    """False while another process has the lock."""
    try:
        return _take(file)
    except OSError as error:
        why = error.strerror or ""
        _say(f"this file system has no locks ({why}); do not start two builds of this project at once")
        return True


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
            time.sleep(PATIENCE)

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


# What prevents a publication is found before anything is replaced


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


# Ctrl-C waits for what is nearly done


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds back SIGINT and SIGTERM, and delivers them at the end."""
    if current_thread() is not main_thread():
        yield
        return
    caught: list[tuple[int, FrameType | None]] = []
    before = {
        sign: signal.signal(sign, lambda *received: caught.append(received)) for sign in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
        for number, _ in caught:
            signal.raise_signal(number)


# The new folder, made beside the old one


def stage(
    new: Path, old: Path, files: Mapping[str, bytes], others: Collection[str], progress: Progress = no_progress
) -> None:
    """Makes `new` of the files and of what others have in `old`, which keeps all of it."""
    new.mkdir(parents=True)
    for done, (path, data) in enumerate(files.items()):
        progress(f"writing {path}", done, len(files))
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        if _holds(old / path, data):
            _share(old / path, new / path)
        else:
            _write(new / path, data)
    for path in others:
        if path not in files:
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            _share(old / path, new / path)
    _copy_modes(old, new)


def _holds(path: Path, data: bytes) -> bool:
    with suppress(OSError):
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data
    return False


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _share(source: Path, target: Path) -> None:
    """A second name of the same file; a copy of what can have no second name, with its times."""
    if source.is_symlink():
        shutil.copy2(source, target, follow_symlinks=False)
    elif source.is_dir():
        target.mkdir(exist_ok=True)
    else:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)


def _copy_modes(old: Path, new: Path) -> None:
    """Folders stay open to whom they were open."""
    for top, _, _ in os.walk(new):
        before = old / Path(top).relative_to(new)
        if before.is_dir():
            Path(top).chmod(stat.S_IMODE(before.stat().st_mode) | stat.S_IRWXU)


# A new folder in the place of an old one

RENAME_EXCHANGE = 2
AT_FDCWD = -100
UNKNOWN = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


def switch(new: Path, place: Path, old: Path) -> None:
    """Puts `new` in its place. What was there is then in `new`, or in `old`.

    By two renames there is nothing in the place for a moment; after a kill `clean_up` puts the old one back.
    """
    if not place.exists():
        new.rename(place)
    elif not exchange(new, place):
        place.rename(old)
        new.rename(place)


def exchange(one: Path, other: Path) -> bool:
    """False where the system or the file system cannot, and nothing has changed."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), str(other))


@contextmanager
def sole_access(build: Path) -> Iterator[None]:
    """Only this process publishes in build/ meanwhile, and begins with what a killed one left there."""
    hidden = build / HIDDEN
    refuse_links(build, hidden)
    hidden.mkdir(parents=True, exist_ok=True)
    with held_lock(hidden / LOCK):
        clean_up(build)
        yield


def publish(
    folder: Path, files: Mapping[str, bytes], record: Record | None = None, progress: Progress = no_progress
) -> list[str]:
    """Makes `files`, by their paths below `folder`, all that it has of builds. Returns the files of others: they stay.

    The caller has `sole_access`. Raises OSError if the folder cannot be written, and InTheWayError if something else
    is where a file should go.
    """
    record, hidden = record or Record(), folder.parent / HIDDEN
    refuse_links(folder.parent, hidden, folder)
    last = Record.load(str(folder))
    others = files_of_others(folder, last.outputs)
    refuse_obstacles(folder, files, others, last)
    record.build, record.outputs = os.urandom(8).hex(), {path: [*UNREAD, digest(data)] for path, data in files.items()}
    new, old = (hidden / f"{folder.name}-{record.build}{suffix}" for suffix in UNDERWAY)
    try:
        stage(new, folder, {**files, RECORD: record.encode()}, others, progress)
        with uninterrupted():
            switch(new, folder, old)
            clean_up(folder.parent)
            _save_stamps(folder, record)
    except BaseException:
        clean_up(folder.parent)
        raise
    return [path for path in others if path not in files]


def _save_stamps(folder: Path, record: Record) -> None:
    """Spares the next build the reading of what was published; without them it reads all."""
    time.sleep(TICK / 1e9)  # from now on, any change alters the stamps
    now = clock()
    found = {path: describe(entry, follow=False) for path, entry in walk(str(folder))}
    same = {path: found[path] for path, file in record.outputs.items() if path in found and found[path][-1] == file[-1]}
    record.outputs = {**record.outputs, **settled(same, now)}
    beside = folder.parent / HIDDEN / "record"
    with suppress(OSError):
        beside.write_bytes(record.encode())
        beside.replace(folder / RECORD)
