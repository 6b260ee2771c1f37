"""The executor that proofs use by default: a few threads, each with a contained process for the rules code.

Starting a process costs as much as some hundred thousand combinations. So there is one at first, and another only
once work has waited longer than a process takes to start and to help.
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
"""Seconds that work must wait before a second process starts for it; twice that before a third."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Task:
    future: Future[Any]
    run: Callable[[], Any]
    since: float = field(default_factory=time.monotonic)


class RulesExecutor(Executor):
    """At most `max_threads` processes at once; by default one for each processor."""

    def __init__(self, max_threads: int | None = None, start_delay: float = START_DELAY) -> None:
        self._max_threads = max_threads or processors()
        self._start_delay = start_delay
        self._waiting: deque[_Task] = deque()
        self._changed = Condition()
        self._threads: list[tuple[Thread, ProcessSlot]] = []
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Tasks start in the order of submission."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("nothing can be submitted after shutdown")
            self._waiting.append(_Task(future, partial(fn, *args, **kwargs)))
            if len(self._threads) < min(self._max_threads, len(self._waiting)):
                self._start_thread()
            self._changed.notify_all()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With `cancel_futures` running tasks end too, and their processes are killed."""
        with self._changed:
            self._closed = True
            while cancel_futures and self._waiting:
                self._waiting.popleft().future.cancel()
            self._changed.notify_all()
        for thread, slot in self._threads:
            while (wait or cancel_futures) and thread.is_alive():
                if cancel_futures:
                    slot.close()  # in each round, for it may have started a process meanwhile
                thread.join(0.05 if cancel_futures else None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """After Ctrl-C or a fault this waits for nothing and leaves nothing running."""
        self.shutdown(cancel_futures=kind is not None)

    def _start_thread(self) -> None:
        slot = ProcessSlot()
        delay = len(self._threads) * self._start_delay
        thread = Thread(target=self._work, args=(slot, delay), name="rules-worker", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # no room for another thread
            if not self._threads:
                raise
        else:
            self._threads.append((thread, slot))

    def _work(self, slot: ProcessSlot, delay: float) -> None:
        with slot:
            while (task := self._next(delay)) is not None:
                delay = 0.0  # its process runs now
                if task.future.set_running_or_notify_cancel():
                    _complete(task)

    def _next(self, delay: float) -> _Task | None:
        """The task that has waited longest, once it has waited for `delay`; None when no more will come."""
        with self._changed:
            while self._waiting or not self._closed:
                remaining = self._waiting[0].since + delay - time.monotonic() if self._waiting else None
                if remaining is not None and remaining <= 0:
                    return self._waiting.popleft()
                self._changed.wait(remaining)
            return None


def _complete(task: _Task) -> None:
    try:
        result = task.run()
    except BaseException as error:  # the caller gets it, as with every executor
        task.future.set_exception(error)
    else:
        task.future.set_result(result)
