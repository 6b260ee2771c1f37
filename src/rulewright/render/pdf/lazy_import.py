"""Modules that others import for what they seldom need: imported when something of them is first called."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class _Later(ModuleType):
    """Stands in for a module of which only functions and classes are used, and only to call them."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*arguments: Any, **named: Any) -> Any:
            return getattr(importlib.import_module(self.__name__), name)(*arguments, **named)

        return call


@contextmanager
def put_off(*names: str) -> Iterator[None]:
    """What is imported meanwhile gets stand-ins of these modules; what is imported later gets the modules."""
    stand_ins = {name: _Later(name) for name in names if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name in stand_ins:
            del sys.modules[name]
