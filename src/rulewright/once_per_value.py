"""Remember the result of a function for a value of a game, as long as the value exists.

A preview reads a game again after each edit; parts that did not change stay the same objects (`decode/games.py`), so
what was made from them need not be made again.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeVar
from weakref import ref

Value = TypeVar("Value")
T = TypeVar("T")
Tools = ParamSpec("Tools")


def once_per_value(work: Callable[Concatenate[Value, Tools], T]) -> Callable[Concatenate[Value, Tools], T]:
    """Keeps the result with the object itself, for values that are equal may have other places.

    The result follows from the value alone: other arguments are tools, which change nothing of it. It must not hold
    the value: else neither would ever go.
    """
    results: dict[int, tuple[ref[Value], T]] = {}

    def kept(value: Value, /, *tools: Tools.args, **others: Tools.kwargs) -> T:
        number = id(value)
        known = results.get(number)
        if known is not None and known[0]() is value:
            return known[1]
        result = work(value, *tools, **others)
        results[number] = ref(value, lambda gone: _forget(results, number, gone)), result
        return result

    return update_wrapper(kept, work)


def _forget(results: "dict[int, tuple[ref[Value], T]]", number: int, gone: "ref[Value]") -> None:
    """Another value may have the number already."""
    if (known := results.get(number)) is not None and known[0] is gone:
        del results[number]
