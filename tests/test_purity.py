"""Rules code that keeps state, or depends on the order of a set: everything is answered twice, and must be the same."""

import pytest

from tests.conftest import SMALL_RULES, Project

GAME = """\
domains: {roll: {numbers: 1..6}}
references: {odds: {title: Odds, rule: hits, items: [{text: "1, 3 or 5", claim: roll = 1 or roll = 3 or roll = 5, proof: odd(roll)}]}}
"""
IMPURE = [
    "SEEN = set()\ndef odd(roll: int) -> bool:\n    seen = SEEN\n    seen.add(roll)\n    return len(seen) % 2 == 1",
    "def odd(roll: int) -> bool:\n    return {'left', 'rear', 'turret'}.pop() == 'rear' and roll % 2 == 1",
    "class Luck:\n    used = 0\ndef odd(roll: int) -> bool:\n    Luck.used += 1\n    return Luck.used % 2 == 1",
    "def odd(roll: int, rolls: list[int] = []) -> bool:\n    rolls.append(roll)\n    return len(rolls) % 2 == 1",
    "LAST = 0\ndef odd(roll: int) -> bool:\n    global LAST\n    LAST += 1\n    return LAST % 2 == 1",
    "from itertools import count\nCALLS = count(1)\ndef odd(roll: int) -> bool:\n    return next(CALLS) % 2 == 1",
]


@pytest.mark.parametrize("source", IMPURE)
def test_a_difference_between_the_two_answers_is_an_error_and_nothing_is_proved(source: str, small: Project) -> None:
    small.write("content/small/more.yaml", GAME)
    small.write("content/small/rules.py", f"{SMALL_RULES}\n\n{source.replace(', rolls: list[int] = []', '')}\n")
    if "rolls: list" in source:
        small.write(
            "content/small/rules.py",
            f"{SMALL_RULES}\n\n{source.replace('def odd', 'def _odd')}\n\ndef odd(roll: int) -> bool:\n    return _odd(roll)\n",
        )
    found = small.run("check")
    assert found.status == 1
    assert "error[rules-impure]: odd(roll=" in found.out
    assert "in another process" in found.out
    assert small.run("check").out == found.out
    assert 'claims_proved": 0' in small.run("check", "--format", "json").out


def test_a_function_without_inputs_cannot_tell_its_first_call(small: Project) -> None:
    small.write("content/small/more.yaml", "facts: {luck: {value: 1, rule: hits, proof: luck()}}\n")
    small.write(
        "content/small/rules.py",
        f"{SMALL_RULES}\n\nUSED = []\n\ndef luck() -> int:\n    USED.append(1)\n    return len(USED)\n",
    )
    assert "error[rules-impure]: luck() answers 1, but answers 2 in another process" in small.run("check").out


def test_one_function_that_changes_what_another_reads_is_noticed(small: Project) -> None:
    """The second process gets the calls in the opposite order."""
    small.write(
        "content/small/more.yaml",
        "facts: {first: {value: 1, rule: hits, proof: first()}, second: {value: 2, rule: hits, proof: second()}}\n",
    )
    small.write(
        "content/small/rules.py",
        f"{SMALL_RULES}\n\nSTATE = {{'value': 1}}\n\ndef first() -> int:\n    STATE['value'] = 2\n    return 1\n"
        "\ndef second() -> int:\n    return STATE['value']\n",
    )
    assert "error[rules-impure]: second() answers 2, but answers 1 in another process" in small.run("check").out


def test_what_a_function_makes_itself_and_caches_are_no_state(small: Project) -> None:
    small.write("content/small/more.yaml", GAME)
    small.write(
        "content/small/rules.py",
        f"{SMALL_RULES}\nfrom functools import lru_cache\n\n@lru_cache\ndef half(roll: int) -> int:\n    return roll // 2\n\n"
        "def odd(roll: int) -> bool:\n    rolls = []\n    rolls.append(half(roll))\n    return rolls[0] * 2 != roll\n",
    )
    assert small.run("check").status == 0
