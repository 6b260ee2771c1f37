"""The fence: Python itself refuses the rules code everything but to compute.

It has three parts. `all_violations` checks the source before it runs: imports, names and attributes that lead to the
interpreter. Attribute names must stand in the source, so code may not build them while it runs. `close` then installs
an audit hook that denies every event that is not harmless. And `hide_modules` takes from the modules that rules code
can import every reference to other modules. For example, `(1).__class__.__base__.__subclasses__()` is refused in the
source, and `open("x")` while the code runs.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import ModuleType

PURE = frozenset(
    {"__future__", "abc", "bisect", "cmath", "collections", "collections.abc", "dataclasses", "decimal", "enum"}
    | {"fractions", "functools", "heapq", "itertools", "math", "numbers", "operator", "statistics", "string"}
    | {"typing"}
)
"""Modules that only compute; rules code may import no others."""

REMOVED_BUILTINS = frozenset(
    {"__import__", "breakpoint", "compile", "eval", "exec", "exit", "globals", "help", "input", "locals", "open"}
    | {"quit", "vars"}
)
"""Built-in names that rules code cannot use."""

BACK_DOORS = frozenset(
    {"__builtins__", "__closure__", "__code__", "__globals__", "__loader__", "__spec__", "__subclasses__"}
    | {"__dict__", "__self__", "__getattribute__", "__reduce__", "__reduce_ex__", "__annotations__", "__bases__"}
    | {"ag_code", "cr_code", "f_code", "gi_code", "ag_frame", "cr_frame", "gi_frame", "tb_frame", "tb_next"}
    | {"f_back", "f_builtins", "f_globals", "f_locals", "sys", "_sys", "os", "_os"}
    | {"ForwardRef", "Formatter", "update_wrapper"}
)
"""Attributes that lead from plain values to the interpreter, and functions that read attributes by any name."""

SETTERS = frozenset({"__setattr__", "__delattr__"})
ATTRIBUTE_CALLS = frozenset({"getattr", "setattr", "delattr", "hasattr", "attrgetter", "methodcaller"}) | SETTERS
"""Functions that take the name of an attribute as text."""

FORMATS = frozenset({"format", "format_map"})
"""Methods of strings that read the attributes named in the string."""

FIELD_ATTRIBUTE = re.compile(r"[.\[](\w+)")
"""An attribute or an entry that `str.format` reads, as in `{0.__globals__}` or `{0:{1.__globals__}}`."""

HIDDEN_MODULES = frozenset(
    {"__main__", "os", "posix", "nt", "gc", "ctypes", "_ctypes", "_thread"}
    | {"fence", "jail", "encoding", "partial_evaluation"}
)
"""Modules that rules code cannot import but could find in sys.modules; the worker keeps its own references."""

HARMLESS = frozenset(
    {"array.__new__", "builtins.id", "compile", "exec", "object.__delattr__", "object.__getattr__"}
    | {"object.__setattr__", "sys._getframe", "sys.unraisablehook"}
)
"""Audit events of dataclasses, named tuples, enums, typing and the worker, collected by experiment."""

ONLY_COMPUTES = "rules code only computes from its arguments: it may read no file and run no program"
MAY_IMPORT = f"rules code may import only {', '.join(sorted(PURE))}"
READ_IN_SOURCE = "write the name of the attribute itself, so that the check of the source can read it"
USE_F_STRING = 'write an f-string such as f"{score} hits", whose parts the check of the source can read'

Violation = tuple[str, str, str]
"""A forbidden piece of code: the name of the finding, what the code does, and a hint."""


def all_violations(tree: ast.Module) -> Iterator[tuple[ast.AST, Violation]]:
    """Yield every violation that the source shows, with its node."""
    return violations_in(tree, set(bound_names(tree)))


def violations_in(tree: ast.AST, bound: set[str]) -> Iterator[tuple[ast.AST, Violation]]:
    """Yield the violations of a part of the source; `bound` are the names that the code itself defines."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        yield from ((node, violation) for violation in (*violations(node, bound), *detours(node, called)))
        for expression in text_types(node):
            yield from ((node, violation) for _, violation in violations_in(expression, bound))


def violations(node: ast.AST, bound: set[str]) -> Iterator[Violation]:
    """Yield the imports, names and attributes of one node that lead to the interpreter.

    `bound` are the names that the code itself defines.
    """
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
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in ATTRIBUTE_CALLS:
            texts = [each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if doors := BACK_DOORS.intersection(part for text in texts for part in text.split(".")):
                yield "rules-forbidden", f"may not use .{min(doors)}", ONLY_COMPUTES
        case ast.Constant(value=str(text)) if doors := BACK_DOORS.intersection(fields(text)):
            yield "rules-forbidden", f"may not use .{min(doors)}", ONLY_COMPUTES
        case ast.Name(id=name) if name in REMOVED_BUILTINS | BACK_DOORS and (name not in bound or name[:2] == "__"):
            yield "rules-forbidden", f"may not use {name}{'()' * (name in REMOVED_BUILTINS)}", ONLY_COMPUTES


def detours(node: ast.AST, called: set[int]) -> Iterator[Violation]:
    """Yield uses of an attribute whose name is built while the code runs, such as `getattr(x, "__di" + "ct__")`.

    `called` has the `id` of each node that is called.
    """
    match node:
        case ast.ImportFrom(names=aliases):
            for alias in aliases:
                if alias.asname and alias.name in ATTRIBUTE_CALLS:
                    yield "rules-forbidden", f"gives {alias.name} another name", READ_IN_SOURCE
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in ATTRIBUTE_CALLS:
            if not all(isinstance(each, ast.Constant) for each in attribute_names(name, arguments)):
                yield "rules-forbidden", f"uses {name}() with a name that it makes while it runs", READ_IN_SOURCE
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()) if (
            name in ATTRIBUTE_CALLS and id(node) not in called
        ):
            yield "rules-forbidden", f"passes {name} on, which takes the names of attributes", READ_IN_SOURCE
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in FORMATS:
            if id(node) not in called or not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                yield "rules-forbidden", f"uses .{name} of a text that it makes while it runs", USE_F_STRING
        case ast.Name(id="__match_args__", ctx=ast.Store()):
            yield "rules-forbidden", "may not use __match_args__", READ_IN_SOURCE
        case ast.Call(func=ast.Name(id="wraps") | ast.Attribute(attr="wraps"), args=arguments, keywords=more) if (
            len(arguments) > 1 or more
        ):
            yield "rules-forbidden", "uses wraps() with names of attributes", READ_IN_SOURCE


def attribute_names(call: str, arguments: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """Return the arguments of a call that name attributes."""
    if call == "attrgetter" or any(isinstance(each, ast.Starred) for each in arguments):
        return arguments
    # the second argument of `getattr(x, name)`; for a method from the end, as in `x.__setattr__(name, value)`
    first = {"methodcaller": 0, "__setattr__": len(arguments) - 2, "__delattr__": len(arguments) - 1}.get(call, 1)
    return arguments[first : first + 1]


def text_types(node: ast.AST) -> Iterator[ast.Expression]:
    """Yield the expressions that a type holds as text, which typing would evaluate: `x: "Light | None"`.

    A type is an annotation, or what stands in the brackets of another: `list["Light"]`. Only expressions that call
    something or read an attribute are yielded; the others are the names of types, or words such as `Literal["open"]`.
    """
    types = [getattr(node, name, None) for name in ("annotation", "returns", "slice")]
    constants = (part for type_ in types if isinstance(type_, ast.AST) for part in ast.walk(type_))
    for text in (each.value for each in constants if isinstance(each, ast.Constant) and isinstance(each.value, str)):
        with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
            expression = ast.parse(f"(\n{text}\n)", mode="eval")
            if any(isinstance(part, ast.Call | ast.Attribute) for part in ast.walk(expression)):
                yield expression


def fields(text: str) -> Iterator[str]:
    """Return the attributes that `str.format` would read for this text."""
    yield from FIELD_ATTRIBUTE.findall(text) if "{" in text else ()


def bound_names(tree: ast.Module) -> Iterator[str]:
    """Yield names that the code itself defines: a parameter called `input` is allowed."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


HOOK = """
def hook(event, arguments):
    if event not in {harmless}:
        deny(event, arguments)
        raise PermissionError(event)
    if event == "object.__getattr__" and arguments[1] != "f_code" and getframe(1).f_code.co_filename in {files}:
        deny(event, arguments)
        raise PermissionError(event)
"""
"""Source of the audit hook.

Its sets are constants of its code, and no name leads to the function, so nothing can change it. Reading `f_code` is an
event too, hence the exception.
"""


def close(deny: Callable[[str, tuple[object, ...]], None], file: str) -> None:
    """From now on refuse to open, start or import anything; `file` is the name of the rules code."""
    harmless = "{" + ", ".join(map(repr, sorted(HARMLESS))) + "}"
    scope = {"deny": deny, "getframe": sys._getframe, "PermissionError": PermissionError, "__builtins__": {}}
    exec(HOOK.format(harmless=harmless, files={file, "<string>"}), scope)
    hide_modules()
    sys.addaudithook(scope.pop("hook"))  # type: ignore[arg-type]


def hide_modules() -> None:
    """Remove from sys.modules everything that leads to the interpreter."""
    for name in [name for name in sys.modules if name.partition(".")[0] in HIDDEN_MODULES]:
        del sys.modules[name]
    for name in PURE & sys.modules.keys():
        sys.modules[name] = without_modules(sys.modules[name])
    for name in PURE & sys.modules.keys():
        package, _, inner = name.rpartition(".")
        if package:
            setattr(sys.modules[package], inner, sys.modules[name])


def without_modules(module: ModuleType) -> ModuleType:
    """Copy a module without the modules in it: `dataclasses.inspect` would lead to everything."""
    copy = ModuleType(module.__name__)
    values = {name: value for name, value in vars(module).items() if not isinstance(value, ModuleType)}
    vars(copy).update(
        {name: value for name, value in values.items() if name not in {"__builtins__", "__loader__", "__spec__"}}
    )
    return copy
