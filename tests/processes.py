"""Which processes there are."""

import os
from contextlib import suppress
from pathlib import Path


def children(parent: int | None = None) -> set[int]:
    """The processes that a process has started and that are still there.

    They are listed by the thread that started them. A thread may end while the lists are read; then they are read again.
    """
    path = Path(f"/proc/{parent or os.getpid()}/task")
    while path.exists():
        with suppress(OSError):
            lists = [(thread / "children").read_text("utf-8") for thread in path.iterdir()]
            return {int(each) for found in lists for each in found.split()}
    return set()
