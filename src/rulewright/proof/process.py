"""Runs a game's rules code in a contained process of its own (`worker.py`) and asks it for results.

    with RulesProcess(source, "content/lout/rules.py") as rules:
        rules.functions["damage"].parameters
        rules.evaluate("damage", [("score", range(1, 8))])

What the author of the rules code did wrong is raised as `RulesError`; wrong use of this module, `ValueError`.
"""

import json
import os
import signal
import struct
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from inspect import cleandoc
from itertools import chain
from math import inf, prod
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Any, Literal, Self, TypeAlias, cast

from rulewright.proof.results import Results, Value, decode_value, join_results, unpack_results

Axes: TypeAlias = Sequence[tuple[str, Sequence[Value]]]
Kind: TypeAlias = Literal["enum", "bool", "int", "float", "literal", "set", "other"]

WORKER = Path(__file__).with_name("worker.py")
FRAME = struct.Struct("<IQ")  # as in worker.py, which cannot be imported: it runs on its own
OUT_OF_MEMORY = 77
NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The environment Python itself may need to start."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may take: time to load, or to evaluate one function over its whole domain; and memory.

    Python itself takes about 30 of the megabytes. Windows and macOS do not enforce them.
    """

    seconds: float = 10.0
    megabytes: int = 512


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enum class of the rules code: (value, member name) in order of definition."""

    name: str
    members: tuple[tuple[Value, str], ...]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A type as written, and what it means.

    `values` lists everything an enum, bool or literal can be, and what may be in a set. An enum of anything but strings
    is `other`.
    `enums` are all those mentioned, also inside `tuple[Light, int] | None`; for kind `enum`, the one.
    """

    text: str
    kind: Kind
    values: tuple[Value, ...] = ()
    enums: tuple[Enumeration, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """`*scores` and `**rest` keep their stars and are of kind `other`."""

    name: str
    annotation: Annotation
    has_default: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A public function of rules.py; `line` is that of its `def`."""

    name: str
    line: int
    end_line: int
    docstring: str
    returns: Annotation
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesFault:
    """What the rules code did wrong; line and column count from 1 and are 0 where no place is to blame.

    `name` is one of rules-syntax, rules-import, rules-forbidden, rules-raised, rules-timeout, rules-memory,
    rules-died, rules-result and rules-unknown-function. `arguments` are those of the call that failed.
    """

    name: str
    message: str
    line: int = 0
    column: int = 0
    hint: str = ""
    arguments: Mapping[str, Value] = field(default_factory=dict, hash=False)


class RulesError(Exception):
    """The rules code is at fault: `fault` is the first in the file of `faults`."""

    def __init__(self, *faults: RulesFault) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults
        self.fault = faults[0]

    def __reduce__(self) -> tuple[type[Self], tuple[RulesFault, ...]]:
        """So that it passes from the processes of an executor."""
        return type(self), self.faults


@dataclass(frozen=True, slots=True)
class _Reply:
    header: dict[str, Any]
    body: bytes


class _Worker:
    """One child process, and the thread that listens to it: not every system can wait so long for a pipe."""

    def __init__(self, load: Mapping[str, object], megabytes: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.path.abspath(os.sep),
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
            # a group of its own: Ctrl-C is for us to handle, and whatever it starts dies with it
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.replies: SimpleQueue[_Reply | None] = SimpleQueue()
        self.most = megabytes << 20
        self.listener = Thread(target=self._listen, name="rules-listener", daemon=True)
        self.listener.start()
        self.started = time.monotonic()
        self.loaded = False
        self.send(load)

    def send(self, message: Mapping[str, object]) -> None:
        """A dead worker is noticed when its answer is read."""
        text = json.dumps(message).encode()
        stdin = cast(IO[bytes], self.process.stdin)
        with suppress(OSError, ValueError):  # ValueError: ended meanwhile by another thread
            stdin.write(FRAME.pack(len(text), 0) + text)
            stdin.flush()

    def receive(self, seconds: float) -> _Reply | None:
        """None from a worker that died; `queue.Empty` after so many seconds."""
        return self.replies.get(timeout=max(seconds, 0))

    def _listen(self) -> None:
        try:
            while reply := self._read():
                self.replies.put(reply)
        except (OSError, ValueError, MemoryError):
            pass  # what is no frame comes from a worker beyond repair
        self.replies.put(None)

    def _read(self) -> _Reply | None:
        stdout = cast(IO[bytes], self.process.stdout)
        lengths = stdout.read(FRAME.size)
        if len(lengths) < FRAME.size or sum(FRAME.unpack(lengths)) > self.most:
            return None
        header, body = (stdout.read(length) for length in FRAME.unpack(lengths))
        return _Reply(json.loads(header), body)

    def end(self, patience: float = 0.0) -> int:
        """Kill it, unless it ends by itself in so many seconds. Nothing of it remains but the exit status."""
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


class RulesProcess:
    """The rules code of one game, at work. Starting it does not wait for it; the first question does."""

    def __init__(self, source: str, filename: str = "rules.py", limits: Limits = Limits()) -> None:
        self._limits = limits
        self._file = Path(filename).name
        self._load = {
            "source": source,
            "file": filename,
            "megabytes": limits.megabytes,
            "seconds": limits.seconds,
        }
        self._worker: _Worker | None = None
        self._functions: dict[str, Function] | None = None
        self._refused: RulesError | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process at once; a later question starts another."""
        self._end()

    @property
    def functions(self) -> Mapping[str, Function]:
        """The public functions by name, in order. `RulesError`, each time, where the module does not load."""
        if self._refused:
            raise self._refused
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
        _check(function, axes)
        worker = self._loaded_worker()
        worker.send({"function": name, "axes": [(axis, _sent(values)) for axis, values in axes]})
        deadline = time.monotonic() + self._limits.seconds
        batches = [Results(array("B"))]
        wanted = prod(len(values) for _, values in axes)
        while wanted > 0:
            reply = self._reply(worker, f"{name}()", "return", deadline - time.monotonic(), axes)
            batch = _unpack(reply)
            if batch is None or not 0 < len(batch) <= wanted:
                raise RulesError(self._died(f"{name}()"))
            batches.append(batch)
            wanted -= len(batch)
        return join_results(batches[1:] or batches)

    def _start(self) -> _Worker:
        if self._worker is None:
            self._worker = _Worker(self._load, self._limits.megabytes)
        return self._worker

    def _end(self, patience: float = 0.0) -> int:
        worker, self._worker = self._worker, None
        return worker.end(patience) if worker else 0

    def _loaded_worker(self) -> _Worker:
        worker = self._start()
        if worker.loaded:
            return worker
        left = worker.started + self._limits.seconds - time.monotonic()
        try:
            reply = self._reply(worker, self._file, "finish loading", left)
        except RulesError as error:
            self._refused = error
            self._end()
            raise
        worker.loaded = True
        self._functions = {each["name"]: _function(each) for each in reply.header["functions"]}
        return worker

    def _reply(self, worker: _Worker, subject: str, verb: str, seconds: float, axes: Axes = ()) -> _Reply:
        """The worker's answer; faults are raised, and no worker that may be spoilt is used again."""
        try:
            reply = worker.receive(seconds)
        except Empty:
            self._end()
            raise RulesError(self._too_slow(subject, verb)) from None
        except BaseException:  # Ctrl-C: the answer would be taken for that to the next question
            self._end()
            raise
        if reply is None:
            raise RulesError(self._died(subject))
        if "bug" in reply.header:
            raise RuntimeError(reply.header["bug"])
        if found := reply.header.get("faults"):
            faults = [_fault(each, subject, axes) for each in found]
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
            message = f"{subject} needed more memory than the {self._limits.megabytes} MB it is given"
            return RulesFault("rules-memory", message, self._line(subject))
        ending = f"exit status {status}"
        with suppress(ValueError):
            ending = signal.Signals(-status).name
        hint = "it may have needed too much memory" if ending == "SIGKILL" else ""
        message = f"{subject} brought down the process it runs in ({ending})"
        return RulesFault("rules-died", message, self._line(subject), hint=hint)

    def _line(self, subject: str) -> int:
        function = (self._functions or {}).get(subject.removesuffix("()"))
        return function.line if function else 0

    def _unknown(self, name: str) -> RulesFault:
        near = get_close_matches(name, self.functions, 1)
        hint = f"did you mean {near[0]}()?" if near else f"it defines {', '.join(self.functions) or 'no function'}"
        return RulesFault("rules-unknown-function", f"{self._file} defines no function {name}()", hint=hint)


def _check(function: Function, axes: Axes) -> None:
    known = {parameter.name: parameter for parameter in function.parameters}
    names = [name for name, _ in axes]
    if len(set(names)) < len(names) or not known.keys() >= set(names):
        raise ValueError(f"{function.name}() takes {', '.join(known) or 'nothing'}, each once, not {', '.join(names)}")
    if missing := [p.name for p in function.parameters if not p.has_default and p.name not in names]:
        raise ValueError(f"{function.name}() also takes {', '.join(missing)}")
    for name, values in axes:
        allowed = known[name].annotation
        each = chain.from_iterable(cast(Iterable[Iterable[Value]], values)) if allowed.kind == "set" else values
        if allowed.kind in ("enum", "set") and (strange := [value for value in each if value not in allowed.values]):
            raise ValueError(f"{allowed.text} has no {strange[0]!r} for {name} of {function.name}()")


# To the wire and back


def _sent(values: Sequence[Value]) -> list[object]:
    """Arguments as JSON has them; of these only sets need another form."""
    return [{"set": sorted(value, key=str)} if isinstance(value, frozenset) else value for value in values]


def _function(wire: dict[str, Any]) -> Function:
    parameters = tuple(
        Parameter(each["name"], _annotation(each["annotation"]), each["has_default"]) for each in wire["parameters"]
    )
    docstring = cleandoc(wire["docstring"])
    return Function(
        **{**wire, "docstring": docstring, "returns": _annotation(wire["returns"]), "parameters": parameters}
    )


def _annotation(wire: dict[str, Any]) -> Annotation:
    enums = tuple(
        Enumeration(each["name"], tuple((decode_value(value), name) for value, name in each["members"]))
        for each in wire["enums"]
    )
    return Annotation(wire["text"], wire["kind"], tuple(map(decode_value, wire["values"])), enums)


def _fault(wire: dict[str, Any], subject: str, axes: Axes) -> RulesFault:
    arguments = _arguments(axes, wire["at"])
    if arguments:
        given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        subject = f"{subject.removesuffix('()')}({given})"
    return RulesFault(wire["name"], f"{subject} {wire['says']}", wire["line"], wire["column"], wire["hint"], arguments)


def _arguments(axes: Axes, at: int | None) -> dict[str, Value]:
    """Those of call number `at`, counted in row-major order."""
    if at is None:
        return {}
    found = {}
    for name, values in reversed(axes):
        at, position = divmod(at, len(values))
        found[name] = values[position]
    return {name: found[name] for name, _ in axes}


def _unpack(batch: _Reply) -> Results | None:
    """None, of what rules code forged."""
    with suppress(LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        return unpack_results(batch.header, batch.body)
    return None


# A counterexample to paste


def pytest_source(
    function: Function, arguments: Mapping[str, Value], expected: Value, *, unequal: bool = False, total: str = ""
) -> str:
    """A pytest module that passes once the function returns `expected` for these arguments, or `unequal` to it.

    With `total`, which is `sum` or `prod`, it is that of the first of each pair that the function returns.
    """
    notes = {parameter.name: parameter.annotation for parameter in function.parameters}
    given = ", ".join(f"{name}={_written(value, notes[name].enums)}" for name, value in arguments.items())
    wanted = _written(expected, function.returns.enums)
    if isinstance(expected, tuple) and function.returns.text.startswith("list"):
        wanted = f"[{wanted[1:-1].removesuffix(',')}]"
    compare = "is" if expected is None or isinstance(expected, bool) else "!=" if unequal else "=="
    used = {function.name, *_enums_used(function, arguments, expected)}
    test = [
        f"from rules import {', '.join(sorted(used))}",
        "\n",
        f"def test_{function.name}():",
        f"    assert {_totalled(f'{function.name}({given})', total)} {compare} {wanted}",
    ]
    standard = list(_standard_imports([*arguments.values(), expected, *([inf] if total == "prod" else [])]))
    return "\n".join([*sorted(standard, reverse=True), *[""][: len(standard)], *test]) + "\n"


def _totalled(call: str, total: str) -> str:
    if not total:
        return call
    return f"{'math.' if total == 'prod' else ''}{total}(value for value, _ in {call})"


def _written(value: Value, enums: Sequence[Enumeration]) -> str:
    """As Python source, an enum member by its name."""
    if member := _member(value, enums):
        return member
    match value:
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case float() if value in (inf, -inf):
            return "math.inf" if value > 0 else "-math.inf"
        case tuple():
            return f"({', '.join(_written(part, enums) for part in value)}{',' * (len(value) == 1)})"
        case frozenset():
            parts = sorted(_written(part, enums) for part in value)
            return f"frozenset({{{', '.join(parts)}}})" if parts else "frozenset()"
    return repr(value)


def _member(value: Value, enums: Sequence[Enumeration]) -> str:
    """`Light.DAY`; empty where no enum, or more than one, has the value."""
    found = [
        f"{enum.name}.{name}" if name.isidentifier() else f"{enum.name}[{name!r}]"
        for enum in enums
        for own, name in enum.members
        if type(own) is type(value) and own == value
    ]
    return found[0] if len(found) == 1 else ""


def _enums_used(function: Function, arguments: Mapping[str, Value], expected: Value) -> Iterator[str]:
    notes = {parameter.name: parameter.annotation for parameter in function.parameters}
    for value, note in [
        *((arguments[name], notes[name]) for name in arguments),
        (expected, function.returns),
    ]:
        for part in _parts(value):
            if member := _member(part, note.enums):
                yield member.partition("[")[0].partition(".")[0]


def _parts(value: Value) -> Iterator[Value]:
    yield value
    if isinstance(value, (tuple, frozenset)):
        for part in value:
            yield from _parts(part)


def _standard_imports(values: Sequence[Value]) -> Iterator[str]:
    parts = [part for value in values for part in _parts(value)]
    if any(isinstance(part, float) and part in (inf, -inf) for part in parts):
        yield "import math"
    if any(isinstance(part, Fraction) for part in parts):
        yield "from fractions import Fraction"
