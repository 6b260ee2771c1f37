"""Two runs side by side. Machines are noisy: every figure is the median of several pairs, and only ratios mean anything."""

import gc
import statistics
import time
from collections.abc import Callable

Timed = Callable[[], object]


def ratio(ours: Timed, theirs: Timed, runs: int = 7) -> tuple[float, float, float]:
    """Median seconds of each, and the median of the ratios pair by pair."""
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
    return (*(statistics.median(side) for side in zip(*pairs, strict=True)), statistics.median(a / b for a, b in pairs))


def seconds(run: Timed) -> float:
    gc.collect()
    began = time.perf_counter()
    run()
    return time.perf_counter() - began
