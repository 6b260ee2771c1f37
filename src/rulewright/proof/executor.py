"""The executor that proofs use by default: a few threads, each with a contained process for the rules code.

To start a process costs as much as some hundred thousand combinations, so there is one at first, and another
only when something has waited for longer than a process takes to start and to be of use.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from rulewright.processors import processors
from rulewright.proof.chunks import ProcessSlot

START_DELAY = 0.15
"""Seconds that work must have waited before a second process is started for it; twice that before a third."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Task:
    future: Future[Any]
    run: Callable[[], Any]
    since: float = field(default_factory=time.monotonic)


class RulesExecutor(Executor):
    """At most so many processes at once; by default as many as there are processors."""

    def __init__(self, most: int | None = None, start_delay: float = START_DELAY) -> None:
        self._most = most or processors()
        self._hesitation = start_delay
        self._waiting: deque[_Task] = deque()
        self._changed = Condition()
        self._hands: list[tuple[Thread, ProcessSlot]] = []
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Tasks are begun in the order in which they are submitted."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("nothing can be submitted after shutdown")
            self._waiting.append(_Task(future, partial(fn, *args, **kwargs)))
            if len(self._hands) < min(self._most, len(self._waiting)):
                self._engage()
            self._changed.notify_all()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With `cancel_futures` what runs is ended too, and its process killed."""
        with self._changed:
            self._closed = True
            while cancel_futures and self._waiting:
                self._waiting.popleft().future.cancel()
            self._changed.notify_all()
        for thread, thread_slot in self._hands:
            while (wait or cancel_futures) and thread.is_alive():
                if cancel_futures:
                    thread_slot.close()  # again, should it just then have started a process
                thread.join(0.05 if cancel_futures else None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """After Ctrl-C or a fault nothing is waited for, and nothing is left running."""
        self.shutdown(cancel_futures=kind is not None)

    def _engage(self) -> None:
        thread_slot = ProcessSlot()
        patience = len(self._hands) * self._hesitation
        thread = Thread(target=self._work, args=(thread_slot, patience), name="rules-worker", daemon=True)
        self._hands.append((thread, thread_slot))
        thread.start()

    def _work(self, thread_slot: ProcessSlot, patience: float) -> None:
        with thread_slot:
            while (task := self._next(patience)) is not None:
                patience = 0.0  # its process is running now
                if task.future.set_running_or_notify_cancel():
                    _fulfil(task)

    def _next(self, patience: float) -> _Task | None:
        """The task that has waited longest, once it has waited so long; None when there will be no more."""
        with self._changed:
            while self._waiting or not self._closed:
                left = self._waiting[0].since + patience - time.monotonic() if self._waiting else None
                if left is not None and left <= 0:
                    return self._waiting.popleft()
                self._changed.wait(left)
            return None


def _fulfil(task: _Task) -> None:
    try:
        result = task.run()
    except BaseException as error:  # it is the asker's, as with every executor
        task.future.set_exception(error)
    else:
        task.future.set_result(result)
