"""What is slow to make, made once: for all processes that run tests side by side, and for later runs.

Tests have a store of results as a user has one, in a folder of their own; `make clean` removes it. Results are kept in
it under all that they are made from, the tool among it, so nothing outdated is ever taken.
"""

import gc
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

import rulewright.base.installation
from rulewright.base.installation import installation
from rulewright.base.listing import Listing, contents, listing
from rulewright.base.store import Store

T = TypeVar("T")

CACHES = Path(__file__).resolve().parent.parent / ".pytest_cache"
"""The cache folder of the user of tests."""


@cache
def store() -> Store:
    """The store that tests share. The tool stays as it is while they run."""
    return Store(str(CACHES / "rulewright"), installation())


def share_installation(patch: pytest.MonkeyPatch) -> None:
    """The files of the tool are listed once for all commands, unless a test names other folders."""
    own, list_files = rulewright.base.installation.FOLDERS, rulewright.base.installation._tool
    list_once = cache(list_files)

    def listed() -> Mapping[str, Listing]:
        return list_once() if rulewright.base.installation.FOLDERS is own else list_files()

    patch.setattr(rulewright.base.installation, "_tool", listed)


def shared(name: str, folders: tuple[Path, ...], make: Callable[[], T]) -> T:
    """What `make` makes of the files of these folders."""
    return once(name, repr([sorted(contents(listing(str(folder))).items()) for folder in folders]), make)


def once(name: str, values: str | bytes, make: Callable[[], T], kept: Store | None = None) -> T:
    """What `make` makes, now or for the same values before; meanwhile other processes wait."""
    with _locked(CACHES / f"{name}.lock"):
        made = (kept or store()).get((name, values), lambda: pickle.dumps(make()))
    result: T = pickle.loads(made)
    gc.freeze()  # it stays to the end: no collection needs to look at it again
    return result


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Where the system has no such locks, two processes may make the same."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
