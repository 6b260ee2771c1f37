"""Rules code that does not answer as it should: odd answers, exceptions, odd types, endless work, attempts to get out."""

from random import Random

from tests.conftest import SMALL_RULES
from tests.fuzz.attempts import Attempt
from tests.fuzz.mutation import altered_bytes

EXCEPTIONS = (
    "StopIteration",
    "StopAsyncIteration",
    "GeneratorExit",
    "KeyboardInterrupt",
    "SystemExit",
    "SystemExit(0)",
    "SystemExit('x')",
    "BaseException",
    "RecursionError",
    "MemoryError",
    "AssertionError",
    "NotImplementedError",
    "UnicodeDecodeError('a', b'b', 0, 1, 'c')",
    "OSError(28, 'x')",
    "EOFError",
    "BrokenPipeError",
    "TimeoutError",
    "SyntaxError('x')",
    "ExceptionGroup('a', [ValueError('b')])",
    "ValueError('\\ud800')",
    "ValueError('\\x1b[2J')",
    "ValueError('\\n::error::x')",
    "ValueError('x' * 10**6)",
    "ValueError(*range(1000))",
    "Odd()",
    "KeyError(Odd)",
)
ANSWERS = (
    "None",
    "True",
    "3.0",
    "float('nan')",
    "float('inf')",
    "3 + 0j",
    "'3'",
    "''",
    "'\\ud800'",
    "'\\x1b[2J'",
    "'\\u202e3'",
    "'x' * 10**7",
    "10**5000",
    "-10**5000",
    "10**10**6",
    "b'3'",
    "[3]",
    "(3,)",
    "{3}",
    "{'a': 3}",
    "frozenset()",
    "frozenset([frozenset()])",
    "object()",
    "type",
    "score",
    "lambda: 3",
    "iter([3])",
    "(x for x in [3])",
    "range(10**9)",
    "Cover.OPEN",
    "Weapon",
    "...",
    "NotImplemented",
    "Number(3)",
    "Text('3')",
    "Same()",
    "Liar()",
    "[[[[[[[[3]]]]]]]]",
    "deep()",
    "round(3)",
    "1 / 0",
    "3 if cover else 4",
    "open('/etc/passwd')",
    "__import__('os').getpid()",
    "eval('3')",
    "exec('x = 3')",
    "().__class__.__base__.__subclasses__()",
    "getattr(score, '__globals__')",
    "score.__code__",
    "globals()",
    "vars()",
    "print('x')",
    "input()",
)
WORK = (
    "while True: pass",
    "score(cover, weapon)",
    "x = 'x' * 10**10",
    "x = [0] * 10**10",
    "x = 10 ** 10 ** 9",
    "x = list(range(10**9))",
    "global n; n = globals().get('n', 0) + 1",
    "x = {}; x[x] = x",
    "del cover",
    "import os",
    "import socket",
    "import ctypes; ctypes.string_at(0)",
    "print('{\"forged\": 1}')",
    "print('\\n' * 1000)",
    "import sys; sys.stdout.write('x' * 10**6)",
    "import sys; sys.exit(0)",
    "import time; time.sleep(99)",
    "import random; x = random.random()",
    "assert cover is Weapon.RIFLE",
    "for x in cover: pass",
    "cover.value = 3",
    "Cover.OPEN = 3",
    "yield 3",
    "await x",
    "try:\\n        raise ValueError\\n    finally:\\n        return 3",
    "import threading; threading.Thread(target=print).start()",
    "breakpoint()",
)
HEADS = (
    "",
    "",
    "",
    "",
    "from __future__ import annotations",
    "import os",
    "import yaml",
    "import nothing",
    "from math import *",
    "1 / 0",
    "raise StopIteration",
    "raise SystemExit(0)",
    "while True: pass",
    "x = 'x' * 10**10",
    "def score(): pass",
    "score = 3",
    "print('x')",
    "__builtins__ = {}",
    "del Enum",
    "(" * 300,
    "x = " + "-" * 5000 + "1",
    "\0",
    "# -*- coding: latin-1 -*-",
    "# -*- coding: nothing -*-",
    "class Cover(int): pass",
    "async def other(): pass",
    "Enum = int",
)
ODD_TYPES = """

class Odd(Exception):
    def __str__(self): raise self
    __repr__ = __str__


class Number(int):
    def __eq__(self, other): return True
    def __index__(self): raise StopIteration
    __hash__ = int.__hash__


class Text(str):
    def __str__(self): return self * 10**6


class Same:
    def __eq__(self, other): return True
    def __hash__(self): return 1 / 0
    def __repr__(self): return "\\x1b[2J"


class Liar:
    __class__ = property(lambda self: int)
    def __getattr__(self, name): return self
    def __call__(self, *_): return self


def deep():
    x = []
    for _ in range(100_000): x = [x]
    return x
"""
PARAMETERS = (
    "cover: Cover, weapon: Weapon",
    "cover, weapon",
    "cover: Cover, weapon: Weapon, more: int",
    "*cover, **weapon",
    "cover: Cover, /, weapon: Weapon",
    "cover: int, weapon: str",
    "cover: Cover = Cover.OPEN, weapon: 'Weapon' = None",
    "",
    "cover: frozenset[()], weapon: list[Weapon]",
    "cover: Cover | None, weapon: Weapon",
    "cover: 1 / 0, weapon: Weapon",
    "self, cover, weapon",
    "cover: 'Nothing', weapon: Weapon",
)
RESULTS = (
    "int",
    "int",
    "int",
    "str",
    "None",
    "list[int]",
    "'Nothing'",
    "1 / 0",
    "int | None",
    "frozenset[()]",
    "Cover",
    "float",
    "tuple[int, ...]",
)
VALUES = (
    '"open"',
    "3",
    "None",
    "[]",
    "frozenset()",
    "'\\ud800'",
    "Liar()",
    "Same()",
    "Cover",
    "10**5000",
    "deep()",
    "'wood'",
    "float('nan')",
)


def rules_code(random: Random) -> Attempt:
    if random.random() < 0.2:
        code = altered_bytes(random, SMALL_RULES)
    else:
        code = _code(random).encode("utf-8", "backslashreplace")
    changes: dict[str, bytes | None] = {"content/small/rules.py": code}
    form = random.choice(("json", "json", "json", "text", "github", "junit", "sarif"))
    mutants = ("--mutants",) if random.random() < 0.1 else ()
    return Attempt(("check", *mutants, "--format", form), changes)


def _code(random: Random) -> str:
    usual = random.random() < 0.7
    parameters, result = (PARAMETERS[0], "int") if usual else (random.choice(PARAMETERS), random.choice(RESULTS))
    answer = random.choice(
        (
            f"return {random.choice(ANSWERS)}",
            f"raise {random.choice(EXCEPTIONS)}",
            f"{random.choice(WORK)}\n    return 3",
        )
    )
    when = random.choice(
        ("", "", "if cover is Cover.OPEN: return 3\n    ", "if weapon is Weapon.MORTAR: return 4\n    ")
    )
    value = '"open"' if random.random() < 0.8 else random.choice(VALUES)
    return f'''\
{random.choice(HEADS)}
from enum import Enum
{ODD_TYPES}

class Cover(Enum):
    OPEN = {value}
    WOOD = "wood"


class Weapon(Enum):
    RIFLE = "rifle"
    MORTAR = "mortar"


def score({parameters}) -> {result}:
    """{random.choice(("Trees (rule 1).", "Trees (rule 99).", "", "é" * 10))}"""
    {when}{answer.encode().decode("unicode_escape") if answer.startswith("try") else answer}
'''
