"""Remember the results of pure functions in memory: the one way to do so.

    @memoised()
    def page(rule: Rule, language: str) -> str: ...      # runs once for each rule object and language

A preview reads a game again after each edit. What did not change stays the same object, from the parsed node to the
page, so nothing that was made from it is made again. `base.store` remembers results that are bytes on disk.

- Arguments of `BY_VALUE` types, such as texts and numbers, count as equal if they are equal, and so do tuples of them.
  All others count by identity, because equal entries may have different places in the source.
- A result goes with any of its arguments, if these allow weak references, and otherwise when `most` later ones were
  used. A result that refers to its arguments keeps them until then.
- `Findings` and a `Budget` among the arguments are not read, but written: what a call adds to them is added again.

`functools.cache` remains for constants, and its C code for functions of short texts that are called a million times.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast
from weakref import ref

from rulewright.base.findings import Findings
from rulewright.base.limits import Budget

P = ParamSpec("P")
Result = TypeVar("Result")
Kind = TypeVar("Kind", bound=type)

BY_VALUE: set[type] = {str, bytes, int, float, bool, type(None), frozenset, type}
"""The types of arguments that count as equal if their values are."""
RECORDERS = {Findings, Budget}
_memories: list[dict[Any, Any]] = []


def by_value(kind: Kind) -> Kind:
    """Decorate a hashable class whose equal values are the same to every memoised function."""
    BY_VALUE.add(kind)
    return kind


@contextmanager
def from_nothing() -> Iterator[None]:
    """Make everything from nothing inside the block, to compare it with what is remembered."""
    remembered = [dict(memory) for memory in _memories]
    for memory in _memories:
        memory.clear()
    yield
    for memory, results in zip(_memories, remembered, strict=False):
        memory.clear()
        memory.update((key, each) for key, each in results.items() if all(map(_is_alive, each.objects)))


class _Remembered(NamedTuple):
    """A result, what the call added to its recorders, and references to its other arguments."""

    result: Any
    additions: list[Any]
    objects: list[Any]


class _Reference(ref[Any]):
    """A weak reference to an argument of the call with this key."""

    __slots__ = ("key",)
    key: Any


def memoised(most: int = 1 << 16, *, weak: bool = False) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Remember the `most` results of a function used last. A `weak` memory keeps none that nothing else refers to."""

    def decorate(work: Callable[P, Result]) -> Callable[P, Result]:
        memory: dict[Any, _Remembered] = {}
        _memories.append(memory)

        def forget_key(dead: ref[Any]) -> None:
            memory.pop(dead.key, None)  # type: ignore[attr-defined]

        def reference(value: object, key: Any) -> Any:
            """Return a weak reference if the type of the value has room for one, and otherwise the value."""
            try:
                weak_reference = _Reference(value, forget_key)
            except TypeError:
                return value
            weak_reference.key = key
            return weak_reference

        def remembering(*arguments: P.args, **named: P.kwargs) -> Result:
            assert not named, "a memoised function takes its arguments by position"
            key = _key(arguments)
            remembered = memory.get(key)
            if remembered is not None:
                result = remembered.result() if weak else remembered.result
                if (result is not None or not weak) and _add_again(arguments, remembered.additions):
                    if len(memory) > most // 2:
                        memory.pop(key, None)
                        memory[key] = remembered  # at the end, as used last
                    return cast(Result, result)
            recorders: list[Any] = [each for each in arguments if type(each) in RECORDERS]
            states = [_state(each) for each in recorders]
            result = work(*arguments, **named)
            additions = [_added_since(state, each) for each, state in zip(recorders, states, strict=True)]
            lasting = reference(result, key) if weak else result
            if all(_allows(each) for each in recorders) and not (weak and lasting is result):
                objects = [reference(each, key) for each in _objects(arguments)]
                memory[key] = _Remembered(lasting, additions if any(additions) else [], objects)
                if len(memory) > most:
                    memory.pop(next(iter(memory)), None)
            return result

        return update_wrapper(remembering, work)

    return decorate


def _key(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what stands for arguments in the key of a call: their values, or the numbers of the objects."""
    return tuple(
        [
            value
            if (kind := type(value)) in BY_VALUE
            else _key(value)
            if kind is tuple
            else None
            if kind in RECORDERS
            else id(value)
            for value in values
        ]
    )


def _objects(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the arguments that count by identity."""
    for value in values:
        if type(value) is tuple:
            yield from _objects(value)
        elif type(value) not in BY_VALUE and type(value) not in RECORDERS:
            yield value


def _is_alive(reference: Any) -> bool:
    return not isinstance(reference, _Reference) or reference() is not None


def _state(recorder: Findings | Budget) -> int:
    return recorder.spent if isinstance(recorder, Budget) else len(recorder.items)


def _added_since(state: int, recorder: Findings | Budget) -> Any:
    return recorder.spent - state if isinstance(recorder, Budget) else tuple(recorder.items[state:])


def _allows(recorder: Findings | Budget, more: int = 0) -> bool:
    """Return whether a budget is not exceeded: what a call does then depends on what was spent before."""
    return not isinstance(recorder, Budget) or recorder.allows(more)


def _add_again(arguments: Iterable[Any], additions: list[Any]) -> bool:
    """Add what an earlier call added to its recorders; return False if a budget does not allow it."""
    if additions:
        pairs = [*zip((each for each in arguments if type(each) in RECORDERS), additions, strict=True)]
        if not all(_allows(recorder, more) for recorder, more in pairs if isinstance(recorder, Budget)):
            return False
        for recorder, addition in pairs:
            recorder.spend(addition) if isinstance(recorder, Budget) else recorder.extend(addition)
    return True
