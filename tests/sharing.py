"""What is slow to make, made once for all processes that run tests side by side."""

import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

T = TypeVar("T")

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
"""Names the run of which this is one process; empty where one process runs all tests."""
FOLDER = Path(tempfile.gettempdir(), f"rulewright-tests-{RUN}")


def shared(name: str, make: Callable[[], T]) -> T:
    """What `make` makes, or made already in another process of this run; meanwhile the others wait."""
    if not RUN:
        return make()
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    with (FOLDER / name).open("a+b") as file:
        _lock(file)
        file.seek(0)
        if data := file.read():
            made: T = pickle.loads(data)
            return made
        made = make()
        file.write(pickle.dumps(made))
        return made


def unshare() -> None:
    """The last to end removes it: what is open still can be read, and who comes later makes it anew."""
    if RUN:
        shutil.rmtree(FOLDER, ignore_errors=True)


def _lock(file: IO[bytes]) -> None:
    """Until it is closed. Where the system has no such locks, both may make the same."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX)
