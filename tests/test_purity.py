"""State that rules code keeps: read from its syntax, or found because the code answers otherwise when asked again."""

import pytest

from rulewright.proof.rules_syntax import lasting_changes
from tests.conftest import SMALL_RULES, Project

STATE = [
    ("X = {}\ndef f(k):\n    X[k] = 1", "3:5 f X"),
    ("X = {}\ndef f(k):\n    del X[k]", "3:5 f X"),
    ("X = []\ndef f():\n    X.append(1)", "3:5 f X"),
    ("class A:\n    n = 0\ndef f():\n    A.n += 1", "4:5 f A"),
    ("T = iter([1])\ndef f():\n    return next(T)", "3:12 f T"),
    ("def f(a, b={}):\n    b[a] = 1", "2:5 f b"),
    ("X = []\ndef f():\n    def g():\n        X.append(1)\n    g()", "4:9 g X"),
    ("N = 0\ndef f():\n    global N\n    N = N + 1", "4:5 f N"),
    ("N = 0\ndef f():\n    'é'; global N; N += 1", "3:20 f N"),
    ("def f():\n    f.calls = 1", "2:5 f f"),
]
NO_STATE = [
    "X = []\ndef f():\n    X = []\n    X.append(1)",
    "X = [1]\ndef f():\n    for x in X:\n        pass\n    return sorted(X)",
    "X = []\nfor i in range(3):\n    X.append(i)\ndef f():\n    return X[0]",
    "class S:\n    def add(self, v):\n        self.x = v\ndef f():\n    s = S()\n    s.add(1)\n    return s.x",
    "N = 0\ndef f(N):\n    N = N + 1\n    return N",
    "def f(b=frozenset()):\n    return len(b)",
]


@pytest.mark.parametrize(("source", "found"), STATE)
def test_state_is_read_from_the_syntax(source: str, found: str) -> None:
    assert [f"{line}:{column} {function} {name}" for function, name, line, column in lasting_changes(source)] == [found]


@pytest.mark.parametrize("source", NO_STATE)
def test_what_a_call_makes_itself_is_no_state(source: str) -> None:
    assert list(lasting_changes(source)) == []


HIDDEN = [
    (
        "SEEN = set()\ndef odd(roll: int) -> bool:\n    seen = SEEN\n    seen.add(roll)\n    return len(seen) % 2 == 1",
        "odd(",
    ),
    ("def odd(roll: int) -> bool:\n    return {'left', 'rear', 'turret'}.pop() == 'rear' and roll % 2 == 1", "odd("),
]


@pytest.mark.parametrize(("source", "said"), HIDDEN)
def test_state_that_the_syntax_hides_shows_when_asked_again(source: str, said: str, small: Project) -> None:
    small.write(
        "content/small/more.yaml",
        """\
domains: {roll: {numbers: 1..6}}
references: {odds: {title: Odds, rule: hits, items: [{text: "1, 3 or 5", claim: roll = 1 or roll = 3 or roll = 5, proof: odd(roll)}]}}
""",
    )
    small.write("content/small/rules.py", f"{SMALL_RULES}\n\n{source}\n")
    found = small.run("check")
    assert found.status == 1
    assert f"error[rules-impure]: {said}roll=" in found.out
    assert "in another process" in found.out
    assert small.run("check").out == found.out
