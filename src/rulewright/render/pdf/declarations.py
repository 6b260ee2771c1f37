"""The C functions that WeasyPrint declares to cffi: parsed once, and kept compiled with the tool.

At every start cffi would parse the declarations, parse their names again for each type, and search for libraries with
compilers: a fifth of the time of a cold card. The compiled form needs none of this.

That form is private to cffi. Where its version, its parts or its names are not as expected, plain cffi does the work.
"""

import ast
import importlib
import io
import sys
from collections.abc import Mapping
from typing import Any

import cffi

from rulewright.installation import own_folder
from rulewright.store import Store

FFI = cffi.FFI
"""Plain cffi, also while `cffi.FFI` is the class below."""
VERSION = "2."
PARTS = {
    "_version": int,
    "_types": bytes,
    "_globals": tuple,
    "_struct_unions": tuple,
    "_enums": tuple,
    "_typenames": tuple,
}
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
    store = Store(own_folder())
    key = store.key("declarations of C", cffi.__version__, sys.version, declarations)
    try:
        kept = store.find(key)
        parts = _compile(declarations) if kept is None else ast.literal_eval(kept.decode("ascii"))
        backend = importlib.import_module("_cffi_backend")
        if not cffi.__version__.startswith(VERSION) or not all(isinstance(parts[name], PARTS[name]) for name in parts):
            return None
        compiled = backend.FFI("rulewright.declarations", **parts)
    except Exception:
        return None
    if not set(dir(compiled)) >= NEEDED:
        return None
    if kept is None:
        store.keep(key, repr(parts).encode("ascii"))
    return compiled


def _compile(declarations: str) -> Mapping[str, Any]:
    """The arguments of the backend's own class."""
    from cffi.recompiler import make_py_source

    ffi, module = FFI(), io.StringIO()
    ffi.cdef(declarations)
    make_py_source(ffi, "declarations", module)
    call = next(node for node in ast.walk(ast.parse(module.getvalue())) if isinstance(node, ast.Call))
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
