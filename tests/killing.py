"""Kills a publication between two system calls, at each of them in turn: `python -m tests.killing [all]`.

A kill between two calls leaves what the first of them left. So it is enough to kill once for each state of the disk.
With `all` it is done at each call, and the next publication, which heals what the first left, is killed too, somewhere.
"""

import ctypes
import os
import random
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from rulewright.app.publish import publish, sole_access
from rulewright.base.record import HIDDEN, LOCK, RECORD, Record

OLD = {
    "index.html": b"old",
    "same.css": b"the same",
    "gone/page.html": b"old",
    "web/a.html": b"old",
    "web/gone": b"old",
}
NEW = {"index.html": b"newer", "same.css": b"the same", "made/page.html": b"new", "web/a.html": b"new"}
OTHERS = {"CNAME": b"example.org", ".git/refs/main": b"1234", "web/notes.txt": b"mine", "gone/notes.txt": b"mine"}
"""Files that no build wrote."""

TRACEME, SYSCALL, SETOPTIONS, KILL_WITH_PARENT = 0, 24, 0x4200, 0x100000
Work = Callable[[], None]

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)


def calls_of(work: Work) -> Iterator[int]:
    """Runs it in a process that stops before each of its system calls; a consumer that stops listening kills it."""
    child = os.fork()
    if not child:
        _be_traced(work)
    try:
        status, number = os.waitpid(child, 0)[1], 0
        if not os.WIFSTOPPED(status):
            raise PermissionError("this machine does not let a process be traced")
        libc.ptrace(SETOPTIONS, child, None, KILL_WITH_PARENT)
        while os.WIFSTOPPED(status):
            libc.ptrace(SYSCALL, child, None, None)
            status, number = os.waitpid(child, 0)[1], number + 1
            if number % 2:  # otherwise the call has ended
                yield number // 2
        child = 0
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _be_traced(work: Work) -> None:
    try:
        if libc.ptrace(TRACEME, 0, None, None):
            os._exit(3)
        os.kill(os.getpid(), signal.SIGSTOP)
        work()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def kill_at(work: Work, call: int) -> None:
    """Kills it before that system call; if it has fewer, it ends."""
    for number in calls_of(work):
        if number == call:
            return


def changing_calls(work: Work, folder: str) -> list[int]:
    """The system calls before which the disk is not as it was before the last one."""
    before, calls = None, []
    for number in calls_of(work):
        now = state(folder)
        if now != before:
            calls.append(number)
        before = now
    return [*calls, calls[-1] + 1_000_000]  # and once not killed


def state(folder: str) -> set[tuple[str, int, int]]:
    """What the disk has: paths, files and their sizes."""
    found, folders = set(), [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                found.add((entry.path, entry.inode(), entry.stat(follow_symlinks=False).st_size))
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return found


def begin(project: Path) -> Work:
    """A project with an output and files of others; what is returned publishes the next output."""
    build = project / "build"
    with sole_access(build):
        publish(build / "game", OLD)
    for path, data in OTHERS.items():
        (build / "game" / path).parent.mkdir(parents=True, exist_ok=True)
        (build / "game" / path).write_bytes(data)
    (project / "kept").mkdir()
    (project / "kept/letter").write_bytes(b"mine")
    (build / "game/link").symlink_to(project / "kept")

    def work() -> None:
        with sole_access(build):
            publish(build / "game", NEW)

    return work


def fault(project: Path, *, healed: bool) -> str:
    """What is wrong with the output; before it is healed it may be missing."""
    game = project / "build/game"
    if not game.exists() and not healed:
        return ""
    files = {path.relative_to(game).as_posix(): path.read_bytes() for path in game.rglob("*") if path.is_file()}
    ours = {path: data for path, data in files.items() if path not in OTHERS and path != RECORD}
    if ours not in (OLD, NEW):
        return f"neither the old nor the new output, but {ours}"
    if Record.load(str(game)).outputs.keys() != ours.keys():
        return "the record is of another output"
    if {path: files.get(path) for path in OTHERS} != OTHERS or not (game / "link").is_symlink():
        return f"files of others are missing: {sorted(files)}"
    return "" if (project / "kept/letter").exists() else "a link was followed"


def final_fault(project: Path) -> str:
    left = sorted(path.name for path in (project / "build" / HIDDEN).iterdir())
    if left != [LOCK]:
        return f"left behind: {left}"
    if (project / "build/game/web/gone").exists() or (project / "build/game/index.html").read_bytes() != b"newer":
        return "not the new output"
    return fault(project, healed=True)


def kill_everywhere(way: str, *, every_call: bool) -> tuple[int, list[str]]:
    """How often it was killed, and what was wrong then."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as patches:
        for name, function in WAYS[way].items():
            patches.enter_context(patch(name, function))
        patches.enter_context(patch("rulewright.app.publish.TICK", 0))
        calls = changing_calls(begin(Path(folder, "first")), f"{folder}/first/build")
        steps = [*range(calls[-2] + 1), calls[-1]] if every_call else calls
        found = [(step, what) for step in steps for what in findings(Path(folder, str(step)), way, step, every_call)]
    return len(steps), [f"{way}, call {step}: {what}" for step, what in found if what]


def findings(project: Path, way: str, call: int, twice: bool) -> Iterator[str]:
    """What is wrong after a kill at that call, and after the next publication has healed it."""
    work, never_missing = begin(project), way != "by two renames"
    kill_at(work, call)
    yield fault(project, healed=never_missing)
    if twice:
        kill_at(work, random.Random(call).randrange(max(call, 1)))
        yield fault(project, healed=never_missing)
    with sole_access(project / "build"):
        yield fault(project, healed=True)
    work()
    yield final_fault(project)


def _no_links(*_: object) -> None:
    raise PermissionError("no hard links here")


WAYS: dict[str, dict[str, Callable[..., object]]] = {
    "by exchange": {},
    "by two renames": {"rulewright.app.publish.exchange": lambda *_: False},
    "with copies": {"os.link": _no_links},
}


def main() -> int:
    every = []
    for way in WAYS:
        kills, found = kill_everywhere(way, every_call="all" in sys.argv)
        print(f"{way}: killed at {kills} system calls, {len(found)} faults", flush=True)
        every += found
    print(*every, sep="\n", end="")
    return 1 if every else 0


if __name__ == "__main__":
    sys.exit(main())
