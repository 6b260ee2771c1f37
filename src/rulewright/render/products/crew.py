"""Jobs divided among processes, which are forked with all that the jobs work on: only what they make travels.

A fork copies one thread and the locks of all, so there is none beside other threads; and macOS and Windows have none
that system libraries survive. There the jobs are done one after the other: the results are the same.
"""

import gc
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from rulewright.processors import processors
from rulewright.watching import Watch, unwatched

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Work for one process, whose result can be pickled; the heavier is begun first, `name` is for who watches."""

    name: str
    weight: int
    run: Callable[[], T]


class Deserted(RuntimeError):
    """A process of the crew has died at its work."""


@dataclass(slots=True)
class _Hand:
    """A process at work, our end of the pipe to it, and which job it has."""

    process: Any
    pipe: "Connection[int, Any]"
    job: int = 0

    def give(self, job: int) -> None:
        self.job = job
        self.pipe.send(job)

    def take(self, jobs: Sequence[Job[T]]) -> T:
        """What it has made; what went wrong with it is raised here."""
        try:
            made, error = self.pipe.recv()
        except EOFError:
            self.process.join()
            status = self.process.exitcode
            raise Deserted(f"the process that made {jobs[self.job].name} ended with status {status}") from None
        if error is not None:
            raise error
        return made  # type: ignore[no-any-return]  # what a job makes it says itself


def done(jobs: Sequence[Job[T]], watch: Watch = unwatched, most: int | None = None) -> list[T]:
    """What the jobs make, in their order, by at most so many processes: by default as many as there are processors."""
    hands = min(len(jobs), most or processors())
    if hands < 2 or not sys.platform.startswith("linux") or threading.active_count() > 1:
        return list(_alone(jobs, watch))
    with _forked(jobs, hands) as crew:
        return _together(jobs, crew, watch)


def _alone(jobs: Sequence[Job[T]], watch: Watch) -> Iterator[T]:
    for at, job in enumerate(jobs):
        watch(job.name, at, len(jobs))
        yield job.run()


def _together(jobs: Sequence[Job[T]], crew: Sequence[_Hand], watch: Watch) -> list[T]:
    waiting = deque(sorted(range(len(jobs)), key=lambda at: -jobs[at].weight))
    for hand in crew:
        hand.give(waiting.popleft())
    made, busy = dict[int, T](), {hand.pipe: hand for hand in crew}
    while busy:
        watch(", ".join(jobs[hand.job].name for hand in busy.values()), len(made), len(jobs))
        for pipe in wait(list(busy)):
            hand = busy.pop(pipe)  # type: ignore[call-overload]  # only pipes are waited for
            made[hand.job] = hand.take(jobs)
            if waiting:
                hand.give(waiting.popleft())
                busy[hand.pipe] = hand
    return [made[at] for at in range(len(jobs))]


@contextmanager
def _forked(jobs: Sequence[Job[T]], hands: int) -> Iterator[list[_Hand]]:
    """Processes that end when their pipes are closed, were it by our own end; after a fault or Ctrl-C at once."""
    crew: list[_Hand] = []
    with tempfile.TemporaryDirectory(prefix="rulewright-") as scratch:
        try:
            crew.extend(_fork(jobs, scratch) for _ in range(hands))
            yield crew
        except BaseException:
            for hand in crew:
                hand.process.kill()
            raise
        finally:
            for hand in crew:
                hand.pipe.close()
            for hand in reversed(crew):  # the later hold the pipes of the earlier open
                hand.process.join()


def _fork(jobs: Sequence[Job[T]], scratch: str) -> _Hand:
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(jobs, theirs, ours, scratch), daemon=True)
    process.start()
    theirs.close()
    return _Hand(process, ours)


def _work(jobs: Sequence[Job[T]], pipe: "Connection[Any, int]", ours: "Connection[int, Any]", scratch: str) -> None:
    """A process of the crew. Ctrl-C is for the one that waits; what a killed process leaves lies in `scratch`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ours.close()
    gc.freeze()  # to look at what is shared would copy it
    tempfile.tempdir = scratch
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(_outcome(jobs[pipe.recv()]))


def _outcome(job: Job[T]) -> tuple[T | None, BaseException | None]:
    try:
        return job.run(), None
    except Exception as error:
        error.add_note(f"while {job.name} was made in a process of its own")
        return None, error
