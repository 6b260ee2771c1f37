"""Importing a module without what it seldom needs: stand-ins import the rest when something of it is first called."""

import importlib
import sys
from collections.abc import Collection, Mapping
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """For a module of which only functions and classes are used, and only to call them.

    While `expected` is set, the importing module may take these names only: another might be a base class.
    """

    expected: Collection[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or (self.expected is not None and name not in self.expected):
            raise AttributeError(name)

        def call(*arguments: Any, **named: Any) -> Any:
            return getattr(importlib.import_module(self.__name__), name)(*arguments, **named)

        return call


def import_lazily(name: str, version: str, stand_ins: Mapping[str, Collection[str]]) -> None:
    """Imports a package, with stand-ins for the modules of which it takes these names.

    Where the version begins otherwise, or anything else is not as expected, no trace of the attempt is left: the next
    import of the package is a plain one.
    """
    if name in sys.modules:
        return
    modules = {each: _StandIn(each) for each in stand_ins if each not in sys.modules}
    sys.modules.update(modules)
    for each, module in modules.items():
        module.expected = stand_ins[each]
    try:
        package = importlib.import_module(name)
        as_expected = package.__version__.startswith(version)
    except Exception:  # an import fails in as many ways as a module is written
        as_expected = False
    for each, module in modules.items():
        module.expected = None
        del sys.modules[each]
    if not as_expected:
        for each in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            del sys.modules[each]
