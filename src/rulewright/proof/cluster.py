"""Proofs on the processors of a Dask cluster: `check --executor dask:tcp://192.168.1.20:8786`.

Dask takes the chunks as any executor does, and gives a chunk to another worker if one is killed. The workers are as
trusted as this machine: they get the rules code, run it in contained processes with the limits of the program, and
send results back. Each chunk carries the version of this tool, for a worker with another could answer otherwise. The
package `distributed` is an extra, `rulewright[cluster]`, and is imported only where somebody names a cluster.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

from rulewright.boundary import Failure
from rulewright.installation import tool_version

SCHEME = "dask:"
PROTOCOLS = ("tcp", "tls")
CONNECT_SECONDS = 10
LOST_SECONDS = 0.5
"""How long Dask has to cancel what it can, once the connection is lost."""
P = ParamSpec("P")
T = TypeVar("T")


class OtherVersion(Exception):
    """A worker of the cluster has another version of this tool."""


def is_cluster(text: str) -> bool:
    """Whether it is the address of a cluster, `dask:tcp://HOST:PORT`."""
    try:
        parts = urlsplit(text.removeprefix(SCHEME))
        whole = bool(parts.hostname and parts.port) and not parts.path and not parts.query
    except ValueError:  # a port that is no number
        return False
    return text.startswith(SCHEME) and parts.scheme in PROTOCOLS and whole


class ClusterExecutor(Executor):
    """The cluster as an executor of concurrent.futures; `processors` says how many chunks it runs at once."""

    def __init__(self, client: Any) -> None:
        self._client, self._cluster = client, client.get_executor(pure=False)
        self._version = tool_version()
        self._futures = WeakSet[Future[Any]]()
        self.processors: int = sum(client.nthreads().values())
        import asyncio  # as `distributed`: only where somebody names a cluster

        asyncio.run_coroutine_threadsafe(self._give_up_the_lost(), client.loop.asyncio_loop)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Any:
        future = self._cluster.submit(run_chunk, self._version, partial(fn, *args, **kwargs))
        self._futures.add(future)
        return future

    async def _give_up_the_lost(self) -> None:
        """Dask cancels what is pending when its scheduler goes, but not what it is just fetching."""
        from asyncio import sleep

        while self._client.status == "running":
            await sleep(LOST_SECONDS)
        await sleep(LOST_SECONDS)
        for future in tuple(self._futures):
            if not future.done():
                future.set_exception(CancelledError())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._cluster.shutdown(wait=wait and not cancel_futures)


def run_chunk(version: str, task: Callable[[], T]) -> T:
    """What a worker does; `OtherVersion` where it is not of this version."""
    if tool_version() != version:
        raise OtherVersion
    return task()


@contextmanager
def open_cluster(address: str) -> Iterator[ClusterExecutor | None]:
    """The executor of a cluster, None without an address.

    `Failure` where it cannot be reached, has no worker or one of another version of this tool, or is lost.
    """
    if not address:
        yield None
        return
    distributed = _distributed()
    with _faults(address, distributed), _client(address, distributed) as client:
        executor = ClusterExecutor(client)
        if not executor.processors:
            raise Failure(f"the cluster at {address} has no worker: start one with 'dask worker'")
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)


def _distributed() -> Any:
    """The package, which logs nothing of a lost cluster: we say it."""
    try:
        import distributed
    except ImportError as error:
        raise Failure("--executor needs Dask: pip install 'rulewright[cluster]'") from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def _client(address: str, distributed: Any) -> Any:
    try:
        return distributed.Client(address.removeprefix(SCHEME), timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise Failure(f"no Dask scheduler answers at {address}") from error


@contextmanager
def _faults(address: str, distributed: Any) -> Iterator[None]:
    try:
        yield
    except OtherVersion as error:
        another = f"a worker at {address} has another version of rulewright: install this one there"
        raise Failure(another) from error
    except (distributed.scheduler.KilledWorker, distributed.comm.CommClosedError, CancelledError) as error:
        raise Failure(f"the cluster at {address} was lost during the proof") from error
