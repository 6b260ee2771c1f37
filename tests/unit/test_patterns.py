"""No pattern of the package takes more than the square of a text's length, however hostile the text is.

A backtracking search of a higher power hangs on a text that the limits allow. Each pattern meets texts made from itself:
runs of each of its signs, what it matches again and again, and all but its end.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import signal
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from re import _constants as kinds  # type: ignore[attr-defined]  # what a pattern is made of
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from types import ModuleType
from typing import Any

import pytest

import rulewright

SIGNS = 400
PACES = 5
"""The square of so many signs takes a third of so many paces at most, their cube at least twice as much."""
SEARCHES = {"finditer": "findall", "sub": "findall", "subn": "findall", "split": "findall"}
METHODS = {"search", "match", "fullmatch", "findall", *SEARCHES}
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
EXAMPLES = "a1 -.,([{*_\n\"'A=:/≤"
MISSING = "☃"
"""Ends a text, so that what matches up to there fails and is tried in every other way."""

Parsed = Iterable[tuple[Any, Any]]


@cache
def modules() -> tuple[ModuleType, ...]:
    found = pkgutil.walk_packages(rulewright.__path__, "rulewright.")
    return tuple(importlib.import_module(each.name) for each in found if not each.name.endswith("__main__"))


@cache
def patterns() -> dict[re.Pattern[str], tuple[str, frozenset[str]]]:
    """Each pattern of texts, with a place that has it and the methods that are called; all where none is seen."""
    found: dict[re.Pattern[str], tuple[str, set[str]]] = {}
    for module in modules():
        for name, pattern, method in (*_in_values(module), *_in_calls(module)):
            found.setdefault(pattern, (f"{module.__name__}: {name}", set()))[1].add(SEARCHES.get(method, method))
    unseen = {"match", "search", "fullmatch"}
    return {pattern: (where, frozenset(seen - {""} or unseen)) for pattern, (where, seen) in found.items()}


def _in_values(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str], str]]:
    for name, value in vars(module).items():
        if not name.startswith("__"):
            yield from ((name, pattern, method) for pattern, method in _held(value))


def _held(value: object) -> Iterator[tuple[re.Pattern[str], str]]:
    """The patterns in a value, or of the methods in it."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value, ""
    elif isinstance(pattern := getattr(value, "__self__", None), re.Pattern):
        yield pattern, value.__name__  # type: ignore[attr-defined]
    elif isinstance(value, (tuple, list, set, frozenset)):
        for each in value:
            yield from _held(each)
    elif isinstance(value, dict):
        yield from _held((*value, *value.values()))


def _in_calls(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str], str]]:
    """`NAME.match(…)` of a pattern that has a name, and `re.match("…", …)` of one that has none."""
    named = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
    }
    source = inspect.getsource(module)
    for node in ast.walk(ast.parse(source)) if named or re.search(r"\bre\.", source) else ():
        match node:
            case ast.Attribute(ast.Name(name), method) if method in METHODS and name in named:
                yield name, named[name], method
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str(written)), *rest], flagged):
                flags = {
                    each.attr
                    for other in (*rest, *flagged)
                    for each in ast.walk(other)
                    if isinstance(each, ast.Attribute)
                }
                known = sum(re.RegexFlag[each] for each in flags & set(re.RegexFlag.__members__))
                yield f"line {node.lineno}", re.compile(written, known), "" if method == "compile" else method


def texts(pattern: re.Pattern[str]) -> Iterator[str]:
    """Texts that make a pattern begin anew, or take a part in every way it can."""
    tree, random = parser.parse(pattern.pattern, pattern.flags), Random(0)
    signs = sorted(_signs(tree))
    yield from (_long("", sign) for sign in signs)
    yield from (_long("", one + other) for one in signs[:5] for other in signs[:5] if one != other)
    yield from (_long(before, again) for before, again in _repeats(tree, "", random))
    yield from (_long("", _example(tree, random)) for _ in range(3))


def _long(before: str, again: str) -> str:
    return (before + (again or "x") * SIGNS)[:SIGNS] + MISSING


def _repeats(tree: Parsed, before: str, random: Random) -> Iterator[tuple[str, str]]:
    """Each part that may be repeated, with what stands before it."""
    for kind, value in tree:
        if kind in REPEATS:
            yield before, _example(value[2], random)
        for inner in _inner(kind, value):
            yield from _repeats(inner, before, random)
        before += _example([(kind, value)], random)


def _inner(kind: Any, value: Any) -> Iterable[Parsed]:
    if kind in REPEATS:
        return (value[2],)
    if kind is kinds.BRANCH:
        return value[1]  # type: ignore[no-any-return]
    if kind is kinds.SUBPATTERN:
        return (value[3],)
    return (value,) if kind is kinds.ATOMIC_GROUP else ()


def _example(tree: Parsed, random: Random) -> str:
    """A short text that the pattern may match; what must stand beside it is left out."""
    text = ""
    for kind, value in tree:
        if kind in REPEATS:
            least, most, inner = value
            text += "".join(_example(inner, random) for _ in range(random.randint(least, min(most, least + 2))))
        elif inners := _inner(kind, value):
            text += _example(random.choice([*inners]), random)
        elif found := sorted(_signs([(kind, value)])):
            text += random.choice(found) if kind not in (kinds.ASSERT, kinds.ASSERT_NOT) else ""
    return text


def _signs(tree: Parsed) -> set[str]:
    """A sign for each literal, and some for each class."""
    found: set[str] = set()
    for kind, value in tree:
        if kind is kinds.LITERAL:
            found.add(chr(value))
        elif kind in (kinds.IN, kinds.ANY, kinds.NOT_LITERAL):
            found |= _of_class(kind, value)
        elif kind in (kinds.ASSERT, kinds.ASSERT_NOT):
            found |= _signs(value[1])
        for inner in _inner(kind, value):
            found |= _signs(inner)
    return found


def _of_class(kind: Any, value: Any) -> set[str]:
    if kind is not kinds.IN:
        return {sign for sign in "a1" if kind is kinds.ANY or ord(sign) != value}
    listed = {chr(each) for name, each in value if name is kinds.LITERAL}
    listed |= {chr(each[0]) for name, each in value if name is kinds.RANGE}
    of = {"DIGIT": str.isdigit, "SPACE": str.isspace, "WORD": str.isalnum}
    for name, each in value:
        if name is kinds.CATEGORY:
            word = str(each).removeprefix("CATEGORY_")
            test, wanted = of[word.removeprefix("NOT_")], not word.startswith("NOT_")
            listed |= {sign for sign in EXAMPLES if test(sign) is wanted}
    return {*EXAMPLES} - listed if value[0][0] is kinds.NEGATE else listed


class TooLongError(Exception):
    """A search has used its time."""


def _stop(*_: object) -> None:
    raise TooLongError


@cache
def pace() -> float:
    """Seconds that this machine takes for a known search: the square of 2,000 signs."""
    return min(_seconds(re.compile(r"\s*x"), " " * 2_000) for _ in range(7))


def _seconds(pattern: re.Pattern[str], text: str) -> float:
    begun = process_time()
    pattern.search(text)
    return process_time() - begun


@pytest.fixture
def clock() -> Iterator[None]:
    """Interrupts a search by the time that it takes of the processor: `re` listens for signals."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def too_slow(pattern: re.Pattern[str], methods: Iterable[str]) -> str:
    """The beginning of a text that takes too long; empty if there is none."""
    for text in dict.fromkeys(texts(pattern)):
        for method in methods:
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, PACES * pace())
                getattr(pattern, method)(text)
            except TooLongError:
                return f"{method} {text[:40]!r}"
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


@pytest.mark.long
@pytest.mark.usefixtures("clock")
def test_no_pattern_takes_more_than_the_square() -> None:
    known = patterns()
    assert len(known) > 150
    slow = {
        f"{where} {pattern.pattern!r}": text
        for pattern, (where, methods) in known.items()
        if (text := too_slow(pattern, methods))
    }
    assert slow == {}


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("written", [r"\s*(\s*x)?\s*y", r"(a+)+b", r"([\w-]+\s*)*:", r"(.*),(.*),(.*)!"])
def test_a_pattern_of_a_higher_power_is_noticed(written: str) -> None:
    assert too_slow(re.compile(written), ["search"])
