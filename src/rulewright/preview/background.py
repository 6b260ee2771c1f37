"""Checks, proofs and the read-back of a state, in a process that the next state ends."""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from rulewright.diagnostics import Diagnostic
from rulewright.proof.report import ProofReport

SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True)
class Examined:
    """What an examination found; `sources` are the texts that it read, for excerpts."""

    findings: tuple[Diagnostic, ...]
    proof: ProofReport
    sources: dict[str, str]


class Examiner:
    """Examines one game, one state at a time. A process that has imported all it needs waits for the next state."""

    def __init__(self, project: Path, game: str, *, prove: bool) -> None:
        self._arguments = (str(project), game, prove)
        self._busy: Any = None
        self._ready = self._start()

    def examine(self, done: "Callable[[Examined | None], None]") -> None:
        """Gives up the state before, and calls `done` in another thread with what is found now.

        It is called with None if the process died, and not at all if the next state came first.
        """
        self._end()
        process, connection = self._ready
        self._busy = process
        connection.send(True)
        Thread(target=self._wait, args=(process, connection, done), daemon=True).start()
        self._ready = self._start()

    def close(self) -> None:
        """Ends both processes."""
        self._end()
        self._ready[0].kill()

    def _end(self) -> None:
        if self._busy is not None:
            self._busy.kill()
            self._busy = None

    def _start(self) -> tuple[Any, Connection]:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_examine, args=(theirs, *self._arguments), daemon=False)
        process.start()
        theirs.close()
        return process, ours

    def _wait(self, process: Any, connection: Connection, done: "Callable[[Examined | None], None]") -> None:
        try:
            result = connection.recv()
        except (EOFError, OSError):
            result = None
        process.join()
        if process is self._busy:
            done(result)


def _examine(connection: Connection, project: str, game: str, prove: bool) -> None:
    """Waits for the word to begin; ends with the process that it works for."""
    import os
    import signal

    from rulewright.installation import user_store
    from rulewright.pipeline import examine
    from rulewright.proof.process import Limits

    if hasattr(os, "nice"):
        os.nice(5)  # what is looked at comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    try:
        connection.recv()
        examined = examine(Path(project), game, Limits() if prove else None, store=user_store())
        result = Examined(tuple(examined.faults.sorted()), examined.proof, examined.sources.texts)
        connection.send(result)
    except (EOFError, OSError):
        return
