"""The C functions that WeasyPrint declares to cffi: parsed once, and kept compiled in the user's cache.

At every start cffi would parse the declarations, parse their names again for each type, and search for libraries with
compilers: a fifth of the time of a cold card. The compiled form needs none of this.

That form is private to cffi. Where its version, its parts or its names are not as expected, plain cffi does the work.
"""

import ast
import importlib
import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import cffi

FFI = cffi.FFI
"""Plain cffi, also while `cffi.FFI` is the class below."""
VERSION = "2."
PARTS = {
    "_version": int, "_types": bytes, "_globals": tuple, "_struct_unions": tuple, "_enums": tuple, "_typenames": tuple,
}  # fmt: skip
"""The parts of the compiled form; those that declarations do not need are left out."""
NEEDED = {"NULL", "RTLD_NOW", "cast", "dlopen", "gc", "new", "release", "string", "unpack"}
"""What WeasyPrint asks of the object."""


class CompiledFFI:
    """Stands in for `cffi.FFI` where all declarations are made at once, and are only used from then on."""

    def cdef(self, declarations: str) -> None:
        """Turns this into the backend's own object in all but its class, or into a plain one."""
        if vars(self):
            raise TypeError("declared before")
        compiled = _compiled(declarations)
        if compiled is None:
            self.__class__ = FFI
            self.__init__()  # type: ignore[misc]
            self.cdef(declarations)
        for name in [] if compiled is None else dir(compiled):
            if not name.startswith("__"):
                setattr(self, name, getattr(compiled, name))


def _compiled(declarations: str) -> Any:
    """None where anything is not as expected, and so where it fails in a way of its own."""
    version = f"{cffi.__version__} {sys.version} {declarations}"
    path = caches() / f"declarations-{sha256(version.encode()).hexdigest()[:16]}"
    try:
        kept = _kept(path)
        parts = kept or _compile(declarations)
        backend = importlib.import_module("_cffi_backend")
        if not cffi.__version__.startswith(VERSION) or not all(isinstance(parts[name], PARTS[name]) for name in parts):
            return None
        compiled = backend.FFI("rulewright.declarations", **parts)
    except Exception:
        return None
    if not set(dir(compiled)) >= NEEDED:
        return None
    if not kept:
        _keep(path, repr(parts))
    return compiled


def caches() -> Path:
    """The folder that desktops agree on for what can always be made again; without a home, one that cannot exist."""
    chosen = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(chosen if os.path.isabs(chosen) else os.devnull, "rulewright")


def _compile(declarations: str) -> Mapping[str, Any]:
    """The arguments of the backend's own class."""
    from cffi.recompiler import make_py_source

    ffi, module = FFI(), io.StringIO()
    ffi.cdef(declarations)
    make_py_source(ffi, "declarations", module)
    call = next(node for node in ast.walk(ast.parse(module.getvalue())) if isinstance(node, ast.Call))
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}


def _kept(path: Path) -> Mapping[str, Any]:
    """What `_keep` wrote; nothing where the file is missing or damaged: the backend would take any numbers."""
    with suppress(OSError, ValueError):
        check, text = path.read_text("ascii").split("\n", 1)
        if check == sha256(text.encode()).hexdigest():
            parts: Mapping[str, Any] = ast.literal_eval(text)
            return parts
    return {}


def _keep(path: Path, text: str) -> None:
    """Does nothing where nothing may be written: then the next start parses again."""
    partial = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(f"{sha256(text.encode()).hexdigest()}\n{text}", "ascii")
        partial.replace(path)
