"""Writing outputs: all files are staged first and then moved into place.

If staging fails (a full disk, no permission, Ctrl-C), the last good output stays as it is. Moving into place only
renames, which needs no space, and holds back Ctrl-C until the end.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

STAGING = ".staging-"


def publish(folder: Path, files: Mapping[str, bytes]) -> None:
    """Makes `files`, by their paths below `folder`, its whole content; unchanged files keep their times.

    Raises OSError if the folder cannot be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder.parent)
    with tempfile.TemporaryDirectory(prefix=STAGING, dir=folder.parent) as staging:
        changed = [name for name, data in files.items() if not _holds(folder / name, data)]
        for name in changed:
            _stage(Path(staging) / name, files[name])
        for name in changed:  # made beforehand, so that only renames remain
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        with _uninterrupted():
            for name in changed:
                os.replace(Path(staging) / name, folder / name)
            _remove_others(folder, {folder / name for name in files})


def _holds(path: Path, data: bytes) -> bool:
    with suppress(OSError):
        return path.stat().st_size == len(data) and path.read_bytes() == data
    return False


def _stage(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _remove_others(folder: Path, wanted: set[Path]) -> None:
    """Removes what an earlier build wrote and this one did not, and folders that are empty then."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            with suppress(OSError):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


def _sweep(parent: Path) -> None:
    """Removes staging folders that a killed build left behind."""
    for path in parent.glob(f"{STAGING}*"):
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
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
