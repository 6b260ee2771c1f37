"""Checks, proofs and the read-back of a state, in a process that the next state ends."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from rulewright.findings import Finding
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport

FORKS = "forkserver" in get_all_start_methods()
PROCESSES: Any = get_context("forkserver" if FORKS else "spawn")
"""A server of forks has imported the tool once, and no process waits for that again."""
if FORKS:
    PROCESSES.set_forkserver_preload(["rulewright.pipeline"])


PACE = 0.3
"""Seconds from one report of progress to the next."""
AFTERWARDS = 0.15
"""Seconds that what is looked at has the processors for itself."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What an examination found; `sources` are the texts that it read, for excerpts.

    `translations` has the proof of each language.
    """

    findings: tuple[Finding, ...]
    proof: ProofReport
    sources: dict[str, str]
    translations: dict[str, ProofReport] = field(default_factory=dict)


class Examiner:
    """Examines one game, one state at a time. A process that has imported all it needs waits for the next state."""

    def __init__(self, project: Path, game: str, *, prove: bool) -> None:
        self._arguments = (str(project), game, prove)
        self._lock = Lock()
        self._busy: Any = None
        self._waiting: Timer | None = None
        self._closed = False
        self._ready = self._start()

    def examine(self, done: "Callable[[Examined | None], None]", progress: Progress = no_progress) -> None:
        """Gives up the state before, and calls `done` in another thread with what is found now.

        It is called with None if the process died, and not at all if the next state came first.
        """
        self.stop()
        self._waiting = Timer(AFTERWARDS, self._begin, (done, progress))
        self._waiting.daemon = True
        self._waiting.start()

    def close(self) -> None:
        """Ends both processes."""
        self.stop()
        with self._lock:
            self._closed = True
            self._ready[0].kill()

    def stop(self) -> None:
        """Gives up what it examines, or is about to."""
        if self._waiting is not None:
            self._waiting.cancel()
        with self._lock:
            busy, self._busy = self._busy, None
        if busy is not None:
            busy.kill()

    def _begin(self, done: "Callable[[Examined | None], None]", progress: Progress) -> None:
        with self._lock:
            if self._closed:
                return
            process, connection = self._ready
            self._busy, self._ready = process, self._start()
        self._wait(process, connection, done, progress)

    def _start(self) -> tuple[Any, Connection]:
        ours, theirs = PROCESSES.Pipe()
        process = PROCESSES.Process(target=_examine, args=(theirs, *self._arguments), daemon=False)
        process.start()
        theirs.close()
        return process, ours

    def _wait(
        self, process: Any, connection: Connection, done: "Callable[[Examined | None], None]", progress: Progress
    ) -> None:
        try:
            connection.send(True)
            while isinstance(result := connection.recv(), tuple):
                progress(*result)
        except (EOFError, OSError):
            result = None
        process.join()
        if process is self._busy:
            done(result)


class _Reports:
    """Tells the parent of progress, now and then."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._next = connection, 0.0

    def __call__(self, what: str, done: int, every: int) -> None:
        if (now := time.monotonic()) >= self._next:
            self._next = now + PACE
            self._connection.send((what, done, every))


def _examine(connection: Connection, project: str, game: str, prove: bool) -> None:
    """Waits for the word to begin; ends with the process that it works for."""
    if hasattr(os, "nice"):
        os.nice(5)  # what is looked at comes first
    from rulewright.installation import user_store
    from rulewright.pipeline import examine
    from rulewright.proof.process import Limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    try:
        connection.recv()
        reports, limits = _Reports(connection), Limits() if prove else None
        examined = examine(Path(project), game, limits, progress=reports, store=user_store())
        proofs = {each.translated.language: each.proof for each in examined.translations if each.translated}
        result = Examined(tuple(examined.faults.sorted()), examined.proof, examined.sources.texts, proofs)
        connection.send(result)
    except (EOFError, OSError):
        return
