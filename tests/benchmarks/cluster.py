"""From which size on a Dask cluster pays, on the loopback address: `python -m tests.benchmarks.cluster [ROLLS …]`.

Each size is proved by one process of ours, by two, and by a cluster of one and of two workers that run already. Medians
of three rounds, in which all take turns; the executors' own start is not counted.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path

from rulewright.pipeline.stages import examine
from rulewright.proof.cluster import open_cluster
from rulewright.proof.executor import RulesExecutor
from rulewright.proof.process import Limits
from rulewright.proof.prove import ProofOptions
from tests.dask_cluster import a_cluster, write_large

ROLLS = (10, 100, 1_000, 10_000)
ROUNDS = 3


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        executors: dict[str, Executor] = {
            f"ours, {count}": stack.enter_context(RulesExecutor(count, start_delay=0.0)) for count in (1, 2)
        }
        for count in (1, 2):
            running = stack.enter_context(a_cluster(Path(folder)))
            for _ in range(count):
                running.add_worker()
            executor = stack.enter_context(open_cluster(running.address))
            assert executor is not None
            executors[f"Dask, {count}"] = executor
        print(f"{'combinations':>14}", *(f"{name:>10}" for name in executors))
        for rolls in map(int, sys.argv[1:] or ROLLS):
            write_large(Path(folder) / "content" / "large", rolls)
            seconds = _seconds(Path(folder), executors)
            print(f"{rolls * 1000:14,}", *(f"{each:8.2f} s" for each in seconds), flush=True)


def _seconds(folder: Path, executors: Mapping[str, Executor]) -> list[float]:
    rounds = [[_proof(folder, executor) for executor in executors.values()] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def _proof(folder: Path, executor: Executor) -> float:
    began = time.perf_counter()
    found = examine(folder, "large", ProofOptions(Limits(seconds=60), executor=executor))
    assert found.proof.coverage["cases"], found.findings.items
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
