"""One contained process (`worker.py`) and the frames that go to it and come back."""

import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, cast

WORKER = Path(__file__).with_name("worker.py")
FRAME = struct.Struct("<IQ")  # as in worker.py, which runs on its own and cannot be imported
OUT_OF_MEMORY = 77
"""Exit status of a worker that had too little memory left to report it; as in worker.py."""
NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The environment that Python itself may need to start."""


@dataclass(frozen=True, slots=True)
class Reply:
    header: dict[str, Any]
    body: bytes


class WorkerProcess:
    """One child process, and a thread that reads from it: not every system can wait for a pipe with a time limit."""

    def __init__(self, load: Mapping[str, object], megabytes: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.path.abspath(os.sep),
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
            # its own group: we handle Ctrl-C, and its children die with it
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.replies: SimpleQueue[Reply | None] = SimpleQueue()
        self.most = megabytes << 20
        self.listener = Thread(target=self._listen, name="rules-listener", daemon=True)
        self.listener.start()
        self.started = time.monotonic()
        self.loaded = False
        self.send(load)

    def send(self, message: Mapping[str, object]) -> None:
        """A dead worker shows when its answer is read."""
        text = json.dumps(message).encode()
        stdin = cast(IO[bytes], self.process.stdin)
        with suppress(OSError, ValueError):  # ValueError: another thread has closed it
            stdin.write(FRAME.pack(len(text), 0) + text)
            stdin.flush()

    def receive(self, seconds: float) -> Reply | None:
        """None from a worker that died; `queue.Empty` after so many seconds."""
        return self.replies.get(timeout=max(seconds, 0))

    def _listen(self) -> None:
        try:
            while reply := self._read():
                self.replies.put(reply)
        except (OSError, ValueError, MemoryError):
            pass  # a malformed frame means that the worker is broken
        self.replies.put(None)

    def _read(self) -> Reply | None:
        stdout = cast(IO[bytes], self.process.stdout)
        lengths = stdout.read(FRAME.size)
        if len(lengths) < FRAME.size or sum(FRAME.unpack(lengths)) > self.most:
            return None
        header, body = (stdout.read(length) for length in FRAME.unpack(lengths))
        return Reply(json.loads(header), body)

    def end(self, patience: float = 0.0) -> int:
        """Kills it, unless it ends by itself within `patience` seconds; returns the exit status."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL) if hasattr(os, "killpg") else None
        self.process.kill()
        status = self.process.wait()
        self.listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                cast(IO[bytes], pipe).close()
        return status
