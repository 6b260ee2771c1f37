"""Answers of the rules code that no text can show are findings, not bugs of the tool."""

import json

import pytest

from rulewright.proof.process import RulesProcess
from rulewright.proof.replies import RulesError, decode_value

HALF = r"'\ud800'"
HEAD = """\
from enum import Enum
from fractions import Fraction
from typing import Literal
OWN = []
OWN.append(OWN)
"""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (HALF, "a text with half a character"),
        (f"(1, {HALF})", "a text with half a character"),
        ("10 ** 5000", "a number of more than 900 digits"),
        ("Fraction(1, 10 ** 5000)", "a number of more than 900 digits"),
        ("OWN", "list"),
    ],
)
def test_an_answer_that_no_table_prints(answer: str, says: str) -> None:
    with RulesProcess(f"{HEAD}def f(): return {answer}") as rules:
        with pytest.raises(RulesError, match=rf"^f\(\) returned {says}, which no table can print$") as caught:
            rules.evaluate("f", [])
        assert (caught.value.report.name, caught.value.report.line) == ("rules-result", 6)


def test_the_words_of_an_exception_are_text() -> None:
    with (
        RulesProcess(f"def f(): raise ValueError({HALF})") as rules,
        pytest.raises(RulesError, match=r"raised ValueError: \\ud800$"),
    ):
        rules.evaluate("f", [])


def test_types_and_docstrings_that_no_text_can_show() -> None:
    program = (
        HEAD
        + f"""
class Odd(Enum):
    ITSELF = OWN
    LONG = 10 ** 5000
    HALF = {HALF}
    PLAIN = "plain"

def empty(x: frozenset[()]): return 1
def long(x: Literal[10 ** 5000]): return 1
def odd(x: Odd):
    "Half \\ud800, and a bell \\a."
    return 1
"""
    )
    with RulesProcess(program) as rules:
        kinds = {name: function.parameters[0].annotation.kind for name, function in rules.functions.items()}
        assert kinds == {"empty": "other", "long": "other", "odd": "other"}
        (enumeration,) = rules.functions["odd"].parameters[0].annotation.enums
        assert enumeration.members == (("plain", "PLAIN"),)
        assert rules.functions["odd"].docstring == r"Half \ud800, and a bell \x07."


@pytest.mark.parametrize("forged", ['"\\ud800"', '{"integer": "0x%s"}' % ("f" * 4000), '{"tuple": ["\\udcff"]}'])
def test_what_the_worker_never_sends_is_refused(forged: str) -> None:
    with pytest.raises(ValueError):
        decode_value(json.loads(forged))


def test_numbers_that_call_each_other_equal_are_different_answers() -> None:
    source = """
class Sly(int):
    def __eq__(self, other): return True
    def __hash__(self): return 0

def f(x: int): return Sly(x)
"""
    with RulesProcess(source) as rules:
        assert list(rules.evaluate("f", [("x", [3, 4, 5])])) == [3, 4, 5]
