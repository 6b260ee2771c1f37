"""Processes that are ready: one Python prepares, by importing what tests need, and forks itself for each of them.

Starting Python and importing takes many times as long as what most tests ask of a process.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from select import select

FORKING = Path(__file__).with_name("forking.py")


@cache
def forker(options: tuple[str, ...], environment: tuple[tuple[str, str], ...], prepare: str, run: str) -> socket.socket:
    """The channel to a process that has run `prepare`, and forks one that runs `run`. It ends with this process."""
    ours, theirs = socket.socketpair()
    nowhere = subprocess.DEVNULL
    command = [sys.executable, *options, str(FORKING), prepare, run]
    with theirs:
        started = subprocess.Popen(
            command, stdin=theirs.fileno(), stdout=nowhere, cwd="/", env=dict(environment), start_new_session=True
        )
    started.returncode = 0  # nobody waits for it
    return ours


class ReadyProcess:
    """A forked process, with what is used of `subprocess.Popen`."""

    def __init__(self, channel: socket.socket, stderr: int) -> None:
        self.args = [sys.executable]
        requests, stdin = os.pipe()
        stdout, replies = os.pipe()
        self._status, status = os.pipe()
        socket.send_fds(channel, [b"!"], [requests, replies, stderr, status])
        for descriptor in (requests, replies, status):
            os.close(descriptor)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")
        self.pid = int.from_bytes(os.read(self._status, 4), "little")
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int.from_bytes(os.read(self._status, 4), "little", signed=True)
            os.close(self._status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
