"""The workers of the preview: a thread that reads and makes files, and a process that checks and proves.

In: jobs, which are functions without arguments. Out: a `Future` for each. `LiveGame` submits jobs to the `Worker`,
which runs the most urgent first, and asks the `Examiner` to check and prove the game after each edit.

- WeasyPrint and PDFium are used in the thread only. The garbage collector runs in the thread between jobs, and nowhere
  else: PDFium ends the process if another thread frees its objects meanwhile.
- A running print stops for an edit, because it would show an old revision, and for a page, because it may take long or
  never end. It starts again after the page.
"""

import ctypes
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, PriorityQueue
from threading import Lock, Thread, Timer
from typing import Any, TypeVar

from rulewright.base.findings import Finding
from rulewright.base.progress import Progress, no_progress
from rulewright.proof.report import ProofReport

T = TypeVar("T")


class Urgency(IntEnum):
    """How urgent a job is; the lowest number runs first.

    END ends the thread, EDIT reads an edit, NEWS shows results of checks, PAGE makes what a browser waits for, PRINT
    prints, and LATER is for all else.
    """

    END = -1
    EDIT = 0
    NEWS = 1
    PAGE = 2
    PRINT = 3
    LATER = 4


CLOSE_TIMEOUT = 1.0
"""Seconds to wait for the last job."""
IDLE = 0.2
"""Seconds without a job until the garbage collector runs: right after an edit a browser requests a page."""
SWITCH_INTERVAL = 0.0005
"""Seconds until a working thread lets another one run, a tenth of Python's default.

The threads that notice edits and answer browsers make many short system calls, and wait for a turn after each.
"""
FULL_COLLECTION, OVERDUE_COLLECTION = 10, 50
"""Numbers of idle times after which all garbage is collected: during a rest, or at once when it is overdue.

That frees the books of earlier edits. It visits the whole book, which takes a second for ten thousand rules.
"""
REST = 2.0
"""Seconds without a job after which another edit is unlikely for a while."""


class InterruptedJobError(BaseException):
    """Raised within the running job by an edit or a page; a BaseException, so that no handler of errors catches it."""


@dataclass(order=True, slots=True)
class _Job:
    """Work that waits for the thread or is done by it; `work` is None for the job that ends the thread.

    Jobs of equal urgency run in the order in which they were submitted. `is_restarted` says that the job was
    interrupted and is in the queue again.
    """

    urgency: Urgency
    order: int
    work: Callable[[], Any] | None = field(compare=False)
    result: "Future[Any]" = field(compare=False)
    repeat: bool = field(default=False, compare=False)
    is_restarted: bool = field(default=False, compare=False)


class Worker:
    """One thread that does all work on a game, the most urgent job first. Any thread may call its methods.

    An EDIT or a PAGE interrupts a PRINT or a LATER job. After a page the job runs again; after an edit only if it was
    submitted with `repeat`.
    """

    def __init__(self) -> None:
        self._jobs: PriorityQueue[_Job] = PriorityQueue()
        self._order = count()
        self._delayed: list[Timer] = []
        self._interrupts: list[InterruptedJobError] = []
        self._idle_times = 0
        self._lock = Lock()  # for the two values below
        self._interruptible = False  # whether the running job may be interrupted
        self._interrupted_by_edit = False
        gc.disable()
        self._usual_interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def submit(self, urgency: Urgency, work: Callable[[], T], *, repeat: bool = False) -> "Future[T]":
        """Queue a job of this urgency. Pass `repeat` for a job whose result nobody requests again after an edit."""
        result: Future[T] = Future()
        self._jobs.put(_Job(urgency, next(self._order), work, result, repeat))
        if urgency in (Urgency.EDIT, Urgency.PAGE):
            self._interrupt(by_edit=urgency is Urgency.EDIT)
        return result

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        """Submit a job from within a job, `seconds` after that has ended.

        No thread starts within a job that may be interrupted: until a new thread runs, it has the number of the
        thread that started it, and would be interrupted in its place.
        """
        self._delayed.append(Timer(seconds, self.submit, (Urgency.LATER, work)))

    def close(self) -> None:
        """End after the running job; a long job ends with the process."""
        self._jobs.put(_Job(Urgency.END, next(self._order), None, Future()))
        self._thread.join(CLOSE_TIMEOUT)
        sys.setswitchinterval(self._usual_interval)
        gc.enable()

    def _run(self) -> None:
        """Run jobs until the one without work."""
        while (job := self._next_job()).work is not None:
            if not job.is_restarted and not job.result.set_running_or_notify_cancel():
                continue
            try:
                job.result.set_result(self._do(job.work, interruptible=job.urgency > Urgency.PAGE))
            except InterruptedJobError as error:
                # Freeing all that a print had laid out takes time, which the interrupting job does not have.
                self._interrupts.append(error)
                if job.repeat or not self._interrupted_by_edit:
                    job.is_restarted = True
                    self._jobs.put(job)
                else:
                    job.result.set_exception(InterruptedJobError())
            except BaseException as error:  # whoever asked for the result gets it
                job.result.set_exception(error)
            while self._delayed:
                self._delayed.pop().start()

    def _next_job(self) -> _Job:
        """Wait for a job, and collect garbage meanwhile."""
        try:
            return self._jobs.get(timeout=IDLE)
        except Empty:
            self._interrupts.clear()
            gc.collect(1)  # only objects made lately, which takes a moment
            self._idle_times += 1
        if self._idle_times < FULL_COLLECTION:
            return self._jobs.get()
        try:
            return self._jobs.get(timeout=REST if self._idle_times < OVERDUE_COLLECTION else 0)
        except Empty:
            gc.collect()
            self._idle_times = 0
            return self._jobs.get()

    def _do(self, work: Callable[[], T], *, interruptible: bool) -> T:
        """Return the result of the job; after this has returned or raised, nothing interrupts any more."""
        try:
            self._set_interruptible(interruptible)
            return work()
        finally:
            self._set_interruptible(False)

    def _set_interruptible(self, value: bool) -> None:
        with self._lock:
            self._interruptible = value
            self._interrupted_by_edit = self._interrupted_by_edit and not value  # a new job begins without interruption

    def _interrupt(self, *, by_edit: bool) -> None:
        """Raise InterruptedJobError in the thread if its job may be interrupted."""
        with self._lock:
            self._interrupted_by_edit |= by_edit
            if self._interruptible and self._thread.ident is not None:
                self._interruptible = False
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident), ctypes.py_object(InterruptedJobError)
                )


# Checks and proofs of the source after an edit, in a process that is killed at the next edit

FORKS = "forkserver" in get_all_start_methods()
PROCESSES: Any = get_context("forkserver" if FORKS else "spawn")
"""A forkserver has imported the tool once, so its processes start at once."""
if FORKS:
    PROCESSES.set_forkserver_preload(["rulewright.pipeline.stages"])

PACE = 0.3
"""Seconds between two reports of progress."""
HEAD_START = 0.15
"""Seconds that a page in view has the processors to itself after an edit."""


@dataclass(frozen=True, slots=True)
class ExaminationResults:
    """The results of an examination. `sources` are the texts that it read; `translations` has a proof per language."""

    findings: tuple[Finding, ...]
    proof: ProofReport
    sources: dict[str, str]
    translations: dict[str, ProofReport] = field(default_factory=dict)


OnResults = Callable[[ExaminationResults | None], None]
"""A function to call with the results; they are None if the process died."""


class Examiner:
    """Examines one game, as it is after one edit at a time. A spare process has its imports done and waits."""

    def __init__(self, project: Path, game: str, *, prove: bool) -> None:
        self._arguments = (str(project), game, prove)
        self._lock = Lock()
        self._busy_process: Any = None
        self._delayed_start: Timer | None = None
        self._closed = False
        self._spare = self._start()

    def examine(self, on_results: OnResults, progress: Progress = no_progress) -> None:
        """Stop the current examination, start a new one, and call `on_results` in another thread with the results.

        It is not called if the next edit comes first.
        """
        self.stop()
        self._delayed_start = Timer(HEAD_START, self._begin, (on_results, progress))
        self._delayed_start.daemon = True
        self._delayed_start.start()

    def close(self) -> None:
        """End both processes."""
        self.stop()
        with self._lock:
            self._closed = True
            self._spare[0].kill()

    def stop(self) -> None:
        """Stop the current examination, or the one that is about to start."""
        if self._delayed_start is not None:
            self._delayed_start.cancel()
        with self._lock:
            process, self._busy_process = self._busy_process, None
        if process is not None:
            process.kill()

    def _begin(self, on_results: OnResults, progress: Progress) -> None:
        """Let the spare process examine the game, start another spare one, and wait for the results."""
        with self._lock:
            if self._closed:
                return
            process, connection = self._spare
            self._busy_process, self._spare = process, self._start()
        try:
            connection.send(True)  # the signal to begin
            # The process sends reports of progress, which are tuples, and then the results.
            while isinstance(result := connection.recv(), tuple):
                progress(*result)
        except (EOFError, OSError):
            result = None
        process.join()
        if process is self._busy_process:  # else `stop` has killed it
            on_results(result)

    def _start(self) -> tuple[Any, Connection]:
        """Start a process that waits for a signal; return it, and our end of the connection to it."""
        our_end, its_end = PROCESSES.Pipe()
        process = PROCESSES.Process(target=_examine, args=(its_end, *self._arguments), daemon=False)
        process.start()
        its_end.close()
        return process, our_end


def _examine(connection: Connection, project: str, game: str, prove: bool) -> None:
    """Wait for the signal to begin, send progress and the results, and end; end too if the parent process ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # the page in view comes first
    from rulewright.base.installation import user_store
    from rulewright.pipeline.stages import examine
    from rulewright.proof.prove import ProofOptions

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    next_report = 0.0

    def report(work: str, done: int, total: int) -> None:
        nonlocal next_report
        if (now := time.monotonic()) >= next_report:
            next_report = now + PACE
            connection.send((work, done, total))

    try:
        connection.recv()
        options = ProofOptions() if prove else None
        examined = examine(Path(project), game, options, progress=report, store=user_store())
        proofs = {language: each.proof for language, each in examined.by_language.items()}
        connection.send(
            ExaminationResults(tuple(examined.findings.sorted()), examined.proof, examined.sources.texts, proofs)
        )
    except (EOFError, OSError):
        return
