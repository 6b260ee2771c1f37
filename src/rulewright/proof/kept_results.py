"""Results of proofs, kept in the store under all that they depend on: the rules code, and what is printed.

Each result stands under the part of the rules code that its function reaches (`reached_code.py`), so an edit elsewhere
in rules.py proves nothing again. What is wrong is never kept.
"""

import io
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from rulewright.model.fingerprint import fingerprint
from rulewright.model.table import Lookup, Table
from rulewright.proof.chunks import Chunk, Program, evaluate_chunk, evaluate_late, load_functions
from rulewright.proof.reached_code import ReachedCode
from rulewright.store import Store

P = ParamSpec("P")
T = TypeVar("T")

MOST_BYTES = 2**20
"""A longer answer is asked again, which takes hardly longer than reading it."""


NO_LAYOUT = Lookup((), (), ())
PLAIN = frozenset({("fractions", "Fraction"), ("array", "array"), ("array", "_array_reconstructor")})
"""What a result may hold beside built-in values and those of this tool."""


class KeptResults:
    """Results of one rules.py."""

    def __init__(self, store: Store, source: str) -> None:
        self._store, self._source = store, source

    def get(self, kind: str, function: str, values: object, make: Callable[[], T], is_sound: Callable[[T], bool]) -> T:
        """What `make` returns for these values, now or before; `function` is what is asked, or "" for all of the code.

        A result that is not sound is not kept.
        """
        key = self.key(kind, function, values)
        found: T | None = self.find(key)
        if found is None:
            found = make()
            if is_sound(found):
                self.keep(key, found)
        return found

    def key(self, kind: str, function: str, *values: object) -> str:
        code = ReachedCode.of(self._source).digest(function) if function else self._source
        return self._store.key(kind, code, function, fingerprint(*values))

    def find(self, key: str) -> Any:
        """The result of this key; None if there is none."""
        data = self._store.find(key)
        return None if data is None else _Unpickler(io.BytesIO(data)).load()

    def keep(self, key: str, result: object) -> None:
        data = pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
        if len(data) <= MOST_BYTES:
            self._store.keep(key, data)


def as_function(table: Table) -> Table:
    """A table without its layout, which proves nothing."""
    return replace(table, layout=NO_LAYOUT)


class _Unpickler(pickle.Unpickler):
    """Reads values of this tool only, whoever has written the file."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("rulewright.") or (module, name) in PLAIN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no result of a proof")


class KeptAnswers(Executor):
    """Answers what the rules code has answered before; only the rest goes to the executor, and starts processes.

    New answers are kept once the code is known to answer the same whenever it is asked: then somebody calls `keep`.
    """

    def __init__(self, executor: Executor, kept: KeptResults) -> None:
        self._executor, self._kept = executor, kept
        self._new: dict[str, Future[Any]] = {}

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        key = self._key(fn, *args)
        found = self._kept.find(key) if key else None
        if found is not None:
            known: Future[T] = Future()
            known.set_result(found)
            return known
        future = self._executor.submit(fn, *args, **kwargs)
        if key:
            self._new[key] = future
        return future

    def keep(self) -> None:
        """Keeps the answers that came since it was called last."""
        for key, future in self._new.items():
            if future.done() and not future.cancelled() and future.exception() is None and future.result() is not None:
                self._kept.keep(key, future.result())
        self._new.clear()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait, cancel_futures=cancel_futures)

    def _key(self, fn: Callable[..., Any], *args: Any) -> str:
        match args:
            case (Chunk(function=function, axes=axes), *rest) if fn in (evaluate_chunk, evaluate_late):
                return self._kept.key(f"answers {fn.__name__}", function, axes, rest)
            case (Program(file=file),) if fn is load_functions:
                return self._kept.key("functions", "", file)
        return ""
