"""Remember the result of a function for each object it is called with, as long as the object exists.

A preview reads a game again after each edit. The parts that did not change stay the same objects (`book/reading.py`),
so what was made from them is not made again. For example:

    @once_per_value
    def page(rule: Rule, environment: Environment) -> str: ...      # runs once for each Rule object
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeVar
from weakref import ref

Value = TypeVar("Value")
Result = TypeVar("Result")
Tools = ParamSpec("Tools")


def once_per_value(work: Callable[Concatenate[Value, Tools], Result]) -> Callable[Concatenate[Value, Tools], Result]:
    """Decorate `work` so that it runs once for each object given as its first argument.

    Objects are compared by identity, because equal values may have different positions in the source. The other
    arguments are tools that do not affect the result. The result must not refer to the object, or neither would ever
    be freed.
    """
    results: dict[int, tuple[ref[Value], Result]] = {}  # by the id of the object

    def forget(number: int, dead: ref[Value]) -> None:
        """Remove the result of a freed object, unless a new object has the same id by now."""
        if number in results and results[number][0] is dead:
            del results[number]

    def remembering(value: Value, /, *tools: Tools.args, **named_tools: Tools.kwargs) -> Result:
        number = id(value)
        entry = results.get(number)
        if entry is not None and entry[0]() is value:
            return entry[1]
        result = work(value, *tools, **named_tools)
        results[number] = ref(value, lambda dead: forget(number, dead)), result
        return result

    return update_wrapper(remembering, work)
