"""One contained process (`worker.py`) and the frames that go to it and come back."""

import json
import os
import secrets
import signal
import struct
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, cast

from rulewright.proof.outer_jail import OuterJail, command

WORKER = Path(__file__).with_name("contained") / "start.py"
FRAME = struct.Struct("<16sII")  # as in worker.py, which runs on its own and cannot be imported
LARGEST_HEADER = 4 << 20
"""Bytes of JSON of a reply; as in worker.py."""
LARGEST_BODY = 8 << 14
"""Bytes of a full batch of the widest numbers."""
WAITING_REPLIES = 64
"""Replies that are read ahead: a worker that sends without end takes no memory here."""
GRACE = 1.0
"""Seconds that a killed worker may take to end: a child of its own may hold the pipe open, and is left behind."""
HASH_SEED = "0"
"""The order of sets is the same in every run, and so are the results."""
OUT_OF_MEMORY = 77
"""Exit status of a worker that had too little memory left to report it; as in worker.py."""
NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The environment that Python itself may need to start."""


@dataclass(frozen=True, slots=True)
class Reply:
    header: dict[str, Any]
    body: bytes


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Bytes that the worker did not write: they lack its token, are too long, or are no JSON object."""


def start_process(hash_seed: str) -> "subprocess.Popen[bytes]":
    """Python with the worker, which waits for the rules code."""
    return subprocess.Popen(
        command(WORKER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=os.path.abspath(os.sep),
        env={
            **{name: os.environ[name] for name in NEEDED if name in os.environ},
            "PYTHONHASHSEED": hash_seed,
            "MALLOC_ARENA_MAX": "1",  # the memory of a second arena would count towards the limit
        },
        # its own group: we handle Ctrl-C, and its children die with it
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


class WorkerProcess:
    """One child process, and a thread that reads from it: not every system can wait for a pipe with a time limit."""

    def __init__(self, load: Mapping[str, object], hash_seed: str = HASH_SEED) -> None:
        self.process = start_process(hash_seed)
        self.outer_jail = OuterJail(self.process, cast(int, load.get("megabytes", 0)))  # before any rules code is there
        self.replies: Queue[Reply | Unreadable | None] = Queue(WAITING_REPLIES)
        self.token = secrets.token_bytes(16)
        self.ended = False
        self.listener = Thread(target=self._listen, name="rules-listener", daemon=True)
        self.listener.start()
        self.started = time.monotonic()
        self.loaded = False
        self.send({"token": self.token.hex(), **load})

    def send(self, message: Mapping[str, object]) -> None:
        """A dead worker shows when its answer is read."""
        text = json.dumps(message).encode()
        stdin = cast(IO[bytes], self.process.stdin)
        with suppress(OSError, ValueError):  # ValueError: another thread has closed it
            stdin.write(FRAME.pack(bytes(16), len(text), 0) + text)
            stdin.flush()

    def receive(self, seconds: float) -> Reply | Unreadable | None:
        """None from a worker that died; `queue.Empty` after so many seconds."""
        return self.replies.get(timeout=max(seconds, 0))

    def _listen(self) -> None:
        reply: Reply | Unreadable | None = None
        with suppress(OSError, ValueError, MemoryError):
            while isinstance(reply := self._read(), Reply) and not self.ended:
                self.replies.put(reply)
        with suppress(OSError):
            cast(IO[bytes], self.process.stdout).close()
        self.replies.put(reply if isinstance(reply, Unreadable) else None)

    def _read(self) -> Reply | Unreadable | None:
        """The next reply; None when the worker has closed its end."""
        stdout = cast(IO[bytes], self.process.stdout)
        start = stdout.read(FRAME.size)
        if len(start) < FRAME.size:
            return Unreadable() if start else None
        token, *lengths = FRAME.unpack(start)
        if token != self.token or lengths[0] > LARGEST_HEADER or lengths[1] > LARGEST_BODY:
            return Unreadable()
        header, body = (stdout.read(length) for length in lengths)
        return Reply(parsed, body) if isinstance(parsed := _parse(header), dict) else Unreadable()

    def end(self, patience: float = 0.0) -> int:
        """Kills it, unless it ends by itself within `patience` seconds; returns the exit status."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL) if hasattr(os, "killpg") else None
        self.process.kill()
        status = self.process.wait()
        self._end_listener(time.monotonic() + GRACE)
        with suppress(OSError):
            cast(IO[bytes], self.process.stdin).close()
        return status

    def _end_listener(self, deadline: float) -> None:
        """Takes what it may still want to hand over, until it ends."""
        self.ended = True
        while self.listener.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                self.replies.get_nowait()
            self.listener.join(0.01)


def _parse(header: bytes) -> object:
    """The JSON of a reply; None where it is none."""
    try:
        return cast(object, json.loads(header))
    except (ValueError, RecursionError):
        return None
