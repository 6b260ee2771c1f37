"""The part of the rules code on which a function depends: an edit of anything else leaves its digest as it is."""

import pytest

from rulewright.proof.rules_syntax import ReachedCode

CODE = '''\
from enum import Enum
from functools import cache, singledispatch

class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"

class Weapon(Enum):
    RIFLE = "rifle"

BASE = 3
BONUS = {Cover.WOOD: 2}
RANKS = sorted([2, 1])

def helper(cover):
    return BASE + BONUS.get(cover, 0)

def score(cover: "Cover", weapon: Weapon) -> int:
    """Rule 1."""
    return helper(cover)

def other(x: int) -> int:
    return x + 1

@singledispatch
def show(x): return "?"

@show.register
def _(x: int): return "number"
'''


def digest(code: str, function: str = "score") -> str:
    return ReachedCode(code).digest(function)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("BASE = 3", "BASE = 4"),
        ("Cover.WOOD: 2", "Cover.WOOD: 3"),
        ("BASE + BONUS", "BASE - BONUS"),
        ('WOOD = "wood"', 'WOOD = "forest"'),
        ('RIFLE = "rifle"', 'RIFLE = "gun"'),
        ("return helper(cover)", "return helper(cover) + 1"),
        ("import Enum", "import StrEnum as Enum"),
        ("BASE = 3", "BASE = 3\nBASE = 4"),
        ("BASE = 3", "BASE = 3\nBONUS[Cover.OPEN] = 1"),
        ("BASE = 3", "BASE = 3\nif BASE: BASE = 4"),
        ("RANKS =", "BONUS2 = helper(BONUS)\nRANKS ="),
    ],
)
def test_what_it_reaches_counts(old: str, new: str) -> None:
    assert CODE.count(old) >= 1
    assert digest(CODE.replace(old, new, 1)) != digest(CODE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + 1", "x + 2"),
        ("RANKS = sorted([2, 1])", "RANKS = sorted([3, 1])"),
        ("BASE = 3", "# three\nBASE = 3  # three"),
        ("def other", "def another(): return 1\n\ndef other"),
        ('return "number"', 'return "whole number"'),
    ],
)
def test_what_it_does_not_reach_does_not(old: str, new: str) -> None:
    assert CODE.count(old) == 1
    assert digest(CODE.replace(old, new)) == digest(CODE)


def test_a_function_registered_elsewhere_belongs_to_the_one_that_calls_it() -> None:
    assert digest(CODE.replace('"number"', '"whole number"'), "show") != digest(CODE, "show")


@pytest.mark.parametrize(
    "dynamic",
    [
        "def f(x): return getattr(x, 'name')",
        "def f():\n    global BASE\n    BASE = 4",
        "def f(): BONUS.update({})",
        "for name in (1, 2): pass",
        "from math import *",
        "BONUS[1] = 2",
    ],
)
def test_where_the_syntax_does_not_tell_the_whole_file_counts(dynamic: str) -> None:
    code = f"{CODE}\n{dynamic}\n"
    assert digest(code.replace("x + 1", "x + 2")) != digest(code)


def test_a_function_that_is_not_there_depends_on_the_whole_file() -> None:
    assert digest(CODE, "missing") != digest(CODE.replace("x + 1", "x + 2"), "missing")
