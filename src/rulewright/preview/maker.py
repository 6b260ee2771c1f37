"""One thread that does all work on a game, the most urgent first.

WeasyPrint and PDFium are used in this thread only. The garbage collector runs in it between jobs, and nowhere else:
PDFium ends the process if another thread frees its objects meanwhile.

A print that is running gives way to an edit: it would be of a state that is no more.
"""

import ctypes
import gc
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from queue import PriorityQueue
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
EDIT, PAGE, PRINT, LATER = range(4)
"""How urgent a job is: reading what was edited, what a browser waits for, a print that it waits for, the rest."""
PATIENCE = 1.0
"""Seconds to wait for the last job."""


class GivenUpError(BaseException):
    """An edit came: raised within the job that is running, where no handler of other errors takes it."""


@dataclass(order=True, slots=True)
class _Job:
    urgency: int
    order: int
    work: Callable[[], Any] | None = field(compare=False)
    result: "Future[Any]" = field(compare=False)
    again: bool = field(default=False, compare=False)
    begun: bool = field(default=False, compare=False)


class Maker:
    """Its methods may be called in any thread. An EDIT stops jobs after PAGE; some are done again after it."""

    def __init__(self) -> None:
        self._jobs: PriorityQueue[_Job] = PriorityQueue()
        self._order = count()
        self._lock, self._gives_way = Lock(), False
        gc.disable()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def submit(self, urgency: int, work: Callable[[], T], *, again: bool = False) -> "Future[T]":
        """`again` for a job that nobody asks for anew after an edit."""
        result: Future[T] = Future()
        self._jobs.put(_Job(urgency, next(self._order), work, result, again))
        if urgency == EDIT:
            self._interrupt()
        return result

    def close(self) -> None:
        """Ends after the job that is running; a long one ends with the process."""
        self._jobs.put(_Job(-1, next(self._order), None, Future()))
        self._thread.join(PATIENCE)
        gc.enable()

    def _run(self) -> None:
        while (job := self._jobs.get()).work is not None:
            if not job.begun and not job.result.set_running_or_notify_cancel():
                continue
            try:
                job.result.set_result(self._done(job.work, gives_way=job.urgency > PAGE))
            except BaseException as error:  # it belongs to whoever asked
                if job.again and isinstance(error, GivenUpError):
                    job.begun = True
                    self._jobs.put(job)
                else:
                    job.result.set_exception(error)
            if self._jobs.empty():
                gc.collect(1)

    def _done(self, work: Callable[[], T], *, gives_way: bool) -> T:
        """What the job returns; once this has returned or raised, nothing interrupts any more."""
        try:
            self._let(gives_way)
            return work()
        finally:
            self._let(False)

    def _let(self, gives_way: bool) -> None:
        with self._lock:
            self._gives_way = gives_way

    def _interrupt(self) -> None:
        with self._lock:
            if self._gives_way and self._thread.ident is not None:
                self._gives_way = False
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident), ctypes.py_object(GivenUpError)
                )
