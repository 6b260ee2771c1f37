"""Ready processes for rules code, one for each test in place of one that Python starts.

A forked process does what a started one does: it gets the rules code, and locks itself in before it runs any. Tests of
the jail, and of the processes themselves, start real ones: they ask for `real_workers`.
"""

import os
import subprocess
import sys
from functools import cache
from typing import cast

import pytest

from rulewright.proof import process
from rulewright.proof.contained import jail
from rulewright.proof.outer_jail import command
from tests.ready import FORKING, ReadyProcess, forker

WORKER = process.WORKER
PREPARE = f"""\
from importlib.machinery import SourceFileLoader
__file__ = {str(WORKER.parents[1] / "worker.py")!r}
__name__ = "ready"
exec(SourceFileLoader("worker", __file__).get_code("worker"))
__name__ = "__main__"
"""
"""As `contained/start.py` does, up to where the worker serves."""
RUN = """\
try:
    serve(*streams())
except MemoryError:
    os._exit(OUT_OF_MEMORY)
os._exit(0)
"""
"""As the end of the worker."""
start_real = process.start_process


def _start(hash_seed: str) -> "subprocess.Popen[bytes]":
    if process.WORKER is not WORKER:  # a test has left out layers of the containment
        return start_real(hash_seed)
    options = tuple(command(FORKING)[1:-1])
    environment = (("PYTHONHASHSEED", hash_seed), ("MALLOC_ARENA_MAX", "1"))
    channel = forker(options, environment, PREPARE, RUN)
    return cast("subprocess.Popen[bytes]", ReadyProcess(channel, stderr=_nowhere()))


@cache
def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


def share_workers(patch: pytest.MonkeyPatch) -> None:
    """Where the jail is whole, no sandbox starts the worker, and a forked one is held by the same."""
    if sys.platform == "linux" and jail.is_whole():
        patch.setattr(process, "start_process", _start)
