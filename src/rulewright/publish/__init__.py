"""Writing outputs: build/GAME is a complete folder, put in its place by one rename.

The new folder is made in build/.rulewright, from all files of the build and those of others that lie in build/GAME. If
that fails (a full disk, no permission, Ctrl-C, a file in the way), the last good output stays as it is. Whatever ends
the process, even between two system calls, build/GAME is the old output or the new one, whole.

The record in the folder names the files of the build. The next build removes only these, and follows no links. A file
that has not changed is a further name of the old one, and so keeps its times.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from rulewright.listing import TICK, UNREAD, clock, describe, digest, settled, walk
from rulewright.progress import Progress, no_progress
from rulewright.publish.cleaning import clean_up
from rulewright.publish.lock import held_lock
from rulewright.publish.obstacles import files_of_others, refuse_links, refuse_obstacles
from rulewright.publish.signals import uninterrupted
from rulewright.publish.staging import stage
from rulewright.publish.switching import switch
from rulewright.record import HIDDEN, LOCK, RECORD, UNDERWAY, Record


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
