"""A call over its whole domain in chunks: plain values that any executor of concurrent.futures can take.

    futures = [executor.submit(answer, part) for part in divided(program, "damage", axes)]
    results = joined([future.result() for future in futures])

Each thread or process of an executor starts its own contained process for the rules code, with the limits of the
program, and uses it again for the next chunk.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from threading import local
from types import TracebackType
from typing import Self, TypeAlias

from rulewright.proof.diagrams import Diagram
from rulewright.proof.process import Limits, Outcome, RulesProcess
from rulewright.proof.results import Results, Value
from rulewright.proof.signatures import Function

MAX_CHUNK = 1 << 16
"""Combinations of a chunk: at least 10 ms of work, so that handing it over costs little beside it."""

ChunkAxes: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]

SingleCall: TypeAlias = tuple[str, Mapping[str, Value]]
"""A function and its arguments."""


@dataclass(frozen=True, slots=True)
class Program:
    """The rules code of a game: its text, its file, and the limits of each of its processes."""

    source: str
    file: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of one function's domain, row-major with the last axis fastest."""

    program: Program
    function: str
    axes: ChunkAxes

    @property
    def size(self) -> int:
        """How many combinations it holds."""
        return prod(len(values) for _, values in self.axes)


def split(
    program: Program, function: str, axes: Sequence[tuple[str, Sequence[Value]]], max_size: int = MAX_CHUNK
) -> Iterator[Chunk]:
    """The whole domain in chunks, in order: their results joined are the results of the whole."""
    sizes = [len(values) for _, values in axes]
    axis = next((at for at in range(len(sizes)) if prod(sizes[at + 1 :]) <= max_size), 0)
    step = max(1, max_size // max(1, prod(sizes[axis + 1 :])))
    whole = [(name, tuple(values)) for name, values in axes]
    for outer_values in product(*(values for _, values in whole[:axis])):
        fixed = [(name, (value,)) for (name, _), value in zip(whole[:axis], outer_values, strict=True)]
        if axis == len(whole):
            yield Chunk(program, function, tuple(fixed))
            continue
        name, values = whole[axis]
        for first in range(0, len(values), step):
            yield Chunk(program, function, (*fixed, (name, values[first : first + step]), *whole[axis + 1 :]))


def evaluate_chunk(chunk: Chunk) -> Results:
    """The results of the function, or `RulesError` at the first combination that fails."""
    return thread_slot().process(chunk.program).evaluate(chunk.function, chunk.axes)


def evaluate_late(chunk: Chunk, runs: int) -> Diagram | None:
    """All results by at most so many runs of the code, or None where that is not enough; `RulesError` as above."""
    return thread_slot().process(chunk.program).evaluate_late(chunk.function, chunk.axes, runs)


def load_functions(program: Program) -> dict[str, Function]:
    """The public functions of the rules code by name, or `RulesError` where it does not load."""
    return dict(thread_slot().process(program).functions)


def ask_calls(program: Program, calls: Sequence[SingleCall]) -> list[Outcome]:
    """Single calls in the order given, in the process that answers for this thread."""
    return thread_slot().process(program).ask(calls)


class ProcessSlot:
    """The contained process of one thread, for the program that it ran last."""

    def __init__(self) -> None:
        self._program: Program | None = None
        self._process: RulesProcess | None = None

    def process(self, program: Program) -> RulesProcess:
        if self._process is None or self._program != program:
            self.close()
            self._program = program
            self._process = RulesProcess(program.source, program.file, program.limits)
        return self._process

    def close(self) -> None:
        """Ends the process at once, from any thread; a thread that waits for its answer gets the error that it died."""
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> Self:
        _thread.slot = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class _Thread(local):
    """What is a thread's own. No context variable: Dask gives each task a copy of these, in the same threads."""

    slot: ProcessSlot | None = None


_thread = _Thread()


def thread_slot() -> ProcessSlot:
    """The slot of this thread; threads of a stock executor get theirs with their first chunk."""
    if _thread.slot is None:
        _thread.slot = ProcessSlot()
    return _thread.slot
