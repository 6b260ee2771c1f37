"""The contained process: it runs one rules.py and sends back what its functions return.

The parent (`process.py`) starts it as a script, `python -P -s -S contained/start.py`. It imports nothing of rulewright
and never learns what a table prints. A message in either direction is a frame (`FRAME`: a token and two lengths), then
a JSON header and a body of bytes. The first request brings the token and loads the rules code. Each later request calls
one function for every combination of its arguments:

    {token, source, file, megabytes, seconds}              -> {functions: [...], jail: [...]}
    {function, axes: [[parameter, [value, ...]], ...]}     -> {code, values} and a body, see `pack` (encoding.py)
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
from contextlib import contextmanager
from itertools import islice, product, starmap
from math import prod
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, BinaryIO, NamedTuple, NoReturn, cast

if typing.TYPE_CHECKING:
    from rulewright.proof.contained import encoding, fence, jail
    from rulewright.proof.contained.partial_evaluation import trace
else:  # as top-level modules, because the package rulewright is not imported here
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "contained"))
    import encoding
    import fence
    import jail
    from partial_evaluation import trace

    del sys.path[0]

ErrorReport = dict[str, Any]
"""An error of the rules code in JSON form, see `error_report`."""

Place = tuple[int, int]
"""A line and a column of rules.py, from 1; (0, 0) if the place is not known."""

Reply = encoding.Reply
"""A JSON header and a body."""

Message = tuple[bytes, bytes]
"""A reply on its way: its header as JSON, and its body."""

Axes = Sequence[tuple[str, Sequence[Any]]]
"""The parameters of a function, each with its values."""

NOWHERE: Place = (0, 0)
BATCH = 1 << 14
"""Number of results in a reply."""
COMPARED_CALLS = 200
"""Number of combinations where partial evaluation is compared with plain calls: code with state may differ."""

FRAME = struct.Struct("<16sII")
"""The token, the length of the header and the length of the body, in bytes."""

YOUNG_OBJECTS = 20_000
"""Number of new objects after which the thread of the rules code collects garbage."""

LARGEST_HEADER = 4 << 20
"""Most bytes of JSON that the parent accepts in one header."""

PARENT_FIRST = 5.0
"""Seconds by which the parent ends this process sooner than its own alarm does, if the parent still lives."""

OUT_OF_MEMORY = 77
"""Exit status of a worker with too little memory left to report it."""

MAY_RETURN = "return an int, float, bool, str, Fraction, enum member, None, or a tuple, list or set of these"


class RulesError(Exception):
    """An error of the rules code: it does not load, or a call fails."""

    def __init__(self, *reports: ErrorReport) -> None:
        self.reports = reports


def error_report(name: str, says: str, place: Place = NOWHERE, hint: str = "", call: int | None = None) -> ErrorReport:
    """Return an error in JSON form; `call` is the number of the failed call, in row-major order."""
    return {"name": name, "says": says, "line": place[0], "column": place[1], "hint": hint, "at": call}


class RulesFunction(NamedTuple):
    """A function of the rules code: its syntax, the function itself, and the types of its annotations."""

    node: ast.FunctionDef
    function: Callable[..., object]
    types: Mapping[str, object]


class Rules:
    """The rules code of one game.

    `tree` is its syntax and `functions` its public functions, both empty until `load`. `denial` reports the first
    forbidden action that it tried, or is None. For mutants, `compiled_statements` has the code of each statement, and
    `original_answers` each question (a function and its axes) with its replies.
    """

    def __init__(self, source: str, file: str) -> None:
        self.source = source.removeprefix("\ufeff")  # a byte order mark
        self.file = file
        self.lines = re.split("\r\n|\r|\n", self.source)
        self.tree = ast.Module([], [])
        self.compiled_statements: list[CodeType] = []
        self.original_answers: list[tuple[tuple[str, Axes], list[Reply]]] = []
        self.functions: dict[str, RulesFunction] = {}
        self.denial: ErrorReport | None = None

    def place_at(self, line: int | None, offset: int | None) -> Place:
        """Return the line and column, from 1, of a `line` and a byte `offset` from 0 as Python counts them."""
        if not line or line > len(self.lines):
            return NOWHERE
        return line, len(self.lines[line - 1].encode()[: offset or 0].decode(errors="ignore")) + 1

    def place_of_instruction(self, code: CodeType, instruction: int) -> Place:
        """Return the place of an instruction, given by its offset in bytes; Python counts two for each."""
        line, _, offset, _ = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
        return self.place_at(line or code.co_firstlineno, offset)

    def current_place(self) -> Place:
        """Return the place in rules.py that is running, or NOWHERE."""
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return self.place_of_instruction(frame.f_code, frame.f_lasti) if frame else NOWHERE

    def innermost_place(self, traceback: TracebackType | None, default: Place) -> Place:
        """Return the innermost place in rules.py of a traceback, or `default` if there is none."""
        place = default
        while traceback:
            if traceback.tb_frame.f_code.co_filename == self.file:
                place = self.place_of_instruction(traceback.tb_frame.f_code, traceback.tb_lasti)
            traceback = traceback.tb_next
        return place

    def deny(self, name: str, says: str, hint: str) -> NoReturn:
        """Raise PermissionError, and record the denial so that `except Exception: pass` does not hide it."""
        self.denial = self.denial or error_report(name, says, self.current_place(), hint)
        raise PermissionError(says)

    def deny_event(self, event: str, arguments: tuple[object, ...]) -> NoReturn:
        """Deny an audit event that is not harmless."""
        subject = arguments[0] if arguments else ""  # often a file name
        shown = repr(subject)[:100] if isinstance(subject, (str, bytes, int)) and subject != "" else ""
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


# Talking to the parent


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Pass each request to the thread of the rules code, and its replies, with the token, to the parent."""
    request = receive(requests)
    if request is None:
        return
    token, limit_seconds = bytes.fromhex(request.pop("token")), request["seconds"] + PARENT_FIRST
    jail.limit("RLIMIT_AS", request["megabytes"] << 20)
    gc.disable()  # else objects of the rules code might be finalized in this thread, where they could reach the token
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    answers: SimpleQueue[Message | None] = SimpleQueue()
    _thread.start_new_thread(work, (jobs, answers, (requests.fileno(), replies.fileno())))
    while request:
        alarm(limit_seconds)
        jobs.put(request)
        while message := answers.get():  # None after the last message
            replies.writelines((FRAME.pack(token, *map(len, message)), *message))
            replies.flush()
        alarm(0)
        request = receive(requests)


def work(jobs: "SimpleQueue[dict[str, Any]]", answers: "SimpleQueue[Message | None]", channel: tuple[int, int]) -> None:
    """Load the rules code and answer each request; this is the thread of the rules code."""
    try:
        request = jobs.get()
        rules = Rules(request["source"], request["file"])
        replies = load(rules, channel)
        while True:
            for message in messages(rules, replies):
                answers.put(message)
            answers.put(None)
            replies = replies_to(rules, jobs.get())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException:
        os._exit(1)


def replies_to(rules: Rules, request: dict[str, Any]) -> Iterator[Reply]:
    """Return the replies to a request, whose keys tell what it asks for; see the head of this file."""
    if "most" in request:
        return evaluate_partially(rules, request["function"], request["axes"], request["most"])
    if "questions" in request:
        return keep_answers(rules, request["questions"])
    if "mutant" in request:
        return try_mutant(rules, request)
    return evaluate(rules, request["function"], request["axes"])


def messages(rules: Rules, replies: Iterator[Reply]) -> Iterator[Message]:
    """Yield the replies to one request as JSON; an error of the rules code or a bug becomes the last reply."""
    try:
        for header, body in replies:
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


def bounded_json(header: dict[str, Any]) -> bytes:
    """Return the header as JSON, or raise RulesError if it is longer than the parent accepts."""
    text = json.dumps(header).encode()
    if len(text) <= LARGEST_HEADER:
        return text
    raise RulesError(error_report("rules-result", f"returned over {LARGEST_HEADER >> 20} MB of text", hint=MAY_RETURN))


def last_line(error: BaseException) -> str:
    """Return an error of this file with the line that raised it."""
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    place = f"{traceback.tb_lineno} of {traceback.tb_frame.f_code.co_filename}" if traceback else "unknown"
    return f"{error!r} at line {place}"


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
    descriptions = [encoding.describe(each.node, each.types, rules.lines) for each in rules.functions.values()]
    if rules.denial:
        raise RulesError(rules.denial)
    yield {"functions": descriptions, "jail": active_jail_parts}, b""


def public_functions(tree: ast.Module, namespace: Mapping[str, Any]) -> dict[str, RulesFunction]:
    """Return the functions at the top level of the module whose names do not start with "_"."""
    return {
        node.name: RulesFunction(node, namespace[node.name], annotation_types(namespace[node.name]))
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and callable(namespace.get(node.name))
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


def annotation_types(function: Callable[..., object]) -> Mapping[str, object]:
    """Return the types of the annotations; empty if one of them cannot be resolved."""
    try:
        return typing.get_type_hints(function)
    except Exception:
        return {}


# Evaluating


def evaluate(rules: Rules, name: str, axes: Axes) -> Iterator[Reply]:
    """Call a function for every combination in row-major order, and yield the results in batches.

    A batch fits the processor's cache, and the parent unpacks it while the next one runs.
    """
    node, function, types = rules.functions[name]
    columns = [encoding.arguments_from_json(types.get(parameter), values) for parameter, values in axes]
    call = reorder(function, [arg.arg for arg in encoding.positional(node)], [parameter for parameter, _ in axes])
    place = rules.place_at(node.lineno, node.col_offset)
    results = starmap(call, product(*columns))
    done, total = 0, prod(map(len, columns))
    while done < total:
        batch = next_batch(rules, results, place, done)
        ended_early = len(batch) < min(BATCH, total - done)
        if ended_early:
            raise RulesError(stop_report(rules, call, columns, done + len(batch), place))
        try:
            yield encoding.pack(batch)
        except encoding.Unsupported as error:
            says = f"returned {error.type_name}, which no table can print"
            raise RulesError(error_report("rules-result", says, place, MAY_RETURN, done + error.call)) from None
        done += len(batch)


def next_batch(rules: Rules, results: Iterator[object], place: Place, done: int) -> list[Any]:
    """Call the function for the next BATCH combinations, by taking the next `results`; `done` calls came before."""
    batch: list[Any] = []
    try:
        batch.extend(islice(results, BATCH))
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


def reorder(function: Callable[..., object], positions: list[str], names: list[str]) -> Callable[..., object]:
    """Return a function that takes its arguments in the order of `names`; the function itself if it already does.

    For `f(a, b)` and the names b, a it is `lambda a0, a1: f(b=a0, a=a1)`.
    """
    if names == positions[: len(names)]:
        return function
    inputs = ", ".join(f"a{index}" for index in range(len(names)))
    arguments = ", ".join(f"{name}=a{index}" for index, name in enumerate(names))
    reordered: Callable[..., object] = eval(f"lambda function: lambda {inputs}: function({arguments})")(function)
    return reordered


def evaluate_partially(rules: Rules, name: str, axes: Axes, limits: tuple[int, float]) -> Iterator[Reply]:
    """Yield {diagram} of all results; the diagram is None if it is not certain, or takes too long.

    `limits` are the most runs and the most seconds that it may take.
    """
    node, function, types = rules.functions[name]
    columns = [(parameter, encoding.arguments_from_json(types.get(parameter), values)) for parameter, values in axes]
    code = getattr(function, "__code__", None)
    tracing = None
    if isinstance(code, CodeType) and (code.co_filename, code.co_firstlineno) == (rules.file, node.lineno):
        # the name still stands for the function whose syntax is `node`
        namespace = vars(sys.modules["rules"])
        tracing = trace(
            node, namespace, rules.file, columns, limits, lambda value: json.dumps(encoding.json_value(value))
        )
    if rules.denial:
        raise RulesError(rules.denial)
    certain = tracing is not None and agrees_with_calls(rules, name, axes, tracing)
    yield {"diagram": tracing.to_json() if tracing is not None and certain else None}, b""


def agrees_with_calls(rules: Rules, function: str, axes: Axes, tracing: Any) -> bool:
    """Return whether plain calls give the same answers at up to COMPARED_CALLS combinations.

    If a run of the tracing failed, only that combination is called, so that its error is raised.
    """
    sizes = [len(values) for _, values in axes]
    count = prod(sizes)
    spread = [*range(0, count, count // COMPARED_CALLS + 1), count - 1]
    for call in spread if tracing.failing is None else [tracing.failing]:
        # the position of each argument's value: call 7 of 3 x 4 calls has the values at 1 and 3
        positions = [call // prod(sizes[axis + 1 :]) % size for axis, size in enumerate(sizes)]
        arguments = [(name, [values[position]]) for (name, values), position in zip(axes, positions, strict=True)]
        try:
            ((header, body),) = evaluate(rules, function, arguments)
        except RulesError as error:
            raise RulesError(*({**each, "at": call} for each in error.reports)) from None
        (number,) = array(header["code"], body)  # of `encoding.pack`: the answer, or its position in `values`
        answer = header["values"][number] if "values" in header else number
        if json.dumps(answer) != tracing.answer_at(positions):
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
    """Yield each batch of answers that differs from the original and comes later than `after` = [question, call]."""
    for question in questions:
        (name, axes), original_replies = rules.original_answers[question]
        first_call = 0
        for reply, original_reply in zip(evaluate(rules, name, axes), original_replies, strict=True):
            header, body = reply
            if reply != original_reply and [question, first_call] > list(after):
                yield {**header, "question": question, "call": first_call}, body
            first_call += len(body) // array(header["code"]).itemsize


@contextmanager
def mutated(rules: Rules, mutant: dict[str, Any]) -> Iterator[None]:
    """Alter one statement of the module inside the block.

    Only this statement runs again, unless `whole` says that other code depends on it while the module loads.
    """
    functions, module = rules.functions, sys.modules["rules"]
    (node,) = ast.parse(mutant["text"], rules.file).body
    original_namespace = dict(vars(module))
    try:
        if mutant["whole"]:
            index = mutant["statement"]
            rules.compiled_statements = rules.compiled_statements or [
                compile_statement(rules, each) for each in rules.tree.body
            ]
            parts = [
                *rules.compiled_statements[:index],
                compile_statement(rules, node),
                *rules.compiled_statements[index + 1 :],
            ]
            rules.functions = public_functions(rules.tree, run(rules, parts))
        else:
            run_code(rules, compile_statement(rules, node), vars(module))
            name = cast(ast.FunctionDef, node).name
            if name in functions:
                rules.functions = {**functions, name: functions[name]._replace(function=vars(module)[name])}
        yield
    finally:
        vars(module).update(original_namespace)
        rules.functions, sys.modules["rules"] = functions, module


def compile_statement(rules: Rules, node: ast.stmt) -> CodeType:
    """Compile one statement of the module, or a mutant of it."""
    postpones_annotations = any(
        isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in rules.tree.body
    )
    flags = __future__.annotations.compiler_flag if postpones_annotations else 0
    part: CodeType = compile(ast.Module([node], []), rules.file, "exec", flags=flags, dont_inherit=True)
    return part


if __name__ == "__main__":
    try:
        serve(*streams())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)  # without running any `__del__` of the rules code
