"""Processes that are ready: one Python prepares, by importing what tests need, and forks itself for each of them.

Starting Python and importing takes many times as long as what most tests ask of a process.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from select import select
from threading import Lock

FORKING = Path(__file__).with_name("forking.py")
LOCK = Lock()


forkers: dict[tuple[object, ...], tuple[subprocess.Popen[bytes], socket.socket]] = {}
"""The processes that fork, each with the channel to it, by what they have prepared."""


def forker(options: tuple[str, ...], environment: tuple[tuple[str, str], ...], prepare: str, run: str) -> socket.socket:
    """The channel to a process that has run `prepare`, and forks one that runs `run`."""
    command = [sys.executable, *options, str(FORKING), prepare, run]
    with LOCK:
        if (*command, environment) not in forkers:
            forkers[*command, environment] = _start(command, dict(environment))
        return forkers[*command, environment][1]


def _start(command: list[str], environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            command,
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            cwd="/",
            env=environment,
            start_new_session=True,
        )
    return process, ours


def end_forkers() -> None:
    for process, channel in forkers.values():
        channel.close()
        process.wait()


class ReadyProcess:
    """A forked process, with what is used of `subprocess.Popen`. It writes its errors to the descriptor given."""

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


RUN = """\
sys.stdin, sys.stdout, sys.stderr = (open(at, mode, closefd=False) for at, mode in enumerate("rww"))
exec(sys.stdin.read())
"""
"""The streams of Python were opened before, on other files."""


class ReadyProgram:
    """A program in a process that has run `prepare`; `returncode` is known once it has ended."""

    def __init__(self, prepare: str, program: str, *arguments: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `communicate`
        path = (("PYTHONPATH", ":".join(sys.path)),)
        self._process = ReadyProcess(forker((), path, prepare, RUN), self._errors.fileno())
        surroundings = f"os.environ.update({dict(os.environ)!r})\nsys.argv[1:] = {arguments!r}\n"
        with self._process.stdin as stdin:
            stdin.write((surroundings + program).encode())
        self.send_signal = self._process.send_signal

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    def communicate(self, timeout: float) -> tuple[str, str]:
        """What it says, on both streams, until it ends. Nothing that it started holds its output any more."""
        with self._process.stdout as stdout, self._errors as errors:
            self._process.wait(timeout)
            out = stdout.read().decode()
            errors.seek(0)
            return out, errors.read().decode()
