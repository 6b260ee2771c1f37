"""Runs the rules code of a game in a contained process (`worker.py`) and gets results from it.

    with RulesProcess(source, "content/lout/rules.py") as rules:
        rules.functions["damage"].parameters
        rules.evaluate("damage", [("score", range(1, 8))])

A fault of the rules code raises `RulesError`; wrong use of this module, `ValueError`.
"""

import signal
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from math import prod
from pathlib import Path
from queue import Empty
from types import TracebackType
from typing import Self, TypeAlias, cast

from rulewright.proof.diagrams import Diagram, decode_diagram
from rulewright.proof.results import Results, Value, join_results, unpack_results
from rulewright.proof.rules_faults import Axes, RulesError, RulesFault, decode_fault
from rulewright.proof.signatures import Function, decode_function
from rulewright.proof.worker_process import HASH_SEED, OUT_OF_MEMORY, Reply, Unreadable, WorkerProcess

Outcome: TypeAlias = tuple[bool, Value]
"""Whether a call answers, and what it answers or raises."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one request: the time to load, or to evaluate one function over its whole domain; and the memory.

    Python itself takes about 30 of the megabytes. macOS does not enforce that of memory.
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
        self._load = {
            "source": source,
            "file": filename,
            "megabytes": limits.megabytes,
            "seconds": limits.seconds,
        }
        self._hash_seed = hash_seed
        self.jail: Sequence[str] = ()
        """The parts of the jail that hold; known once the rules code has loaded."""
        self._worker: WorkerProcess | None = None
        self._functions: dict[str, Function] | None = None
        self._load_error: RulesError | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process at once; a later request starts another."""
        self._end()

    @property
    def functions(self) -> Mapping[str, Function]:
        """The public functions by name, in order. `RulesError`, each time, where the module does not load."""
        if self._load_error:
            raise self._load_error
        if self._functions is None:
            self._loaded_worker()
        return self._functions or {}

    def evaluate(self, name: str, axes: Axes) -> Results:
        """The function's result for every combination of the axes, the last one fastest.

        `RulesError` at the first call that fails. `ValueError` where the axes do not fit the parameters: one
        is missing or unknown, or its enum lacks a value.
        """
        function = self.functions.get(name)
        if function is None:
            raise RulesError(self._unknown(name))
        _check_axes(function, axes)
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
        return join_results(batches[1:] or batches)

    def ask(self, calls: Sequence[tuple[str, Mapping[str, Value]]]) -> list[Outcome]:
        """Single calls in the order given: for each whether the function answers, and what it answers or raises."""
        wire = [(name, list(zip(given, _to_wire(list(given.values())), strict=True))) for name, given in calls]
        reply = self.request({"calls": wire})
        with self._malformed(self._file):
            results = unpack_results(reply.header, reply.body)
            return [(bool(pair[0]), pair[1]) for pair in results if isinstance(pair, tuple)]

    def evaluate_late(self, name: str, axes: Axes, runs: int) -> Diagram | None:
        """As `evaluate`, by at most so many runs of the code; None where that is not enough, or is not certain."""
        function = self.functions[name]
        _check_axes(function, axes)
        worker = self._loaded_worker()
        wire = [(axis, _to_wire(values)) for axis, values in axes]
        worker.send({"function": name, "axes": wire, "most": [runs, self._limits.seconds / 2]})
        reply = self._reply(worker, f"{name}()", "return", self._limits.seconds, axes)
        return self._diagram(reply, name, axes)

    def _diagram(self, reply: Reply, name: str, axes: Axes) -> Diagram | None:
        with suppress(LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
            late = reply.header["late"]
            return None if late is None else decode_diagram(late, [len(values) for _, values in axes])
        raise RulesError(self._died(f"{name}()"))

    def request_late(
        self, message: Mapping[str, object], name: str, axes: Axes, runs: int, seconds: float
    ) -> Diagram | str | None:
        """All results of a mutant as a diagram; what it raises; None where that is not certain."""
        late = {"function": name, "axes": axes_to_wire(axes), "most": [runs, seconds / 2]}
        reply = self.request({**message, "late": late}, seconds)
        if "raised" in reply.header:
            return str(reply.header["raised"])
        return self._diagram(reply, name, axes)

    def request(self, message: Mapping[str, object], seconds: float | None = None) -> Reply:
        """The one reply to a message, within so many seconds."""
        worker = self._loaded_worker()
        worker.send(message)
        return self._reply(worker, self._file, "return", seconds or self._limits.seconds)

    @property
    def alive(self) -> bool:
        """Whether the process that has answered so far still runs."""
        return self._worker is not None

    def _start(self) -> WorkerProcess:
        if self._worker is None:
            self._worker = WorkerProcess(self._load, self._hash_seed)
        return self._worker

    def _end(self, patience: float = 0.0) -> int:
        worker, self._worker = self._worker, None
        return worker.end(patience) if worker else 0

    def _loaded_worker(self) -> WorkerProcess:
        worker = self._start()
        if worker.loaded:
            return worker
        left = worker.started + self._limits.seconds - time.monotonic()
        try:
            reply = self._reply(worker, self._file, "finish loading", left)
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
        """The reply of the worker; raises its faults, and ends a worker that may be broken."""
        try:
            reply = worker.receive(seconds)
        except Empty:
            self._end()
            raise RulesError(self._too_slow(subject, verb)) from None
        except BaseException:  # Ctrl-C: the next request would get the answer to this one
            self._end()
            raise
        if isinstance(reply, Unreadable):
            raise RulesError(self._unreadable(subject))
        if reply is None:
            raise RulesError(self._died(subject))
        if "bug" in reply.header:
            raise RuntimeError(reply.header["bug"])
        if faults_sent := reply.header.get("faults"):
            with self._malformed(subject):
                faults = [decode_fault(each, subject, axes) for each in faults_sent]
            if not {"rules-raised", "rules-result"}.issuperset(fault.name for fault in faults):
                self._end()
            raise RulesError(*faults)
        return reply

    def _too_slow(self, subject: str, verb: str) -> RulesFault:
        return RulesFault(
            "rules-timeout",
            f"{subject} did not {verb} within {self._limits.seconds:g} s",
            self._line(subject),
            hint="look for a loop that never ends, or a domain with too many combinations",
        )

    def _died(self, subject: str) -> RulesFault:
        status = self._end(patience=1.0)
        if status == OUT_OF_MEMORY:
            message = f"{subject} ran out of memory: its limit is {self._limits.megabytes} MB"
            return RulesFault("rules-memory", message, self._line(subject))
        ending: str = f"exit status {status}"
        with suppress(ValueError):
            ending = signal.Signals(-status).name
        hint = "it may have needed too much memory" if ending == "SIGKILL" else ""
        message = f"{subject} crashed its process ({ending})"
        return RulesFault("rules-died", message, self._line(subject), hint=hint)

    @contextmanager
    def _malformed(self, subject: str) -> Iterator[None]:
        """What the worker never sends, the rules code has forged."""
        try:
            yield
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
            raise RulesError(self._unreadable(subject)) from None

    def _unreadable(self, subject: str) -> RulesFault:
        self._end()
        message = f"{subject} sent an answer that cannot be read"
        return RulesFault("rules-died", message, self._line(subject), hint="rules code only returns its answers")

    def _line(self, subject: str) -> int:
        function = (self._functions or {}).get(subject.removesuffix("()"))
        return function.line if function else 0

    def _unknown(self, name: str) -> RulesFault:
        close = get_close_matches(name, self.functions, 1)
        hint = f"did you mean {close[0]}()?" if close else f"it defines {', '.join(self.functions) or 'no function'}"
        return RulesFault("rules-unknown-function", f"{self._file} defines no function {name}()", hint=hint)


def _check_axes(function: Function, axes: Axes) -> None:
    known = {parameter.name: parameter for parameter in function.parameters}
    names = [name for name, _ in axes]
    if len(set(names)) < len(names) or not known.keys() >= set(names):
        raise ValueError(f"{function.name}() takes {', '.join(known) or 'nothing'}, each once, not {', '.join(names)}")
    if missing := [p.name for p in function.parameters if not p.has_default and p.name not in names]:
        raise ValueError(f"{function.name}() also takes {', '.join(missing)}")
    for name, values in axes:
        allowed = known[name].annotation
        each = chain.from_iterable(cast(Iterable[Iterable[Value]], values)) if allowed.kind == "set" else values
        if allowed.kind in ("enum", "set") and (unknown := [value for value in each if value not in allowed.values]):
            raise ValueError(f"{allowed.text} has no {unknown[0]!r} for {name} of {function.name}()")


def axes_to_wire(axes: Axes) -> list[tuple[str, list[object]]]:
    """The axes of a call in JSON."""
    return [(axis, _to_wire(values)) for axis, values in axes]


def _to_wire(values: Sequence[Value]) -> list[object]:
    """Arguments in JSON, where only sets need another form."""
    return [{"set": sorted(value, key=str)} if isinstance(value, frozenset) else value for value in values]
