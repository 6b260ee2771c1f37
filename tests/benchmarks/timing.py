"""Two runs side by side. Machines are noisy: every figure is the median of several pairs, and only ratios mean anything.

The ratio of processor time holds on a busy machine too, but says nothing of work that is divided among processors.
"""

import gc
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
Timed = Callable[[], object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock, and of processors, of this process and of those that ended meanwhile."""

    clock: float
    processor: float

    @classmethod
    def on(cls, run: Timed) -> "Spent":
        gc.collect()
        began, worked = time.perf_counter(), _processor()
        run()
        return cls(time.perf_counter() - began, _processor() - worked)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Median seconds of each side, and the medians of the ratios pair by pair; not all can tell processor time."""

    ours: float
    theirs: float
    clock: float
    processor: float | None = None


def ratio(ours: Timed, theirs: Timed, runs: int = 7) -> Ratio:
    pairs = [(Spent.on(ours), Spent.on(theirs)) for _ in range(runs)]
    return Ratio(
        statistics.median(a.clock for a, _ in pairs),
        statistics.median(b.clock for _, b in pairs),
        statistics.median(a.clock / b.clock for a, b in pairs),
        statistics.median(a.processor / max(b.processor, 1e-4) for a, b in pairs),
    )


def command(*arguments: str, python: str = sys.executable, **changed: str) -> Timed:
    """A process of Python, which finds what it imports compiled: where bytecode is not to be kept, once more for us.

    `changed` are variables of its environment.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([python, *arguments], check=True, capture_output=True, env=kept | changed)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a process took with those that it started: seconds, and the MiB of the largest of them."""

    clock: float
    processor: float
    memory: float


Build = Callable[[], Measured]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Medians of each side, and the medians of the ratios pair by pair."""

    ours: Measured
    theirs: Measured
    clock: float
    processor: float


def measured(*command: str, folder: Path, **environment: str) -> Measured:
    """Runs a program to its end, in a folder and with further variables."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=kept | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Measured(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def side_by_side(ours: Build, theirs: Build, runs: int = 3) -> Comparison:
    pairs = [(ours(), theirs()) for _ in range(runs)]
    return Comparison(
        _median([mine for mine, _ in pairs]),
        _median([other for _, other in pairs]),
        statistics.median(a.clock / b.clock for a, b in pairs),
        statistics.median(a.processor / b.processor for a, b in pairs),
    )


def attempt(run: Callable[[], T]) -> tuple[T | None, str]:
    """What a run gives; or nothing and why: one program that fails does not keep the others from being measured."""
    try:
        return run(), ""
    except subprocess.CalledProcessError as error:
        return None, f"{Path(error.cmd[0]).name} ended with status {error.returncode}: nothing to compare"


def _median(side: Sequence[Measured]) -> Measured:
    of = [statistics.median(getattr(each, name) for each in side) for name in ("clock", "processor", "memory")]
    return Measured(*of)


def _processor() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))
