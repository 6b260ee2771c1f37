"""A question to the rules code in parts: plain values that any executor of concurrent.futures can take.

    futures = [executor.submit(answer, part) for part in divided(program, "damage", axes)]
    results = joined([future.result() for future in futures])

Whichever thread or process an executor runs them in has a contained process of its own for the rules code, with
the limits of the program, and keeps it for the next part.
"""

from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import product
from math import prod
from types import TracebackType
from typing import Self, TypeAlias

from rulewright.proof.process import Limits, RulesProcess
from rulewright.proof.results import Results, Value
from rulewright.proof.signatures import Function

MAX_CHUNK = 1 << 16
"""Combinations of a part: at least some 10 ms of work, beside which handing it over costs nothing."""

ChunkAxes: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The rules code of a game: its text, the file it stands in, and what each of its processes may take."""

    source: str
    file: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of one function's domain, row-major with the last axis fastest."""

    program: Program
    function: str
    axes: ChunkAxes

    @property
    def size(self) -> int:
        """How many combinations it holds."""
        return prod(len(values) for _, values in self.axes)


def split(
    program: Program, function: str, axes: Sequence[tuple[str, Sequence[Value]]], most: int = MAX_CHUNK
) -> Iterator[Chunk]:
    """The whole domain in parts, whose results one after the other are those of the whole."""
    sizes = [len(values) for _, values in axes]
    cut = next((at for at in range(len(sizes)) if prod(sizes[at + 1 :]) <= most), 0)
    step = max(1, most // max(1, prod(sizes[cut + 1 :])))
    whole = [(name, tuple(values)) for name, values in axes]
    for outer in product(*(values for _, values in whole[:cut])):
        fixed = [(name, (value,)) for (name, _), value in zip(whole[:cut], outer, strict=True)]
        if cut == len(whole):
            yield Chunk(program, function, tuple(fixed))
            continue
        name, values = whole[cut]
        for first in range(0, len(values), step):
            yield Chunk(program, function, (*fixed, (name, values[first : first + step]), *whole[cut + 1 :]))


def evaluate_chunk(part: Chunk) -> Results:
    """What the function answers, or `RulesError` at the first combination of the part that fails."""
    return thread_slot().process(part.program).evaluate(part.function, part.axes)


def load_functions(program: Program) -> dict[str, Function]:
    """The public functions of the rules code by name, or `RulesError` where it does not load."""
    return dict(thread_slot().process(program).functions)


class ProcessSlot:
    """Where a thread keeps the process of the rules code that it was asked about last."""

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
        """End the process at once, from whatever thread; who waits for its answer learns that it died."""
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> Self:
        _desk.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


_desk: ContextVar[ProcessSlot] = ContextVar("desk")


def thread_slot() -> ProcessSlot:
    """This thread's own; threads of a stock executor get theirs with the first part."""
    found = _desk.get(None)
    if found is None:
        found = ProcessSlot()
        _desk.set(found)
    return found
