"""Run jobs, such as the printing of cards, in a process pool.

`run_jobs` takes jobs and returns their results in the same order. Processes are forked with all that jobs need, so only
results are pickled.

Jobs run one by one, with the same results, if this process has other threads (a fork would copy their locks), outside
Linux, and where the system allows no pool.

The standard pool waits for running jobs after Ctrl-C, leaves its processes behind when this one is killed, and does not
tell in which job a process died. This module adds all three.
"""

import gc
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from mmap import mmap
from typing import Any, Generic, TypeVar

from rulewright.base.boundary import Failure
from rulewright.base.processors import has_room_for_threads, processors
from rulewright.base.progress import Progress, no_progress

T = TypeVar("T")

THREADS = 5
"""Threads that a process needs: its own, and those of printing, the pool and the watch over the parent."""


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Work for one process, with a result that can be pickled. The heaviest starts first; progress shows the name."""

    name: str
    weight: int
    run: Callable[[], T]


class WorkerDiedError(Failure):
    """A process of the pool ended in the middle of a job."""


def run_jobs(
    jobs: Sequence[Job[T]], progress: Progress = no_progress, *, most: int | None = None, fewest: int = 2
) -> list[T]:
    """Return the results in the order of the jobs, from at most `most` processes (default: one for each processor).

    Fewer than `fewest` jobs run one by one, as starting processes would take longer.
    """
    workers = min(len(jobs), most or processors()) if len(jobs) >= fewest else 1
    can_fork = sys.platform.startswith("linux") and threading.active_count() == 1
    if workers > 1 and can_fork and has_room_for_threads(THREADS * (workers + 1)):
        with _pool(jobs, workers) as pool:
            if pool is not None:
                return _submit_all(pool, jobs, workers, progress)
    return list(_one_by_one(jobs, progress))


def _one_by_one(jobs: Sequence[Job[T]], progress: Progress) -> Iterator[T]:
    for index, job in enumerate(jobs):
        progress(job.name, index, len(jobs))
        yield job.run()


def _submit_all(pool: Executor, jobs: Sequence[Job[T]], workers: int, progress: Progress) -> list[T]:
    """Submit the heaviest jobs first; the running ones are then the first of those not finished."""
    unfinished = dict.fromkeys(sorted(range(len(jobs)), key=lambda index: -jobs[index].weight))
    futures = {pool.submit(_run, index): index for index in unfinished}
    results = dict[int, T]()
    _show(jobs, unfinished, workers, progress)
    for future in as_completed(futures):
        index = futures[future]
        results[index] = future.result()
        del unfinished[index]
        if unfinished:
            _show(jobs, unfinished, workers, progress)
    return [results[index] for index in range(len(jobs))]


def _show(jobs: Sequence[Job[T]], unfinished: Collection[int], workers: int, progress: Progress) -> None:
    """Show the running jobs: as many of the unfinished ones as there are processes."""
    running = [jobs[index].name for index in islice(unfinished, workers)]
    progress(_together(running), len(jobs) - len(unfinished), len(jobs))


def _together(names: Sequence[str]) -> str:
    """Join names; parts of one file name it once: `rulebook.pdf: rule-firing, rule-moving`."""
    file = f"{names[0].partition(': ')[0]}: "
    return ", ".join([names[0], *(each.removeprefix(file) for each in names[1:])])


@contextmanager
def _pool(jobs: Sequence[Job[Any]], workers: int) -> Iterator[Executor | None]:
    """Yield a pool, or None if the system allows none. No process is left afterwards; an error kills running ones."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    owners = memoryview(mmap(-1, 4 * len(jobs))).cast("i")  # shared: the process that runs each job
    with tempfile.TemporaryDirectory(prefix="rulewright-") as scratch:
        try:
            pool = ProcessPoolExecutor(workers, get_context("fork"), _begin, (jobs, owners, scratch))
            pool.submit(os.getpid)  # the first job makes the pool fork all its processes
        except (ImportError, NotImplementedError, OSError, RuntimeError):  # no semaphores, no room for processes
            _kill(active_children())
            yield None
            return
        processes = active_children()  # nothing else here starts any
        try:
            yield pool
        except BrokenProcessPool:
            pool.shutdown()
            raise _death(jobs, owners, processes) from None
        except BaseException:
            _kill(processes)
            raise
        finally:
            pool.shutdown()


def _kill(processes: Sequence[Any]) -> None:
    for process in processes:
        process.kill()


def _death(jobs: Sequence[Job[Any]], owners: memoryview, processes: Sequence[Any]) -> WorkerDiedError:
    """Find the process that died by itself: the pool then ends the others with SIGTERM."""
    dead_process = next((each for each in processes if each.exitcode != -signal.SIGTERM), processes[0])
    name = next((job.name for job, owner in zip(jobs, owners, strict=True) if owner == dead_process.pid), "nothing yet")
    status = dead_process.exitcode or 0
    message = f"the process that made {name} ended with status {status!s}"
    was_killed = status == -signal.SIGKILL
    return WorkerDiedError(f"{message}; it may have needed too much memory" if was_killed else message)


_jobs: Sequence[Job[Any]] = ()
_owners: Any = None
"""Both are set only in processes of a pool."""


def _begin(jobs: Sequence[Job[Any]], owners: memoryview, scratch: str) -> None:
    """Prepare a process. The parent handles Ctrl-C; `scratch` is for temporary files, even of a killed process."""
    global _jobs, _owners
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # a collection would write to what is shared, and so copy it
    _jobs, _owners, tempfile.tempdir = jobs, owners, scratch
    with suppress(RuntimeError):  # no room for a thread: then this process ends with its job
        threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent_process().join()  # type: ignore[union-attr]  # this process has one
    os._exit(1)


def _run(index: int) -> Any:
    """Run a job in a process of the pool; an error says which job it was."""
    job, _owners[index] = _jobs[index], os.getpid()
    try:
        return job.run()
    except Exception as error:
        error.add_note(f"while {job.name} was made in a process of its own")
        if not _is_portable(error):
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        raise
    finally:
        _owners[index] = 0


def _is_portable(error: Exception) -> bool:
    """Return whether an error can be pickled; the pool breaks on one that cannot."""
    with suppress(Exception):  # whatever its class does when it is copied
        return type(pickle.loads(pickle.dumps(error))) is type(error)  # noqa: S301  # just written
    return False
