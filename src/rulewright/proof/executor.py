"""Executors that split calls into chunks, run the chunks in contained processes, and cache the results.

    futures = [executor.submit(evaluate_chunk, chunk) for chunk in split(program, "damage", axes)]
    results = join_results([future.result() for future in futures])

Each thread or process of an executor starts one contained process, with the limits of the program, and reuses it for
later chunks. Starting one costs as much as some hundred thousand combinations. So `RulesExecutor`, the default, begins
with one process and starts another only when work has waited longer than a process takes to start.

The cache key of a result holds everything the result depends on, including only that part of the rules code which its
function reaches. So an edit elsewhere in rules.py repeats no proof. Errors are never cached.
"""

import io
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from itertools import product
from math import prod
from threading import Condition, Thread, local
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeAlias, TypeVar

from rulewright.base.fingerprint import fingerprint
from rulewright.base.processors import processors
from rulewright.base.store import Store
from rulewright.entries.table import Table
from rulewright.proof.process import CallOutcome, Limits, RulesProcess
from rulewright.proof.replies import Diagram, Function, Results, Value
from rulewright.proof.rules_syntax import ReachedCode

MAX_CHUNK = 1 << 16
"""Most combinations of a chunk: at least 10 ms of work, which outweighs the cost of sending it."""

ChunkAxes: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]
"""Each parameter with the values that a chunk tries."""

SingleCall: TypeAlias = tuple[str, Mapping[str, Value]]
"""A function name and its arguments."""


@dataclass(frozen=True, slots=True)
class Program:
    """The rules code of a game: its text, its file, and the limits of each of its processes."""

    source: str
    file: str
    limits: Limits


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


def evaluate_partially(chunk: Chunk, runs: int) -> Diagram | None:
    """Return all results from at most `runs` runs of the code; None if that is not enough; `RulesError` as above."""
    return thread_slot().process(chunk.program).evaluate_partially(chunk.function, chunk.axes, runs)


def load_functions(program: Program) -> dict[str, Function]:
    """Return the public functions of the rules code by name; raise `RulesError` if it does not load."""
    return dict(thread_slot().process(program).functions)


def ask_calls(program: Program, calls: Sequence[SingleCall]) -> list[CallOutcome]:
    """Answer single calls in the given order, in the contained process of this thread."""
    return thread_slot().process(program).ask(calls)


class ProcessSlot:
    """The contained process of one thread, for the program that it ran last."""

    def __init__(self) -> None:
        self._program: Program | None = None
        self._process: RulesProcess | None = None

    def process(self, program: Program) -> RulesProcess:
        """Return the process of a program; start it unless it runs already."""
        if self._process is None or self._program != program:
            self.close()
            self._program = program
            self._process = RulesProcess(program.source, program.file, program.limits)
        return self._process

    def close(self) -> None:
        """End the process at once. Any thread may call this; a thread waiting for an answer gets a RulesError."""
        if self._process is not None:
            self._process.close()

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

    def get(self, kind: str, function: str, values: object, make: Callable[[], T], is_sound: Callable[[T], bool]) -> T:
        """Return the cached result for these values, or call `make`, and cache its result if it is sound.

        `function` is the function whose code the result depends on, or "" for all of the code.
        """
        key = self.key(kind, function, values)
        result: T | None = self.find(key)
        if result is None:
            result = make()
            if is_sound(result):
                self.keep(key, result)
        return result

    def key(self, kind: str, function: str, *values: object) -> str:
        """Return the cache key of a result; `function` as in `get`."""
        code = ReachedCode.of(self._source).digest(function) if function else self._source
        return self._store.key(kind, code, function, fingerprint(*values))

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


class CachingExecutor(Executor):
    """An executor that answers from the cache and passes only other tasks on.

    `keep` stores the new answers. Call it once the code is known to give the same answers each time.
    """

    def __init__(self, executor: Executor, cache: ResultCache) -> None:
        self._executor, self._cache = executor, cache
        self._new: dict[str, Future[Any]] = {}

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        key = self._key(fn, *args)
        result = self._cache.find(key) if key else None
        if result is not None:
            finished: Future[T] = Future()
            finished.set_result(result)
            return finished
        future = self._executor.submit(fn, *args, **kwargs)
        if key:
            self._new[key] = future
        return future

    def keep(self) -> None:
        """Store the answers that came since the last call."""
        for key, future in self._new.items():
            if future.done() and not future.cancelled() and future.exception() is None and future.result() is not None:
                self._cache.keep(key, future.result())
        self._new.clear()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait, cancel_futures=cancel_futures)

    def _key(self, fn: Callable[..., Any], *args: Any) -> str:
        """Return the cache key of a task; "" if it is never cached."""
        match args:
            case (Chunk(function=function, axes=axes), *rest) if fn in (evaluate_chunk, evaluate_partially):
                return self._cache.key(f"answers {fn.__name__}", function, axes, rest)
            case (Program(file=file),) if fn is load_functions:
                return self._cache.key("functions", "", file)
        return ""


START_DELAY = 0.15
"""Seconds that work must wait before a second process starts for it; twice that before a third."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A submitted call, which sets the result of `future`, and the time when it came."""

    future: Future[Any]
    run: Callable[[], Any]
    submitted: float = field(default_factory=time.monotonic)


class RulesExecutor(Executor):
    """An executor with at most `max_threads` processes, by default one per processor."""

    def __init__(self, max_threads: int | None = None, start_delay: float = START_DELAY) -> None:
        self._max_threads = max_threads or processors()
        self._start_delay = start_delay
        self._waiting: deque[_Task] = deque()
        self._changed = Condition()
        self._threads: list[tuple[Thread, ProcessSlot]] = []
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a task; tasks start in the order of submission."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("nothing can be submitted after shutdown")
            self._waiting.append(_Task(future, partial(fn, *args, **kwargs)))
            # more tasks wait than threads exist; the new thread may wait before it takes one
            if len(self._threads) < min(self._max_threads, len(self._waiting)):
                self._start_thread()
            self._changed.notify_all()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting tasks. `cancel_futures` also ends running tasks and kills their processes."""
        with self._changed:
            self._closed = True
            while cancel_futures and self._waiting:
                self._waiting.popleft().future.cancel()
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
        """Start a thread; the more there are, the longer a task must wait before this one takes it."""
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
        """Run tasks in this thread until none will come; the first one must have waited for `delay` seconds."""
        with slot:
            while (task := self._next_task(delay)) is not None:
                delay = 0.0  # its process runs now
                if task.future.set_running_or_notify_cancel():
                    try:
                        result = task.run()
                    except BaseException as error:  # the caller gets it, as with every executor
                        task.future.set_exception(error)
                    else:
                        task.future.set_result(result)

    def _next_task(self, delay: float) -> _Task | None:
        """Return the oldest task once it has waited for `delay` seconds; None when no more will come."""
        with self._changed:
            while self._waiting or not self._closed:
                remaining = self._waiting[0].submitted + delay - time.monotonic() if self._waiting else None
                if remaining is not None and remaining <= 0:
                    return self._waiting.popleft()
                self._changed.wait(remaining)
            return None
