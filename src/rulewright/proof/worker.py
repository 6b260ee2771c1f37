"""The contained process: runs one rules.py and answers with what its functions return.

It runs as a script, `python -I -S -B worker.py`, imports nothing of rulewright and never learns what a table prints. It
is one file, so that the whole containment can be read in one place; only how to run a function with few calls is in
`late/`. A message, either way, is a frame: two lengths
(`FRAME`), a JSON header and a body of bytes. The first request loads the rules code, each later one calls one function
for every combination of its arguments:

    {source, file, megabytes, seconds}                     -> {functions: [...]}
    {function, axes: [[parameter, [value, ...]], ...]}     -> {code, values} and a body, see `pack`
    {function, axes, most: [runs, seconds]}                -> {late}: a diagram of all results, see `evaluate_late`

Results come in batches until every combination has one. A reply {faults: [...]} ends them early where the rules code
is at fault, {bug: text} where this file is. A fault `says` what "rules.py" or "damage()" did; the parent adds the
subject, and the arguments of call number `at`.

The fence has three parts: a check of the source before it runs, an audit hook that denies by default, and limits of
the operating system. It contains mistakes and mischief. It cannot hold an expert in the internals of CPython.
"""

import ast
import importlib
import json
import os
import re
import signal
import struct
import sys
import types
import typing
import weakref  # noqa: F401 - functools.singledispatch imports it on first use, which is too late
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from enum import EnumMeta, Flag
from itertools import chain, islice, product, starmap
from math import prod
from numbers import Number, Rational
from operator import attrgetter
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, BinaryIO, Literal, NoReturn, cast

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

Fault = dict[str, Any]
Place = tuple[int, int]

Reply = tuple[dict[str, Any], bytes]

NOWHERE: Place = (0, 0)
BATCH = 1 << 14
CHECKED = 200
"""Combinations at which late reading is compared with plain calls: code that keeps state may answer otherwise."""

FRAME = struct.Struct("<IQ")
RATIO = attrgetter("_numerator", "_denominator")
"""Distinguishes fractions in a tenth of the time of their own hash, which is written in Python."""

OUT_OF_MEMORY = 77
"""Exit status of a worker that had too little memory left to report it."""

PURE = frozenset(
    {
        "__future__",
        "abc",
        "bisect",
        "cmath",
        "collections",
        "collections.abc",
        "dataclasses",
        "decimal",
        "enum",
    }
    | {"fractions", "functools", "heapq", "itertools", "math", "numbers", "operator", "statistics", "string"}
    | {"typing"}
)
"""Modules that only compute; rules code may import no others."""

REMOVED_BUILTINS = frozenset(
    {
        "__import__",
        "breakpoint",
        "compile",
        "eval",
        "exec",
        "exit",
        "globals",
        "help",
        "input",
        "locals",
        "open",
    }
    | {"quit", "vars"}
)
"""Built-in names that rules code cannot use."""

BACK_DOORS = frozenset(
    {"__builtins__", "__closure__", "__code__", "__globals__", "__loader__", "__spec__", "__subclasses__"}
    | {"ag_frame", "cr_frame", "gi_frame", "tb_frame", "f_back", "f_builtins", "f_globals", "f_locals"}
    | {"sys", "_sys", "os", "_os"}
)
"""Attributes that lead from plain values to the interpreter (`typing.sys` is the whole of `sys`)."""

SETS = (frozenset, AbstractSet)
"""Types of sets: immutable, so that no function can change the arguments of another."""

ATTRIBUTE_CALLS = frozenset({"getattr", "setattr", "delattr", "hasattr", "attrgetter", "methodcaller"})
"""Calls that take the name of an attribute as text."""

FIELD = re.compile(r"\{[^{}]*\}")
"""Fields that `str.format` reads in a text: `{0.__globals__}`."""

HIDDEN_MODULES = ("__main__", "os", "posix", "nt")
"""Modules that rules code cannot import but could still find in sys.modules; this file keeps its own references."""

HARMLESS = frozenset(
    {"array.__new__", "builtins.id", "compile", "exec", "object.__delattr__", "object.__getattr__"}
    | {"object.__setattr__", "sys._getframe", "sys.unraisablehook"}
)
"""Audit events of dataclasses, named tuples, enums, typing and this file, collected by experiment."""

ONLY_COMPUTES = "rules code only computes from its arguments: it may read no file and run no program"
MAY_IMPORT = f"rules code may import only {', '.join(sorted(PURE))}"
MAY_RETURN = "return an int, float, bool, str, Fraction, enum member, None, or a tuple, list or set of these"


class FaultError(Exception):
    """Rules code does not load, or does not answer."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults


def fault(name: str, says: str, place: Place = NOWHERE, hint: str = "", call: int | None = None) -> Fault:
    """A fault of the rules code; `call` is the number, in row-major order, of the call that showed it."""
    return {"name": name, "says": says, "line": place[0], "column": place[1], "hint": hint, "at": call}


TOO_DEEP = fault("rules-syntax", "is nested too deeply")


class Rules:
    """One rules.py: its text, its functions, and the first forbidden action that it tried."""

    def __init__(self, source: str, file: str) -> None:
        self.source = source.removeprefix("\ufeff")
        self.file = file
        self.lines = re.split("\r\n|\r|\n", self.source)
        self.functions: dict[str, tuple[ast.FunctionDef, Callable[..., object], Mapping[str, object]]] = {}
        self.denial: Fault | None = None
        self.trace = late_trace()

    def place(self, line: int | None, offset: int | None) -> Place:
        """Line and column from 1; Python counts `offset` in bytes of UTF-8 from 0."""
        if not line or line > len(self.lines):
            return NOWHERE
        return line, len(self.lines[line - 1].encode()[: offset or 0].decode(errors="ignore")) + 1

    def where(self, code: CodeType, instruction: int) -> Place:
        line, _, offset, _ = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
        return self.place(line or code.co_firstlineno, offset)

    def current_place(self) -> Place:
        """The place in rules.py that is running."""
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return self.where(frame.f_code, frame.f_lasti) if frame else NOWHERE

    def innermost_place(self, trace: TracebackType | None, default: Place) -> Place:
        """The innermost place in rules.py on the way of an exception, or `default` if there is none."""
        while trace:
            if trace.tb_frame.f_code.co_filename == self.file:
                default = self.where(trace.tb_frame.f_code, trace.tb_lasti)
            trace = trace.tb_next
        return default

    def deny(self, name: str, says: str, hint: str) -> NoReturn:
        """Records the denial and raises it, so that `except Exception: pass` hides nothing."""
        self.denial = self.denial or fault(name, says, self.current_place(), hint)
        raise PermissionError(says)

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in HARMLESS:
            return
        first = arguments[0] if arguments else ""
        shown = repr(first)[:100] if isinstance(first, (str, bytes, int)) and first != "" else ""
        self.deny("rules-forbidden", f"tried {event}({shown}), which rules code may not do", ONLY_COMPUTES)

    def pure_import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        if level or name not in PURE:
            self.deny("rules-import", f"may not import {name}", MAY_IMPORT)
        return __import__(name, globals, locals, fromlist, level)

    def exception_fault(self, error: BaseException, place: Place = NOWHERE, call: int | None = None) -> Fault:
        """The fault behind an exception; a denial comes first, whatever the code made of it."""
        if self.denial:
            return {**self.denial, "at": call}
        place = self.innermost_place(error.__traceback__, place)
        if isinstance(error, MemoryError):
            return fault("rules-memory", "ran out of memory", place, call=call)
        name = "rules-import" if isinstance(error, ImportError) else "rules-raised"
        return fault(name, f"raised {exception_text(error)}", place, call=call)


def late_trace() -> Callable[..., Any]:
    """The function `trace` of the package beside this file; it must come before the fence."""
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    try:
        trace: Callable[..., Any] = importlib.import_module("late.tracing").trace
        return trace
    finally:
        sys.path.pop()


def exception_text(error: BaseException) -> str:
    """`ValueError: no such cover`; only the name if the text of the exception itself fails."""
    try:
        text = str(error)[:500]
    except BaseException:
        text = ""
    return f"{type(error).__name__}: {text}".removesuffix(": ")


# Loading


def load(rules: Rules) -> Iterator[Reply]:
    """Check, fence in, run and describe the module."""
    tree = parse(rules)
    if faults := sorted(all_violations(rules, tree), key=lambda f: (f["line"], f["column"])):
        raise FaultError(*faults)
    for node in ast.walk(tree):  # before the fence, for nothing can be imported after it
        if isinstance(node, ast.Import):
            for alias in node.names:
                importlib.import_module(alias.name)
        elif isinstance(node, ast.ImportFrom):
            importlib.import_module(node.module or "")
    fence(rules)
    namespace = run(rules, tree)
    rules.functions = {
        node.name: (node, namespace[node.name], type_hints(namespace[node.name]))
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        if not node.name.startswith("_") and callable(namespace.get(node.name))
    }
    described = [describe(rules, node, hints) for node, _, hints in rules.functions.values()]
    if rules.denial:
        raise FaultError(rules.denial)
    yield {"functions": described}, b""


def parse(rules: Rules) -> ast.Module:
    try:
        return ast.parse(rules.source, rules.file)
    except SyntaxError as error:
        raise FaultError(not_python(error)) from None
    except ValueError as error:  # a null byte, half a surrogate pair
        raise FaultError(fault("rules-syntax", f"is not valid Python: {error}")) from None
    except (MemoryError, RecursionError):
        raise FaultError(TOO_DEEP) from None


def not_python(error: SyntaxError) -> Fault:
    return fault("rules-syntax", f"is not valid Python: {error.msg}", (error.lineno or 0, error.offset or 0))


def all_violations(rules: Rules, tree: ast.Module) -> Iterator[Fault]:
    """Every violation that the source shows without running."""
    bound = set(bound_names(tree))
    for node in ast.walk(tree):
        place = rules.place(getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
        yield from (fault(name, says, place, hint) for name, says, hint in violations(node, bound))


def violations(node: ast.AST, bound: set[str]) -> Iterator[tuple[str, str, str]]:
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:
                if alias.name not in PURE:
                    yield "rules-import", f"may not import {alias.name}", MAY_IMPORT
        case ast.ImportFrom(module=module, names=aliases, level=level):
            if level or module not in PURE:
                yield "rules-import", f"may not import {'.' * level}{module or aliases[0].name}", MAY_IMPORT
            for alias in aliases:
                if alias.name in BACK_DOORS:
                    yield "rules-import", f"may not import {alias.name} from {module}", MAY_IMPORT
        case ast.Attribute(attr=name) if name in BACK_DOORS:
            yield "rules-forbidden", f"may not use .{name}", ONLY_COMPUTES
        case ast.MatchClass(kwd_attrs=names) if doors := BACK_DOORS.intersection(names):
            yield "rules-forbidden", f"may not use .{min(doors)}", ONLY_COMPUTES
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given) if name in ATTRIBUTE_CALLS:
            texts = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if doors := BACK_DOORS.intersection(part for text in texts for part in text.split(".")):
                yield "rules-forbidden", f"may not use .{min(doors)}", ONLY_COMPUTES
        case ast.Constant(value=str(text)) if doors := BACK_DOORS.intersection(fields(text)):
            yield "rules-forbidden", f"may not use .{min(doors)}", ONLY_COMPUTES
        case ast.Name(id=name) if name in REMOVED_BUILTINS | BACK_DOORS and name not in bound:
            yield "rules-forbidden", f"may not use {name}{'()' * (name in REMOVED_BUILTINS)}", ONLY_COMPUTES


def fields(text: str) -> Iterator[str]:
    """The attributes that `str.format` would read for this text."""
    return (name for field in FIELD.findall(text) for name in re.findall(r"\w+", field))


def bound_names(tree: ast.Module) -> Iterator[str]:
    """Names that the code itself defines: a parameter called `input` is allowed."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def fence(rules: Rules) -> None:
    """From here on nothing can be opened, started or imported, and nothing can undo that."""
    for name in ("RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_CORE"):
        limit(name, 0)
    for name in HIDDEN_MODULES:
        sys.modules.pop(name, None)
    sys.addaudithook(rules.audit)


def limit(name: str, most: int) -> None:
    """Sets a limit, unless the system does not have it or already has a lower one."""
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(getattr(resource, name), (most, most))


def run(rules: Rules, tree: ast.Module) -> dict[str, Any]:
    """The namespace of the module `rules`, which dataclasses and typing look up by its name."""
    import builtins

    module = sys.modules["rules"] = types.ModuleType("rules")
    allowed = {name: value for name, value in vars(builtins).items() if name not in REMOVED_BUILTINS}
    module.__dict__["__builtins__"] = allowed | {"__import__": rules.pure_import}
    try:
        code = compile(tree, rules.file, "exec", dont_inherit=True)
    except SyntaxError as error:  # `return` outside a function: the parser lets it pass
        raise FaultError(not_python(error)) from None
    except (MemoryError, RecursionError):
        raise FaultError(TOO_DEEP) from None
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        raise FaultError(rules.exception_fault(error)) from None
    return module.__dict__


# Describing


def type_hints(function: Callable[..., object]) -> Mapping[str, object]:
    """The types of the annotations; empty if one of them cannot be resolved."""
    try:
        return typing.get_type_hints(function)
    except Exception:
        return {}


def describe(rules: Rules, node: ast.FunctionDef, hints: Mapping[str, object]) -> dict[str, Any]:
    def annotation(note: ast.expr | None, name: str) -> dict[str, Any]:
        return {"text": source_of(rules, note), **kind_of(hints.get(name))}

    def parameter(given: ast.arg, has_default: bool, stars: str = "") -> dict[str, Any]:
        # `*scores: int` is not an int: with the stars in its name it finds no type
        name = stars + given.arg
        return {"name": name, "has_default": has_default, "annotation": annotation(given.annotation, name)}

    given = node.args
    required = len(positional(node)) - len(given.defaults)
    parameters = [parameter(arg, index >= required) for index, arg in enumerate(positional(node))]
    parameters += [parameter(a, d is not None) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    parameters += [parameter(arg, True, stars) for arg, stars in ((given.vararg, "*"), (given.kwarg, "**")) if arg]
    return {
        "name": node.name,
        "line": node.lineno,
        "end_line": node.end_lineno,
        "docstring": ast.get_docstring(node, clean=False) or "",
        "returns": annotation(node.returns, "return"),
        "parameters": parameters,
    }


def positional(node: ast.FunctionDef) -> list[ast.arg]:
    return node.args.posonlyargs + node.args.args


def source_of(rules: Rules, node: ast.expr | None) -> str:
    """The text of a node as the author wrote it; as Python writes it if it spans lines."""
    if node is None:
        return ""
    if node.lineno != node.end_lineno:
        return ast.unparse(node)
    return rules.lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()


def kind_of(hint: object) -> dict[str, Any]:
    """The kind of a type, all its values if they are finite, and every enum in it.

    For a set the values are its possible members.
    """
    enums = [enumeration(enum) for enum in enums_in(hint)]
    kind, values = "other", []
    if hint is bool:
        kind, values = "bool", [False, True]
    elif hint in (int, float):
        kind = "int" if hint is int else "float"
    elif isinstance(hint, EnumMeta):
        values = [value for value, _ in enums[0]["members"]]
        kind = "enum" if values and all(isinstance(value, str) for value in values) else "other"
    elif typing.get_origin(hint) is Literal and {int, str}.issuperset(map(type, typing.get_args(hint))):
        kind, values = "literal", list(typing.get_args(hint))
    elif typing.get_origin(hint) in SETS and (of := kind_of(typing.get_args(hint)[0]))["kind"] in ("enum", "literal"):
        kind, values = "set", of["values"]  # its members; the parent makes the sets
    return {"kind": kind, "values": values if kind != "other" else [], "enums": enums}


def enums_in(hint: object) -> list[EnumMeta]:
    """The enums in a type such as `tuple[Light, int] | None`, each once, in order."""
    if isinstance(hint, EnumMeta):
        return [hint]
    return list(dict.fromkeys(enum for part in typing.get_args(hint) for enum in enums_in(part)))


def enumeration(enum: EnumMeta) -> dict[str, Any]:
    members: list[tuple[object, str]] = []
    for member in enum:  # type: ignore[var-annotated]
        with suppress(TypeError):  # a member whose value has no JSON is never a result either
            members.append((json_value(member.value), member.name))
    return {"name": enum.__name__, "members": members}


# Evaluating


def evaluate(rules: Rules, name: str, axes: Sequence[tuple[str, Sequence[Any]]]) -> Iterator[Reply]:
    """Calls the function for every combination in row-major order; arguments become enum members once per axis.

    A batch fits the processor's cache, and the parent unpacks it while the next one runs.
    """
    node, function, hints = rules.functions[name]
    columns = [members(hints.get(parameter), values) for parameter, values in axes]
    call = reorder(function, [arg.arg for arg in positional(node)], [parameter for parameter, _ in axes])
    place = rules.place(node.lineno, node.col_offset)
    remaining = starmap(call, product(*columns))
    done = 0
    while batch := next_batch(rules, remaining, place, done):
        try:
            yield pack(batch)
        except Unsupported as error:
            says = f"returned {error.type_name}, which no table can print"
            raise FaultError(fault("rules-result", says, place, MAY_RETURN, done + error.at)) from None
        done += len(batch)


def evaluate_late(
    rules: Rules, name: str, axes: Sequence[tuple[str, Sequence[Any]]], most: tuple[int, float]
) -> Iterator[Reply]:
    """All results as a diagram, with at most so many runs and seconds; None where it takes more, or is not certain."""
    node, function, hints = rules.functions[name]
    columns = [(parameter, members(hints.get(parameter), values)) for parameter, values in axes]
    code = getattr(function, "__code__", None)
    tracing = None
    if isinstance(code, CodeType) and (code.co_filename, code.co_firstlineno) == (rules.file, node.lineno):
        namespace = vars(sys.modules["rules"])
        tracing = rules.trace(node, namespace, rules.file, columns, most, lambda value: json.dumps(json_value(value)))
    if rules.denial:
        raise FaultError(rules.denial)
    if tracing is None or not check_late(rules, name, axes, tracing):
        yield {"late": None}, b""
    else:
        yield {"late": tracing.to_json()}, b""


def check_late(rules: Rules, name: str, axes: Sequence[tuple[str, Sequence[Any]]], tracing: Any) -> bool:
    """Whether plain calls answer the same at some combinations; raises the fault of the first that fails."""
    size = prod(len(values) for _, values in axes)
    asked = [*range(0, size, size // CHECKED + 1), size - 1] if tracing.failing is None else [tracing.failing]
    for call in asked:
        positions = positions_of(call, [len(values) for _, values in axes])
        one = [(parameter, [values[at]]) for (parameter, values), at in zip(axes, positions, strict=True)]
        try:
            ((header, body),) = evaluate(rules, name, one)
        except FaultError as error:
            raise FaultError(*({**each, "at": call} for each in error.faults)) from None
        value = array(header["code"], body)[0]
        if json.dumps(header["values"][value] if "values" in header else value) != tracing.at(positions):
            return False
    return True


def positions_of(call: int, sizes: Sequence[int]) -> list[int]:
    """The positions of the values of a call, by its number in row-major order."""
    positions = []
    for size in reversed(sizes):
        call, position = divmod(call, size)
        positions.append(position)
    return positions[::-1]


def next_batch(rules: Rules, remaining: Iterator[object], place: Place, done: int) -> list[Any]:
    batch: list[Any] = []
    try:
        batch.extend(islice(remaining, BATCH))
    except BaseException as error:
        call = done + len(batch)  # the list keeps the results before the failing call
        batch.clear()
        raise FaultError(rules.exception_fault(error, place, call)) from None
    if rules.denial:
        raise FaultError(rules.denial)
    return batch


def members(hint: object, values: Sequence[Any]) -> Sequence[Any]:
    if typing.get_origin(hint) in SETS:
        return [frozenset(members(typing.get_args(hint)[0], value["set"])) for value in values]
    if not isinstance(hint, EnumMeta):
        return values
    return [hint._value2member_map_.get(value, value) for value in values]


def reorder(function: Callable[..., object], positions: list[str], names: list[str]) -> Callable[..., object]:
    """The function itself if `names` are its first parameters in order; else a function that passes them by name."""
    if names == positions[: len(names)]:
        return function
    given = ", ".join(f"a{index}" for index in range(len(names)))
    passed = ", ".join(f"{name}=a{index}" for index, name in enumerate(names))
    reordered: Callable[..., object] = eval(f"lambda function: lambda {given}: function({passed})")(function)
    return reordered


class Unsupported(Exception):
    """The result of a call has a type that no table prints."""

    def __init__(self, call: int, type_name: str) -> None:
        self.at = call
        self.type_name = type_name


def pack(results: list[Any]) -> Reply:
    """All results as numbers of the array type `code`, in a few nanoseconds each.

    The numbers are the results or, with `values`, positions in that list.
    """
    kinds = set(map(type, results))
    if kinds <= {int}:
        with suppress(ValueError):
            return {"code": "B"}, bytes(results)
        for code in "bhiq":
            with suppress(OverflowError):
                return {"code": code}, array(code, results).tobytes()
    if kinds == {float}:
        return {"code": "d"}, array("d", results).tobytes()
    if kinds == {bool}:
        return {"code": "B", "values": [False, True]}, bytes(results)
    if len(kinds) == 1 and (table := enum_values(type(results[0]))) and len(table) <= 256:
        return {"code": "B", "values": table}, bytes(map(attrgetter("_sort_order_"), results))
    # Equal results share one value, except where equal results may differ, as 1 and True do: then identity decides.
    # (`object.__hash__` is the identity; `id` would call the audit hook each time.)
    keys: list[Any] = results
    if len(kinds) == 1 and kinds == {getattr(sys.modules.get("fractions"), "Fraction", None)}:
        keys = list(map(RATIO, results))
    elif not never_equal(kinds, results):
        keys = list(map(object.__hash__, results))
    positions = Numbering()
    try:
        code, body = "B", bytes(map(positions.__getitem__, keys))
    except ValueError:  # the 257th value
        code, body = "I", array("I", map(positions.__getitem__, keys)).tobytes()
    distinct = positions if keys is results else dict(zip(keys, results, strict=True)).values()
    return {"code": code, "values": [checked_json(value, results) for value in distinct]}, body


class Numbering(dict[object, int]):
    """Gives each new key the next number."""

    def __missing__(self, key: object) -> int:
        self[key] = number = len(self)
        return number


def enum_values(kind: Any) -> list[object]:
    """The values of a plain enum whose members have their positions as `_sort_order_`; else empty."""
    members: list[Any] = list(cast(Any, kind)) if isinstance(kind, EnumMeta) else []
    if members and isinstance(members[0], Flag):
        return []
    with suppress(TypeError):
        if [member._sort_order_ for member in members] == list(range(len(members))):
            return [json_value(member.value) for member in members]
    return []


def never_equal(kinds: set[type], results: list[Any]) -> bool:
    """Whether values of different types are never equal: at most one type of number, also within tuples."""
    if kinds == {tuple}:
        kinds = set(map(type, chain.from_iterable(results)))
    numbers = {kind for kind in kinds if issubclass(kind, Number)}
    return len(numbers) <= 1 and kinds - numbers <= {str, type(None)}


def checked_json(value: object, results: list[object]) -> object:
    try:
        return json_value(value)
    except (TypeError, RecursionError) as error:
        call = next(index for index, each in enumerate(results) if each is value)
        named = error.args[0] if isinstance(error, TypeError) else type(value).__name__
        raise Unsupported(call, named) from None


def json_value(value: Any) -> object:
    """The value in JSON, where other types are objects of one key. TypeError names a type that no table prints."""
    if isinstance(type(value), EnumMeta):
        return json_value(value.value)
    if value is None or isinstance(value, (bool, float, str)):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else {"integer": hex(value)}  # decimal digits are limited
    if isinstance(value, Rational):
        return {"fraction": [hex(value.numerator), hex(value.denominator)]}
    if isinstance(value, (tuple, list)):
        return {"tuple": [json_value(part) for part in value]}
    if isinstance(value, (frozenset, set)):
        return {"set": [json_value(part) for part in value]}
    raise TypeError(f"a value of type {type(value).__name__}")


# Talking to the parent


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Requests and replies on new descriptors, so that `print` and `input` reach nobody."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return requests, replies


def receive(requests: BinaryIO) -> dict[str, Any] | None:
    """None when the parent is gone."""
    lengths = requests.read(FRAME.size)
    if len(lengths) < FRAME.size:
        return None
    request: dict[str, Any] = json.loads(requests.read(FRAME.unpack(lengths)[0]))
    return request


def send(replies: BinaryIO, header: dict[str, Any], body: bytes = b"") -> None:
    text = json.dumps(header).encode()
    replies.writelines((FRAME.pack(len(text), len(body)), text, body))
    replies.flush()


def alarm(seconds: float) -> None:
    """The system ends this process if the parent has died, even amid one long operation."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    first = receive(requests)
    if first is None:
        return
    limit_seconds = first["seconds"] + 5.0
    limit("RLIMIT_AS", first["megabytes"] << 20)
    rules = Rules(first["source"], first["file"])
    alarm(limit_seconds)
    reply(replies, rules, load(rules))
    while request := receive(requests):
        alarm(limit_seconds)
        answer = evaluate_late if "most" in request else evaluate
        reply(replies, rules, answer(rules, request.pop("function"), **request))


def reply(replies: BinaryIO, rules: Rules, job: Iterator[Reply]) -> None:
    try:
        for header, body in job:
            send(replies, header, body)
    except FaultError as error:
        send(replies, {"faults": error.faults})
    except MemoryError:
        raise
    except Exception as error:
        # the code of an enum or a metaclass may run even where no function is called
        rules_at_fault = rules.denial or rules.innermost_place(error.__traceback__, NOWHERE) != NOWHERE
        send(replies, {"faults": [rules.exception_fault(error)]} if rules_at_fault else {"bug": last_line(error)})
    alarm(0)


def last_line(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{error!r} at line {trace and trace.tb_lineno} of {trace and trace.tb_frame.f_code.co_filename}"


if __name__ == "__main__":
    try:
        serve(*streams())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)  # without running any `__del__` of the rules code
