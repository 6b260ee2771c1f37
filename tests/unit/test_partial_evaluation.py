"""Partial evaluation answers for every combination what plain calls answer, and fails where they first fail."""

import ast
import json
import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.proof.contained.encoding import json_value
from rulewright.proof.contained.partial_evaluation import Tracing, trace
from rulewright.proof.process import RulesProcess
from rulewright.proof.replies import Axes, Diagram, RulesError, Value

PRELUDE = """
from enum import Enum
from fractions import Fraction

class Site(Enum):
    TOWN = "town"
    WOOD = "wood"
    OPEN = "open"

x = 40
THREE = [1, 2, 3]
def helper(one, other=2):
    return one + other if one else other
def within(bound, number):
    return max(-bound, min(bound, number))
"""
COLUMNS: dict[str, list[Any]] = {"a": [-2, -1, 0, 1, 3], "b": [False, True], "c": [0, 1, 2], "d": [False, True]}


def namespace() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "rules"}
    exec(PRELUDE, names)
    return names


def text(value: object) -> str:
    return json.dumps(json_value(value))


def outcome(function: Any, arguments: tuple[object, ...]) -> str | None:
    """The answer as text; None where there is none that a table could print."""
    try:
        return text(function(*arguments))
    except (Exception, RecursionError):
        return None


def answers(tracing: Tracing, columns: dict[str, list[Any]]) -> Iterator[str | None]:
    """The answer of the diagram for every combination, in row-major order."""
    for positions in product(*(range(len(values)) for values in columns.values())):
        at = tracing.root
        while at >= 0:
            level, children = tracing.nodes[at]
            at = children[positions[tracing.axes[level]]]
        yield tracing.answers[-1 - at]


def traced(source: str, columns: dict[str, list[Any]], most_runs: int = 100_000) -> tuple[Tracing | None, Any]:
    names = namespace()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `1 is 1` is as good a case as any
        exec(source, names)
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return trace(function, names, "rules.py", list(columns.items()), (most_runs, 60.0), text), names[function.name]


def assert_same(source: str, columns: dict[str, list[Any]] = COLUMNS) -> Tracing | None:
    tracing, function = traced(source, columns)
    if tracing is None:
        return None
    plain = [outcome(function, arguments) for arguments in product(*columns.values())]
    assert tracing.failing == (plain.index(None) if None in plain else None), source
    for answer, expected in zip(answers(tracing, columns), plain, strict=True):
        assert expected is None or answer == expected, source
    return tracing


NAMES = st.sampled_from(["a", "b", "c", "d", "x", "y", "z"])
ATOMS = NAMES | st.sampled_from(["0", "1", "2", "-1", "True", "None", "1.5", "Fraction(1, 2)", "Site.TOWN", "''"])


def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    three = st.tuples(inner, inner, inner)
    return st.one_of(
        st.tuples(two, st.sampled_from(["+", "-", "*", "<", ">=", "==", "is", "and", "or", "//"])).map(
            lambda each: f"({each[0][0]} {each[1]} {each[0][1]})"
        ),
        st.tuples(three, st.sampled_from(["+", "-", "and", "or"])).map(
            lambda each: f"{each[0][0]} {each[1]} {each[0][1]} {each[1]} {each[0][2]}"
        ),
        three.map(lambda each: f"({each[0]} if {each[1]} else {each[2]})"),
        inner.map(lambda each: f"(not {each})"),
        two.map(lambda each: f"helper({each[0]}, {each[1]})"),
        two.map(lambda each: f"within({each[0]}, {each[1]})"),
        two.map(lambda each: f"({each[0]}, {each[1]})"),
        inner.map(lambda each: f"THREE[{each}]"),
        two.map(lambda each: f"sum([{each[0]}, {each[1]}])"),
        two.map(lambda each: f"(lambda q: q + {each[0]})({each[1]})"),
        two.map(lambda each: f"[{each[0]} for q in range(2) if {each[1]}]"),
        two.map(lambda each: f"{{0: {each[0]}, 1: {each[1]}}}.get(c)"),
    )


EXPRESSIONS = st.recursive(ATOMS, combined, max_leaves=6)


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def compound(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    body = st.lists(inner, min_size=1, max_size=3).map(
        lambda parts: indented([line for part in parts for line in part])
    )
    return st.one_of(
        st.tuples(EXPRESSIONS, body).map(lambda each: [f"if {each[0]}:", *each[1]]),
        st.tuples(EXPRESSIONS, body, body).map(lambda each: [f"if {each[0]}:", *each[1], "else:", *each[2]]),
        body.map(lambda each: ["for z in range(2):", *each]),
        st.tuples(body, body).map(lambda each: ["try:", *each[0], "except Exception:", *each[1]]),
        st.tuples(NAMES, EXPRESSIONS, body).map(
            lambda each: [
                f"match {each[0]}:",
                "    case 1:",
                *indented(each[2]),
                "    case z:",
                f"        y = {each[1]}",
            ]
        ),
        st.tuples(st.sampled_from(["x", "y"]), EXPRESSIONS).map(
            lambda each: ["def inner():", f"    return {each[1]}", f"{each[0]} = inner()"]
        ),
    )


LOCALS = st.sampled_from(["x", "y", "z"])
SIMPLE = st.one_of(
    st.tuples(st.sampled_from([*["x", "y", "z"] * 4, "a"]), EXPRESSIONS).map(lambda each: [f"{each[0]} = {each[1]}"]),
    st.tuples(LOCALS, EXPRESSIONS).map(lambda each: [f"{each[0]} += {each[1]}"]),
    st.tuples(LOCALS, LOCALS, EXPRESSIONS).map(lambda each: [f"{each[0]}, {each[1]} = {each[2]}, 1"]),
    EXPRESSIONS.map(lambda each: [f"return {each}"]),
    EXPRESSIONS.map(lambda each: [f"if {each}: return 7"]),
    EXPRESSIONS.map(lambda each: [f"if {each}: raise ValueError"]),
    EXPRESSIONS.map(lambda each: ["y = []", f"y.append({each})", "z = y", "z.append(1)"]),
    LOCALS.map(lambda each: [f"del {each}"]),
)
STATEMENTS = st.recursive(SIMPLE, compound, max_leaves=4)
FUNCTIONS = st.tuples(st.lists(STATEMENTS, min_size=1, max_size=6), EXPRESSIONS).map(
    lambda each: "\n".join(
        [
            "def rule(a, b, c, d):",
            *indented(["x = 1", *(line for part in each[0] for line in part), f"return {each[1]}"]),
        ]
    )
)


@given(FUNCTIONS)
def test_random_functions_answer_as_plain_calls_do(source: str) -> None:
    assert_same(source)


SUM = """
def total(a, b, c, d):
    drm = a + 2 * b - c
    if d and b:
        drm -= 3
    return within(4, drm)
"""


def test_separate_modifiers_are_tried_apart() -> None:
    columns: dict[str, list[Any]] = {f"p{number}": list(range(-9, 10)) for number in range(8)}
    source = f"def total({', '.join(columns)}):\n    return within(4, {' + '.join(columns)})"
    tracing, _ = traced(source, columns, most_runs=20_000)
    assert tracing is not None, "19 to the power of 8, some seventeen thousand million combinations"
    assert len(tracing.answers) == 9


def test_a_parameter_that_is_never_read_makes_no_branch() -> None:
    tracing = assert_same("def rule(a, b, c, d):\n    return c + 1")
    assert tracing is not None
    assert [list(COLUMNS)[axis] for axis in tracing.axes] == ["c"]


@pytest.mark.parametrize(
    "source",
    [
        SUM,
        "def rule(a, b, c, d):\n    return b and a > 0 or d",
        "def rule(a, b, c, d):\n    if a > 2:\n        return 1\n    first = within(1, a)\n    return first + c",
        "def rule(a, b, c, d):\n    return sum(each for each in (a, b, c) if each)",
        "def rule(a, b, c, d):\n    def inner():\n        return a\n    return inner() + c",
        "def rule(a, b, c, d):\n    best = [a]\n    best.append(c)\n    return max(best)",
        "def rule(a, b, c, d):\n    return 1 // a",
        "def rule(a, b, c, d):\n    y = x\n    x = 1\n    return y",
        "def rule(a, b, c, d):\n    if b:\n        y = 1\n    return y",
        "def rule(a, b, c, d):\n    return object() if a else 0.0 * a",
        "def rule(a, b, c, d):\n    return b if a else int(b)",
    ],
)
def test_these_forms_are_understood(source: str) -> None:
    assert assert_same(source) is not None


@pytest.mark.parametrize(
    "source",
    [
        "def rule(a, b, c, d):\n    a = 1\n    return a",
        "def rule(a, b, c, d):\n    return [a for a in range(c)][0]",
        "def rule(a, b, c, d):\n    return (lambda a: a)(c)",
        "def rule(a, b, c, d):\n    global x\n    x = 1\n    return a",
        "def rule(a, b, c, *d):\n    return a",
        "def rule(a, b, c, d):\n    yield a",
        "@staticmethod\ndef rule(a, b, c, d):\n    return a",
    ],
)
def test_these_are_left_to_plain_calls(source: str) -> None:
    assert traced(source, COLUMNS)[0] is None


def test_it_gives_up_where_nothing_is_saved() -> None:
    columns: dict[str, list[Any]] = {"a": list(range(40)), "b": list(range(40))}
    assert traced("def rule(a, b):\n    return a * b", columns, most_runs=80)[0] is None


# In the contained process


def results(diagram: Diagram) -> Iterator[Value]:
    """The result for every combination, in row-major order."""
    for positions in product(*map(range, diagram.sizes)):
        at = diagram.root
        while at >= 0:
            level, children = diagram.nodes[at]
            at = children[positions[diagram.axis_order[level]]]
        yield diagram.answers[-1 - at]


AXES: Axes = [("a", list(range(30))), ("b", [False, True]), ("site", ["town", "wood"])]
CODE = """\
from enum import Enum

class Site(Enum):
    TOWN = "town"
    WOOD = "wood"

asked = []

def fine(a: int, b: bool, site: Site) -> int:
    return a + 2 * b if site is Site.TOWN else a

def raises(a: int, b: bool, site: Site) -> int:
    if site is Site.WOOD and a > 7:
        raise ValueError(f"no wood at {a}")
    return a

def returns_object(a: int, b: bool, site: Site) -> object:
    return object() if b and a >= 3 else a

def counts(a: int, b: bool, site: Site) -> int:
    asked.append(a)
    return len(asked)

def other(a: int, b: bool, site: Site) -> int:
    return 2

def replaced(a: int, b: bool, site: Site) -> int:
    return 1

replaced = other
"""


@pytest.fixture(scope="module")
def process() -> Iterator[RulesProcess]:
    with RulesProcess(CODE) as rules:
        yield rules


def test_a_diagram_has_the_results_of_plain_calls(process: RulesProcess) -> None:
    diagram = process.evaluate_partially("fine", AXES, 200)
    assert diagram is not None
    assert list(results(diagram)) == list(process.evaluate("fine", AXES))


@pytest.mark.parametrize("function", ["raises", "returns_object"])
def test_an_error_is_that_of_the_first_plain_call_that_fails(process: RulesProcess, function: str) -> None:
    with pytest.raises(RulesError) as plain:
        process.evaluate(function, AXES)
    with pytest.raises(RulesError) as partial:
        process.evaluate_partially(function, AXES, 1000)
    assert partial.value.reports == plain.value.reports
    assert partial.value.reports[0].arguments


@pytest.mark.parametrize("function", ["counts", "replaced"])
def test_what_answers_otherwise_when_asked_again_is_left_to_plain_calls(process: RulesProcess, function: str) -> None:
    assert process.evaluate_partially(function, AXES, 1000) is None


def test_what_needs_too_many_runs_is_left_to_plain_calls(process: RulesProcess) -> None:
    assert process.evaluate_partially("fine", AXES, 10) is None
    assert process.evaluate_partially("fine", AXES, 200) is not None


@pytest.mark.parametrize(
    "state",
    [
        "LAST = [0, 0]\ndef keep(at, value):\n    LAST[at] = value\n    return value\n",
        "LAST = {}\ndef keep(at, value):\n    LAST[at] = value\n    return value\n",
        "def keep(at, value):\n    keep.last = value\n    return value\n",
        "LAST = 0\ndef keep(at, value):\n    global LAST\n    LAST = value\n    return value\n",
        "class Last:\n    value = 0\ndef keep(at, value):\n    Last.value = value\n    return value\n",
    ],
)
def test_code_that_keeps_state_is_not_taken_apart(state: str) -> None:
    """A segment runs once for equal arguments, so it cannot tell what an earlier call has left."""
    names = namespace()
    source = "def rule(a, b, c, d):\n    return keep(0, a) + keep(1, c)\n"
    exec(state + source, names)
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    assert trace(function, names, "rules.py", list(COLUMNS.items()), (100_000, 60.0), text) is None
