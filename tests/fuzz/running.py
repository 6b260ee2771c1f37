"""Runs attempts: in this process, in a fork of it that is watched, or in a process of its own."""

import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path

import rulewright
from rulewright.app.cli import main
from tests.fuzz import conditions
from tests.fuzz.attempts import Attempt, snapshot

PATIENCE = 90
"""Seconds of the clock after which an attempt is ended; the machine may be busy with other work."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt; no status if it was ended for taking too long.

    `seconds` are of the processor, `memory` is in bytes. `changed` are files outside build/; `built` all files below
    build/. `killed` says that the attempt was to be killed. `again` is what a build says afterwards.
    """

    status: int | None
    out: str = ""
    err: str = ""
    seconds: float = 0
    memory: int = 0
    changed: tuple[str, ...] = ()
    built: Mapping[str, int] = field(default_factory=dict)
    killed: bool = False
    again: "Outcome | None" = None


def run(attempt: Attempt, *, watched: bool = False) -> Outcome:
    """Writes the project into a folder of its own and runs the command there."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        project = Path(folder)
        project.chmod(0o755)
        attempt.write(project)
        conditions.put_files(attempt.conditions, project)
        try:
            return _compared(attempt, project, watched)
        finally:
            conditions.take_files_away(attempt.conditions, project)


def _compared(attempt: Attempt, project: Path, watched: bool) -> Outcome:
    before = snapshot(project)
    if conditions.needs_process(attempt.conditions):
        outcome = in_process(attempt, project)
    else:
        outcome = in_fork(attempt.command, project) if watched else here(attempt.command, project)
    after = snapshot(project)
    changed = tuple(sorted(name for name in {*before, *after} if before.get(name) != after.get(name)))
    return replace(outcome, changed=changed, built=_below(project / "build"))


def _below(build: Path) -> dict[str, int]:
    """Nothing where it is a link: what is behind that was there before."""
    paths = [] if build.is_symlink() else build.rglob("*")
    return {path.relative_to(build).as_posix(): path.lstat().st_size for path in paths}


def here(command: tuple[str, ...], project: Path) -> Outcome:
    """In this process: its streams encode as those of a process do, and an exception becomes a traceback."""
    heard = [io.BytesIO(), io.BytesIO()]
    out, err = (io.TextIOWrapper(each, "utf-8", newline="\n", write_through=True) for each in heard)
    began = time.process_time()
    with redirect_stdout(out), redirect_stderr(err):
        status = _status(command, project, err)
    seconds = time.process_time() - began
    said, complained = (each.getvalue().decode("utf-8", "backslashreplace") for each in heard)
    return Outcome(status, said, complained, seconds)


def _status(command: tuple[str, ...], project: Path, err: io.TextIOWrapper) -> int:
    try:
        return main([*command, "--project", str(project)])
    except BaseException:
        err.write(traceback.format_exc().encode("utf-8", "backslashreplace").decode())
        return 1


def in_fork(command: tuple[str, ...], project: Path) -> Outcome:
    """In a copy of this process, which has everything imported; it is ended when it takes too long."""
    answer = project.with_name(f"{project.name}-answer")
    child = os.fork()
    if child == 0:
        os.setsid()
        said = here(command, project)
        answer.write_text(json.dumps([said.status, said.out, said.err]), "utf-8")
        os._exit(0)
    _, how, used = _await(child)
    status, out, err = json.loads(answer.read_text("utf-8")) if how == 0 else (None if how < 0 else how, "", "")
    answer.unlink(missing_ok=True)
    return Outcome(status, out, err, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def _await(child: int) -> tuple[int, int, resource.struct_rusage]:
    """How the child ended, -1 if it had to be; and what it and its own children used. None of these lives on."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ended, how, used = os.wait4(child, os.WNOHANG)
        if ended:
            _kill_group(child)
            return ended, how, used
        time.sleep(0.002)
    _kill_group(child)
    _, _, used = os.wait4(child, 0)
    return child, -1, used


def _kill_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


def in_process(attempt: Attempt, project: Path) -> Outcome:
    """As an author runs it, under the conditions of the attempt."""
    for words in conditions.of(attempt.conditions, "first"):
        start(tuple(words), project, ()).communicate(timeout=PATIENCE)
    others = [start(tuple(words), project, ()) for words in conditions.of(attempt.conditions, "beside")]
    process = start(attempt.command, project, attempt.conditions)
    killed = False
    for name, after in conditions.of(attempt.conditions, "kill"):
        time.sleep(float(after))
        killed = process.poll() is None
        process.send_signal(signal.Signals[name])
    outcome = ended(process, killed=killed)
    for other in others:
        beside = ended(other)
        outcome = replace(outcome, again=beside)
    if killed:
        again = ended(start(attempt.command, project, ()))
        outcome = replace(outcome, again=again)
    return outcome


def start(command: tuple[str, ...], project: Path, of: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    line = [sys.executable, "-m", "rulewright.app.cli", *command, "--project", str(project)]
    variables = {**conditions.environment(of), "PYTHONPATH": str(Path(rulewright.__file__).parents[1])}
    return subprocess.Popen(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=variables,
        cwd=project,
        start_new_session=True,
        preexec_fn=conditions.prepare(of),  # noqa: PLW1509 - no other thread runs here
    )


def ended(process: "subprocess.Popen[bytes]", *, killed: bool = False) -> Outcome:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        out, err = process.communicate(timeout=PATIENCE)
        status: int | None = process.returncode
    except subprocess.TimeoutExpired:
        _kill_group(process.pid)
        out, err = process.communicate()
        status = None
    _kill_group(process.pid)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return Outcome(status, _decoded(out), _decoded(err), seconds, killed=killed)


def _decoded(data: bytes) -> str:
    return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-8", "backslashreplace")
