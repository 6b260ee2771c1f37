"""What is slow to make, made once: for all processes that run tests side by side, and for later runs.

It is stored under a digest of everything that it is made from, so nothing outdated is ever taken. `make clean` removes
the folder.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".pytest_cache" / "made"
LIBRARIES = Path("/etc/ld.so.cache")
"""Linux writes it whenever system libraries change, such as those that print."""


def shared(name: str, sources: tuple[Path, ...], make: Callable[[], T]) -> T:
    """What `make` makes of these folders with the tool, its templates and the installed packages."""
    return once(name, digest(*sources), make)


def once(name: str, key: str, make: Callable[[], T]) -> T:
    """What `make` makes, or made before under the same key; meanwhile other processes wait."""
    path = FOLDER / name / key
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path.parent.with_suffix(".lock")):
        if path.exists():
            made: T = pickle.loads(path.read_bytes())
            return made
        made = make()
        for outdated in path.parent.iterdir():
            outdated.unlink()
        _write(path, pickle.dumps(made))
        return made


def digest(*folders: Path) -> str:
    """Changes whenever a file of these folders does, or anything that the tool prints with."""
    found = sha256(_tool())
    for folder in folders:
        found.update(_contents(folder))
    return found.hexdigest()


@cache
def _tool() -> bytes:
    packages = sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
    changed = LIBRARIES.stat().st_mtime_ns if LIBRARIES.exists() else 0
    environment = repr((sys.version, packages, changed)).encode()
    return environment + _contents(ROOT / "src" / "rulewright") + _contents(ROOT / "templates")


def _contents(folder: Path) -> bytes:
    """The digest of every file by its path."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    read = [(path.relative_to(folder).as_posix(), sha256(path.read_bytes()).hexdigest()) for path in files]
    return repr((folder.name, sorted(read))).encode()


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, whatever interrupts it."""
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Where the system has no such locks, two processes may make the same."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
