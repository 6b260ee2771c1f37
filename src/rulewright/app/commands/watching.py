"""Wait for changes of the files that games are made from, for `build --watch` and the preview.

The watched folders are content/GAME and cards/GAME of each game and of those that it extends, and templates/.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event

from rulewright.book.layers.reading import games_below

GATHER_TIME, QUIET_TIME, FOLDER_INTERVAL = 50, 2, 1000
"""Milliseconds: gather changes for at most the first, or until the second passes without one.

After the third without a change, look for new folders.
"""


def changes(project: Path, games: Iterable[str], stop: Event) -> Iterator[set[Path]]:
    """Yield the files that changed, relative to the project, each time some do.

    The set is empty if a folder is new, or if a file changed before the system began to watch.
    """
    named_games, must_read_bases = [*games], False
    games = _with_bases(project, named_games)
    # The stamps tell whether a file changed before the system watched it; they are empty once it does.
    stamps = _stamps(_folders(project, games))
    existing = set(stamps)
    from watchfiles import watch

    while not stop.is_set():
        folders = _folders(project, games)
        events = watch(
            *folders,
            debounce=GATHER_TIME,
            step=QUIET_TIME,
            rust_timeout=FOLDER_INTERVAL,
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=True,
        )
        for changes_of_files in events:
            if changed := lasting_changes({Path(path) for _, path in changes_of_files}, existing):
                must_read_bases = True
                yield {path.relative_to(project.absolute()) for path in changed}
            elif must_read_bases:  # not at once: the reader of the change needs the processor
                games, must_read_bases = _with_bases(project, named_games), False
            elif stamps and stamps != _stamps(folders):
                yield set()
            stamps = {}
            if (new_folders := _folders(project, games)) != folders:
                stamps = _stamps(new_folders)
                yield set()
                break


def lasting_changes(changed: set[Path], existing: set[Path]) -> set[Path]:
    """Leave out hidden files and temporary files of editors; update `existing`, the files that existed before.

    A temporary file appears and is removed again: it neither exists now nor existed before.
    """
    changed = {path for path in changed if not path.name.startswith(".")}
    present = {path for path in changed if path.exists()}
    removed = (changed - present) & existing
    existing |= present
    existing -= removed
    return present | removed


def _with_bases(project: Path, games: Iterable[str]) -> list[str]:
    """Return the games and those that they extend."""
    return list(dict.fromkeys(name for game in games for name in (game, *games_below(project, game))))


def _stamps(folders: Iterable[Path]) -> dict[Path, int]:
    """Return when each file and folder was last written, in nanoseconds."""
    return {path: _stamp(path) for folder in folders for path in folder.rglob("*")}


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # just removed
        return 0


def _folders(project: Path, games: Iterable[str]) -> list[Path]:
    """Return the folders to watch, as far as they exist and can be read."""
    wanted = [*(project / kind / game for game in games for kind in ("content", "cards")), project / "templates"]
    return [folder.absolute() for folder in wanted if os.access(folder, os.R_OK | os.X_OK) and folder.is_dir()]
