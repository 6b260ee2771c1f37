"""One thread that does all work on a game, the most urgent first.

WeasyPrint and PDFium are used in this thread only. The garbage collector runs in it between jobs, and nowhere else:
PDFium ends the process if another thread frees its objects meanwhile.

A print that is running gives way to an edit, for it would be of a state that is no more, and to a page: it may take
long, or never end. It begins anew after the page.
"""

import ctypes
import gc
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, PriorityQueue
from threading import Lock, Thread, Timer
from typing import Any, TypeVar

T = TypeVar("T")
EDIT, NEWS, PAGE, PRINT, LATER = range(5)
"""How urgent a job is: reading what was edited, what was found, what a browser waits for, a print, the rest."""
PATIENCE = 1.0
"""Seconds to wait for the last job."""
IDLE = 0.2
"""Seconds without a job until the garbage collector runs: after an edit a browser asks for a page at once."""
TURN = 0.0005
"""Seconds after which a thread that works lets another go on, a tenth of Python's own: whoever notices an edit or
answers a browser asks the system for something again and again, and each time waits for a turn.
"""
THOROUGH, OVERDUE = 10, 50
"""Pauses until all garbage is collected, in the next rest or without one: then books of earlier states go.

It looks at the whole book, which of ten thousand rules takes a second.
"""
REST = 2.0
"""Seconds without a job after which no edit is likely to come at once."""


class GivenUpError(BaseException):
    """An edit or a page came: raised within the job that is running, where no handler of other errors takes it."""


@dataclass(order=True, slots=True)
class _Job:
    urgency: int
    order: int
    work: Callable[[], Any] | None = field(compare=False)
    result: "Future[Any]" = field(compare=False)
    again: bool = field(default=False, compare=False)
    begun: bool = field(default=False, compare=False)


class Maker:
    """Its methods may be called in any thread. An EDIT or a PAGE stops a PRINT or what is LATER.

    After a page that is done again; after an edit, only what nobody asks for anew.
    """

    def __init__(self) -> None:
        self._jobs: PriorityQueue[_Job] = PriorityQueue()
        self._order = count()
        self._delayed: list[Timer] = []
        self._given_up: list[GivenUpError] = []
        self._pauses = 0
        self._lock, self._gives_way, self._edited = Lock(), False, False
        gc.disable()
        self._usual_turn = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def submit(self, urgency: int, work: Callable[[], T], *, again: bool = False) -> "Future[T]":
        """`again` for a job that nobody asks for anew after an edit."""
        result: Future[T] = Future()
        self._jobs.put(_Job(urgency, next(self._order), work, result, again))
        if urgency in (EDIT, PAGE):
            self._interrupt(edited=urgency == EDIT)
        return result

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        """Asks in a job for another, so many seconds after it.

        No thread starts within a job that may be interrupted: until it runs, a new thread has the number of the one
        that started it, and would be interrupted in its place.
        """
        self._delayed.append(Timer(seconds, self.submit, (LATER, work)))

    def close(self) -> None:
        """Ends after the job that is running; a long one ends with the process."""
        self._jobs.put(_Job(-1, next(self._order), None, Future()))
        self._thread.join(PATIENCE)
        sys.setswitchinterval(self._usual_turn)
        gc.enable()

    def _run(self) -> None:
        while (job := self._next()).work is not None:
            if not job.begun and not job.result.set_running_or_notify_cancel():
                continue
            try:
                job.result.set_result(self._done(job.work, gives_way=job.urgency > PAGE))
            except BaseException as error:  # it belongs to whoever asked
                self._failed(job, error)
            while self._delayed:
                self._delayed.pop().start()

    def _failed(self, job: _Job, error: BaseException) -> None:
        """To take apart all that a print had laid out takes time, which whoever interrupted it does not have."""
        if not isinstance(error, GivenUpError):
            job.result.set_exception(error)
            return
        self._given_up.append(error)
        if job.again or not self._edited:
            job.begun = True
            self._jobs.put(job)
        else:
            job.result.set_exception(GivenUpError())

    def _next(self) -> _Job:
        """Waits for a job; garbage is collected meanwhile."""
        try:
            return self._jobs.get(timeout=IDLE)
        except Empty:
            self._given_up.clear()
            gc.collect(1)
            self._pauses += 1
        if self._pauses < THOROUGH:
            return self._jobs.get()
        try:
            return self._jobs.get(timeout=REST if self._pauses < OVERDUE else 0)
        except Empty:
            gc.collect()
            self._pauses = 0
            return self._jobs.get()

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
            self._edited = self._edited and not gives_way

    def _interrupt(self, *, edited: bool) -> None:
        with self._lock:
            self._edited |= edited
            if self._gives_way and self._thread.ident is not None:
                self._gives_way = False
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident), ctypes.py_object(GivenUpError)
                )
