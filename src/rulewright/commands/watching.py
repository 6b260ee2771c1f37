"""Wait for changes of the files that games are made from."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event

from rulewright.extending.reading import games_below

GATHER, QUIET, LOOK = 50, 2, 1000
"""Milliseconds: changes are gathered for at most GATHER, or until QUIET pass without one; LOOK for new folders."""


def changes(project: Path, games: Iterable[str], stop: Event) -> Iterator[set[Path]]:
    """Yield the files that changed, relative to the project, each time some do.

    The set is empty if a folder is new, or if a file changed before the system began to watch.
    """
    named, edited = [*games], False
    games = _with_those_below(project, named)
    before = _stamps(_folders(project, games))
    known = set(before)
    from watchfiles import watch

    while not stop.is_set():
        folders = _folders(project, games)
        looks = watch(
            *folders,
            debounce=GATHER,
            step=QUIET,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=True,
        )
        for found in looks:
            if changed := lasting({Path(path) for _, path in found}, known):
                edited = True
                yield {path.relative_to(project.absolute()) for path in changed}
            elif edited:  # not at once: the reader of the change needs the processor
                games, edited = _with_those_below(project, named), False
            elif before and before != _stamps(folders):
                yield set()
            before = {}
            if (now := _folders(project, games)) != folders:
                before = _stamps(now)  # until these are watched too
                yield set()
                break


def lasting(changed: set[Path], known: set[Path]) -> set[Path]:
    """Leave out hidden files and temporary files of editors; update `known`, the files that existed before."""
    changed = {path for path in changed if not path.name.startswith(".")}
    there = {path for path in changed if path.exists()}
    gone = (changed - there) & known
    known |= there
    known -= gone
    return there | gone


def _with_those_below(project: Path, games: Iterable[str]) -> list[str]:
    """Return the games and those that they extend."""
    return list(dict.fromkeys(name for game in games for name in (game, *games_below(project, game))))


def _stamps(folders: Iterable[Path]) -> dict[Path, int]:
    """Return when each file and folder was written."""
    return {path: _stamp(path) for folder in folders for path in folder.rglob("*")}


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # just removed
        return 0


def _folders(project: Path, games: Iterable[str]) -> list[Path]:
    wanted = [*(project / kind / game for game in games for kind in ("content", "cards")), project / "templates"]
    return [folder.absolute() for folder in wanted if os.access(folder, os.R_OK | os.X_OK) and folder.is_dir()]
