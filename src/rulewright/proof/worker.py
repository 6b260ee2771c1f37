"""The contained process: it runs one rules.py and sends back what its functions return.

The parent (`process.py`) starts it as a script, `python -P -s -S contained/start.py`. It imports nothing of rulewright
and never learns what a table prints. A message in either direction is a frame (`FRAME`: a token and two lengths), then
a JSON header and a body of bytes. The first request brings the token and loads the rules code. Each later request calls
one function for every combination of its arguments:

    {token, source, file, megabytes, seconds}              -> {functions: [...], jail: [...]}
    {function, axes: [[parameter, [value, ...]], ...]}     -> {code, values} and a body, see `pack`
    {calls: [[function, [[parameter, value], ...]], ...]}  -> the same; each result is (answered?, result or error text)
    {function, axes, most: [runs, seconds]}                -> {diagram} of all results, see `evaluate_partially`
    {questions: [[function, axes], ...]}                   -> {questions: count}; the answers are stored for mutants
    {mutant: {statement, text, whole}, asked, after}       -> see `try_mutant`
    {mutant: {statement, text, whole}, diagram: {function, axes, most}}   -> {diagram} of the mutant

Results come in batches until every combination has one. A reply {errors: [...]} ends them early after an error of the
rules code, and {bug: text} after an error of this file. The key `says` of an error completes a sentence whose subject,
such as "rules.py" or "damage()", the parent adds, with the arguments of call number `at`.

For example, {function: "damage", axes: [["reach", [1, 2]], ["mail", [false, true]]]} makes four calls. If they return
4, 3, 2 and 1, the reply is {code: "B"} with these four bytes: the values of the last parameter change fastest, which is
called row-major order below.

The rules code runs in its own thread. Only the main thread holds the token, and the parent believes no reply without
it. The main thread just passes bytes on, and no frame that the rules code can reach leads to it. The code is contained
by `contained/`: the fence of Python and the jail of the operating system. Both stop mistakes and mischief. Without the
jail, the fence alone cannot stop an expert in CPython internals; and nothing can stop such an expert from answering
what the rules do not say.
"""

import __future__

import _thread
import ast
import builtins
import gc
import importlib
import json
import os
import re
import signal
import struct
import sys
import typing
import weakref  # noqa: F401 - functools.singledispatch imports it on first use, which is too late
from _queue import SimpleQueue
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from enum import EnumMeta, Flag
from itertools import chain, islice, product, starmap
from math import prod
from numbers import Number, Rational
from operator import attrgetter
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, BinaryIO, Literal, NoReturn, cast

if typing.TYPE_CHECKING:
    from rulewright.proof.contained import fence, jail
    from rulewright.proof.contained.partial_evaluation import trace
else:  # as top-level modules, because the package rulewright is not imported here
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "contained"))
    import fence
    import jail
    from partial_evaluation import trace

    del sys.path[0]

ErrorReport = dict[str, Any]
"""An error of the rules code in JSON form, see `error_report`."""

Place = tuple[int, int]
"""A line and a column of rules.py, from 1; (0, 0) if the place is not known."""

Reply = tuple[dict[str, Any], bytes]
"""A JSON header and a body."""
Axes = Sequence[tuple[str, Sequence[Any]]]
"""The parameters of a function, each with its values."""

Function = tuple[ast.FunctionDef, Callable[..., object], Mapping[str, object]]
"""The syntax of a function, the function, and the types of its annotations."""

NOWHERE: Place = (0, 0)
BATCH = 1 << 14
"""Number of results in a reply."""
CHECKED = 200
"""Number of combinations where partial evaluation is compared with plain calls: code with state may differ."""

FRAME = struct.Struct("<16sII")
"""The token, the length of the header and the length of the body, in bytes."""
RATIO = attrgetter("_numerator", "_denominator")
"""A key of a fraction that is ten times faster than its own hash, which is written in Python."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, such as `"\\ud83d"`, which UTF-8 cannot encode."""
LONGEST_NUMBER = 3_000
"""Most bits of a number that can be printed, about 900 digits."""

YOUNG_OBJECTS = 20_000
"""Number of new objects after which the thread of the rules code collects garbage."""

LARGEST_HEADER = 4 << 20
"""Most bytes of JSON that the parent accepts in one header."""

OUT_OF_MEMORY = 77
"""Exit status of a worker with too little memory left to report it."""

SETS = (frozenset, AbstractSet)
"""Set types of parameters. They are immutable, so a function cannot change the arguments of another call."""

MAY_RETURN = "return an int, float, bool, str, Fraction, enum member, None, or a tuple, list or set of these"


class RulesError(Exception):
    """An error of the rules code: it does not load, or a call fails."""

    def __init__(self, *reports: ErrorReport) -> None:
        self.reports = reports


def error_report(name: str, says: str, place: Place = NOWHERE, hint: str = "", call: int | None = None) -> ErrorReport:
    """Return an error in JSON form; `call` is the number of the failed call, in row-major order."""
    return {"name": name, "says": says, "line": place[0], "column": place[1], "hint": hint, "at": call}


class Rules:
    """The rules code of one game.

    `tree` is its syntax and `functions` its public functions, both empty until `load`. `denial` reports the first
    forbidden action that it tried, or is None. For mutants, `compiled_parts` has the code of each statement, and
    `original_answers` each question with its replies.
    """

    def __init__(self, source: str, file: str) -> None:
        self.source = source.removeprefix("\ufeff")  # a byte order mark
        self.file = file
        self.lines = re.split("\r\n|\r|\n", self.source)
        self.tree = ast.Module([], [])
        self.compiled_parts: list[CodeType] = []
        self.original_answers: list[tuple[tuple[str, Axes], list[Reply]]] = []
        self.functions: dict[str, Function] = {}
        self.denial: ErrorReport | None = None

    def place_at(self, line: int | None, offset: int | None) -> Place:
        """Return the line and column, from 1, of a `line` and a byte `offset` from 0 as Python counts them."""
        if not line or line > len(self.lines):
            return NOWHERE
        return line, len(self.lines[line - 1].encode()[: offset or 0].decode(errors="ignore")) + 1

    def place_of_instruction(self, code: CodeType, instruction: int) -> Place:
        """Return the place of an instruction, given by its offset in bytes."""
        line, _, offset, _ = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
        return self.place_at(line or code.co_firstlineno, offset)

    def current_place(self) -> Place:
        """Return the place in rules.py that is running, or NOWHERE."""
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return self.place_of_instruction(frame.f_code, frame.f_lasti) if frame else NOWHERE

    def innermost_place(self, trace: TracebackType | None, default: Place) -> Place:
        """Return the innermost place in rules.py of a traceback, or `default` if there is none."""
        while trace:
            if trace.tb_frame.f_code.co_filename == self.file:
                default = self.place_of_instruction(trace.tb_frame.f_code, trace.tb_lasti)
            trace = trace.tb_next
        return default

    def deny(self, name: str, says: str, hint: str) -> NoReturn:
        """Raise PermissionError, and record the denial so that `except Exception: pass` does not hide it."""
        self.denial = self.denial or error_report(name, says, self.current_place(), hint)
        raise PermissionError(says)

    def deny_event(self, event: str, arguments: tuple[object, ...]) -> NoReturn:
        """Deny an audit event that is not harmless."""
        first = arguments[0] if arguments else ""
        shown = repr(first)[:100] if isinstance(first, (str, bytes, int)) and first != "" else ""
        says = f"tried {event}({shown}), which rules code may not do"
        if event == "object.__getattr__":
            says = f"tried to read .{arguments[1]} of a value"
        self.deny("rules-forbidden", says, fence.ONLY_COMPUTES)

    def pure_import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        """Import like `__import__`, but only the modules in `fence.PURE`, and no relative ones."""
        if level or name not in fence.PURE:
            self.deny("rules-import", f"may not import {name}", fence.MAY_IMPORT)
        return __import__(name, globals, locals, fromlist, level)

    def exception_report(self, error: BaseException, place: Place = NOWHERE, call: int | None = None) -> ErrorReport:
        """Report an exception; if the code was denied something, report the denial instead."""
        if self.denial:
            return {**self.denial, "at": call}
        place = self.innermost_place(error.__traceback__, place)
        if isinstance(error, MemoryError):
            return error_report("rules-memory", "ran out of memory", place, call=call)
        name = "rules-import" if isinstance(error, ImportError) else "rules-raised"
        return error_report(name, f"raised {exception_text(error)}", place, call=call)


def exception_text(error: BaseException) -> str:
    """Return text such as `ValueError: no such cover`; only the class name if `str(error)` itself fails."""
    try:
        text = str(error)[:500]
    except BaseException:
        text = ""
    return f"{type(error).__name__}: {text}".removesuffix(": ").encode(errors="backslashreplace").decode()


# Loading


def load(rules: Rules, channel: tuple[int, int]) -> Iterator[Reply]:
    """Check the source, close the fence, run the module, and describe its public functions."""
    with syntax_errors():
        tree = ast.parse(rules.source, rules.file)
    reports = [
        error_report(name, says, rules.place_at(getattr(node, "lineno", 0), getattr(node, "col_offset", 0)), hint)
        for node, (name, says, hint) in fence.all_violations(tree)
    ]
    if reports:
        raise RulesError(*sorted(reports, key=lambda error: (error["line"], error["column"])))
    for node in ast.walk(tree):  # before the fence, because nothing can be imported after it
        if isinstance(node, ast.Import):
            for alias in node.names:
                importlib.import_module(alias.name)
        elif isinstance(node, ast.ImportFrom):
            importlib.import_module(node.module or "")
    active_jail_parts = jail.jail(*channel)
    fence.close(rules.deny_event, rules.file)
    rules.tree = tree
    with syntax_errors():
        code = compile(tree, rules.file, "exec", dont_inherit=True)
    rules.functions = public_functions(tree, run(rules, [code]))
    descriptions = [describe(rules, node, hints) for node, _, hints in rules.functions.values()]
    if rules.denial:
        raise RulesError(rules.denial)
    yield {"functions": descriptions, "jail": active_jail_parts}, b""


def public_functions(tree: ast.Module, namespace: Mapping[str, Any]) -> dict[str, Function]:
    """Return the functions at the top level of the module whose names do not start with "_"."""
    return {
        node.name: (node, namespace[node.name], type_hints(namespace[node.name]))
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        if not node.name.startswith("_") and callable(namespace.get(node.name))
    }


@contextmanager
def syntax_errors() -> Iterator[None]:
    """Turn the errors that Python raises for unreadable source into a RulesError."""
    try:
        yield
    except SyntaxError as error:  # from `compile` too: the parser lets `return` outside a function pass
        place = (error.lineno or 0, error.offset or 0)
        raise RulesError(error_report("rules-syntax", f"is not valid Python: {error.msg}", place)) from None
    except ValueError as error:  # a null byte, half a surrogate pair
        raise RulesError(error_report("rules-syntax", f"is not valid Python: {error}")) from None
    except (MemoryError, RecursionError):
        raise RulesError(error_report("rules-syntax", "is nested too deeply")) from None


def run(rules: Rules, parts: Sequence[CodeType]) -> dict[str, Any]:
    """Run the code parts as a new module `rules` and return its namespace.

    The module stands in `sys.modules` because dataclasses and typing look it up by name.
    """
    module = sys.modules["rules"] = ModuleType("rules")
    allowed = {name: value for name, value in vars(builtins).items() if name not in fence.REMOVED_BUILTINS}
    vars(module)["__builtins__"] = allowed | {"__import__": rules.pure_import}
    for part in parts:
        run_code(rules, part, vars(module))
    return vars(module)


def run_code(rules: Rules, code: CodeType, namespace: dict[str, Any]) -> None:
    """Run code in a namespace; what it raises becomes a RulesError."""
    try:
        exec(code, namespace)
    except BaseException as error:
        raise RulesError(rules.exception_report(error)) from None


# Describing


def type_hints(function: Callable[..., object]) -> Mapping[str, object]:
    """Return the types of the annotations; empty if one of them cannot be resolved."""
    try:
        return typing.get_type_hints(function)
    except Exception:
        return {}


def describe(rules: Rules, node: ast.FunctionDef, hints: Mapping[str, object]) -> dict[str, Any]:
    """Describe a function for the parent, which reads it with `decode_function` in replies.py."""

    def annotation(note: ast.expr | None, name: str) -> dict[str, Any]:
        return {"text": source_of(rules, note), **kind_of(hints.get(name))}

    def parameter(argument: ast.arg, has_default: bool, stars: str = "") -> dict[str, Any]:
        # the stars stay in the name, so that `*scores: int` finds no type hint: it is not an int
        name = stars + argument.arg
        return {"name": name, "has_default": has_default, "annotation": annotation(argument.annotation, name)}

    signature = node.args
    required = len(positional(node)) - len(signature.defaults)
    parameters = [parameter(arg, index >= required) for index, arg in enumerate(positional(node))]
    parameters += [
        parameter(arg, default is not None)
        for arg, default in zip(signature.kwonlyargs, signature.kw_defaults, strict=True)
    ]
    starred = ((signature.vararg, "*"), (signature.kwarg, "**"))
    parameters += [parameter(arg, True, stars) for arg, stars in starred if arg]
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
    """Return the text of a node as written, or unparsed if it spans lines; "" for None."""
    if node is None:
        return ""
    if node.lineno != node.end_lineno:
        return ast.unparse(node)
    return rules.lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()


def kind_of(hint: object) -> dict[str, Any]:
    """Return the kind of a type (`Kind` in replies.py), all its values if they are finite, and every enum in it.

    The values of a set type are the possible members of the set; the parent builds the sets.
    """
    enums = [enumeration(enum) for enum in enums_in(hint)]
    kind: str = "other"
    values: list[object] = []
    if hint is bool:
        kind, values = "bool", [False, True]
    elif hint in (int, float):
        kind = "int" if hint is int else "float"
    elif isinstance(hint, EnumMeta):
        values = [value for value, _ in enums[0]["members"]]
        has_all_members = 0 < len(values) == len(hint)  # else the proof would try only some members
        kind = "enum" if has_all_members and all(isinstance(value, str) for value in values) else "other"
    elif typing.get_origin(hint) is Literal and {int, str}.issuperset(map(type, typing.get_args(hint))):
        with suppress(TypeError):  # a value that no table prints
            kind, values = "literal", [json_value(value) for value in typing.get_args(hint)]
    elif typing.get_origin(hint) in SETS:
        of_members = kind_of(member_type(hint))
        if of_members["kind"] in ("enum", "literal"):
            kind, values = "set", of_members["values"]
    return {"kind": kind, "values": values if kind != "other" else [], "enums": enums}


def member_type(hint: object) -> object:
    """Return the member type of a set type; None for `frozenset[()]`."""
    return next(iter(typing.get_args(hint)), None)


def enums_in(hint: object) -> list[EnumMeta]:
    """Return the distinct enums in a type such as `tuple[Light, int] | None`, in order."""
    if isinstance(hint, EnumMeta):
        return [hint]
    return list(dict.fromkeys(enum for part in typing.get_args(hint) for enum in enums_in(part)))


def enumeration(enum: EnumMeta) -> dict[str, Any]:
    """Return the name of an enum, and its members as pairs (value in JSON, name)."""
    members: list[tuple[object, str]] = []
    for member in enum:  # type: ignore[var-annotated]
        with suppress(TypeError, RecursionError):  # a member whose value has no JSON is never a result either
            members.append((json_value(member.value), member.name))
    return {"name": enum.__name__, "members": members}


# Evaluating


def evaluate(rules: Rules, name: str, axes: Axes) -> Iterator[Reply]:
    """Call a function for every combination in row-major order, and yield the results in batches.

    A batch fits the processor's cache, and the parent unpacks it while the next one runs.
    """
    node, function, hints = rules.functions[name]
    columns = [members(hints.get(parameter), values) for parameter, values in axes]
    call = reorder(function, [arg.arg for arg in positional(node)], [parameter for parameter, _ in axes])
    place = rules.place_at(node.lineno, node.col_offset)
    remaining = starmap(call, product(*columns))
    done, total = 0, prod(map(len, columns))
    while done < total:
        batch = next_batch(rules, remaining, place, done)
        if len(batch) < min(BATCH, total - done):
            raise RulesError(stop_report(rules, call, columns, done + len(batch), place))
        try:
            yield pack(batch)
        except Unsupported as error:
            says = f"returned {error.type_name}, which no table can print"
            raise RulesError(error_report("rules-result", says, place, MAY_RETURN, done + error.call)) from None
        done += len(batch)


def answer_calls(rules: Rules, calls: Sequence[tuple[str, Sequence[tuple[str, Any]]]]) -> Iterator[Reply]:
    """Answer single calls in the given order."""
    yield pack([attempt(rules, name, arguments) for name, arguments in calls])


def attempt(rules: Rules, name: str, pairs: Sequence[tuple[str, Any]]) -> tuple[bool, object]:
    """Return (True, the answer) or (False, what the call raised)."""
    node, function, hints = rules.functions[name]
    arguments = {parameter: members(hints.get(parameter), [value])[0] for parameter, value in pairs}
    positional_only = [arguments.pop(arg.arg) for arg in node.args.posonlyargs]
    try:
        answer = function(*positional_only, **arguments)
    except Exception as error:
        return False, f"raised {exception_text(error)}"
    try:
        checked_json(answer, [answer])
    except Unsupported as error:
        return False, f"returned {error.type_name}, which no table can print"
    return True, answer


def evaluate_partially(rules: Rules, name: str, axes: Axes, most: tuple[int, float]) -> Iterator[Reply]:
    """Yield {diagram} of all results; the diagram is None if it is not certain, or takes too long.

    `most` are the runs and the seconds that it may take.
    """
    node, function, hints = rules.functions[name]
    columns = [(parameter, members(hints.get(parameter), values)) for parameter, values in axes]
    code = getattr(function, "__code__", None)
    tracing = None
    if isinstance(code, CodeType) and (code.co_filename, code.co_firstlineno) == (rules.file, node.lineno):
        # the name still stands for the function whose syntax is `node`
        namespace = vars(sys.modules["rules"])
        tracing = trace(node, namespace, rules.file, columns, most, lambda value: json.dumps(json_value(value)))
    if rules.denial:
        raise RulesError(rules.denial)
    certain = tracing is not None and agrees_with_calls(rules, name, axes, tracing)
    yield {"diagram": tracing.to_json() if tracing is not None and certain else None}, b""


def agrees_with_calls(rules: Rules, function: str, axes: Axes, tracing: Any) -> bool:
    """Return whether plain calls give the same answers at up to CHECKED combinations.

    If the tracing has a failing combination, only that one is called, so that its error is raised.
    """
    sizes = [len(values) for _, values in axes]
    count = prod(sizes)
    calls = [*range(0, count, count // CHECKED + 1), count - 1] if tracing.failing is None else [tracing.failing]
    for call in calls:
        positions = [call // prod(sizes[axis + 1 :]) % size for axis, size in enumerate(sizes)]
        arguments = [(name, [values[position]]) for (name, values), position in zip(axes, positions, strict=True)]
        try:
            ((header, body),) = evaluate(rules, function, arguments)
        except RulesError as error:
            raise RulesError(*({**each, "at": call} for each in error.reports)) from None
        number = array(header["code"], body)[0]
        if json.dumps(header["values"][number] if "values" in header else number) != tracing.answer_at(positions):
            return False
    return True


# Mutants of the code


def keep_answers(rules: Rules, questions: Sequence[tuple[str, Axes]]) -> Iterator[Reply]:
    """Store the answers of the unaltered code."""
    rules.original_answers = [((name, axes), list(evaluate(rules, name, axes))) for name, axes in questions]
    yield {"questions": len(questions)}, b""


def try_mutant(rules: Rules, request: dict[str, Any]) -> Iterator[Reply]:
    """Reply to a request about a mutant; {raised: text} if it fails.

    With `diagram` the reply is a diagram of all answers of the mutant. Otherwise it is the first batch of answers that
    differs from the original, with the number of its question and first call, or {} if nothing differs. Only questions
    in `asked` are compared, and only batches later than `after`, a pair [question, call].
    """
    try:
        with mutated(rules, request["mutant"]):
            if call := request.get("diagram"):
                yield from evaluate_partially(rules, call["function"], call["axes"], call["most"])
            else:
                yield next(different_batches(rules, request["asked"], request["after"]), ({}, b""))
    except RulesError as error:
        if error.reports[0]["name"] == "rules-forbidden":
            raise
        yield {"raised": error.reports[0]["says"]}, b""


def different_batches(rules: Rules, questions: Sequence[int], after: Sequence[int]) -> Iterator[Reply]:
    """Yield each batch of answers that differs from the original and comes later than `after`."""
    for number in questions:
        (name, axes), original = rules.original_answers[number]
        done = 0
        for reply, original_reply in zip(evaluate(rules, name, axes), original, strict=True):
            header, body = reply
            if reply != original_reply and [number, done] > list(after):
                yield {**header, "question": number, "call": done}, body
            done += len(body) // array(header["code"]).itemsize


@contextmanager
def mutated(rules: Rules, mutant: dict[str, Any]) -> Iterator[None]:
    """Alter one statement of the module inside the block.

    Only this statement runs again, unless `whole` says that other code depends on it while the module loads.
    """
    functions, module = rules.functions, sys.modules["rules"]
    (node,) = ast.parse(mutant["text"], rules.file).body
    before = dict(vars(module))
    try:
        if mutant["whole"]:
            number = mutant["statement"]
            rules.compiled_parts = rules.compiled_parts or [compile_part(rules, each) for each in rules.tree.body]
            parts = [*rules.compiled_parts[:number], compile_part(rules, node), *rules.compiled_parts[number + 1 :]]
            rules.functions = public_functions(rules.tree, run(rules, parts))
        else:
            run_code(rules, compile_part(rules, node), vars(module))
            name = cast(ast.FunctionDef, node).name
            if name in functions:
                rules.functions = {**functions, name: (functions[name][0], vars(module)[name], functions[name][2])}
        yield
    finally:
        vars(module).update(before)
        rules.functions, sys.modules["rules"] = functions, module


def compile_part(rules: Rules, node: ast.stmt) -> CodeType:
    """Compile one statement of the module, or a mutant of it."""
    postpones_annotations = any(
        isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in rules.tree.body
    )
    flags = __future__.annotations.compiler_flag if postpones_annotations else 0
    part: CodeType = compile(ast.Module([node], []), rules.file, "exec", flags=flags, dont_inherit=True)
    return part


def next_batch(rules: Rules, remaining: Iterator[object], place: Place, done: int) -> list[Any]:
    """Return the results of the next calls, at most BATCH; `done` is the number of calls before them."""
    batch: list[Any] = []
    try:
        batch.extend(islice(remaining, BATCH))
    except BaseException as error:
        call = done + len(batch)  # the list keeps the results before the failing call
        batch.clear()
        raise RulesError(rules.exception_report(error, place, call)) from None
    if rules.denial:
        raise RulesError(rules.denial)
    return batch


def stop_report(
    rules: Rules, function: Callable[..., object], columns: Sequence[Sequence[Any]], call: int, place: Place
) -> ErrorReport:
    """Report the call that raised StopIteration, which ends a `starmap` silently."""
    try:
        function(*next(islice(product(*columns), call, None)))
    except BaseException as error:
        return rules.exception_report(error, place, call)
    return error_report("rules-raised", "raised StopIteration", place, call=call)


def members(hint: object, values: Sequence[Any]) -> Sequence[Any]:
    """Return values from JSON as a parameter of this type takes them: enum members, or sets of them."""
    if typing.get_origin(hint) in SETS:
        return [frozenset(members(member_type(hint), value["set"])) for value in values]
    if not isinstance(hint, EnumMeta):
        return values
    return [hint._value2member_map_.get(value, value) for value in values]


def reorder(function: Callable[..., object], positions: list[str], names: list[str]) -> Callable[..., object]:
    """Return a function that takes its arguments in the order of `names`; the function itself if it already does."""
    if names == positions[: len(names)]:
        return function
    inputs = ", ".join(f"a{index}" for index in range(len(names)))
    arguments = ", ".join(f"{name}=a{index}" for index, name in enumerate(names))
    reordered: Callable[..., object] = eval(f"lambda function: lambda {inputs}: function({arguments})")(function)
    return reordered


class Unsupported(Exception):
    """The result of call number `call` of a batch has a type that no table can print."""

    def __init__(self, call: int, type_name: str) -> None:
        self.call = call
        self.type_name = type_name


def pack(results: list[Any]) -> Reply:
    """Pack results into an array of type `code`, at a few nanoseconds each.

    The numbers are the results themselves or, with `values`, positions in that list.
    """
    types = set(map(type, results))
    if types <= {int}:
        with suppress(ValueError):
            return {"code": "B"}, bytes(results)
        for code in "bhiq":
            with suppress(OverflowError):
                return {"code": code}, array(code, results).tobytes()
    if types == {float}:
        return {"code": "d"}, array("d", results).tobytes()
    if types == {bool}:
        return {"code": "B", "values": [False, True]}, bytes(results)
    if len(types) == 1 and (table := enum_values(type(results[0]))) and len(table) <= 256:
        return {"code": "B", "values": table}, bytes(map(attrgetter("_sort_order_"), results))
    # Equal results share one value, except where equal results may differ, as 1 and True do: then identity decides.
    # (`object.__hash__` is the identity; `id` would call the audit hook each time.)
    keys: list[Any] = results
    if len(types) == 1 and types == {getattr(sys.modules.get("fractions"), "Fraction", None)}:
        keys = list(map(RATIO, results))
    elif not never_equal(types, results):
        keys = list(map(object.__hash__, results))
    positions = Numbering()
    try:
        code, body = "B", bytes(map(positions.__getitem__, keys))
    except ValueError:  # the 257th value
        code, body = "I", array("I", map(positions.__getitem__, keys)).tobytes()
    distinct = positions if keys is results else dict(zip(keys, results, strict=True)).values()
    return {"code": code, "values": [checked_json(value, results) for value in distinct]}, body


class Numbering(dict[object, int]):
    """A dict that gives each new key the next number."""

    def __missing__(self, key: object) -> int:
        self[key] = number = len(self)
        return number


def enum_values(kind: Any) -> list[object]:
    """Return the values of a plain enum whose `_sort_order_` is the position of each member; otherwise []."""
    members: list[Any] = list(cast(Any, kind)) if isinstance(kind, EnumMeta) else []
    if members and isinstance(members[0], Flag):
        return []
    with suppress(TypeError, RecursionError):
        if [member._sort_order_ for member in members] == list(range(len(members))):
            return [json_value(member.value) for member in members]
    return []


def never_equal(types: set[type], results: list[Any]) -> bool:
    """Return whether values of different types can never be equal, so that a dict may use them as keys.

    That holds with at most one number type, also inside tuples: 1, 1.0 and True are equal keys.
    """
    if types == {tuple}:
        types = set(map(type, chain.from_iterable(results)))
    number_types = {each for each in types if issubclass(each, Number)}
    return len(number_types) <= 1 and types - number_types <= {str, type(None)}


def checked_json(value: object, results: list[object]) -> object:
    """Return a result in JSON, or raise Unsupported with the number of the first call that returned it."""
    try:
        return json_value(value)
    except (TypeError, RecursionError) as error:
        call = next(index for index, each in enumerate(results) if each is value)
        type_name = error.args[0] if isinstance(error, TypeError) else type(value).__name__
        raise Unsupported(call, type_name) from None


def json_value(value: Any) -> object:
    """Return a value in JSON; types that JSON lacks become objects with one key.

    Raise TypeError with the name of a type that no table can print.
    """
    if isinstance(type(value), EnumMeta):
        return json_value(value.value)
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, str):
        if SURROGATE.search(value):
            raise TypeError("a text with half a character")
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else {"integer": long_number(value)}
    if isinstance(value, Rational):
        return {"fraction": [long_number(int(value.numerator)), long_number(int(value.denominator))]}
    if isinstance(value, (tuple, list)):
        return {"tuple": [json_value(part) for part in value]}
    if isinstance(value, (frozenset, set)):
        return {"set": [json_value(part) for part in value]}
    raise TypeError(f"a value of type {type(value).__name__}")


def long_number(value: int) -> str:
    """Return a number in hexadecimal; TypeError if it is too long to print."""
    if value.bit_length() > LONGEST_NUMBER:
        raise TypeError("a number of more than 900 digits")
    return hex(value)


# Talking to the parent


Message = tuple[bytes, bytes]
"""The header of a reply as JSON, and its body."""


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Move requests and replies to new descriptors, so that `print` and `input` of the rules code reach nobody."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return requests, replies


def receive(requests: BinaryIO) -> dict[str, Any] | None:
    """Read the next request; None if the parent is gone."""
    lengths = requests.read(FRAME.size)
    if len(lengths) < FRAME.size:
        return None
    request: dict[str, Any] = json.loads(requests.read(FRAME.unpack(lengths)[1]))
    return request


def alarm(seconds: float) -> None:
    """Let the system end this process after `seconds`, in case the parent has died during a long operation."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Pass each request to the thread of the rules code, and its replies, with the token, to the parent."""
    first = receive(requests)
    if first is None:
        return
    token, limit_seconds = bytes.fromhex(first.pop("token")), first["seconds"] + 5.0
    jail.limit("RLIMIT_AS", first["megabytes"] << 20)
    gc.disable()  # else objects of the rules code might be finalized in this thread, where they could reach the token
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    answers: SimpleQueue[Message | None] = SimpleQueue()
    _thread.start_new_thread(work, (jobs, answers, (requests.fileno(), replies.fileno())))
    request: dict[str, Any] | None = first
    while request:
        alarm(limit_seconds)
        jobs.put(request)
        while message := answers.get():
            replies.writelines((FRAME.pack(token, *map(len, message)), *message))
            replies.flush()
        alarm(0)
        request = receive(requests)


def work(jobs: "SimpleQueue[dict[str, Any]]", answers: "SimpleQueue[Message | None]", channel: tuple[int, int]) -> None:
    """Load the rules code and answer each request; this is the thread of the rules code."""
    try:
        first = jobs.get()
        rules = Rules(first["source"], first["file"])
        job = load(rules, channel)
        while True:
            for message in messages(rules, job):
                answers.put(message)
            answers.put(None)
            request = jobs.get()
            job = replies_to(rules, request)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException:
        os._exit(1)


def replies_to(rules: Rules, request: dict[str, Any]) -> Iterator[Reply]:
    """Return the replies to a request, whose keys tell what it asks for; see the head of this file."""
    if "calls" in request:
        return answer_calls(rules, request["calls"])
    if "most" in request:
        return evaluate_partially(rules, request["function"], request["axes"], request["most"])
    if "questions" in request:
        return keep_answers(rules, request["questions"])
    if "mutant" in request:
        return try_mutant(rules, request)
    return evaluate(rules, request["function"], request["axes"])


def messages(rules: Rules, job: Iterator[Reply]) -> Iterator[Message]:
    """Yield the replies of a job as JSON; an error of the rules code or a bug becomes the last reply."""
    try:
        for header, body in job:
            text = bounded_json(header)
            yield text, body
            if gc.get_count()[0] > YOUNG_OBJECTS:  # see `serve`
                gc.collect(0)
    except RulesError as error:
        yield json.dumps({"errors": error.reports}).encode(), b""
    except MemoryError:
        raise
    except Exception as error:
        # the code of an enum or a metaclass may run even where no function is called
        in_rules_code = rules.denial or rules.innermost_place(error.__traceback__, NOWHERE) != NOWHERE
        header = {"errors": [rules.exception_report(error)]} if in_rules_code else {"bug": last_line(error)}
        yield json.dumps(header).encode(), b""


def bounded_json(header: dict[str, Any]) -> bytes:
    """Return the header as JSON, or raise RulesError if it is longer than the parent accepts."""
    text = json.dumps(header).encode()
    if len(text) <= LARGEST_HEADER:
        return text
    raise RulesError(error_report("rules-result", f"returned over {LARGEST_HEADER >> 20} MB of text", hint=MAY_RETURN))


def last_line(error: BaseException) -> str:
    """Return an error of this file with the line that raised it."""
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
