"""Executors that split calls into chunks, run the chunks in contained processes, and cache the results.

    futures = [executor.submit(evaluate_chunk, chunk) for chunk in split(program, "damage", axes)]
    results = join_results([future.result() for future in futures])

Every chunk is answered twice: in a process of the `Program`, and in one of its `second` program, which has another
hash seed and gets the values in another order. A process stays for later chunks of the same program. Starting one costs
as much as some hundred thousand combinations. So `RulesExecutor`, the default, begins with one process for each of the
two, and starts others only when work has waited longer than a process takes to start.

`ResultCache` stores results under all that they depend on: the whole of rules.py, the function, and the values.
"""

import io
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from itertools import product
from math import prod
from random import Random
from threading import Condition, Thread, local
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeAlias, TypeVar

from rulewright.base.fingerprint import fingerprint
from rulewright.base.memo import memoised
from rulewright.base.processors import processors
from rulewright.base.store import Store
from rulewright.entries.table import Table
from rulewright.proof.process import HASH_SEED, SECOND_HASH_SEED, Limits, RulesProcess
from rulewright.proof.replies import Diagram, Function, Results, Value

MAX_CHUNK = 1 << 16
"""Most combinations of a chunk: at least 10 ms of work, which outweighs the cost of sending it."""

ChunkAxes: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]
"""Each parameter with the values that a chunk tries."""


@dataclass(frozen=True, slots=True)
class Program:
    """The rules code of a game: its text, its file, and the limits of each of its processes.

    `is_second` is for the process that answers everything again.
    """

    source: str
    file: str
    limits: Limits
    is_second: bool = False

    @property
    def second(self) -> "Program":
        """The same code, for a process with another hash seed."""
        return replace(self, is_second=True)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of the domain of one function, in row-major order."""

    program: Program
    function: str
    axes: ChunkAxes

    @property
    def size(self) -> int:
        """The number of combinations."""
        return prod(len(values) for _, values in self.axes)

    @property
    def shuffling(self) -> "Shuffling":
        """The order of the second answers."""
        return shuffling(tuple(len(values) for _, values in self.axes))


def split(
    program: Program, function: str, axes: Sequence[tuple[str, Sequence[Value]]], max_size: int = MAX_CHUNK
) -> Iterator[Chunk]:
    """Split the domain of a function into chunks; their joined results are the results of the whole domain.

    For example, axes of 3, 4 and 5 values in chunks of at most 10 become 6 chunks: 3 x two slices of the second axis.
    """
    sizes = [len(values) for _, values in axes]
    # The axes before `axis` are split into single values, `axis` into slices, and the axes after it not at all.
    axis = next((axis for axis in range(len(sizes)) if prod(sizes[axis + 1 :]) <= max_size), 0)
    step = max(1, max_size // max(1, prod(sizes[axis + 1 :])))
    all_axes = [(name, tuple(values)) for name, values in axes]
    for outer_values in product(*(values for _, values in all_axes[:axis])):
        single_values = [(name, (value,)) for (name, _), value in zip(all_axes[:axis], outer_values, strict=True)]
        if axis == len(all_axes):
            yield Chunk(program, function, tuple(single_values))
            continue
        name, values = all_axes[axis]
        for first in range(0, len(values), step):
            yield Chunk(
                program, function, (*single_values, (name, values[first : first + step]), *all_axes[axis + 1 :])
            )


def evaluate_chunk(chunk: Chunk) -> Results:
    """Return the results of the function; raise `RulesError` at the first combination that fails."""
    return thread_slot().process(chunk.program).evaluate(chunk.function, chunk.axes)


def evaluate_again(chunk: Chunk, order: Sequence[Sequence[int]]) -> Results:
    """Return the results with the values of each axis in another `order`, in the process of the second program.

    A single call is made twice, so that a function cannot tell its first call by counting.
    """
    axes = [
        (name, [values[position] for position in positions])
        for (name, values), positions in zip(chunk.axes, order, strict=True)
    ]
    process = thread_slot().process(chunk.program.second)
    if chunk.size == 1:
        process.evaluate(chunk.function, axes)
    return process.evaluate(chunk.function, axes)


Shuffling: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""For each axis the positions of its values in another order; and the row-major number of each combination then."""


@memoised(most=16)
def shuffling(sizes: tuple[int, ...]) -> Shuffling:
    """Return another order of the values of axes with so many values, always the same for the same sizes."""
    random = Random(len(sizes))  # noqa: S311 - an order, no secret
    orders = [list(range(size)) for size in sizes]
    numbers = [0]
    for order in orders:
        random.shuffle(order)
        if order == sorted(order):
            order.reverse()
        numbers = [number * len(order) + position for number in numbers for position in order]
    return tuple(map(tuple, orders)), tuple(numbers)


def evaluate_partially(chunk: Chunk, runs: int) -> Diagram | None:
    """Return all results from at most `runs` runs of the code; None if that is not enough; `RulesError` as above."""
    return thread_slot().process(chunk.program).evaluate_partially(chunk.function, chunk.axes, runs)


def load_functions(program: Program) -> tuple[dict[str, Function], tuple[str, ...]]:
    """Return the public functions of the rules code by name, and the parts of the jail that contain it.

    Raise `RulesError` if it does not load.
    """
    process = thread_slot().process(program)
    return dict(process.functions), tuple(process.jail)


class ProcessSlot:
    """The contained processes of one thread: of the program that it ran last, and of its second one."""

    def __init__(self) -> None:
        self._processes: dict[Program, RulesProcess] = {}

    def process(self, program: Program) -> RulesProcess:
        """Return the process of a program; start it unless it runs already."""
        if program not in self._processes:
            for other in [each for each in self._processes if each.source != program.source]:
                self._processes.pop(other).close()
            seed = SECOND_HASH_SEED if program.is_second else HASH_SEED
            self._processes[program] = RulesProcess(program.source, program.file, program.limits, seed)
        return self._processes[program]

    def close(self) -> None:
        """End the processes at once. Any thread may call this; a thread waiting for an answer gets a RulesError."""
        for process in tuple(self._processes.values()):
            process.close()

    def __enter__(self) -> Self:
        _this_thread.slot = self  # so that tasks of this thread find it, see `thread_slot`
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class _ThreadState(local):
    """The state of one thread. A context variable would not do, because Dask gives each task a copy of those."""

    slot: ProcessSlot | None = None


_this_thread = _ThreadState()


def thread_slot() -> ProcessSlot:
    """Return the slot of this thread; a thread of a stock executor gets one with its first chunk."""
    if _this_thread.slot is None:
        _this_thread.slot = ProcessSlot()
    return _this_thread.slot


P = ParamSpec("P")
T = TypeVar("T")

MOST_BYTES = 2**20
"""Most bytes of a cached answer; computing a larger one again takes hardly longer than reading it."""


CACHED_CLASSES = frozenset({("fractions", "Fraction"), ("array", "array"), ("array", "_array_reconstructor")})
"""Classes that a cached result may contain, besides built-in values and classes of this tool."""


class ResultCache:
    """The cached results of one rules.py."""

    def __init__(self, store: Store, source: str) -> None:
        self._store, self._source = store, source

    def get(self, kind: str, values: object, make: Callable[[], T]) -> T:
        """Return the cached result for these values, or call `make`, and cache its result unless it is None."""
        key = self.key(kind, values)
        result: T | None = self.find(key)
        if result is None:
            result = make()
            if result is not None:
                self.keep(key, result)
        return result

    def key(self, kind: str, *values: object) -> str:
        """Return the cache key of a result."""
        return self._store.key(kind, self._source, fingerprint(*values))

    def find(self, key: str) -> Any:
        """Return the result of a key, or None."""
        data = self._store.find(key)
        return None if data is None else _Unpickler(io.BytesIO(data)).load()

    def keep(self, key: str, result: object) -> None:
        """Cache a result unless it is too large."""
        stream = io.BytesIO()
        _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(result)
        data = stream.getvalue()
        if len(data) <= MOST_BYTES:
            self._store.keep(key, data)


def as_function(table: Table) -> Table:
    """Return the table without the arrangement of its cases, which does not affect proofs."""
    return replace(table, cells=(), list_=(), records=(), case_list=(), modifiers=())


class _Pickler(pickle.Pickler):
    """A pickler that writes the members of enumerations by value.

    Python before 3.11.4 writes them as a call of `getattr`, which `_Unpickler` refuses.
    """

    def reducer_override(self, value: Any) -> Any:
        return (type(value), (value.value,)) if isinstance(value, Enum) else NotImplemented


class _Unpickler(pickle.Unpickler):
    """An unpickler that reads only values of this tool, whoever has written the file."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("rulewright.") or (module, name) in CACHED_CLASSES:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no result of a proof")


START_DELAY = 0.15
"""Seconds that work must wait before a second process starts for it; twice that before a third."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A submitted call, which sets the result of `future`, and the time when it came."""

    future: Future[Any]
    run: Callable[[], Any]
    submitted: float = field(default_factory=time.monotonic)


class RulesExecutor(Executor):
    """An executor with threads for the first answers and threads for the second ones, in turn.

    It has at most `max_threads`, by default one per processor. A single thread does both.
    """

    def __init__(self, max_threads: int | None = None, start_delay: float = START_DELAY) -> None:
        self._max_threads = max_threads or processors()
        self._start_delay = start_delay
        self._waiting: tuple[deque[_Task], deque[_Task]] = (deque(), deque())
        self._changed = Condition()
        self._threads: list[tuple[Thread, ProcessSlot]] = []
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a task; the tasks of each kind start in the order of submission."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("nothing can be submitted after shutdown")
            is_second = fn is evaluate_again and self._max_threads > 1
            self._waiting[is_second].append(_Task(future, partial(fn, *args, **kwargs)))
            # more tasks wait than threads exist; the new thread may wait before it takes one
            if len(self._threads) < min(self._max_threads, 1 + sum(map(len, self._waiting))):
                self._start_thread()
            self._changed.notify_all()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting tasks. `cancel_futures` also ends running tasks and kills their processes."""
        with self._changed:
            self._closed = True
            for waiting in self._waiting:
                while cancel_futures and waiting:
                    waiting.popleft().future.cancel()
            self._changed.notify_all()
        for thread, slot in self._threads:
            while (wait or cancel_futures) and thread.is_alive():
                if cancel_futures:
                    slot.close()  # in each round, because it may have started another process
                thread.join(0.05 if cancel_futures else None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Shut down; after an exception (or Ctrl-C) wait for nothing and leave nothing running."""
        self.shutdown(cancel_futures=kind is not None)

    def _start_thread(self) -> None:
        """Start a thread for one of the two queues; the more there are, the longer a task must wait for this one."""
        slot, number = ProcessSlot(), len(self._threads)
        arguments = slot, self._waiting[number % 2], number // 2 * self._start_delay
        thread = Thread(target=self._work, args=arguments, name="rules-worker", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # no room for another thread
            if not number:
                raise
            if number == 1:  # the first one does both
                self._max_threads = 1
                self._waiting[0].extend(self._waiting[1])
                self._waiting[1].clear()
        else:
            self._threads.append((thread, slot))

    def _work(self, slot: ProcessSlot, waiting: deque[_Task], delay: float) -> None:
        """Run tasks in this thread until none will come; the first one must have waited for `delay` seconds."""
        with slot:
            while (task := self._next_task(waiting, delay)) is not None:
                delay = 0.0  # its process runs now
                if task.future.set_running_or_notify_cancel():
                    try:
                        result = task.run()
                    except BaseException as error:  # the caller gets it, as with every executor
                        task.future.set_exception(error)
                    else:
                        task.future.set_result(result)

    def _next_task(self, waiting: deque[_Task], delay: float) -> _Task | None:
        """Return the oldest task once it has waited for `delay` seconds; None when no more will come."""
        with self._changed:
            while waiting or not self._closed:
                remaining = waiting[0].submitted + delay - time.monotonic() if waiting else None
                if remaining is not None and remaining <= 0:
                    return waiting.popleft()
                self._changed.wait(remaining)
            return None
