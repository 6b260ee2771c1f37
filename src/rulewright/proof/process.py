"""Runs the rules code of a game in a contained process (`worker.py`) and gets results from it.

    with RulesProcess(source, "content/lout/rules.py") as rules:
        rules.functions["damage"].parameters
        rules.evaluate("damage", [("score", range(1, 8))])

An error of the rules code raises `RulesError`.

It waits at most `Limits.seconds` for each reply. A reply that the worker cannot have sent also raises `RulesError`. The
child process is contained from inside (`contained/`) and from outside (`outer_jail.py`). A message is a frame (a token
and two lengths), a JSON header, and a body of bytes. Replies are read inside `with self._malformed(…)`, which turns the
errors of a malformed reply into a `RulesError`.
"""

import json
import os
import secrets
import signal
import struct
import subprocess
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, Self, cast

from rulewright.proof.outer_jail import OuterJail, command
from rulewright.proof.replies import (
    Axes,
    Diagram,
    Function,
    Results,
    RulesError,
    RulesErrorReport,
    Value,
    decode_diagram,
    decode_error,
    decode_function,
    join_results,
    unpack_results,
)

WORKER = Path(__file__).with_name("contained") / "start.py"
FRAME = struct.Struct("<16sII")  # as in worker.py, which runs on its own and cannot be imported
LARGEST_HEADER = 4 << 20
"""Most bytes of JSON in a reply; the same as in worker.py."""
LARGEST_BODY = 8 << 14
"""Bytes of a full batch of the widest numbers."""
WAITING_REPLIES = 64
"""Replies that are read ahead, so that a worker that never stops sending takes no memory here."""
GRACE = 1.0
"""Seconds for a killed worker to end. If its own child keeps the pipe open, the child is left behind."""
HASH_SEED = "0"
"""A fixed hash seed, so that the order of sets and thus the results are the same in every run."""
SECOND_HASH_SEED = "1"
"""The hash seed of the process that answers everything again: its sets have another order."""
OUT_OF_MEMORY = 77
"""Exit status of a worker with too little memory left to report it; the same as in worker.py."""
ENVIRONMENT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that Python may need to start."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the worker: its header from JSON, and its body."""

    header: dict[str, Any]
    body: bytes


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Bytes that the worker did not write: they lack its token, are too long, or are not a JSON object."""


def start_process(hash_seed: str) -> "subprocess.Popen[bytes]":
    """Start Python with the worker, which waits for the rules code."""
    return subprocess.Popen(
        command(WORKER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=os.path.abspath(os.sep),
        env={
            **{name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
            "PYTHONHASHSEED": hash_seed,
            "MALLOC_ARENA_MAX": "1",  # the memory of a second arena would count towards the limit
        },
        # its own group: we handle Ctrl-C, and its children die with it
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


class WorkerProcess:
    """A child process and a thread that reads from it: not every system can wait for a pipe with a timeout."""

    def __init__(self, load: Mapping[str, object], hash_seed: str = HASH_SEED) -> None:
        self.process = start_process(hash_seed)
        self.outer_jail = OuterJail(self.process, cast(int, load.get("megabytes", 0)))  # before any rules code is there
        self.replies: Queue[Reply | Unreadable | None] = Queue(WAITING_REPLIES)
        self.token = secrets.token_bytes(16)
        self.is_ending = False
        self.listener = Thread(target=self._listen, name="rules-listener", daemon=True)
        self.listener.start()
        self.started = time.monotonic()
        self.loaded = False
        self.send({"token": self.token.hex(), **load})

    def send(self, message: Mapping[str, object]) -> None:
        """Send a message. A dead worker is noticed later, when its answer is read."""
        text = json.dumps(message).encode()
        stdin = cast(IO[bytes], self.process.stdin)
        with suppress(OSError, ValueError):  # ValueError: another thread has closed it
            stdin.write(FRAME.pack(bytes(16), len(text), 0) + text)
            stdin.flush()

    def receive(self, seconds: float) -> Reply | Unreadable | None:
        """Return the next reply; None if the worker died; raise `queue.Empty` after `seconds`."""
        return self.replies.get(timeout=max(seconds, 0))

    def _listen(self) -> None:
        """Queue each reply, and at the end `Unreadable` or, if the worker has ended, None."""
        reply: Reply | Unreadable | None = None
        with suppress(OSError, ValueError, MemoryError):
            while isinstance(reply := self._read(), Reply) and not self.is_ending:
                self.replies.put(reply)
        with suppress(OSError):
            cast(IO[bytes], self.process.stdout).close()
        self.replies.put(reply if isinstance(reply, Unreadable) else None)

    def _read(self) -> Reply | Unreadable | None:
        """Read the next reply; None when the worker has closed its end."""
        stdout = cast(IO[bytes], self.process.stdout)
        frame = stdout.read(FRAME.size)
        if len(frame) < FRAME.size:
            return Unreadable() if frame else None
        token, header_length, body_length = FRAME.unpack(frame)
        if token != self.token or header_length > LARGEST_HEADER or body_length > LARGEST_BODY:
            return Unreadable()
        header, body = stdout.read(header_length), stdout.read(body_length)
        parsed: object = None
        with suppress(ValueError, RecursionError):
            parsed = json.loads(header)
        return Reply(parsed, body) if isinstance(parsed, dict) else Unreadable()

    def end(self, timeout: float = 0.0) -> int:
        """Kill the process unless it ends within `timeout` seconds; return the exit status."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout)
        with suppress(OSError):
            if hasattr(os, "killpg"):  # not on Windows
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        status = self.process.wait()
        self._end_listener(time.monotonic() + GRACE)
        with suppress(OSError):
            cast(IO[bytes], self.process.stdin).close()
        return status

    def _end_listener(self, deadline: float) -> None:
        """Empty the queue of replies until the listener ends."""
        self.is_ending = True
        while self.listener.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                self.replies.get_nowait()
            self.listener.join(0.01)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one request: seconds to load, or to evaluate one function over its domain, and megabytes of memory.

    Python itself takes about 30 megabytes. macOS does not enforce the memory limit.
    """

    seconds: float = 10.0
    megabytes: int = 512


class RulesProcess:
    """The contained process of one game. It starts without waiting; the first request waits until it has loaded."""

    def __init__(
        self, source: str, filename: str = "rules.py", limits: Limits = Limits(), hash_seed: str = HASH_SEED
    ) -> None:
        self._limits = limits
        self._file = Path(filename).name
        self._load = {"source": source, "file": filename, "megabytes": limits.megabytes, "seconds": limits.seconds}
        self._hash_seed = hash_seed
        self.jail: Sequence[str] = ()
        """The parts of the jail that hold; known once the rules code has loaded."""
        self._worker: WorkerProcess | None = None
        self._functions: dict[str, Function] | None = None
        self._load_error: RulesError | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process at once; a later request starts another."""
        self._end()

    @property
    def functions(self) -> Mapping[str, Function]:
        """The public functions by name, in order; raises `RulesError` each time if the module does not load."""
        if self._load_error:
            raise self._load_error
        if self._functions is None:
            self._loaded_worker()
        return self._functions or {}

    def evaluate(self, name: str, axes: Axes) -> Results:
        """Return the results for every combination of the axes in row-major order.

        `RulesError` at the first failing call.
        """
        worker = self._loaded_worker()
        worker.send({"function": name, "axes": axes_to_wire(axes)})
        deadline = time.monotonic() + self._limits.seconds
        batches = [Results(array("B"))]
        remaining = prod(len(values) for _, values in axes)
        while remaining > 0:
            reply = self._reply(worker, f"{name}()", "return", deadline - time.monotonic(), axes)
            with self._malformed(f"{name}()"):
                batch = unpack_results(reply.header, reply.body)
                if not 0 < len(batch) <= remaining:
                    raise ValueError(len(batch))
            batches.append(batch)
            remaining -= len(batch)
        return join_results(batches[1:] or batches)  # the empty first batch only if there are no combinations

    def evaluate_partially(self, name: str, axes: Axes, runs: int) -> Diagram | None:
        """Return all results from at most `runs` runs of the code; None if that is not enough or not certain."""
        message = {"function": name, "axes": axes_to_wire(axes), "most": [runs, self._limits.seconds / 2]}
        return self._diagram(self.request(message, subject=f"{name}()", axes=axes), name, axes)

    def _diagram(self, reply: Reply, name: str, axes: Axes) -> Diagram | None:
        """Return the diagram in a reply, or None if the worker sent none."""
        with self._malformed(f"{name}()"):
            diagram = reply.header["diagram"]
            return None if diagram is None else decode_diagram(diagram, [len(values) for _, values in axes])

    def request_diagram(
        self, message: Mapping[str, object], name: str, axes: Axes, runs: int, seconds: float
    ) -> Diagram | str | None:
        """Return all results of a mutant as a diagram, or the text of what it raises; None if that is not certain."""
        call = {"function": name, "axes": axes_to_wire(axes), "most": [runs, seconds / 2]}
        reply = self.request({**message, "diagram": call}, seconds)
        if "raised" in reply.header:
            return str(reply.header["raised"])
        return self._diagram(reply, name, axes)

    def request(
        self, message: Mapping[str, object], seconds: float | None = None, *, subject: str = "", axes: Axes = ()
    ) -> Reply:
        """Send a message and return the reply, which must come within `seconds`."""
        worker = self._loaded_worker()
        worker.send(message)
        return self._reply(worker, subject or self._file, "return", seconds or self._limits.seconds, axes)

    @property
    def alive(self) -> bool:
        """Whether the process that has answered so far still runs."""
        return self._worker is not None

    def _start(self) -> WorkerProcess:
        if self._worker is None:
            self._worker = WorkerProcess(self._load, self._hash_seed)
        return self._worker

    def _end(self, timeout: float = 0.0) -> int:
        """Kill the worker unless it ends within `timeout` seconds; return its exit status, or 0 if none runs."""
        worker, self._worker = self._worker, None
        return worker.end(timeout) if worker else 0

    def _loaded_worker(self) -> WorkerProcess:
        """Return the worker after it has loaded the rules code; start one if none runs."""
        worker = self._start()
        if worker.loaded:
            return worker
        remaining = worker.started + self._limits.seconds - time.monotonic()
        try:
            reply = self._reply(worker, self._file, "finish loading", remaining)
        except RulesError as error:
            self._load_error = error
            self._end()
            raise
        worker.loaded = True
        with self._malformed(self._file):
            self._functions = {each["name"]: decode_function(each) for each in reply.header["functions"]}
            self.jail = (*reply.header["jail"], *worker.outer_jail.parts)
        return worker

    def _reply(self, worker: WorkerProcess, subject: str, verb: str, seconds: float, axes: Axes = ()) -> Reply:
        """Return the next reply of the worker, or raise its errors; end a worker that may be broken."""
        try:
            reply = worker.receive(seconds)
        except Empty:
            self._end()
            message = f"{subject} did not {verb} within {self._limits.seconds:g} s"
            hint = "look for a loop that never ends, or a domain with too many combinations"
            raise self._error("rules-timeout", subject, message, hint) from None
        except BaseException:  # Ctrl-C: the next request would get the answer to this one
            self._end()
            raise
        if isinstance(reply, Unreadable):
            raise self._unreadable_error(subject)
        if reply is None:
            raise self._death_error(subject)
        if "bug" in reply.header:
            raise RuntimeError(reply.header["bug"])
        if errors := reply.header.get("errors"):
            with self._malformed(subject):
                reports = [decode_error(each, subject, axes) for each in errors]
            if not {"rules-raised", "rules-result"}.issuperset(report.name for report in reports):
                self._end()
            raise RulesError(*reports)
        return reply

    def _death_error(self, subject: str) -> RulesError:
        """Return the error for a worker that has ended by itself."""
        status = self._end(timeout=1.0)
        if status == OUT_OF_MEMORY:
            message = f"{subject} ran out of memory: its limit is {self._limits.megabytes} MB"
            return self._error("rules-memory", subject, message)
        ending: str = f"exit status {status}"
        with suppress(ValueError):
            ending = signal.Signals(-status).name
        hint = "it may have needed too much memory" if ending == "SIGKILL" else ""
        return self._error("rules-died", subject, f"{subject} crashed its process ({ending})", hint)

    @contextmanager
    def _malformed(self, subject: str) -> Iterator[None]:
        """Turn a malformed reply into a RulesError: the worker never sends one, so the rules code has forged it."""
        try:
            yield
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
            raise self._unreadable_error(subject) from None

    def _unreadable_error(self, subject: str) -> RulesError:
        """End the worker, and return the error for a reply that it cannot have sent."""
        self._end()
        message = f"{subject} sent an answer that cannot be read"
        return self._error("rules-died", subject, message, "rules code only returns its answers")

    def _error(self, name: str, subject: str, message: str, hint: str = "") -> RulesError:
        """Return an error at the line of the function that the subject names."""
        function = (self._functions or {}).get(subject.removesuffix("()"))
        return RulesError(RulesErrorReport(name, message, function.line if function else 0, hint=hint))


def axes_to_wire(axes: Axes) -> list[tuple[str, list[object]]]:
    """Return the axes of a call in JSON."""
    return [(axis, _to_wire(values)) for axis, values in axes]


def _to_wire(values: Sequence[Value]) -> list[object]:
    """Return arguments in JSON, where only sets need another form."""
    return [{"set": sorted(value, key=str)} if isinstance(value, frozenset) else value for value in values]
