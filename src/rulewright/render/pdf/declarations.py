"""The C functions that WeasyPrint declares to cffi: parsed once, and then kept in the user's cache.

cffi parses a module's declarations at every start, and their names again for every type that is asked for later,
which are a fifth of the time of a cold card. In the form it compiles them to there is nothing to parse.
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

Declared = Mapping[str, Any]
"""What cffi's backend is told: the types, functions and constants in its own compact form."""


class CompiledFFI:
    """Stands in for `cffi.FFI` where declarations are made once, and only asked from then on."""

    def cdef(self, declarations: str) -> None:
        """From here on this is the backend's own object in all but its class."""
        backend = importlib.import_module("_cffi_backend")
        compiled = backend.FFI("rulewright.declarations", **_compiled(declarations, backend.__version__))
        for name in dir(compiled):
            if not name.startswith("__"):
                setattr(self, name, getattr(compiled, name))


def _compiled(declarations: str, version: str) -> Declared:
    kept = caches() / f"declarations-{sha256(f'{version} {sys.version} {declarations}'.encode()).hexdigest()[:16]}"
    with suppress(OSError, SyntaxError, ValueError):
        return _read(kept.read_text("ascii"))
    text = _compile(declarations)
    _keep(kept, text)
    return _read(text)


def caches() -> Path:
    """The folder for what can always be made again, which desktops agree on; one that cannot be if there is no home."""
    chosen = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(chosen if os.path.isabs(chosen) else os.devnull, "rulewright")


def _compile(declarations: str) -> str:
    """The arguments for cffi's backend, as the Python literal of a mapping."""
    from cffi.api import FFI  # as `cffi.FFI` this may stand in for it
    from cffi.recompiler import make_py_source

    ffi, module = FFI(), io.StringIO()
    ffi.cdef(declarations)
    make_py_source(ffi, "declarations", module)
    call = next(node for node in ast.walk(ast.parse(module.getvalue())) if isinstance(node, ast.Call))
    return repr({keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords})


def _read(text: str) -> Declared:
    read = ast.literal_eval(text)
    if not isinstance(read, dict):
        raise ValueError(text)  # noqa: TRY004 - the file is at fault, not the caller
    return read


def _keep(path: Path, text: str) -> None:
    """Another process may be keeping the same, or nothing may be written here: then the next start parses again."""
    partial = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, "ascii")
        partial.replace(path)
