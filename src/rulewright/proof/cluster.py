"""Runs proofs on a Dask cluster: `check --executor dask:tcp://192.168.1.20:8786`.

`open_cluster` connects to the address and yields an executor, which takes chunks like any other (`executor.py`). Dask
repeats a chunk elsewhere if its worker dies. Workers are as trusted as this machine: they get the rules code, run it in
contained processes, and send results back. Each chunk carries the version of this tool, because a worker with another
version might answer differently. The package `distributed` is an extra, `rulewright[cluster]`, imported only for a
cluster.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

from rulewright.base.boundary import Failure
from rulewright.base.installation import tool_version

P = ParamSpec("P")
T = TypeVar("T")

SCHEME = "dask:"
PROTOCOLS = ("tcp", "tls")
CONNECT_SECONDS = 10
"""Seconds to wait for the scheduler."""
LOST_SECONDS = 0.5
"""Seconds that Dask gets to cancel what it can, after the connection is lost."""


def is_cluster(text: str) -> bool:
    """Return whether the text is the address of a cluster, `dask:tcp://HOST:PORT`."""
    try:
        parts = urlsplit(text.removeprefix(SCHEME))
        is_host_and_port = bool(parts.hostname and parts.port) and not parts.path and not parts.query
    except ValueError:  # the port is not a number
        return False
    return text.startswith(SCHEME) and parts.scheme in PROTOCOLS and is_host_and_port


class ClusterExecutor(Executor):
    """A Dask cluster as an executor; `processors` is the number of chunks that it runs at once."""

    def __init__(self, client: Any) -> None:
        self._client, self._cluster = client, client.get_executor(pure=False)  # not pure: equal calls run too
        self._version = tool_version()
        self._futures = WeakSet[Future[Any]]()
        self.processors: int = sum(client.nthreads().values())
        import asyncio  # imported only for a cluster, like `distributed`

        asyncio.run_coroutine_threadsafe(self._cancel_after_loss(), client.loop.asyncio_loop)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Any:
        future = self._cluster.submit(run_chunk, self._version, partial(fn, *args, **kwargs))
        self._futures.add(future)
        return future

    async def _cancel_after_loss(self) -> None:
        """Cancel all pending futures when the scheduler is gone.

        Dask leaves out those whose results it is just fetching.
        """
        from asyncio import sleep

        while self._client.status == "running":
            await sleep(LOST_SECONDS)
        await sleep(LOST_SECONDS)
        for future in tuple(self._futures):
            if not future.done():
                future.set_exception(CancelledError())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._cluster.shutdown(wait=wait and not cancel_futures)


@contextmanager
def open_cluster(address: str) -> Iterator[ClusterExecutor | None]:
    """Open the executor of a cluster; yield None without an address.

    Raise `Failure` if the cluster cannot be reached, has no worker or one of another version, or is lost.
    """
    if not address:
        yield None
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise Failure("--executor needs Dask: pip install 'rulewright[cluster]'") from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost cluster becomes a Failure below
    try:
        client = distributed.Client(address.removeprefix(SCHEME), timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise Failure(f"no Dask scheduler answers at {address}") from error
    try:
        with client:
            executor = ClusterExecutor(client)
            if not executor.processors:
                raise Failure(f"the cluster at {address} has no worker: start one with 'dask worker'")
            try:
                yield executor
            finally:
                executor.shutdown(cancel_futures=True)
    except OtherVersion as error:
        message = f"a worker at {address} has another version of rulewright: install this one there"
        raise Failure(message) from error
    except (distributed.scheduler.KilledWorker, distributed.comm.CommClosedError, CancelledError) as error:
        raise Failure(f"the cluster at {address} was lost during the proof") from error


class OtherVersion(Exception):
    """A worker of the cluster has another version of this tool."""


def run_chunk(version: str, task: Callable[[], T]) -> T:
    """Run a task on a worker; raise `OtherVersion` if the worker has another version of this tool."""
    if tool_version() != version:
        raise OtherVersion
    return task()
