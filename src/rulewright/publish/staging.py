"""The new folder, made beside the old one."""

import os
import shutil
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from rulewright.progress import Progress, no_progress


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
